"""The run: chunks go to workers, their results come back in order and go into the draft."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import nonet
from nonet.formats import links
from nonet.formats.detection import detect, of_line
from nonet.formats.text import Source
from nonet.questions.modes import BulkMode
from nonet.solvers import Limits, LimitsLike, PuzzleUnsupported, SolverCrashed, find_backend
from nonet.streaming import sources
from nonet.streaming.chunks import PuzzleFile
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.draft import Draft
from nonet.streaming.executors import require_main, run, staff
from nonet.streaming.outputs import ChunkTask, output_of
from nonet.streaming.query import Lot, Query
from nonet.streaming.records import columns
from nonet.streaming.remedies import remedy
from nonet.streaming.sources import CompressedText, PlainText
from nonet.streaming.summary import BulkTally, Summary
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files

#: A puzzle that any backend answers at once.
_EASY = "12..34..2......3"

#: The default limit of ``mode="count"``.
MOST_COUNTED = 1000


def bulk(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    mode: str = "check",
    backend: str | None = None,
    limits: LimitsLike = Limits(),
    limit: int = MOST_COUNTED,
    jobs: int = 1,
    resume: bool = False,
    cluster: str | None = None,
    errors: str = "keep",
    retry_with: str | None = None,
    timing: bool = False,
    no_formulas: bool = False,
    column: str | None = None,
    keep: Sequence[str] = (),
    compare: str | None = None,
    ignore_drawings: bool = False,
    progress: Callable[[float, BulkTally], object] | None = None,
) -> Summary:
    """Solve, check or count all puzzles of a file, and write a record for each, in their order.

    With ``mode="canon"`` a record has the canonical form, and how many automorphisms there are.
    With ``mode="rate"`` it has the estimated ER of a classic puzzle, and the cost of the hardest
    step with its bound, as `nonet.rate` finds them; the seconds of the limits are for each puzzle,
    the nodes for each step.

    The source is text with a puzzle per line (cells, a link, JSON, or another format of one line),
    or a table: CSV or the like whose first line names the columns, or Parquet. Text may be
    compressed (``.gz``, ``.zst``). The target is CSV (``.csv``, ``.txt``) or JSON Lines
    (``.jsonl``), perhaps compressed, or Parquet. Memory does not grow with the file.

    The puzzles of a table are in its `column`, or in the only one with a usual name such as
    ``puzzle`` or ``quizzes``; one of several lines is on one line in its record. The columns in
    `keep` are carried along. `compare` names the column with solutions that are expected: the
    records say in ``compared`` whether each is the ``same`` as the one found or ``differs`` (or is
    ``possible``, where there are several). With `ignore_drawings`, what links draw without a known
    meaning is left out.

    A line that is no puzzle gets a record with its error; with ``errors="stop"`` it ends the run. A
    puzzle that reached a limit is tried again with the backend `retry_with`, under the same limits;
    those that stay unknown are listed in a file beside the target. `limit` is for ``mode="count"``.
    Seconds are written only with `timing`; without it, the same source gives the same target, byte
    for byte. In CSV, a line stands as it is; with `no_formulas`, one that a spreadsheet would take
    for a formula has an apostrophe before it.

    `progress` is told the share that is done and the tally: before the first chunk, and after each.

    `resume` continues an interrupted run. `jobs` are threads for the native engine and processes
    for all other backends: a script then needs ``if __name__ == "__main__":`` around what it does,
    for each process imports it. With `cluster`, the address of a dask.distributed scheduler, the
    work is done there.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> source, target = Path(folder.name, "puzzles.txt"), Path(folder.name, "verdicts.csv")
    >>> _ = source.write_text("12..34..2......3\\n12..34..2......\\n")
    >>> summary = bulk(source, target)
    >>> summary.verdicts, summary.errors
    ({'unique': 1}, 1)
    >>> print(target.read_text())
    puzzle,verdict,solution,backend,seconds,timing,error
    12..34..2......3,unique,1234341223414123,native,,,
    12..34..2......,,,,,,line 2: 15 characters: a 4×4 puzzle has 16
    <BLANKLINE>
    >>> folder.cleanup()
    """
    start = time.perf_counter()
    require_main()
    query = _query(mode, backend, Limits.of(limits), limit, retry_with)
    query = replace(query, timing=timing, no_formulas=no_formulas, compare=compare)
    query = replace(query, keep=_kept(keep, query), ignore_drawings=ignore_drawings)
    has_solutions = query.mode in (BulkMode.SOLVE, BulkMode.CHECK)
    _require(not compare or has_solutions, f"solutions are compared: mode {mode} has none")
    _require(errors in ("keep", "stop"), f"errors are 'keep' or 'stop', not {errors!r}")
    _require(jobs >= 1, f"{jobs} jobs: at least 1 is needed")
    target = fspath(target)
    output = output_of(target)
    unknown = f"{target}.unknown.txt"
    choice = ColumnChoice(column, compare, query.keep)
    origin = sources.source_of(fspath(source), query.block(Lot.ROWS), choice)
    for written in (target, unknown):
        require_other_files(written, [origin.path])
    _require_lines(origin)
    lot = _lot_of(origin)
    if lot is not Lot.ROWS:
        origin = sources.source_of(origin.path, query.block(lot), choice)
    if cluster is not None and origin.is_carried:
        raise PuzzleError(
            "compressed text cannot be divided for a cluster: decompress it", file=origin.path
        )
    header = output.header(query)
    with Draft(target, origin.path, _identity(origin, query), resume, header) as draft:
        total = BulkTally.of(draft.state or {})
        before = total.puzzles
        if not draft.is_complete:
            place = int((draft.state or {}).get("place", 0))
            if progress:
                progress(float((draft.state or {}).get("done", 0)), total)
            blocks = query.chunk(lot, cluster is not None) // query.block(lot)
            chunks = origin.chunks(place, blocks)
            with staff(jobs, cluster, in_threads=query.in_threads(lot)) as (executor, ahead):
                for part in run(executor, chunks, ChunkTask(query, output), ahead):
                    if part.error and errors == "stop":
                        line, message = part.error
                        raise PuzzleError(message, file=origin.path, line=total.lines + line + 1)
                    records = part.records(output, origin.unit, total.lines)
                    total.add(part.tally)
                    state = {"place": part.stop, "done": part.done, **total.state()}
                    draft.commit(records, part.unknown, state)
                    if progress:
                        progress(part.done, total)
            draft.complete()
        finish = partial(output.style.finish, query=query, unit=origin.unit)
        draft.put_in_place(Path(unknown), finish)
    return Summary(
        target=target,
        puzzles=total.puzzles,
        verdicts=dict(total.verdicts),
        errors=total.errors,
        answered=total.puzzles - before,
        seconds=time.perf_counter() - start,
        unknown_list=unknown if total.verdicts["unknown"] else None,
        compared=dict(total.compared),
        differing=tuple(total.differing),
        reason=_reason(total, origin.column),
        unit=origin.unit,
        uneven=total.uneven(origin.unit),
    )


def _query(
    mode: str,
    backend: str | None,
    limits: Limits,
    limit: int,
    retry_with: str | None,
) -> Query:
    """Return the query; arguments that make no sense are refused before the first line."""
    _require(mode in list(BulkMode), f"the mode is {', '.join(BulkMode)}, not {mode!r}")
    _require(
        2 <= limit <= sys.maxsize or mode != BulkMode.COUNT,
        f"a count up to {limit}: from 2 to {sys.maxsize:,} are possible",
    )
    is_limited = limits.seconds is not None or limits.nodes is not None or retry_with
    _require(mode != BulkMode.CANON or not is_limited, "canonical forms are found without limits")
    is_by = backend is not None or retry_with is not None
    _require(mode != BulkMode.RATE or not is_by, "ratings depend on no backend")
    most = {BulkMode.SOLVE: 1, BulkMode.COUNT: limit}.get(BulkMode(mode), 2)
    retry = retry_with and find_backend(retry_with).spec
    if retry:
        _require_limits(retry, limits)
    return Query(BulkMode(mode), find_backend(backend).spec, limits, most, retry)


def _require_limits(spec: str, limits: Limits) -> None:
    """Raise `LimitUnsupported` if a backend cannot count nodes: it tells as soon as it is asked."""
    if limits.nodes is None:
        return
    with suppress(PuzzleUnsupported, SolverCrashed), find_backend(spec).open(_EASY) as session:
        session.solve(Limits(nodes=limits.nodes, memory=limits.memory))


def _kept(names: Sequence[str], query: Query) -> tuple[str, ...]:
    """Return the columns to keep, each once; those of our own are not to be taken for others."""
    kept = tuple(dict.fromkeys(names))
    for name in kept:
        if name in columns(query):
            raise PuzzleError(f"the records have a column {name!r} of their own: it is not kept")
    return kept


def _require_lines(source: PuzzleFile) -> None:
    """Refuse a text in another format than one puzzle per line."""
    if not isinstance(source, PlainText | CompressedText) or source.table:
        return
    text = Source.of(sources.head(source))
    first = next(text.content(), None)
    alone = of_line(first.text) if first else "line"
    try:
        found = detect(text)
    except PuzzleError as error:  # lines, or one grid of them
        if alone == "line":
            return
        raise error.at(file=source.path) from None
    if found not in ("line", alone):
        raise PuzzleError(
            f"looks like {found}: bulk reads one puzzle per line (nonet show --to json)",
            file=source.path,
        )


def _lot_of(source: PuzzleFile) -> Lot:
    """Tell what most puzzles of a file are, by the first block that has any."""
    for chunk in source.chunks(0, 1):
        for lines in chunk.lines():
            if lines.others and len(lines.others) > len(lines.rows):
                return Lot.CELLS if of_line(lines.others[0].text) == "line" else Lot.OTHERS
            if len(lines.rows):
                return Lot.ROWS
    return Lot.ROWS


def _reason(total: BulkTally, column: str | None) -> str | None:
    """Return why no line is a puzzle, and what may help, if it is always the same."""
    if total.only_reason is None:
        return None
    message, line = total.only_reason
    fetching = "nonet show --fetch --to json makes lines for bulk of such links"
    hint = fetching if links.address_of(line) else remedy(line, column)
    return "; ".join(filter(None, (message, hint)))


def _identity(source: PuzzleFile, query: Query) -> dict[str, Any]:
    """Return the properties that must be the same when a run is resumed."""
    status = os.stat(source.path)
    return {
        "nonet": nonet.__version__,
        "size of the source": status.st_size,
        "time of the source": status.st_mtime_ns,
        "block": source.block,
        "column": source.column,
        **asdict(replace(query, limits=replace(query.limits, memory=None))),
        "instruction set": find_backend(query.backend).isa,
    }


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
