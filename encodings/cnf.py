"""The CNF encoding: clauses over pencil marks, after all that the givens force is taken out.

Variable ``grid.mark(cell, value)`` is true when the cell holds the value. Marks that propagation
removes appear in no clause, cells that it fixes appear as one unit clause each, and everything
else is written over the marks still alive. Auxiliary variables are numbered after all marks.

Two clause sets:

- *extended*: each cell has exactly one value, each value exactly one cell of a house; unit
  propagation alone then finds naked and hidden singles.
- *minimal*: what is needed and no more: each cell has a value, no value twice in a group. That a
  cell has no second value follows by counting wherever the cell is in a house.

At-most-one is pairwise. A sum over cells that all differ gets a variable for each set of digits
that adds up; any other sum one for each partial sum that can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations
from typing import Literal, TypeAlias

from nonet.constraints import AllDifferent, Linear, Relation, excludes_equality
from nonet.digitsets import digit_sets
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Geometry, Puzzle

Clause: TypeAlias = list[int]
ClauseSet: TypeAlias = Literal["extended", "minimal"]

#: An empty 36×36 needs three million; each costs about 150 bytes here and as much in the solver.
MOST_CLAUSES = 8_000_000


@dataclass(frozen=True)
class Cnf:
    """Clauses, and what it takes to read a model of them as a grid.

    `domains` has the mask of values that each cell may still hold. A contradiction found while
    encoding is the empty clause.

    >>> from nonet.formats import classic
    >>> cnf = encode(classic("1 . . .  . . . .  . . . .  . . . 2"))
    >>> cnf.variables, len(cnf.clauses), cnf.clauses[:3]
    (64, 208, [[1], [6, 7, 8], [-6, -7]])
    """

    grid: Grid
    domains: tuple[int, ...]
    clauses: list[Clause]
    variables: int

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
        """Return the clause that forbids a grid, None if these clauses never allow it.

        Only cells still open speak in it: it is empty when no cell is.
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


def encode(puzzle: Puzzle, clause_set: ClauseSet = "extended") -> Cnf:
    """Return the clauses of a puzzle.

    Raises `TooLarge` before it would write more than `MOST_CLAUSES` of them.
    """
    grid = puzzle.grid
    state = propagator(puzzle.geometry).start(puzzle.domains)
    if state is None:
        return Cnf(grid, puzzle.domains, [[]], grid.marks)
    writer = _Writer(puzzle.geometry, state.marks)
    _refuse_too_large(puzzle.geometry, state.marks)
    writer.cells(extended=clause_set == "extended")
    writer.exclusions()
    if clause_set == "extended":
        writer.houses()
    for constraint in puzzle.constraints:
        _write(constraint, writer)
    return Cnf(grid, tuple(state.marks), writer.clauses, writer.variables)


class _Writer:
    """Collects the clauses of one puzzle and numbers its auxiliary variables."""

    def __init__(self, geometry: Geometry, marks: list[int]) -> None:
        self.geometry = geometry
        self.grid = geometry.grid
        self.marks = marks
        self.clauses: list[Clause] = []
        self.variables = self.grid.marks
        size = len(self.grid.values)
        #: The mark of bit i of a cell is ``base[cell] + i + 1``.
        self.base = [cell * size + 1 for cell in self.grid.cells]

    def new(self) -> int:
        """Return a fresh auxiliary variable."""
        self.variables += 1
        return self.variables

    def alive(self, cell: int, mask: int = -1) -> list[int]:
        """Return the marks of a cell that are alive, of those in a mask."""
        base, left, found = self.base[cell], self.marks[cell] & mask, []
        while left:
            bit = left & -left
            left ^= bit
            found.append(base + bit.bit_length() - 1)
        return found

    def open(self, cell: int) -> bool:
        """Tell whether a cell has several candidates."""
        mask = self.marks[cell]
        return mask & (mask - 1) != 0

    def cells(self, *, extended: bool) -> None:
        """Give each cell a value, and no second one where that does not follow by counting."""
        counted = set() if extended else {cell for house in self.geometry.houses for cell in house}
        for cell in self.grid.cells:
            marks = self.alive(cell)
            self.clauses.append(marks)
            if cell not in counted:
                self.clauses.extend([-a, -b] for a, b in combinations(marks, 2))

    def exclusions(self) -> None:
        """Forbid each value to two cells that exclude one another, each pair of cells once."""
        marks, base, clauses = self.marks, self.base, self.clauses
        for cell, others in enumerate(self.geometry.exclusions):
            if not self.open(cell):
                continue
            mask, here = marks[cell], base[cell]
            for other in others:
                common = mask & marks[other] if other > cell else 0
                while common:
                    bit = common & -common
                    common ^= bit
                    index = bit.bit_length() - 1
                    clauses.append([-here - index, -base[other] - index])

    def houses(self) -> None:
        """Give each value that is not placed yet a cell of each house."""
        for house in self.geometry.houses:
            holders: dict[int, Clause] = {}
            for cell in filter(self.open, house):
                for mark in self.alive(cell):
                    holders.setdefault(mark - self.base[cell], []).append(mark)
            self.clauses.extend(holders.values())


