"""What several encodings need: the cells of a puzzle, live marks, and the size of a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from nonet.model.constraints import AnyOf, Candidates, Constraint, Regular, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True)
class Lowered:
    """The parts of a puzzle that an encoding reads. Rules are left out: some cannot be pickled."""

    grid: Grid
    domains: tuple[int, ...]
    constraints: tuple[Constraint, ...]


def in_domains(grid: Grid, domains: Sequence[int], solution: Sequence[int]) -> bool:
    """Tell whether the domains allow a solution. If not, the solution needs no blocking clause."""
    pairs = ((solution[cell], domains[cell]) for cell in grid.answers)
    return all(value in grid.values and mask & grid.bit(value) for value, mask in pairs)


def live_marks(grid: Grid, domains: Sequence[int], cut: Iterable[Candidates]) -> list[int]:
    """Return the marks of a cut (see `nonet.solvers.cuts`) that the domains allow."""
    marks = (
        grid.mark(part.cell, value)
        for part in cut
        for value in grid.values_of(domains[part.cell] & grid.overlap(part.values))
    )
    return list(dict.fromkeys(marks))


def supports(
    relation: Relation, grid: Grid, domains: Sequence[int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield each mark of a cell with the marks that the relation allows in the other cell.

    Marks that go with all marks of the other cell are left out.
    """
    backward = {(w, v) for v, w in relation.allowed}
    for a, b, allowed in (
        (relation.a, relation.b, relation.allowed),
        (relation.b, relation.a, backward),
    ):
        partners = [(w, grid.mark(b, w)) for w in grid.values_of(domains[b])]
        for v in grid.values_of(domains[a]):
            marks = [mark for w, mark in partners if (v, w) in allowed]
            if len(marks) < len(partners):
                yield grid.mark(a, v), marks


def union(domains: Sequence[int], cells: Iterable[int]) -> int:
    """Return a mask of the values that some of the cells may have."""
    return reduce(or_, (domains[cell] for cell in cells), 0)


def count_places(puzzle: Puzzle | Lowered) -> int:
    """Return the total number of literals in the domains and all constraints."""
    alive = [mask.bit_count() for mask in puzzle.domains]
    places = sum(alive)
    for constraint in puzzle.constraints:
        check_limits()
        places += _places(constraint, alive)
    return places


def _places(part: Constraint | Candidates, alive: Sequence[int]) -> int:
    """Return the number of literals in a constraint. `alive` counts each cell's live marks."""
    match part:
        case Relation(a, b):
            return alive[a] * alive[b]
        case Regular(cells, automaton):
            return len(cells) * sum(map(len, automaton.transitions))
        case AnyOf(alternatives):
            return sum(_places(each, alive) for parts in alternatives for each in parts)
        case _:
            return sum(alive[cell] for cell in part.cells)
