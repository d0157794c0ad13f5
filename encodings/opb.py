"""Pseudo-Boolean constraints in OPB over the pencil marks, directly from the primitives.

Nothing is propagated and there are no auxiliary variables: a cell has exactly one of its marks, a
value one place in a house, and a sum is one constraint::

    * #variable= 4 #constraint= 3
    * nonet mark 1 r1c1=1            x1 is true when r1c1 holds 1
    +1 x1 +1 x2 = 1 ;

Marks that the puzzle rules out, by givens, candidate sets or rules about single cells, occur
nowhere. Only ``=`` and ``>=`` are used, as the competitions require.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import TypeAlias

from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.puzzle import Puzzle

#: A coefficient and a mark.
Term: TypeAlias = tuple[int, int]


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a puzzle.

    >>> from nonet.grid import Grid
    >>> from nonet.rules import Rows
    >>> print(*write(Puzzle(Grid(1, 2), rules=(Rows(),)).with_givens({0: 2})), sep="\\n")
    * #variable= 4 #constraint= 4
    * nonet grid 1 2 1 2
    * nonet mark 2 r1c1=2
    * nonet mark 3 r1c2=1
    * nonet mark 4 r1c2=2
    +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    +1 x3 = 1 ;
    +1 x2 +1 x4 = 1 ;
    """
    grid = puzzle.grid
    # Counted first, so that only one line of a large puzzle is in memory at a time.
    count = sum(1 for _ in _constraints(puzzle))
    yield f"* #variable= {grid.marks} #constraint= {count}"
    yield f"* nonet grid {grid.rows} {grid.columns} {grid.values[0]} {grid.values[-1]}"
    for cell, domain in enumerate(puzzle.domains):
        for value in grid.values_of(domain):
            yield f"* nonet mark {grid.mark(cell, value)} {grid.name(cell)}={value}"
    yield from _constraints(puzzle)


def _constraints(puzzle: Puzzle) -> Iterator[str]:
    for cell in puzzle.grid.cells:
        yield from _compare(((1, mark) for mark in _alive(puzzle, cell)), "=", 1)
    for constraint in puzzle.constraints:
        yield from _write(constraint, puzzle)


def _alive(puzzle: Puzzle, cell: int) -> list[int]:
    grid = puzzle.grid
    return [grid.mark(cell, value) for value in grid.values_of(puzzle.domains[cell])]


def _compare(terms: Iterable[Term], op: str, bound: int) -> Iterator[str]:
    """Yield the line of a comparison with ``=`` or ``>=``, or nothing if it always holds."""
    left = "".join(f"{factor:+} x{mark} " for factor, mark in terms if factor)
    if left:
        yield f"{left}{op} {bound} ;"
    elif not (bound == 0 if op == "=" else bound <= 0):
        yield "+1 x1 >= 2 ;"  # the format has no way to write a false constraint without terms


@singledispatch
def _write(constraint: Constraint, puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a constraint."""
    raise NotImplementedError(f"no pseudo-Boolean form of {type(constraint).__name__}")


@_write.register
def _(constraint: AllDifferent, puzzle: Puzzle) -> Iterator[str]:
    """Each value at most once; exactly once if there are as many cells as values."""
    grid = puzzle.grid
    places: dict[int, list[int]] = {value: [] for value in grid.values}
    for cell in constraint.cells:
        for value in grid.values_of(puzzle.domains[cell]):
            places[value].append(grid.mark(cell, value))
    is_house = len(constraint.cells) == len(grid.values)
    for marks in places.values():
        if is_house:
            yield from _compare(((1, mark) for mark in marks), "=", 1)
        elif len(marks) > 1:
            yield from _compare(((-1, mark) for mark in marks), ">=", -1)


@_write.register
def _(constraint: Relation, puzzle: Puzzle) -> Iterator[str]:
    """Each mark implies one of its supports in the other cell, in both directions."""
    yield from _supports(puzzle, constraint.a, constraint.b, constraint.allowed)
    backward = frozenset((w, v) for v, w in constraint.allowed)
    yield from _supports(puzzle, constraint.b, constraint.a, backward)


def _supports(puzzle: Puzzle, a: int, b: int, allowed: frozenset[tuple[int, int]]) -> Iterator[str]:
    grid = puzzle.grid
    partners = list(grid.values_of(puzzle.domains[b]))
    for v in grid.values_of(puzzle.domains[a]):
        supports = [grid.mark(b, w) for w in partners if (v, w) in allowed]
        if len(supports) < len(partners):
            yield from _compare([(-1, grid.mark(a, v)), *((1, mark) for mark in supports)], ">=", 0)


@_write.register
def _(constraint: Linear, puzzle: Puzzle) -> Iterator[str]:
    """Write one constraint, adding up the coefficients of a cell that repeats."""
    grid = puzzle.grid
    weights: dict[int, int] = {}
    for coefficient, cell in constraint.terms:
        weights[cell] = weights.get(cell, 0) + coefficient
    sign = -1 if constraint.op == "<=" else 1
    terms = (
        (sign * weight * grid.unmark(mark)[1], mark)
        for cell, weight in weights.items()
        for mark in _alive(puzzle, cell)
    )
    yield from _compare(terms, "=" if constraint.op == "==" else ">=", sign * constraint.total)