@singledispatch
def _write(constraint: object, writer: _Writer) -> None:
    """Write what a constraint says beyond exclusions and houses, which are already written."""
    raise NotImplementedError(f"no clauses for {type(constraint).__name__}")


@_write.register
def _(constraint: AllDifferent, writer: _Writer) -> None:
    """Exclusions and houses have said it all."""


@_write.register
def _(constraint: Relation, writer: _Writer) -> None:
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


def _conflicts(relation: Relation, writer: _Writer) -> Iterator[Clause]:
    grid, marks = writer.grid, writer.marks
    differ = excludes_equality(relation.allowed)  # then equal values are excluded already
    for a in grid.values_of(marks[relation.a]):
        for b in grid.values_of(marks[relation.b]):
            if (a, b) not in relation.allowed and not (differ and a == b):
                yield [-grid.mark(relation.a, a), -grid.mark(relation.b, b)]


@_write.register
def _(constraint: Linear, writer: _Writer) -> None:
    sets = digit_sets(writer.geometry, constraint)
    if sets is None:
        _write_partial_sums(constraint, writer)
    elif any(map(writer.open, constraint.cells)):
        _write_digit_sets(constraint.cells, sets, writer)


def _write_digit_sets(cells: tuple[int, ...], sets: tuple[int, ...], writer: _Writer) -> None:
    """Write one variable a digit set: the chosen set's digits are in the cells, no other is."""
    union = fixed = 0
    for cell in cells:
        union |= writer.marks[cell]
        fixed |= 0 if writer.open(cell) else writer.marks[cell]
    fitting = [
        digits
        for digits in sets
        if not fixed & ~digits
        and not digits & ~union
        and all(digits & writer.marks[cell] for cell in cells)
    ]
    chosen = [writer.new() for _ in fitting]
    writer.clauses.append(chosen.copy())
    free = [cell for cell in cells if writer.open(cell)]
    for variable, digits in zip(chosen, fitting, strict=True):
        for value in writer.grid.values_of(union & ~fixed):
            bit = writer.grid.bit(value)
            holders = [mark for cell in free for mark in writer.alive(cell, bit)]
            if digits & bit:
                writer.clauses.append([-variable, *holders])
            else:
                writer.clauses.extend([-variable, -mark] for mark in holders)


def _write_partial_sums(constraint: Linear, writer: _Writer) -> None:
    """Write one variable a partial sum that can be reached and can still end well."""
    weights: dict[int, int] = {}
    for coefficient, cell in constraint.terms:
        weights[cell] = weights.get(cell, 0) + coefficient
    steps = [
        [(mark, weight * writer.grid.unmark(mark)[1]) for mark in writer.alive(cell)]
        for cell, weight in weights.items()
    ]
    layers = _viable_sums(steps, constraint)
    if not layers[0]:
        writer.clauses.append([])
        return
    before = {0: writer.new()}
    writer.clauses.append([before[0]])
    for step, viable in zip(steps, layers[1:], strict=True):
        after = {total: writer.new() for total in viable}
        writer.clauses.append(list(after.values()))
        for total, variable in before.items():
            for mark, share in step:
                ahead = after.get(total + share)
                writer.clauses.append([-variable, -mark] + ([ahead] if ahead else []))
        for total, variable in after.items():
            for mark, share in step:
                behind = before.get(total - share)
                writer.clauses.append([-variable, -mark] + ([behind] if behind else []))
        before = after


def _viable_sums(steps: list[list[tuple[int, int]]], constraint: Linear) -> list[list[int]]:
    """Return for each prefix of the steps the sums that it can have and that can end well."""
    reachable = [{0}]
    for step in steps:
        reachable.append({total + share for total in reachable[-1] for _, share in step})
    layers = [{total for total in reachable[-1] if constraint.compares(total)}]
    for step, reached in zip(reversed(steps), reversed(reachable[:-1]), strict=True):
        ends_well = {total - share for total in layers[-1] for _, share in step}
        layers.append(reached & ends_well)
    return [sorted(layer) for layer in reversed(layers)]


def _refuse_too_large(geometry: Geometry, marks: list[int]) -> None:
    """Count the pairwise clauses, which are nearly all, before any is written."""
    count = sum(mask.bit_count() * (mask.bit_count() - 1) // 2 for mask in marks)
    for cell, others in enumerate(geometry.exclusions):
        mask = marks[cell]
        if mask & (mask - 1):
            count += sum((mask & marks[other]).bit_count() for other in others if other > cell)
        if count > MOST_CLAUSES:
            raise TooLarge(
                f"the {geometry.grid.rows}×{geometry.grid.columns} puzzle needs more than "
                f"{MOST_CLAUSES} clauses, the limit of the CNF encoding"
            )
