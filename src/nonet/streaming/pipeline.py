"""The function `bulk`: workers answer the chunks of a file, and one process saves the records."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import nonet
from nonet.formats.json_text import decoded
from nonet.formats.reader import detect, of_line
from nonet.formats.text import Source
from nonet.questions import BulkMode
from nonet.questions.executors import workers_for
from nonet.solvers import Limits, LimitsLike, PuzzleUnsupported, SolverCrashed, find_backend
from nonet.streaming.answers import ChunkTask
from nonet.streaming.lines import LONGEST
from nonet.streaming.parts import Folder, Parts, Shard, style_of
from nonet.streaming.query import MOST_COUNTED, Content, Query
from nonet.streaming.records import Answers, TextStyle, columns
from nonet.streaming.sources import STDIN, TextSource, source_of
from nonet.streaming.summary import BulkTally, Summary
from nonet.streaming.tables import ColumnChoice
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files
from nonet.system.limits import whole

if TYPE_CHECKING:
    from nonet.streaming.parquet import ParquetFile

PuzzleSource: TypeAlias = "TextSource | ParquetFile"


#: The modes whose results can be compared with a column of an earlier run. Any other column has
#: solutions, which can be compared in the modes of `_SOLVING`.
_MODES_COMPARED = {
    "verdict": (BulkMode.CHECK, BulkMode.SOLVE, BulkMode.COUNT),
    "count": (BulkMode.COUNT,),
}
_SOLVING = (BulkMode.SOLVE, BulkMode.CHECK)


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
    no_formulas: bool = False,
    column: str | None = None,
    keep: Sequence[str] = (),
    compare: str | None = None,
    ignore_drawings: bool = False,
    progress: Callable[[float, BulkTally], object] | None = None,
) -> Summary:
    """Answer all puzzles of a file, and write a record for each puzzle, in the same order.

    The source is a text or a table. A text has one puzzle per line: cells, a link, JSON, or another
    one-line format. A table is a Parquet or CSV file whose header names the columns. The source
    ``-`` means stdin. The target is CSV (``.csv``, ``.txt``), JSON Lines (``.jsonl``) or Parquet.
    All files except Parquet may be compressed (``.gz``, ``.zst``). The same source gives the same
    target, byte for byte, and memory does not grow with the file.

    The `mode` is ``check``, ``solve``, ``count``, ``canon`` or ``rate``. In ``mode="count"``, nonet
    counts at most `limit` solutions. In ``mode="canon"``, a record has the canonical form and the
    number of automorphisms. In ``mode="rate"``, a record has the results of `nonet.rate`. In this
    mode, a limit in nodes applies to each step. A file beside the target lists the puzzles that
    reached a limit.

    `column` names the column of puzzles in a table. By default, nonet looks for a usual name such
    as ``puzzle`` or ``quizzes``. The columns in `keep` are copied into the records. `compare` names
    a column of expected solutions, or a column ``verdict`` or ``count`` of an earlier result. The
    records then have a column ``compared``: ``same``, ``possible`` (one of several solutions) or
    ``differs``. With `ignore_drawings`, nonet ignores unknown drawings in links.

    The record of an unreadable line contains an error. With `no_formulas`, CSV records have an
    apostrophe before text that looks like a formula of a spreadsheet. Before the first chunk and
    after each chunk, `bulk` calls `progress` with the finished share and the tally.

    `resume` continues an interrupted run. `force` starts again, and replaces an existing target.
    The native engine uses `jobs` threads, and every other backend uses `jobs` processes. `cluster`
    is the address of a dask.distributed scheduler whose workers answer the chunks. With
    ``shard="3/64"``, this run does the third of 64 parts of the work. When all parts are done,
    `nonet.streaming.join` makes the target.

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
    _require(mode in list(BulkMode), f"the mode must be {', '.join(BulkMode)}, not {mode!r}")
    kept, spec = tuple(dict.fromkeys(keep)), find_backend(backend).spec
    limits = Limits.of(limits)
    query = Query(BulkMode(mode), spec, limits, limit, compare, kept, ignore_drawings)
    _require_sensible(query, backend)
    jobs = whole(jobs, "the number of jobs", 1)
    part, path, target = Shard.of(shard), fspath(source), fspath(target)
    style, folder = style_of(target, no_formulas), Folder(target)
    _require_possible(path, folder, part, resume)
    origin = source_of(path, ColumnChoice(column, compare, query.keep))
    _require_lines(origin)
    if part.count > 1 and origin.size is None:
        raise PuzzleError("shards need plain text. Decompress the file", file=path)
    content = _content_of(origin)
    length = max(1, query.chunk(content) // origin.bytes_each)
    run: dict[str, Any] = {
        "shards": part.count,
        "unit": origin.unit,
        "column": origin.column,
        "mode": query.mode,
        "columns": (*columns(query), *query.keep),
        "identity": _identity(origin, length, query, style),
    }
    if not _begin(folder, path, run, resume=resume, force=force):
        return Summary(target, mode=mode, is_finished=True)
    first, last = (0, None) if origin.size is None else part.bounds(origin.size, length)
    with Parts(
        folder, part, first, style.header(run["columns"]), is_resumable=path != STDIN
    ) as parts:
        before = parts.now.tally.puzzles
        if not parts.now.is_complete:
            if progress:
                progress(parts.now.share, parts.now.tally)
            lines_before = cache(origin.lines_before)  # slow, so it is called only for errors
            chunks = origin.chunks(parts.now.stop, last, length)
            task = ChunkTask(query, style)
            with workers_for(jobs, cluster, in_threads=query.in_threads(content)) as workers:
                for result in workers(task, chunks):
                    records = result.records
                    if isinstance(records, Answers):
                        lines = lines_before(first) + parts.now.tally.lines
                        records = task.numbered(records, origin.unit, lines)
                    parts.add(records, result)
                    if progress:
                        progress(result.done, parts.now.tally)
            parts.complete()
        total = parts.now.tally
    if part.count == 1:
        folder.join()
    return _summary(
        target,
        total,
        run,
        answered=total.puzzles - before,
        seconds=time.perf_counter() - start,
        shard=str(part) if part.count > 1 else None,
    )


def join(target: str | PathLike[str]) -> Summary:
    """Make the target from the records of all shards.

    >>> join("no such file.csv")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: no such file.csv: no shards have been run for it
    """
    folder = Folder(fspath(target))
    if folder.run is None:
        raise PuzzleError("no shards have been run for it", file=folder.name)
    return _summary(folder.name, folder.join(), folder.run)


def _require_sensible(query: Query, backend: str | None) -> None:
    """Refuse arguments that contradict each other."""
    mode, limits = query.mode, query.limits
    _require(
        2 <= query.limit <= sys.maxsize or mode is not BulkMode.COUNT,
        f"cannot count up to {query.limit}: the limit must be from 2 to {sys.maxsize:,}",
    )
    is_limited = limits.seconds is not None or limits.nodes is not None
    _require(mode is not BulkMode.CANON or not is_limited, "mode canon takes no limits")
    _require(mode is not BulkMode.RATE or backend is None, "mode rate takes no backend")
    _require(
        query.compare is None or mode in _MODES_COMPARED.get(query.compare, _SOLVING),
        f"mode {mode} finds nothing to compare with {query.compare!r}",
    )
    if limits.nodes is not None and mode is not BulkMode.RATE:
        # Try the limits on an easy puzzle. If the backend cannot count nodes, this raises an error.
        easy, tried = "12..34..2......3", Limits(nodes=limits.nodes, memory=limits.memory)
        with (
            suppress(PuzzleUnsupported, SolverCrashed),
            find_backend(query.backend).open(easy) as session,
        ):
            session.solve(tried)
    for name in query.keep:
        if name in columns(query):
            raise PuzzleError(f"cannot keep the column {name!r}, as bulk writes a column {name!r}")


def _require_possible(path: str, folder: Folder, part: Shard, resume: bool) -> None:
    """Refuse to read stdin twice, and to overwrite the source."""
    if path == STDIN:
        if resume:
            raise PuzzleError("a resumed run cannot read stdin again. Use a file", file="<stdin>")
        if part.count > 1:
            raise PuzzleError("shards cannot divide stdin. Use a file", file="<stdin>")
    for written in (folder.name, f"{folder.name}.unknown.txt"):
        require_other_files(written, [path])
    if path != STDIN and Path(path).resolve().is_relative_to(folder.path):
        raise PuzzleError(
            f"bulk uses the folder {folder.path.name}. Move the file to another folder", file=path
        )


def _require_lines(source: PuzzleSource) -> None:
    if not isinstance(source, TextSource) or source.table:
        return
    text = Source.of(source.whole_lines())
    first = next(text.content(), None)
    alone = of_line(first.text) if first else "line"
    if first and alone == "json" and isinstance(decoded(first.text), PuzzleError):
        alone = "line"  # a JSON document may begin with such a line
    try:
        found = detect(text)
    except PuzzleError as error:  # the lines are puzzles or the rows of one grid
        if alone == "line":
            return
        raise error.at(file=_name(source.path)) from None
    if found not in ("line", alone):
        raise PuzzleError(
            f"the format is {found}, but bulk needs one puzzle per line. Convert the file with "
            "nonet show --to json",
            file=_name(source.path),
        )


def _content_of(source: PuzzleSource) -> Content:
    """Return the most common kind of puzzle in the first lines."""
    lines = source.sample()
    others = [each for each in lines.others if len(each.text) < LONGEST]
    if len(others) <= len(lines.rows):
        return Content.ROWS
    return Content.CELLS if of_line(others[0].text) == "line" else Content.OTHERS


def _begin(folder: Folder, path: str, run: dict[str, Any], *, resume: bool, force: bool) -> bool:
    """Begin a run, or continue one. Return False if the target is already finished."""
    old, is_of_shards = folder.run, run["shards"] > 1
    may_continue = resume or is_of_shards
    if old is not None and old["identity"] is not None and (is_of_shards or not force):
        if not may_continue:
            raise PuzzleError(
                "this folder belongs to an unfinished run. The option resume continues it, "
                "and force starts over.",
                file=str(folder.path),
            )
        _require_same(old, run, folder)
        return True
    if folder.target.exists() and not force:
        if not may_continue:
            raise PuzzleError(
                "the file already exists. The option force replaces it.",
                file=folder.name,
            )
        _require_result(folder, path, run["columns"])
        folder.remove()  # a killed run may have left this folder
        return False
    folder.create(run)
    return True


def _identity(
    source: PuzzleSource, length: int, query: Query, style: TextStyle
) -> dict[str, Any] | None:
    """Return the facts that an interrupted and a resumed run must share. For stdin, return None."""
    if source.path == STDIN:
        return None
    status = os.stat(source.path)
    return {
        "nonet": nonet.__version__,
        "size of the source": status.st_size,
        "time of the source": status.st_mtime_ns,
        "chunk": length,
        "column": source.column,
        "no_formulas": style.no_formulas,
        **asdict(replace(query, limits=replace(query.limits, memory=None))),
        "instruction set": find_backend(query.backend).isa,
    }


def _require_same(old: dict[str, Any], run: dict[str, Any], folder: Folder) -> None:
    """Refuse to continue a run that had another source or other options."""
    new = json.loads(json.dumps({"shards": run["shards"], **run["identity"]}))
    known = {"shards": old["shards"], **old["identity"]}
    changed = [key for key in new if known.get(key) != new[key]]
    if changed:
        differences = (f"{key} was {known.get(key)}, and is {new[key]}" for key in changed)
        raise PuzzleError(
            f"this folder belongs to a different run: {'; '.join(differences)}. "
            "Delete the folder to start over.",
            file=str(folder.path),
        )


def _require_result(folder: Folder, source: str, names: Sequence[str]) -> None:
    if os.stat(folder.target).st_mtime_ns < os.stat(source).st_mtime_ns:
        problem = f"the file is older than {source}. The option force replaces it"
        raise PuzzleError(problem, file=folder.name)
    if not style_of(folder.name).has_columns(folder.target, names):
        problem = "the file lacks the columns of this run. The option force replaces it"
        raise PuzzleError(problem, file=folder.name)


def _summary(
    target: str, total: BulkTally, run: dict[str, Any], shard: str | None = None, **more: Any
) -> Summary:
    return Summary(
        target=target,
        mode=str(run["mode"]),
        puzzles=total.puzzles,
        verdicts=dict(total.verdicts),
        errors=total.errors,
        unknown_list=f"{target}.unknown.txt" if total.verdicts["unknown"] and not shard else None,
        compared=dict(total.compared),
        differing=tuple(total.differing),
        unit=run["unit"],
        shard=shard,
        **more,
    )


def _name(path: str) -> str:
    return "<stdin>" if path == STDIN else path


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise PuzzleError(otherwise)
