"""``nonet bulk``: many puzzles, from a file to a file."""

from __future__ import annotations

import json as json_text
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit, complain, gravest
from nonet.cli.common.options import (
    BackendSpec,
    Keep,
    Nodes,
    Seconds,
    limits,
    names_in,
    require_limit,
)
from nonet.cli.common.output import put
from nonet.cli.common.progress import share
from nonet.cli.common.verbs import reading
from nonet.questions import BulkMode
from nonet.system.limits import most_memory

if TYPE_CHECKING:
    from nonet.streaming import Summary


#: The verdicts that are no success; where solutions are counted, all are.
_CODES = {
    "none": Exit.NOT_UNIQUE,
    "multiple": Exit.NOT_UNIQUE,
    "unsatisfiable": Exit.NOT_UNIQUE,
}


def bulk(
    source: Annotated[str | None, typer.Argument(metavar="IN", show_default=False)] = None,
    target: Annotated[str | None, typer.Argument(metavar="OUT", show_default=False)] = None,
    mode: Annotated[
        BulkMode, typer.Option("--mode", "-m", help="What to find out about each puzzle.")
    ] = BulkMode.CHECK,
    backend: BackendSpec = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", metavar="N", help="Threads for native, processes for other backends."
        ),
    ] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted run; done if it is finished.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace OUT if it is there, and start anew."),
    ] = False,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard",
            metavar="K/N|join",
            help="Do the K-th of N parts of the work; other runs, perhaps elsewhere, do the rest. "
            "At last, join makes OUT of what they wrote.",
            show_default=False,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Use the workers of this dask scheduler: tcp://HOST:PORT.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            "-l",
            metavar="COUNT",
            help="With --mode count: stop counting here; 1000 by default. A count of COUNT means "
            "that many or more.",
            show_default=False,
        ),
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    no_formulas: Annotated[
        bool,
        typer.Option(
            "--no-formulas",
            help="In CSV, put an apostrophe before a line that a spreadsheet takes for a formula.",
        ),
    ] = False,
    keep: Keep = None,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="NAME",
            help="The column with the expected solutions, or 'verdict' or 'count' of an earlier "
            "result: count and list the puzzles where it differs.",
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> Exit:
    """Answer a file of puzzles, into a file of records.

    IN has one puzzle per line (cells, a link, JSON …), or is a table: CSV or TSV whose first line
    names the columns (all of them also as .gz or .zst), or Parquet; '-' is stdin. OUT is .csv or
    .txt (both CSV), .jsonl, one of these with .gz or .zst, or .parquet: columns puzzle, verdict,
    solution (or count; or er, hardest and at_least, as 'nonet rate' has them), backend and error,
    in the order of the input; then compared, and the columns that are kept.

    With --mode rate, --nodes ends the search for a step: the difficulty is then a bound.

    A puzzle that cannot be read becomes a record with its error, and does not change the exit
    code; if none can be read, it is 2. With --compare it is 1 if something differs from what was
    expected. To compare two results, let IN be one of them: --compare verdict, solution or count
    (with the same --limit).

    With --resume an interrupted run goes on, and gives the same file, byte for byte; if OUT is
    finished, nothing is done and the exit code is 0. Until then, the work is in OUT.parts.

    Shards of a run may have different machines that see the same files: 'nonet bulk IN OUT --shard
    3/64', then 'nonet bulk IN OUT --shard join'.
    """
    from nonet import streaming

    if source is None or target is None:
        raise typer.BadParameter("two arguments are needed: IN and OUT")
    if shard == "join":
        summary = streaming.join(target)
        _print(summary, source, json)
        return _code(summary)
    told = reading()
    if told.format or told.alphabet or told.fetch:
        raise typer.BadParameter("bulk takes no --format, --alphabet or --fetch: it reads lines")
    if limit is not None and mode is not BulkMode.COUNT:
        raise typer.BadParameter("--limit is for --mode count")
    require_limit(limit, least=2)
    if mode is BulkMode.CANON and (time is not None or nodes is not None):
        raise typer.BadParameter("--mode canon takes no --time and --nodes")
    if mode is BulkMode.RATE and backend is not None:
        raise typer.BadParameter("--mode rate takes no --backend")
    if jobs < 1:
        raise typer.BadParameter(f"--jobs takes 1 or more, not {jobs}")
    try:
        streaming.Shard.of(shard)
    except ValueError as error:
        raise typer.BadParameter(f"--shard: {error}") from None
    if compare and mode not in streaming.modes_compared(compare):
        raise typer.BadParameter(f"--compare {compare}: --mode {mode} has nothing to compare")
    with share(source) as shown:
        summary = streaming.bulk(
            source,
            target,
            mode=mode,
            backend=backend,
            limits=replace(limits(time, nodes), memory=most_memory()),
            limit=limit or streaming.MOST_COUNTED,
            jobs=jobs,
            resume=resume,
            force=force,
            shard=shard,
            cluster=cluster,
            no_formulas=no_formulas,
            column=told.column,
            keep=names_in(keep),
            compare=compare,
            ignore_drawings=told.ignore_drawings,
            progress=lambda done, tally: shown(done, tally.puzzles),
        )
    _print(summary, source, json, compare)
    return _code(summary)


def _print(summary: Summary, source: str, as_json: bool, compared: str | None = None) -> None:
    put(json_text.dumps(summary.record()) if as_json else str(summary))
    sys.stdout.flush()
    if summary.differing:
        where = summary.unit + "s" * (len(summary.differing) > 1)
        more = summary.compared["differs"] - len(summary.differing)
        places = ", ".join(map(str, summary.differing)) + (f" and {more:,} more" if more else "")
        what = compared if compared in ("verdict", "count") else "solution"
        complain(f"{source}: the expected {what} differs in {where} {places}")
    if summary.reason:
        complain(f"{source}: all {summary.errors:,} {summary.unit}s: {summary.reason}")
    if summary.uneven:
        complain(f"note: {source}: {summary.uneven}")
    if summary.unknown_list:
        complain(f"{summary.unknown_list} lists the puzzles whose limit was reached")


def _code(summary: Summary) -> Exit:
    # Puzzles that cannot be read are kept as records; where none can, the file is the mistake.
    nothing_read = summary.errors and not any(summary.verdicts.values())
    codes = [Exit.BAD_INPUT] if nothing_read else []
    meaning = {} if summary.mode == BulkMode.COUNT else _CODES
    for verdict in summary.verdicts:
        codes.append(Exit.LIMIT if verdict == "unknown" else meaning.get(verdict, Exit.ANSWERED))
    codes += [Exit.NOT_UNIQUE] if summary.differing else []
    return gravest(codes)
