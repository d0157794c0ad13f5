"""The run: chunks go to workers, their results come back in order and are kept in parts."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import nonet
from nonet.formats import links
from nonet.formats.detection import detect, of_line
from nonet.formats.json_text import decoded
from nonet.formats.text import Source
from nonet.questions import BulkMode
from nonet.solvers import Limits, LimitsLike, PuzzleUnsupported, SolverCrashed, find_backend
from nonet.streaming.chunks import Chunk, ChunkTask, style_of
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.executors import run, workers_for
from nonet.streaming.lines import LONGEST
from nonet.streaming.parts import Folder, Parts, Shard
from nonet.streaming.query import Lot, Query
from nonet.streaming.records import columns
from nonet.streaming.sources import STDIN, TextSource, source_of
from nonet.streaming.summary import BulkTally, Summary, remedy
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files

if TYPE_CHECKING:
    from nonet.streaming.parquet import ParquetFile

PuzzleSource: TypeAlias = "TextSource | ParquetFile"

#: A puzzle that any backend answers at once.
_EASY = "12..34..2......3"

#: The default limit of ``mode="count"``.
MOST_COUNTED = 1000

#: What is said where something else is in the place of the target.
_REPLACE = "use --force to replace it"


def modes_compared(column: str) -> tuple[BulkMode, ...]:
    """Return the modes whose results can be compared with a column: `verdict` and `count` are ours.

    >>> [str(mode) for mode in modes_compared("count")]
    ['count']
    """
    ours = {
        "verdict": (BulkMode.CHECK, BulkMode.SOLVE, BulkMode.COUNT),
        "count": (BulkMode.COUNT,),
    }
    return ours.get(column, (BulkMode.SOLVE, BulkMode.CHECK))


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
    force: bool = False,
    shard: str | None = None,
    cluster: str | None = None,
    errors: str = "keep",
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
    compressed (``.gz``, ``.zst``); ``-`` is stdin. The target is CSV (``.csv``, ``.txt``) or JSON
    Lines (``.jsonl``), perhaps compressed, or Parquet. Memory does not grow with the file.

    The puzzles of a table are in its `column`, or in the only one with a usual name such as
    ``puzzle`` or ``quizzes``; one of several lines is on one line in its record. The columns in
    `keep` are carried along. `compare` names the column with solutions that are expected: the
    records say in ``compared`` whether each is the ``same`` as the one found or ``differs`` (or is
    ``possible``, where there are several). A column ``verdict`` or ``count`` of an earlier result
    can be compared, too. With `ignore_drawings`, what links draw without a known meaning is left
    out.

    A line that is no puzzle gets a record with its error; with ``errors="stop"`` it ends the run.
    Puzzles that reached a limit are listed in a file beside the target. `limit` is for
    ``mode="count"``. The same source gives the same target, byte for byte. In CSV, a line stands as
    it is; with `no_formulas`, one that a spreadsheet would take for a formula has an apostrophe
    before it.

    `progress` is told the share that is done and the tally: before the first chunk, and after each.

    `resume` continues an interrupted run, and leaves a finished one as it is. `force` starts anew,
    and replaces a target that is there. `jobs` are threads for the native engine and processes
    for all other backends. With `cluster`, the address of a dask.distributed scheduler, the
    work is done there. With ``shard="3/64"`` this run does the third of 64 parts of the work, and
    `nonet.streaming.join` makes the target once all are done.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> source, target = Path(folder.name, "puzzles.txt"), Path(folder.name, "verdicts.csv")
    >>> _ = source.write_text("12..34..2......3\\n12..34..2......\\n")
    >>> summary = bulk(source, target)
    >>> summary.verdicts, summary.errors
    ({'unique': 1}, 1)
    >>> print(target.read_text())
    puzzle,verdict,solution,backend,error
    12..34..2......3,unique,1234341223414123,native,
    12..34..2......,,,,line 2: 15 characters: a 4×4 puzzle has 16
    <BLANKLINE>
    >>> folder.cleanup()
    """
    start = time.perf_counter()
    query = _query(mode, backend, Limits.of(limits), limit, compare)
    query = replace(query, no_formulas=no_formulas, ignore_drawings=ignore_drawings)
    query = replace(query, keep=_kept(keep, query))
    _require(errors in ("keep", "stop"), f"errors are 'keep' or 'stop', not {errors!r}")
    _require(jobs >= 1, f"{jobs} jobs: at least 1 is needed")
    part, path, target = Shard.of(shard), fspath(source), fspath(target)
    style = style_of(target)
    choice = ColumnChoice(column, compare, query.keep)
    if path == STDIN:
        if resume:
            raise PuzzleError("--resume needs a file: stdin cannot be read again", file="<stdin>")
        if part.count > 1:
            raise PuzzleError("stdin cannot be divided: --shard needs a file", file="<stdin>")
    for written in (target, f"{target}.unknown.txt"):
        require_other_files(written, [path])
    folder = Folder(target)
    if path != STDIN and Path(path).resolve().is_relative_to(folder.path):
        raise PuzzleError(f"in {folder.path.name}, where {target} is prepared", file=path)
    origin = source_of(path, query.block(Lot.ROWS), choice)
    _require_lines(origin)
    lot = _lot_of(origin)
    origin = origin.in_blocks(query.block(lot))
    if part.count > 1 and origin.size is None:
        raise PuzzleError("compressed text cannot be divided: decompress it", file=path)
    if not _begin(folder, origin, query, part, resume=resume, force=force):
        return Summary(target, mode=mode, is_finished=True)
    first, last = (0, None) if origin.size is None else part.bounds(origin.size, origin.block)
    header = style.header((*columns(query), *query.keep))
    with Parts(folder, part, first, header, is_kept=path != STDIN) as parts:
        before = parts.total.puzzles
        if not parts.is_complete:
            if progress:
                progress(parts.share, parts.total)
            lines_before = None if first else 0  # counted where a message needs it
            is_read_there = isinstance(origin, TextSource) and origin.size is not None
            length = query.chunk(lot, cluster is not None and is_read_there)
            blocks = length // query.block(lot)
            chunks: Iterator[Chunk] = origin.chunks(parts.place, last, blocks)
            task = ChunkTask(query, style)
            with workers_for(jobs, cluster, in_threads=query.in_threads(lot)) as workers:
                for result in run(workers, chunks, task):
                    if lines_before is None and (result.names_lines or result.error):
                        lines_before = origin.lines_before(first)
                    lines = (lines_before or 0) + parts.total.lines
                    if result.error and errors == "stop":
                        line, message = result.error
                        raise PuzzleError(message, file=_name(path), line=lines + line + 1)
                    records = result.records(task.packing, origin.unit, lines)
                    parts.add(records, result.unknown, result.tally, result.stop, result.done)
                    if progress:
                        progress(result.done, parts.total)
            parts.complete()
        total = parts.total
    if part.count == 1:
        folder.join()
    summary = _summary(target, total, origin.unit, origin.column, mode)
    return replace(
        summary,
        answered=total.puzzles - before,
        seconds=time.perf_counter() - start,
        shard=str(part) if part.count > 1 else None,
        unknown_list=summary.unknown_list if part.count == 1 else None,
    )


