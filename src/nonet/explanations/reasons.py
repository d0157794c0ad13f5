"""Reasons: a second solver checks each step, and finds the facts that the step needs.

A use such as "4 is once in row 1" states two facts: row 1 has a place for 4, and no second 4. Most
steps need only one of them. A step may also need the fact that a cell holds a value. The technique
depends on the needed facts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from nonet.explanations.uses import Use, at_most_one, facts_of
from nonet.model.grid import Grid
from nonet.questions.analysis.oracles import clauses_alone
from nonet.questions.analysis.subsets import shrink
from nonet.solvers import Limits, WrongAnswer, find_backend
from nonet.system.limits import TimeUp, seconds_left

#: The solver that checks steps. The search uses another solver.
CHECKER = "pysat:cadical153"

#: A cell and a value.
Mark = tuple[int, int]


@dataclass(frozen=True)
class Reason:
    """The facts that a step needs. Without any one of these facts, the step would not follow.

    `places` and `ones` are numbers of uses. The value of a use in `places` must have a place. The
    value of a use in `ones` must not occur twice. Each of the `cells` must hold a value.
    """

    places: frozenset[int] = frozenset()
    ones: frozenset[int] = frozenset()
    cells: frozenset[int] = frozenset()


class _Piece(NamedTuple):
    kind: str
    number: int
    clauses: list[list[int]]


def reason_of(
    grid: Grid, uses: Sequence[Use], marks: Sequence[int], removed: Sequence[Mark]
) -> Reason:
    """Return the reason why uses remove marks, or raise `WrongAnswer` if they do not."""
    concerned = {cell for use in uses for cell in use.cells}
    board = {cell: marks[cell] for cell in concerned.union(cell for cell, _ in removed)}
    needed = _needed(grid, list(_pieces(grid, uses)), board, removed)
    kinds = ("place", "one", "cell")
    return Reason(*(frozenset(p.number for p in needed if p.kind == kind) for kind in kinds))


def _pieces(grid: Grid, uses: Sequence[Use]) -> Iterator[_Piece]:
    """Yield all facts about uses and cells. `_needed` leaves out the last facts first."""
    top = grid.marks
    for number, use in enumerate(uses):
        if use.value is None:
            clauses, top = _clauses_of(grid, use.part, top)
            yield _Piece("rule", number, clauses)
    for cell in sorted({cell for use in uses for cell in use.cells}):
        yield _Piece("cell", cell, [[grid.mark(cell, value) for value in grid.values]])
    for number, use in enumerate(uses):
        if use.value is not None:
            place, ones = facts_of(grid, use, use.value)
            yield _Piece("one", number, ones)
            if place:
                yield _Piece("place", number, place)


#: The cache helps because a path cites the same rules again and again.
_clauses_of = lru_cache(maxsize=128)(clauses_alone)


def _needed(
    grid: Grid, pieces: Sequence[_Piece], board: Mapping[int, int], removed: Sequence[Mark]
) -> list[_Piece]:
    top = max(
        (abs(literal) for piece in pieces for clause in piece.clauses for literal in clause),
        default=grid.marks,
    )
    selectors = {max(top, grid.marks) + number: piece for number, piece in enumerate(pieces, 1)}
    clauses = [
        [-selector, *clause] for selector, piece in selectors.items() for clause in piece.clauses
    ]
    clauses.append([grid.mark(cell, value) for cell, value in removed])
    for cell, mask in board.items():
        clauses += ([-grid.mark(cell, value)] for value in grid.values_of(grid.full & ~mask))
        clauses += at_most_one([grid.mark(cell, value) for value in grid.values_of(mask)])
    load = find_backend(CHECKER).cores
    assert load is not None
    with closing(load(clauses)) as solver:

        def refutes(assumed: Collection[int]) -> Collection[int] | None:
            satisfiable = solver.solve(Limits(seconds=seconds_left()), list(assumed))
            if satisfiable is None:
                raise TimeUp
            return None if satisfiable else set(solver.core())

        core = refutes(selectors)
        if core is None:
            raise WrongAnswer(f"the solver {CHECKER} contradicts a step")
        *_, needed = shrink(refutes, core)
    return [selectors[selector] for selector in needed]
