"""Answer arrays of classic puzzles.

A puzzle is a row of 81 bytes: values 0 to 9, or the characters ``0`` to ``9`` and ``.``. An empty
cell is 0 or ``.``. Rows come as a NumPy array or as bytes. In bytes, a row begins at each multiple
of `stride`:

>>> text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solved = solve(text)
>>> bytes(solved.solutions[0, :9])
b'\\x05\\x03\\x04\\x06\\x07\\x08\\t\\x01\\x02'

If a row has a wrong byte or too few bytes, the error gives the number of the row. An independent
function checks all solutions, unless `verify` is False.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from nonet.solvers.abilities import Results
from nonet.solvers.errors import WrongAnswer
from nonet.solvers.native.core import core, isa
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.solvers.abilities import RowArray

CELLS = 81

#: This number stands for an unlimited number of solutions.
NO_LIMIT = 2**64 - 1


def solve(rows: RowArray, *, threads: int = 1, stride: int = CELLS, verify: bool = True) -> Results:
    """Find a solution of each puzzle. `solutions` is ``uint8[n, 81]``."""
    return _run(rows, stride, None, 1, None, threads, verify)


def check(rows: RowArray, *, threads: int = 1, stride: int = CELLS, verify: bool = True) -> Results:
    """Count the solutions of each puzzle up to 2. `solutions` is ``uint8[n, 81]``."""
    return _run(rows, stride, None, 2, None, threads, verify)


def count(
    rows: RowArray,
    limit: int | None = None,
    *,
    threads: int = 1,
    stride: int = CELLS,
    seconds: float | None = None,
) -> Results:
    """Count the solutions of each puzzle up to the limit. `solutions` is empty."""
    return run(rows, limit=limit, kept=0, threads=threads, stride=stride, seconds=seconds)


def run(
    rows: RowArray,
    *,
    limit: int | None,
    kept: int,
    threads: int = 1,
    stride: int = CELLS,
    verify: bool = True,
    seconds: float | None = None,
    engine: str | None = None,
) -> Results:
    """Count up to `limit` solutions of each puzzle and keep the first `kept` of them.

    `solutions` is ``uint8[n, kept, 81]``. `engine` names the instruction set to use. With several
    threads, other solutions may be kept, but the counts are the same.
    """
    most = NO_LIMIT if limit is None else limit
    return _run(rows, stride, engine, most, kept, threads, verify, seconds)


def _run(
    rows: RowArray,
    stride: int,
    engine: str | None,
    limit: int,
    kept: int | None,
    threads: int,
    verify: bool,
    seconds: float | None = None,
) -> Results:
    run_batch = core().run_batch
    try:
        found = run_batch(Results, rows, engine, limit, kept, threads, verify, seconds)
        if found is None:  # bytes, or an array of another shape
            rows = as_rows(rows, stride)
            found = run_batch(Results, rows, engine, limit, kept, threads, verify, seconds)
    except ValueError as refused:
        isa()  # raises another error if NONET_ISA has an unknown name
        raise PuzzleError(str(refused)) from None
    if type(found) is int:
        raise WrongAnswer(f"native gave a wrong grid for row {found}")
    return cast(Results, found)


def as_rows(rows: RowArray, stride: int = CELLS) -> NDArray[np.uint8]:
    """Return the puzzles as ``uint8[n, 81]``. Avoid a copy if possible.

    In bytes, a puzzle begins at each multiple of the stride. The last puzzle needs no separator.
    """
    if not isinstance(rows, np.ndarray):
        return _bytes_as_rows(np.frombuffer(rows, np.uint8), stride)
    if rows.dtype != np.uint8:
        raise PuzzleError(f"an array of puzzles must have the type uint8, not {rows.dtype}")
    if rows.ndim == 1:
        return _bytes_as_rows(np.ascontiguousarray(rows), stride)
    if rows.ndim != 2 or rows.shape[1] != CELLS:
        raise PuzzleError(f"an array of puzzles must have the shape (n, {CELLS}), not {rows.shape}")
    return rows if rows.strides[1] == 1 else np.ascontiguousarray(rows)


def _bytes_as_rows(data: NDArray[np.uint8], stride: int) -> NDArray[np.uint8]:
    if stride < CELLS:
        raise PuzzleError(f"a stride of {stride} is less than the {CELLS} bytes of a puzzle")
    size, rest = divmod(len(data), stride)
    if 0 < rest < CELLS:
        raise PuzzleError(f"row {size}: a puzzle has {CELLS} bytes, not {rest}")
    size += rest > 0
    return np.ndarray((size, CELLS), np.uint8, data, strides=(stride, 1))