def join(target: str | PathLike[str]) -> Summary:
    """Make the target of the parts that all shards have written.

    >>> join("no such file.csv")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: no such file.csv: no shards have been run for it
    """
    folder = Folder(fspath(target))
    if folder.run is None:
        raise PuzzleError("no shards have been run for it", file=folder.name)
    unit, column, mode = (folder.run[name] for name in ("unit", "column", "mode"))
    return _summary(folder.name, folder.join(), unit, column, mode)


def _query(
    mode: str, backend: str | None, limits: Limits, limit: int, compare: str | None
) -> Query:
    """Return the query; arguments that make no sense are refused before the first line."""
    _require(mode in list(BulkMode), f"the mode is {', '.join(BulkMode)}, not {mode!r}")
    _require(
        2 <= limit <= sys.maxsize or mode != BulkMode.COUNT,
        f"a count up to {limit}: from 2 to {sys.maxsize:,} are possible",
    )
    is_limited = limits.seconds is not None or limits.nodes is not None
    _require(mode != BulkMode.CANON or not is_limited, "canonical forms are found without limits")
    _require(mode != BulkMode.RATE or backend is None, "ratings depend on no backend")
    if compare is not None:
        is_able = BulkMode(mode) in modes_compared(compare)
        _require(is_able, f"{compare!r} is compared with what mode {mode} does not find")
    most = {BulkMode.SOLVE: 1, BulkMode.COUNT: limit}.get(BulkMode(mode), 2)
    spec = find_backend(backend).spec
    if limits.nodes is not None and mode != BulkMode.RATE:
        _require_limits(spec, limits)
    return Query(BulkMode(mode), spec, limits, most, compare=compare)


def _require_limits(spec: str, limits: Limits) -> None:
    """Raise `LimitUnsupported` if a backend cannot count nodes: it tells as soon as it is asked."""
    with suppress(PuzzleUnsupported, SolverCrashed), find_backend(spec).open(_EASY) as session:
        session.solve(Limits(nodes=limits.nodes, memory=limits.memory))


def _kept(names: Sequence[str], query: Query) -> tuple[str, ...]:
    """Return the columns to keep, each once; those of our own are not to be taken for others."""
    kept = tuple(dict.fromkeys(names))
    for name in kept:
        if name in columns(query):
            raise PuzzleError(f"the records have a column {name!r} of their own: it is not kept")
    return kept


