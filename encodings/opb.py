"""Pseudo-Boolean constraints in OPB over the pencil marks, directly from the primitives.

Nothing is propagated: a cell has exactly one of its marks, a value one place in a house, and a sum
is one constraint::

    * #variable= 4 #constraint= 3
    * nonet mark 1 r1c1=1            x1 is true when r1c1 holds 1
    +1 x1 +1 x2 = 1 ;

Marks that the puzzle rules out, by givens, candidate sets or rules about single cells, occur
nowhere. Auxiliary variables, numbered after the marks, choose among totals and alternatives, and
follow words from state to state. Only ``=`` and ``>=`` are used, as the competitions require.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import NamedTuple, TypeAlias

from nonet.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.encodings.walks import word_walk
from nonet.means import require_means
from nonet.puzzle import Puzzle

#: A coefficient and the variable that it counts for.
Term: TypeAlias = tuple[int, int]


class Comparison(NamedTuple):
    """The sum of the terms whose variables are true is ``=`` or ``>=`` a bound.

    >>> Comparison([(1, 5), (1, 6)], "=", 1).written()
    '+1 x5 +1 x6 = 1 ;'
    """

    terms: list[Term]
    op: str
    bound: int

    def written(self) -> str | None:
        """Return the line of the comparison, None if it always holds."""
        left = "".join(f"{factor:+} x{variable} " for factor, variable in self.terms if factor)
        if left:
            return f"{left}{self.op} {self.bound} ;"
        if self.bound == 0 if self.op == "=" else self.bound <= 0:
            return None
        return "+1 x1 >= 2 ;"  # the format has no way to write a false constraint without terms

    def only_if(self, variable: int) -> Iterator[Comparison]:
        """Yield what says the same, but only if a variable is true."""
        signs = (1, -1) if self.op == "=" else (1,)
        for sign in signs:
            terms = [(sign * factor, of) for factor, of in self.terms]
            slack = sign * self.bound - sum(factor for factor, _ in terms if factor < 0)
            if slack > 0:
                yield Comparison([*terms, (-slack, variable)], ">=", sign * self.bound - slack)


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
    pen = _Pen(puzzle)
    lines = sum(1 for _ in _lines(pen))
    yield f"* #variable= {pen.variables} #constraint= {lines}"
    yield f"* nonet grid {grid.rows} {grid.columns} {grid.values[0]} {grid.values[-1]}"
    for cell, domain in enumerate(puzzle.domains):
        for value in grid.values_of(domain):
            yield f"* nonet mark {grid.mark(cell, value)} {grid.name(cell)}={value}"
    yield from _lines(_Pen(puzzle))


class _Pen:
    """The puzzle, and how many variables are in use."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.variables = puzzle.grid.marks

    def new(self) -> int:
        """Return a fresh auxiliary variable."""
        self.variables += 1
        return self.variables

    def alive(self, cell: int) -> list[int]:
        """Return the marks of a cell that the puzzle does not rule out."""
        return [
            self.grid.mark(cell, value) for value in self.grid.values_of(self.puzzle.domains[cell])
        ]


def _lines(pen: _Pen) -> Iterator[str]:
    for cell in pen.grid.cells:
        yield from _written(_exactly_one(pen.alive(cell)))
    for constraint in pen.puzzle.constraints:
        for comparison in _say(constraint, pen):
            require_means()
            yield from _written(comparison)


def _written(comparison: Comparison) -> Iterator[str]:
    line = comparison.written()
    if line:
        yield line


def _exactly_one(variables: Iterable[int]) -> Comparison:
    return Comparison([(1, variable) for variable in variables], "=", 1)


def _clause(literals: Iterable[int]) -> Comparison:
    terms = [(1, literal) if literal > 0 else (-1, -literal) for literal in literals]
    return Comparison(terms, ">=", 1 - sum(factor < 0 for factor, _ in terms))


@singledispatch
def _say(constraint: Constraint | Candidates, pen: _Pen) -> Iterator[Comparison]:
    """Yield what a constraint says."""
    raise NotImplementedError(f"no pseudo-Boolean form of {type(constraint).__name__}")


