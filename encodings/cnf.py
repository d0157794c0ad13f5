"""The CNF encoding: clauses over pencil marks, and the way back from a model to a grid.

Variable ``grid.mark(cell, value)`` is true when the cell holds the value. By default, marks that
propagation removes appear in no clause, and each cell that it fixes appears as one unit clause;
everything else is written over the marks still alive. Auxiliary variables come after all marks.

Two clause sets:

- *extended*: each cell has exactly one value, and each value exactly one cell of a house; so unit
  propagation alone finds naked and hidden singles.
- *minimal*: only what is needed: each cell has a value, and no value occurs twice in a group. In a
  house, it follows by counting that no cell has a second value.

A sum over cells that all differ gets a variable for each set of digits with that sum; any other sum
gets one for each reachable partial sum. `nonet.encodings.options` has the other choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import singledispatch

from nonet.constraints import AllDifferent, Linear, Relation, excludes_equality
from nonet.encodings.at_most_one import Clause
from nonet.encodings.options import Encoding
from nonet.encodings.sums import write_sum
from nonet.encodings.writer import Writer
from nonet.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Cnf:
    """Clauses, with the means to read a model of them as a grid.

    `domains` has the mask of values that each cell may still hold. A contradiction found while
    encoding is the empty clause. `at_most_ones` has the native cardinality constraints, if any.

    >>> from nonet.formats import classic
    >>> cnf = encode(classic("1 . . .  . . . .  . . . .  . . . 2"))
    >>> cnf.variables, len(cnf.clauses), cnf.clauses[:3]
    (64, 208, [[1], [6, 7, 8], [10, 11, 12]])
    """

    grid: Grid
    domains: tuple[int, ...]
    clauses: list[Clause]
    variables: int
    at_most_ones: list[Clause] = field(default_factory=list)

    def decode(self, model: Iterable[int]) -> tuple[int, ...]:
        """Return the grid of a model (true literals positive); marks not alive are ignored."""
        true = {literal for literal in model if literal > 0}
        return tuple(self._value(cell, true) for cell in self.grid.cells)

    def _value(self, cell: int, true: set[int]) -> int:
        alive = self.grid.values_of(self.domains[cell])
        values = [value for value in alive if self.grid.mark(cell, value) in true]
        if len(values) != 1:
            raise ValueError(f"the model gives {self.grid.name(cell)} the values {values}")
        return values[0]

    def blocking(self, solution: Sequence[int]) -> Clause | None:
        """Return the clause that forbids a grid, None if these clauses do not allow it anyway.

        It has a literal for each open cell, so it is empty if there is none.
        """
        grid = self.grid
        for value, domain in zip(solution, self.domains, strict=True):
            if value not in grid.values or not domain & grid.bit(value):
                return None
        return [
            -grid.mark(cell, solution[cell])
            for cell, domain in enumerate(self.domains)
            if domain & (domain - 1)
        ]


def encode(puzzle: Puzzle, options: str | Encoding = "") -> Cnf:
    """Return the clauses of a puzzle; options are words separated by commas.

    Raises `TooLarge` before writing too many of them.

    >>> from nonet.formats import classic
    >>> len(encode(classic(order=3), "minimal").clauses), len(encode(classic(order=3)).clauses)
    (7371, 10530)
    """
    if isinstance(options, str):
        options = Encoding.of(filter(None, options.split(",")))
    grid, geometry = puzzle.grid, puzzle.geometry
    marks = _reduced(puzzle, options.reduction)
    if marks is None:
        return Cnf(grid, puzzle.domains, [[]], grid.marks)
    writer = Writer(geometry, marks, options)
    writer.refuse_too_many()
    writer.clauses.extend(writer.alive(cell) for cell in grid.cells)
    if options.reduction == "raw":
        writer.clauses.extend(_units(puzzle))
    counted = {cell for house in geometry.houses for cell in house}
    extended = options.clause_set == "extended"
    writer.one_value(cell for cell in grid.cells if extended or cell not in counted)
    write_rules(writer)
    return Cnf(grid, marks, writer.all_clauses(), writer.variables, writer.at_most_ones)


def write_rules(writer: Writer) -> None:
    """Write the rules, given that each cell has one value."""
    writer.exclusions()
    if writer.encoding.clause_set == "extended":
        writer.houses()
    for constraint in writer.geometry.constraints:
        _write(constraint, writer)


def _reduced(puzzle: Puzzle, reduction: str) -> tuple[int, ...] | None:
    """Return the masks of the marks that get clauses, None for a contradiction."""
    if reduction == "raw":
        return (puzzle.grid.full,) * len(puzzle.grid.cells)
    if reduction == "givens":
        return puzzle.domains
    state = propagator(puzzle.geometry).start(puzzle.domains)
    return None if state is None else tuple(state.marks)


def _units(puzzle: Puzzle) -> Iterator[Clause]:
    """Yield unit clauses for the givens, and for every mark that is ruled out."""
    grid = puzzle.grid
    for cell, domain in enumerate(puzzle.domains):
        if puzzle.givens[cell] is not None:
            yield from ([grid.mark(cell, value)] for value in grid.values_of(domain))
        if puzzle.givens[cell] is None or not domain:
            ruled_out = grid.values_of(grid.full & ~domain)
            yield from ([-grid.mark(cell, value)] for value in ruled_out)


@singledispatch
def _write(constraint: object, writer: Writer) -> None:
    """Write a constraint; exclusions and houses are already written."""
    raise NotImplementedError(f"no clauses for {type(constraint).__name__}")


@_write.register
def _(constraint: AllDifferent, writer: Writer) -> None:
    """Write nothing: exclusions and houses say everything."""


@_write.register
def _(constraint: Relation, writer: Writer) -> None:
    """Write conflicts or supports, whichever are fewer."""
    conflicts = list(_conflicts(constraint, writer))
    open_marks = writer.marks[constraint.a].bit_count() + writer.marks[constraint.b].bit_count()
    if len(conflicts) <= open_marks:
        writer.clauses.extend(conflicts)
        return
    for a, b, allowed in (
        (constraint.a, constraint.b, constraint.allowed),
        (constraint.b, constraint.a, {(w, v) for v, w in constraint.allowed}),
    ):
        supports: dict[int, int] = {}
        for value, partner in allowed:
            supports[value] = supports.get(value, 0) | writer.grid.bit(partner)
        for value in writer.grid.values_of(writer.marks[a]):
            support = writer.marks[b] & supports.get(value, 0)
            if support != writer.marks[b]:
                writer.clauses.append([-writer.grid.mark(a, value), *writer.alive(b, support)])


def _conflicts(relation: Relation, writer: Writer) -> Iterator[Clause]:
    grid, marks = writer.grid, writer.marks
    pairwise = writer.encoding.at_most_one == "pairwise"
    equality_excluded = pairwise and excludes_equality(relation.allowed)
    for a in grid.values_of(marks[relation.a]):
        for b in grid.values_of(marks[relation.b]):
            if (a, b) not in relation.allowed and not (equality_excluded and a == b):
                yield [-grid.mark(relation.a, a), -grid.mark(relation.b, b)]


@_write.register
def _(constraint: Linear, writer: Writer) -> None:
    write_sum(constraint, writer)
