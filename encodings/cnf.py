"""The CNF encoding: clauses over pencil marks, and the decoding of models into grids.

Variable ``grid.mark(cell, value)`` is true when the cell holds the value. By default, propagation
first removes impossible marks. Only the remaining, live marks appear in clauses. Auxiliary
variables come after the variables of the marks.

There are two clause sets:

- *extended*: each cell has exactly one value, and each value has exactly one cell in a house. With
  these clauses, unit propagation finds naked and hidden singles.
- *minimal*: each cell has at least one value, and no value occurs twice in a group. In a house,
  these clauses already exclude cells with two values.

If the cells of a sum must all differ, there is a variable for each set of digits with the right
total. Otherwise there is a variable for each reachable partial sum. `nonet.encodings.options`
describes the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nonet.encodings.at_most_one import Clause
from nonet.encodings.options import Encoding
from nonet.encodings.places import in_domains, live_marks
from nonet.encodings.primitives import write_constraint
from nonet.encodings.writer import Writer
from nonet.model.constraints import Candidates
from nonet.model.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True, repr=False)
class Cnf:
    """The clauses of a puzzle. `decode` turns a model of the clauses into a grid.

    `domains` has a bit mask for each cell: the values that the cell may still hold. If the encoding
    finds a contradiction, `clauses` contains the empty clause. `at_most_ones` has the literals of
    at-most-one constraints, which some solvers accept.
    """

    grid: Grid
    domains: tuple[int, ...]
    clauses: list[Clause]
    variables: int
    at_most_ones: list[Clause] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Cnf: {self.variables:,} variables, {len(self.clauses):,} clauses>"

    def decode(self, model: Iterable[int]) -> tuple[int, ...]:
        """Return the grid that a model describes. The model is a list of literals."""
        true = {literal for literal in model if literal > 0}
        return tuple(self._value(cell, true) for cell in self.grid.cells)

    def _value(self, cell: int, true: set[int]) -> int:
        alive = self.grid.values_of(self.domains[cell])
        values = [value for value in alive if self.grid.mark(cell, value) in true]
        if len(values) != 1:
            name = self.grid.name(cell)
            raise ValueError(f"the model gives {name} the values {values}, not exactly one value")
        return values[0]

    def blocking(self, solution: Sequence[int]) -> Clause | None:
        """Return the clause that forbids a grid, or None if other clauses already exclude it."""
        grid = self.grid
        if not in_domains(grid, self.domains, solution):
            return None
        return [
            -grid.mark(cell, solution[cell])
            for cell in grid.answers
            if self.domains[cell] & (self.domains[cell] - 1)
        ]

    def cut(self, cut: Iterable[Candidates]) -> Clause:
        """Return the clause of a cut: at least one of the cells has one of its values."""
        return live_marks(self.grid, self.domains, cut)


def encode(puzzle: Puzzle, options: str | Encoding = "") -> Cnf:
    """Return the clauses of a puzzle. The options are words separated by commas.

    Raise `TooLarge` if the puzzle needs too many clauses.

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
    writer.require_room()
    writer.clauses.extend(writer.alive(cell) for cell in grid.cells)
    if options.reduction == "raw":
        writer.clauses.extend(_units(puzzle))
    counted = {cell for house in geometry.houses for cell in house}
    extended = options.clause_set == "extended"
    writer.one_value(cell for cell in grid.cells if extended or cell not in counted)
    write_rules(writer)
    return Cnf(grid, marks, writer.all_clauses(), writer.variables, writer.at_most_ones)


def write_rules(writer: Writer) -> None:
    """Write the clauses of the rules, but not the clauses that give each cell one value."""
    writer.exclusions()
    if writer.encoding.clause_set == "extended":
        writer.houses()
    for constraint in writer.geometry.constraints:
        check_limits()
        write_constraint(constraint, writer)


def _reduced(puzzle: Puzzle, reduction: str) -> tuple[int, ...] | None:
    """Return the live marks of each cell, or None if the puzzle contradicts itself."""
    if reduction == "raw":
        return (puzzle.grid.full,) * len(puzzle.grid.cells)
    if reduction == "givens":
        return puzzle.domains
    state = propagator(puzzle.geometry).start(puzzle.domains)
    return None if state is None else tuple(state.marks)


def _units(puzzle: Puzzle) -> Iterator[Clause]:
    grid = puzzle.grid
    for cell, domain in enumerate(puzzle.domains):
        if puzzle.givens[cell] is not None:
            yield from ([grid.mark(cell, value)] for value in grid.values_of(domain))
        if puzzle.givens[cell] is None or not domain:
            ruled_out = grid.values_of(grid.full & ~domain)
            yield from ([-grid.mark(cell, value)] for value in ruled_out)
