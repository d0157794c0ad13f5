"""Dig: remove clues from full grids while the solution stays unique.

`dig` works under any rules and on any backend, with a session for each removal. `dig_many` works on
many classic 9×9 puzzles at once. In each step it tries one removal in every puzzle, and one call of
the engine checks them all. The result of a puzzle does not depend on the other puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, Limits, RowSolver, Solution, Status

#: Tells whether a puzzle with givens in these cells has only one solution; None at a limit.
Unique = Callable[[Collection[int]], bool | None]

#: Puzzles, one in each row, with 0 for an empty cell.
Boards = NDArray[np.uint8]


def oracle(model: Puzzle, solution: Solution, backend: Backend, limits: Limits) -> Unique:
    """Return a function that tells whether clues allow only one solution (None at a limit)."""

    def unique(clues: Collection[int]) -> bool | None:
        puzzle = model.with_givens({cell: solution[cell] for cell in clues})
        with backend.open(puzzle) as session:
            session.block(solution)
            status = session.solve(limits).status
        return None if status is Status.UNKNOWN else status is Status.UNSATISFIABLE

    return unique


def dig(
    orbits: Sequence[Cells], unique: Unique, always: Collection[int] = (), least: int = 0
) -> set[int]:
    """Remove orbits while there is one solution and at least `least` clues. Return the clues.

    The result is the same as if the removals were tried one by one. To save checks, `dig` tries
    several at once, and twice as many after each success. Removing clues never removes solutions,
    so orbits that can be removed together can also be removed one by one.
    """
    kept = {cell for orbit in orbits for cell in orbit}.union(always)
    next_, ahead = 0, 1
    while next_ < len(orbits):
        end, some = _some(orbits, next_, ahead, len(kept) - least)
        without = kept.difference(*some)
        if not some or unique(without):
            kept, next_, ahead = without, end, 2 * ahead
        elif len(some) == 1:
            next_ = end
        else:
            ahead = len(some) // 2
    return kept


def _some(orbits: Sequence[Cells], start: int, most: int, spare: int) -> tuple[int, list[Cells]]:
    """Return the next orbits to try together, and the place after the last of them.

    Skip an orbit that is too large, because it would be too large later, too.
    """
    some: list[Cells] = []
    end = len(orbits)
    for at in range(start, len(orbits)):
        if len(some) < most and len(orbits[at]) <= spare:
            spare -= len(orbits[at])
            some.append(orbits[at])
            end = at + 1
    return end, some


def is_minimal(clues: Collection[int], unique: Unique, fixed: Collection[int] = ()) -> bool | None:
    """Tell whether every clue that is not fixed is needed, or return None at a limit."""
    verdicts = [unique(set(clues) - {cell}) for cell in sorted(set(clues).difference(fixed))]
    if True in verdicts:
        return False
    return None if None in verdicts else True


def dig_many(
    solver: RowSolver,
    full: Boards,
    orbits: Sequence[Cells],
    orders: NDArray[np.intp],
    least: int = 0,
) -> Boards:
    """Remove the orbits of each board in order while it has one solution and `least` clues."""
    members = np.zeros((len(orbits), full.shape[1]), np.bool_)
    for orbit, cells in enumerate(orbits):
        members[orbit, list(cells)] = True
    sizes = members.sum(axis=1)
    dug, clues = full.copy(), np.full(len(full), full.shape[1])
    for tried in orders.T:
        able = np.flatnonzero(clues - sizes[tried] >= least)
        trial = np.where(members[tried[able]], np.uint8(0), dug[able])
        unique = are_unique(solver, trial)
        changed = able[unique]
        dug[changed] = trial[unique]
        clues[changed] -= sizes[tried[changed]]
    return dug


def are_unique(solver: RowSolver, boards: Boards) -> NDArray[np.bool_]:
    """Tell for each board whether it has exactly one solution."""
    one: NDArray[np.bool_] = solver.run(boards, limit=2, kept=0).counts == 1
    return one


def are_minimal(solver: RowSolver, boards: Boards, fixed: Sequence[int] = ()) -> NDArray[np.bool_]:
    """Tell for each board with one solution whether it needs every clue that is not fixed."""
    free = boards.copy()
    free[:, list(fixed)] = 0
    owners, cells = np.nonzero(free)
    without = boards[owners]
    without[np.arange(len(owners)), cells] = 0
    minimal = np.ones(len(boards), np.bool_)
    minimal[owners[are_unique(solver, without)]] = False
    return minimal
