"""Galaxies: regions that are part of the solution, each symmetric about a given centre."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import comb

from nonet.model.constraints import AllDifferent, AnyOf, Candidates, Connected, Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, Seams, between
from nonet.model.grid import Cells, Grid, Layer
from nonet.rules.board.areas import InLayer, edges
from nonet.rules.board.houses import block
from nonet.rules.fields import GroupsField, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.value_sets import filled
from nonet.system.errors import PuzzleError, TooLarge

#: At most this many pairs of cells may be in one galaxy without repeated digits.
MOST_PAIRS = 1 << 17


@frozen
class Galaxies(InLayer):
    """The layer divides the board into connected galaxies, each symmetric by half a turn.

    A galaxy contains its centre: a cell, two cells that share an edge, or a square of four cells.
    The values that the layer may hold number the galaxies, in the order of their centres. If there
    are more such values, cells that hold them are in no galaxy. No value of the board occurs twice
    in a galaxy, unless `repeats` is true. For more galaxies than digits, the grid needs more
    values, and the rule `among` for the digits.

    >>> from nonet.model.grid import Layer
    >>> grid = Grid(1, 3, layers=(Layer("galaxy", (1, 2)),))
    >>> rule = Galaxies(["r1c1", "r1c2 r1c3"]).on(grid)
    >>> rule.holds(grid, [1, 1, 2, 1, 2, 2]), rule.holds(grid, [1, 1, 2, 1, 1, 2])
    (True, False)
    """

    centres: GroupsField
    layer: str = "galaxy"
    repeats: bool = False

    of_board = True

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterable[Layer]:
        return (Layer(self.layer, tuple(grid.values)[: len(self.centres)]),)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        count, labels = len(self.centres), self.labels(grid)
        if not 1 <= count <= len(labels):
            problem = f"the layer {self.layer} cannot number {count} galaxies"
            raise PuzzleError(f"{self.name}: {problem}. It may hold {len(labels)} values")
        require_cells(grid, chain.from_iterable(self.centres), self.name)
        for centre in self.centres:
            require_cells(grid, centre, self.name)
            (top, left), (bottom, right) = grid.place(min(centre)), grid.place(max(centre))
            shape = bottom - top + 1, right - left + 1
            if max(shape) > 2 or tuple(sorted(centre)) != block(grid, top, left, *shape):
                problem = "a centre is a cell, two cells that share an edge, or a square of four"
                raise PuzzleError(f"{self.name}: {problem}, not {grid.names(centre)}")
        pairs = sum(comb(len(cells), 2) for cells in self._reached(grid).values())
        if pairs > MOST_PAIRS and not self.repeats:
            problem = f"{pairs} pairs of cells may be in one galaxy. The limit is {MOST_PAIRS}"
            raise TooLarge(f"{self.name}: {problem}")

    def _reached(self, grid: Grid) -> dict[int, list[int]]:
        """Return, for each galaxy, the cells that it may have.

        Without repeated digits, a galaxy has no more cells than there are digits. So a cell and its
        opposite are near.
        """

        def is_near(a: int, b: int) -> bool:
            (top, left), (bottom, right) = grid.place(a), grid.place(b)
            return abs(bottom - top) + abs(right - left) < len(grid.values)

        return {
            label: [a for a, b in opposite.items() if self.repeats or is_near(a, b)]
            for label, (_, opposite) in _galaxies(self, grid).items()
        }

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.area(grid)]
        for label, (centre, opposite) in _galaxies(self, grid).items():
            inside = [cell for cell in grid.board if held[cell] == label]
            needed = {*centre, *(opposite.get(cell) for cell in inside)}
            digits = filled(inside, values)
            if (
                any(cell is None or held[cell] not in (label, None) for cell in needed)
                or not self.connected(grid, values, {label}, None)
                or (not self.repeats and len(set(digits)) < len(digits))
            ):
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        area, galaxies, reached = self.area(grid), _galaxies(self, grid), self._reached(grid)
        outside = {*self.labels(grid)} - galaxies.keys()
        possible = [{*outside} for _ in grid.board]
        for label, cells in reached.items():
            for cell in cells:
                possible[cell].add(label)
        for label, (centre, opposite) in galaxies.items():
            for cell in centre:
                possible[cell] &= {label}
            both = frozenset(
                (v, w) for v in grid.values for w in grid.values if (v == label) == (w == label)
            )
            yield from (Relation(area[a], area[b], both) for a, b in opposite.items() if a < b)
            yield Connected(tuple(area), frozenset({label}), edges(grid, area), len(centre))
        for cell, labels in enumerate(possible):
            yield Candidates(area[cell], frozenset(labels))
        for a in () if self.repeats else grid.board:
            shared = galaxies.keys() & possible[a]
            for b in sorted({b for label in shared for b in reached[label] if b > a}):
                if shared & possible[b]:
                    either = (AllDifferent((area[a], area[b])),), (AllDifferent((a, b)),)
                    neither = (Candidates(area[a], frozenset(outside)),)
                    yield AnyOf((*either, neither) if outside else either)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Seams(self.area(grid))
        for centre in self.centres:
            look: BadgeLook = "diamond" if len(centre) == 1 else "small diamond"
            yield Badge(between(grid, *centre), look)

    def wording(self, grid: Grid) -> str:
        some = "some cells of " if len(self.centres) < len(self.labels(grid)) else ""
        return (
            f"Divide {some}the board into galaxies: orthogonally connected regions, each symmetric "
            "by half a turn about a diamond"
        )

    def details(self, grid: Grid) -> Iterator[str]:
        if not self.repeats:
            yield "and without repeated digits"


@lru_cache(maxsize=16)
def _galaxies(rule: Galaxies, grid: Grid) -> Mapping[int, tuple[Cells, Mapping[int, int]]]:
    """Return, for the label of each galaxy, its centre, and the opposites of cells."""
    found = {}
    for label, centre in zip(rule.labels(grid), rule.centres, strict=False):
        (top, left), (bottom, right) = grid.place(min(centre)), grid.place(max(centre))
        down, across = top + bottom, left + right
        turned = ((down - row, across - column) for row, column in map(grid.place, grid.board))
        opposites = ((cell, place) for cell, place in enumerate(turned) if grid.has(*place))
        found[label] = centre, {cell: grid.at(*place) for cell, place in opposites}
    return found