def _require_lines(source: PuzzleSource) -> None:
    """Refuse a text in another format than one puzzle per line."""
    if not isinstance(source, TextSource) or source.table:
        return
    text = Source.of(source.whole_lines())
    first = next(text.content(), None)
    alone = of_line(first.text) if first else "line"
    if first and alone == "json" and isinstance(decoded(first.text), PuzzleError):
        alone = "line"  # a line of a document
    try:
        found = detect(text)
    except PuzzleError as error:  # lines, or one grid of them
        if alone == "line":
            return
        raise error.at(file=_name(source.path)) from None
    if found not in ("line", alone):
        raise PuzzleError(
            f"looks like {found}: bulk reads one puzzle per line (nonet show --to json)",
            file=_name(source.path),
        )


def _lot_of(source: PuzzleSource) -> Lot:
    """Tell what most puzzles of a source are, by the first of them."""
    lines = source.sample()
    others = [] if lines is None else [each for each in lines.others if len(each.text) < LONGEST]
    if lines is None or len(others) <= len(lines.rows):
        return Lot.ROWS
    return Lot.CELLS if of_line(others[0].text) == "line" else Lot.OTHERS


def _begin(
    folder: Folder,
    source: PuzzleSource,
    query: Query,
    shard: Shard,
    *,
    resume: bool,
    force: bool,
) -> bool:
    """Begin a run, or find the one to go on with; False if it is finished already."""
    run = {
        "shards": shard.count,
        "unit": source.unit,
        "column": source.column,
        "mode": query.mode,
        "columns": (*columns(query), *query.keep),
        "identity": _identity(source, query),
    }
    old = folder.run
    is_of_shards = shard.count > 1
    if old is not None and old["identity"] is not None and (is_of_shards or not force):
        if not resume and not is_of_shards:
            raise PuzzleError(
                "belongs to an unfinished run. Use --resume to continue it, "
                "or --force to start over.",
                file=str(folder.path),
            )
        _require_same(old, run, folder)
        return True
    if folder.target.exists() and not force:
        if not resume and not is_of_shards:
            raise PuzzleError(
                "already exists. Use --resume to continue an unfinished run, "
                "or --force to replace it.",
                file=folder.name,
            )
        _require_result(folder, source, query)
        folder.remove()  # what is left where it was ended while it was removed
        return False
    folder.create(run)
    return True


def _identity(source: PuzzleSource, query: Query) -> dict[str, Any] | None:
    """Return what must be the same when a run is resumed; with stdin, none can be."""
    if source.path == STDIN:
        return None
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


def _require_same(old: dict[str, Any], run: dict[str, Any], folder: Folder) -> None:
    """Refuse to go on with a run that had another source or other options."""
    new = json.loads(json.dumps({"shards": run["shards"], **run["identity"]}))
    known = {"shards": old["shards"], **old["identity"]}
    changed = [key for key in new if known.get(key) != new[key]]
    if changed:
        said = (f"{key} was {known.get(key)}, and is {new[key]}" for key in changed)
        raise PuzzleError(
            f"the interrupted run was another one: {'; '.join(said)}. "
            "Delete the folder to start over",
            file=str(folder.path),
        )


def _require_result(folder: Folder, source: PuzzleSource, query: Query) -> None:
    """Refuse to take a target for the result of this run if it is older, or another one."""
    if os.stat(folder.target).st_mtime_ns < os.stat(source.path).st_mtime_ns:
        raise PuzzleError(f"is older than {source.path}: {_REPLACE}", file=folder.name)
    names = (*columns(query), *query.keep)
    if not style_of(folder.name).has_columns(folder.target, names):
        raise PuzzleError(f"does not have the columns of this run: {_REPLACE}", file=folder.name)


def _summary(target: str, total: BulkTally, unit: str, column: str | None, mode: str) -> Summary:
    return Summary(
        target=target,
        mode=str(mode),
        puzzles=total.puzzles,
        verdicts=dict(total.verdicts),
        errors=total.errors,
        unknown_list=f"{target}.unknown.txt" if total.verdicts["unknown"] else None,
        compared=dict(total.compared),
        differing=tuple(total.differing),
        reason=_reason(total, column),
        unit=unit,
        uneven=total.uneven(unit),
    )


def _reason(total: BulkTally, column: str | None) -> str | None:
    """Return why no line is a puzzle, and what may help, if it is always the same."""
    if total.only_reason is None:
        return None
    message, line = total.only_reason
    fetching = "nonet show --fetch --to json makes lines for bulk of such links"
    hint = fetching if links.address_of(line) else remedy(line, column)
    return "; ".join(filter(None, (message, hint)))


def _name(path: str) -> str:
    return "<stdin>" if path == STDIN else path


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
