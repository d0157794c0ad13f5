"""``nonet bulk``: answer many puzzles, from a file to a file."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from nonet.cli.common import options
from nonet.cli.common.exits import CODES, Exit, complain, gravest, require
from nonet.cli.common.options import argument, current_reading, option
from nonet.cli.common.output import put, put_record
from nonet.cli.common.progress import share
from nonet.questions import BulkMode
from nonet.system.limits import most_memory

if TYPE_CHECKING:
    from nonet.streaming import Summary


def bulk(
    source: str | None = argument("IN"),
    target: str | None = argument("OUT"),
    mode: BulkMode = option(
        "--mode -m MODE",
        "The question: solve, check, count, canon or rate.",
        default=BulkMode.CHECK,
    ),
    backend: str | None = options.BACKEND,
    jobs: int = option("--jobs -j N", "Run this many threads (native) or processes.", default=1),
    resume: bool = option("--resume", "Continue an unfinished run."),
    force: bool = option("--force", "Replace OUT and any unfinished run."),
    shard: str | None = option("--shard K/N", "Do part K of N, or 'join' all parts into OUT."),
    cluster: str | None = option("--cluster ADDRESS", "Use this dask scheduler (tcp://HOST:PORT)."),
    limit: int | None = option(
        "--limit -l COUNT", "Stop counting here (--mode count). Default: 1000."
    ),
    time: float | None = options.TIME,
    nodes: int | None = options.NODES,
    no_formulas: bool = option("--no-formulas", "Put ' before CSV lines that look like formulas."),
    keep: str | None = options.KEEP,
    compare: str | None = option(
        "--compare NAME", "Compare with the results in this column of IN."
    ),
    json: bool = option("--json", "Print the summary as JSON."),
) -> Exit:
    """Answer the puzzles of a file, and write a file of records.

    \b
    IN   a text with one puzzle per line (cells, a link, JSON …), or a table
         (Parquet, or CSV or TSV with column names in the first line). '-' is stdin.
    OUT  a file that ends in .csv, .txt (also CSV), .jsonl or .parquet
    Text files may be compressed: add .gz or .zst to the name.

    OUT has the columns puzzle, verdict, solution, backend and error, in the order of IN. With
    --mode count, it has a column count instead of solution. If a count equals --limit, there may be
    more solutions.

    With --mode rate, OUT has the columns er, hardest and at_least (see 'nonet rate') instead of
    solution. --nodes limits the search for each step.

    For an unreadable puzzle, OUT has a record with the error. The exit code is 2 only if all
    puzzles are unreadable. A file without puzzles is no error, because a part of a run may have
    none.

    --compare takes the name of the column with the expected solutions. To compare with an earlier
    result of bulk, use --compare verdict, or --compare count with the same --limit. If results
    differ, nonet lists their puzzles, and the exit code is 1.

    An unfinished run keeps its work in OUT.parts. --resume continues the run, and the result has
    the same bytes as without an interruption. If OUT is finished, --resume does nothing.

    Several machines can share a run, if all can reach IN and OUT. 'nonet bulk IN OUT --shard 3/64'
    does part 3 of 64. When all parts are done, 'nonet bulk IN OUT --shard join' joins them.
    """
    from nonet import streaming

    if source is None or target is None:
        raise typer.BadParameter("bulk takes two arguments: IN and OUT")
    options.require_jobs(jobs)
    if shard == "join":
        summary = streaming.join(target)
        _print(summary, source, json)
        return _code(summary)
    reading = current_reading()
    is_plain = not (reading.format or reading.alphabet or reading.fetch)
    require(is_plain, "bulk reads lines, so it takes no --format, --alphabet or --fetch")
    require(limit is None or mode is BulkMode.COUNT, "--limit needs --mode count")
    with share(source) as shown:
        summary = streaming.bulk(
            source,
            target,
            mode=mode,
            backend=backend,
            limits=replace(options.limits(time, nodes), memory=most_memory()),
            limit=streaming.MOST_COUNTED if limit is None else limit,
            jobs=jobs,
            resume=resume,
            force=force,
            shard=shard,
            cluster=cluster,
            no_formulas=no_formulas,
            column=reading.column,
            keep=options.names_in(keep),
            compare=compare,
            ignore_drawings=reading.ignore_drawings,
            progress=lambda done, tally: shown(done, tally.puzzles),
        )
    _print(summary, source, json, compare)
    return _code(summary)


def _print(summary: Summary, source: str, as_json: bool, compared: str | None = None) -> None:
    if as_json:
        put_record(summary.record())
    else:
        put(str(summary))
    sys.stdout.flush()
    if summary.differing:
        where = summary.unit + "s" * (len(summary.differing) > 1)
        more = summary.compared["differs"] - len(summary.differing)
        places = ", ".join(map(str, summary.differing)) + (f" and {more:,} more" if more else "")
        what = compared if compared in ("verdict", "count") else "solution"
        complain(f"{source}: the expected {what} differs in {where} {places}")
    if summary.unknown_list:
        complain(f"{summary.unknown_list} lists the puzzles whose limit was reached")


def _code(summary: Summary) -> Exit:
    # If no puzzle can be read, the whole file counts as bad input.
    nothing_read = summary.errors and not any(summary.verdicts.values())
    codes = [Exit.BAD_INPUT] if nothing_read else []
    codes += [CODES.get(verdict, Exit.ANSWERED) for verdict in summary.verdicts]
    if summary.mode == BulkMode.COUNT:  # any number of solutions answers the question
        codes = [code for code in codes if code is not Exit.NOT_UNIQUE]
    codes += [Exit.NOT_UNIQUE] if summary.differing else []
    return gravest(codes)