@_say.register
def _(constraint: AllDifferent, pen: _Pen) -> Iterator[Comparison]:
    """Each value at most once; exactly once if there are as many cells as values."""
    grid = pen.grid
    places: dict[int, list[int]] = {value: [] for value in grid.values}
    for cell in constraint.cells:
        for value in grid.values_of(pen.puzzle.domains[cell]):
            places[value].append(grid.mark(cell, value))
    is_house = len(constraint.cells) == len(grid.values)
    for marks in places.values():
        if is_house:
            yield _exactly_one(marks)
        elif len(marks) > 1:
            yield Comparison([(-1, mark) for mark in marks], ">=", -1)


@_say.register
def _(constraint: Relation, pen: _Pen) -> Iterator[Comparison]:
    """Each mark implies one of its supports in the other cell, in both directions."""
    yield from _supports(pen, constraint.a, constraint.b, constraint.allowed)
    backward = frozenset((w, v) for v, w in constraint.allowed)
    yield from _supports(pen, constraint.b, constraint.a, backward)


def _supports(
    pen: _Pen, a: int, b: int, allowed: frozenset[tuple[int, int]]
) -> Iterator[Comparison]:
    grid, domains = pen.grid, pen.puzzle.domains
    partners = list(grid.values_of(domains[b]))
    for v in grid.values_of(domains[a]):
        supports = [grid.mark(b, w) for w in partners if (v, w) in allowed]
        if len(supports) < len(partners):
            yield Comparison([(-1, grid.mark(a, v)), *((1, mark) for mark in supports)], ">=", 0)


@_say.register
def _(constraint: Linear, pen: _Pen) -> Iterator[Comparison]:
    """One constraint, adding up the coefficients of a cell that repeats."""
    grid, total = pen.grid, constraint.total
    weights = Counter[int]()
    for coefficient, cell in constraint.terms:
        weights[cell] += coefficient
    terms = [
        (weight * grid.unmark(mark)[1], mark)
        for cell, weight in weights.items()
        for mark in pen.alive(cell)
    ]
    if isinstance(total, frozenset):
        yield from _one_of(terms, total, pen)
    elif constraint.op == "<=":
        yield Comparison([(-factor, mark) for factor, mark in terms], ">=", -total)
    else:
        yield Comparison(terms, "=" if constraint.op == "==" else ">=", total)


def _one_of(terms: list[Term], totals: Iterable[int], pen: _Pen) -> Iterator[Comparison]:
    """Yield that a sum is one of some totals: a variable chooses which."""
    chosen = [(total, pen.new()) for total in sorted(totals)]
    yield _exactly_one(variable for _, variable in chosen)
    yield Comparison([*terms, *((-total, variable) for total, variable in chosen)], "=", 0)


@_say.register
def _(constraint: Count, pen: _Pen) -> Iterator[Comparison]:
    """At least and at most, where the allowed numbers have no gaps."""
    grid, counted = pen.grid, pen.grid.overlap(constraint.values)
    terms = [
        (times, grid.mark(cell, value))
        for cell, times in Counter(constraint.cells).items()
        for value in grid.values_of(pen.puzzle.domains[cell] & counted)
    ]
    allowed = sorted(constraint.allowed & set(range(len(constraint.cells) + 1)))
    if not allowed or allowed[-1] - allowed[0] >= len(allowed):
        yield from _one_of(terms, allowed, pen)
        return
    if allowed[0] > 0:
        yield Comparison(terms, ">=", allowed[0])
    if allowed[-1] < len(constraint.cells):
        yield Comparison([(-times, mark) for times, mark in terms], ">=", -allowed[-1])


@_say.register
def _(constraint: Regular, pen: _Pen) -> Iterator[Comparison]:
    """Clauses over the states after each cell, as in the CNF encoding."""
    walk = word_walk(constraint, pen.grid, pen.puzzle.domains)
    return map(_clause, walk.clauses(pen.new))


@_say.register
def _(constraint: Candidates, pen: _Pen) -> Iterator[Comparison]:
    marks = pen.alive(constraint.cell)
    yield _clause(mark for mark in marks if pen.grid.unmark(mark)[1] in constraint.values)


@_say.register
def _(constraint: AnyOf, pen: _Pen) -> Iterator[Comparison]:
    """A variable chooses the alternative; a comparison in another one has room for anything."""
    chosen = []
    for parts in constraint.alternatives:
        chosen.append(pen.new())
        for part in parts:
            for comparison in _say(part, pen):
                yield from comparison.only_if(chosen[-1])
    yield _clause(chosen)
