"""Digging one puzzle under any rules, on any backend: a session for each removal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from nonet.grid import Cells
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, Limits, Solution, Status

#: Tells whether the solution is the only one when these cells are given.
Unique = Callable[[Collection[int]], bool | None]


def oracle(model: Puzzle, solution: Solution, backend: Backend, limits: Limits) -> Unique:
    """Return what tells whether clues leave only this solution; None says that a limit was hit."""

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
    """Take orbits out in turn while one solution remains, and so many clues; return what stays.

    The result is that of one removal after the other. But several at once are tried first, twice
    as many after each success: with fewer clues there are never fewer solutions, so if all can
    go together, each could have gone in its turn.
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
    """Return the next orbits that may go together, and where those after the last of them begin.

    What is too large by then stays too large.
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
    """Tell whether each clue that is not fixed is needed; None where a limit left it undecided."""
    verdicts = [unique(set(clues) - {cell}) for cell in sorted(set(clues).difference(fixed))]
    if True in verdicts:
        return False
    return None if None in verdicts else True
