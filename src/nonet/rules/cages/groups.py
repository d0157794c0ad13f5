"""Rules by which groups of cells have equal sums or equal values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from nonet.model.constraints import AnyOf, Count, Relation, Values
from nonet.model.figures import Figure, Outline, OutlineLook, Shade
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece
from nonet.rules.fields import CellsField, GroupsField, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.rules.value_sets import apart, equal_sums, filled_pairs, meet, reach

#: The maximum number of `Count` constraints of a rule. Each takes about a kilobyte in a solver.
MOST_COUNTS = 1 << 17


@frozen
class Groups(Rule, family=True):
    """Base of rules that compare groups of cells."""

    groups: GroupsField

    names_cells = True
    #: The look of the outline around each group, and the text in its corner.
    look: ClassVar[OutlineLook]
    corner: ClassVar[str] = ""

    def fit(self, grid: Grid) -> None:
        if len(self.groups) < 2:
            raise self.refusal("at least 2 groups are needed")
        for group in self.groups:
            require_cells(grid, group, self.name, may_repeat=True)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if all(in_one_piece(grid, each) and len({*each}) == len(each) for each in self.groups):
            yield from (Outline(group, self.look, self.corner) for group in self.groups)


class EqualSums(Groups):
    """All groups have the same sum. A cell that a group names twice counts twice.

    >>> EqualSums([[0, 1], [2]]).holds(Grid(1, 3), [2, 1, 3])
    True
    """

    reads = "counts"
    label = "equal sums {groups}"
    template = "Each of these groups has the same sum: {groups}"
    look, corner = "purple cage", "="

    def holds(self, grid: Grid, values: Values) -> bool:
        return meet([reach(grid, values, group) for group in self.groups])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return equal_sums(self.groups)


class SameValues(Groups):
    """All groups hold the same values, and each value equally often.

    >>> SameValues([[0, 1], [2, 3]]).holds(Grid(1, 4), [2, 1, 1, 2])
    True
    """

    label = "same values {groups}"
    template = "Each of these groups contains the same digits: {groups}"
    look = "blue cage"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        for group in self.groups:
            require_cells(grid, group, self.name)
        sizes = sorted(set(map(len, self.groups)))
        if len(sizes) > 1:
            problem = f"groups of {sizes[0]} and {sizes[1]} cells cannot hold the same values"
            raise self.refusal(problem)
        counts = len(grid.values) * len(self.groups) * (sizes[0] + 1)
        require_room(counts, self.name, "counts of values", MOST_COUNTS)

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [Counter(values[cell] for cell in group) for group in self.groups]
        room = [counter.pop(None, 0) for counter in held]
        return all(
            (one - other).total() <= free
            for one in held
            for other, free in zip(held, room, strict=True)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        if len(self.groups[0]) == 1:
            equal = apart(grid.values, 0, 0)
            yield from (Relation(a, b, equal) for (a,), (b,) in pairwise(self.groups) if a != b)
            return
        for value in grid.values:
            alike = (
                tuple(Count(group, frozenset({value}), frozenset({times})) for group in self.groups)
                for times in range(len(self.groups[0]) + 1)
            )
            yield AnyOf(tuple(alike))


@frozen
class Clone(Rule):
    """Each cell of the copy has the value of the cell in the same position of the original.

    >>> Clone("r1c1-r1c2", copy="r2c2-r2c3").on(Grid(2, 3)).holds(Grid(2, 3), [1, 2, 3, 2, 1, 2])
    True
    """

    cells: CellsField
    copy: CellsField

    label = "clone {cells} = {copy}"
    template = "The cells {copy} contain the same digits as {cells} in the same positions"
    names_cells = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name)
        require_cells(grid, self.copy, self.name)
        needed, found = len(self.cells), len(self.copy)
        if found != needed:
            raise self.refusal(f"the copy has {found} cells. It needs {needed}")
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        pairs = zip(self.cells, self.copy, strict=True)
        return all(one == other for one, other in filled_pairs(pairs, values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        equal = apart(grid.values, 0, 0)
        pairs = zip(self.cells, self.copy, strict=True)
        return (Relation(a, b, equal) for a, b in pairs if a != b)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Shade(tuple(dict.fromkeys((*self.cells, *self.copy))), "grey shade")
