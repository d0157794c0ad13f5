"""The run: chunks go out, parts come back in order, and are added to the draft."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import nonet
from nonet.errors import PuzzleError
from nonet.formats.detection import detect
from nonet.formats.text import Source as Text
from nonet.solvers import Limits, find_backend
from nonet.solvers.auto import NAME as AUTO
from nonet.solvers.native.core import isa
from nonet.streaming import sources
from nonet.streaming.chunks import Source
from nonet.streaming.draft import Draft
from nonet.streaming.executors import run, staff
from nonet.streaming.outputs import Task, output_of
from nonet.streaming.query import Mode, Query
from nonet.streaming.summary import Summary, Tally

#: So many solutions of a puzzle are counted by those who name no limit.
MOST_COUNTED = 1000


def bulk(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    mode: str = "check",
    backend: str | None = None,
    limits: Limits = Limits(),
    limit: int = MOST_COUNTED,
    jobs: int = 1,
    resume: bool = False,
    cluster: str | None = None,
    errors: str = "keep",
    retry_with: str | None = None,
    timing: bool = False,
    column: str = "puzzle",
    progress: Callable[[float, Tally], object] | None = None,
) -> Summary:
    """Solve, check or count all puzzles of a file, and write a record for each, in their order.

    The source has a puzzle a line (``.gz`` and ``.zst`` are unpacked), or is Parquet with a column
    of puzzles. The target is CSV (``.csv``, ``.txt``), JSON Lines (``.jsonl``), either of them
    compressed, or Parquet. Memory does not grow with the file.

    A line that is no puzzle is a record with its error; with ``errors="stop"`` it ends the run. A
    puzzle whose limit was reached is asked again of `retry_with`, under the same limits; what stays
    unknown is listed beside the target. `limit` is for ``mode="count"``. Seconds are written only
    with `timing`; without them the same source gives the same target, byte for byte.

    A run that was interrupted goes on with `resume`. `jobs` are threads for the native engine, and
    processes for all others; `cluster` is the address of a scheduler of dask.distributed instead.

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
    query = _query(mode, backend, limits, limit, retry_with, timing)
    _require(errors in ("keep", "stop"), f"errors are 'keep' or 'stop', not {errors!r}")
    _require(jobs >= 1, f"{jobs} jobs: at least one is needed")
    target = fspath(target)
    output = output_of(target)
    origin = sources.source_of(fspath(source), query.block(), column)
    _require_lines(origin)
    if cluster is not None and origin.is_carried:
        raise PuzzleError("compressed text cannot be shared out: unpack it", file=origin.path)
    header = output.header(query)
    with Draft(target, _identity(origin, query), resume, header) as draft:
        total = Tally.of(draft.state or {})
        before = total.puzzles
        if not draft.is_complete:
            place = int((draft.state or {}).get("place", 0))
            chunks = origin.chunks(place, query.chunk(cluster is not None) // query.block())
            with staff(jobs, cluster, in_threads=query.is_native) as (executor, ahead):
                for part in run(executor, chunks, Task(query, output), ahead):
                    if part.error and errors == "stop":
                        line, message = part.error
                        raise PuzzleError(message, file=origin.path, line=total.lines + line + 1)
                    records = part.records(output, origin.unit, total.lines)
                    total.add(part.tally)
                    draft.commit(records, part.unknown, {"place": part.stop, **total.state()})
                    if progress:
                        progress(part.done, total)
            draft.complete()
        unknown = Path(f"{target}.unknown.txt")
        finish = partial(output.style.finish, mode=query.mode, unit=origin.unit)
        draft.put_in_place(unknown, finish)
    return Summary(
        target=target,
        puzzles=total.puzzles,
        verdicts=dict(total.verdicts),
        errors=total.errors,
        answered=total.puzzles - before,
        seconds=time.perf_counter() - start,
        unknown_list=str(unknown) if total.verdicts["unknown"] else None,
    )


def _query(
    mode: str,
    backend: str | None,
    limits: Limits,
    limit: int,
    retry_with: str | None,
    timing: bool,
) -> Query:
    """Return what is asked; what cannot be asked here is an error before the first line."""
    _require(mode in list(Mode), f"the mode is {', '.join(Mode)}, not {mode!r}")
    _require(limit >= 2 or mode != Mode.COUNT, f"a count up to {limit} tells nothing: 2 or more")
    most = {Mode.SOLVE: 1, Mode.CHECK: 2, Mode.COUNT: limit}[Mode(mode)]
    retry = retry_with and find_backend(retry_with).spec
    return Query(Mode(mode), find_backend(backend or AUTO).spec, limits, most, retry, timing)


def _require_lines(source: Source) -> None:
    """Refuse a text that is in another format than a puzzle a line."""
    text = sources.head(source)
    try:
        found = "line" if text is None else detect(Text.of(text))
    except PuzzleError:  # lines, or one grid of them
        return
    if found != "line":
        raise PuzzleError(
            f"looks like {found}: bulk reads a puzzle a line (nonet show --to line)",
            file=source.path,
        )


def _identity(source: Source, query: Query) -> dict[str, Any]:
    """Return what must be the same for a run to be resumed."""
    status = os.stat(source.path)
    return {
        "nonet": nonet.__version__,
        "size of the source": status.st_size,
        "time of the source": status.st_mtime_ns,
        "block": source.block,
        "column": source.column,
        **asdict(query),
        "instruction set": isa() if query.is_native else None,
    }


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
