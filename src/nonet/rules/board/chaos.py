"""Regions that are part of the solution: chaos construction, clues about it, and galaxies."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, takewhile
from math import comb

from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Partition,
    Relation,
    Runs,
    Values,
)
from nonet.model.figures import Badge, BadgeLook, Figure, Seams, Shade, between, centre, line
from nonet.model.grid import Cells, Grid, Layer
from nonet.rules.board.areas import InLayer, edges
from nonet.rules.board.houses import block
from nonet.rules.fields import CellField, CellsField, GroupsField, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.value_sets import filled
from nonet.system.errors import TooLarge


@frozen
class ChaosConstruction(InLayer):
    """The layer divides the board into connected regions of the same size, without repeats.

    Shared edges connect a region. No value occurs twice in a region. The values that the layer may
    hold number the regions, in the order of their first cells, row by row.

    >>> from nonet.model.grid import Layer
    >>> grid = Grid(2, 2, layers=(Layer("region"),))
    >>> ChaosConstruction().holds(grid, [1, 2, 2, 1, 1, 1, 2, 2])
    True
    """

    layer: str = "region"

    of_board = True

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        count = len(self.labels(grid))
        if len(grid.board) % count:
            raise self.refusal(f"{count} regions cannot divide {len(grid.board)} cells equally")
        if len(grid.board) > count * len(grid.values):
            problem = f"{count} regions without repeats cannot hold {len(grid.board)} cells"
            raise self.refusal(problem)

    def holds(self, grid: Grid, values: Values) -> bool:
        labels, held = self.labels(grid), [values[cell] for cell in self.area(grid)]
        pairs = [pair for pair in zip(held, values, strict=False) if None not in pair]
        first = dict.fromkeys(takewhile(lambda label: label is not None, held))
        return (
            len(set(pairs)) == len(pairs)
            and tuple(first) == labels[: len(first)]
            and all(
                self.connected(grid, values, {label}, len(grid.board) // len(labels))
                for label in labels
            )
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        area = self.area(grid)
        yield Partition(tuple(area), tuple(grid.board), edges(grid, area), self.labels(grid))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Seams(self.area(grid))

    def wording(self, grid: Grid) -> str:
        count = len(self.labels(grid))
        size = len(grid.board) // count
        return (
            f"Divide the board into {count} orthogonally connected regions of {size} cells; "
            "no digit repeats in a region"
        )


class RegionClue(InLayer, family=True):
    """Base of clues: the control cell counts cells with the same region as the first cell."""

    remarks = (("own", "without the first cell", ""),)

    control: CellField
    layer: str
    #: Whether the first cell counts, too.
    own: bool

    @abstractmethod
    def arms(self) -> tuple[Cells, ...]:
        """Return lines of cells of the board. Each begins with the first cell."""

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, (self.control,), self.name)
        for arm in self.arms():
            require_cells(grid, arm, self.name, may_repeat=True)
            if not set(arm).issubset(grid.board):
                raise self.refusal("only cells of the board have a region")

    def holds(self, grid: Grid, values: Values) -> bool:
        area, control = self.area(grid), values[self.control]
        least = most = int(self.own)
        for first, *others in self.arms():
            own, held = values[area[first]], [values[area[cell]] for cell in others]
            if own is None:
                most += len(held)
            else:
                least += len(list(takewhile({own}.__contains__, held)))
                most += len(list(takewhile({own, None}.__contains__, held)))
        return control is None or least <= control <= most

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        area = self.area(grid)
        first, *_ = self.arms()[0]
        arms = tuple(tuple(area[cell] for cell in arm[1:]) for arm in self.arms() if arm[1:])
        yield Runs(self.control, area[first], arms, int(self.own))


@frozen
class RegionArrow(RegionClue):
    """The control cell counts the cells that its first cell sees of its own region, in some lines.

    Each line begins with the first cell. A cell of another region blocks the view. The first cell
    counts, too, unless `own` is false.

    >>> from nonet.model.grid import Layer
    >>> grid = Grid(1, 3, layers=(Layer("region"),))
    >>> RegionArrow(0, [[0, 1, 2]]).holds(grid, [2, 1, 1, 3, 3, 1])
    True
    """

    control: CellField
    lines: GroupsField
    layer: str = "region"
    own: bool = True

    label = "{control} counts the cells of its region along {lines}"
    names_cells = True

    def fit(self, grid: Grid) -> None:
        if not self.lines or len({line[:1] for line in self.lines}) != 1:
            raise self.refusal("all lines must begin with the same cell")
        super().fit(grid)

    def arms(self) -> tuple[Cells, ...]:
        return self.lines

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Badge(centre(grid, self.control), "circle")
        for cells in self.lines:
            if len(cells) > 1:
                yield line(grid, cells, "thin line", head=True)


@frozen
class RegionCount(RegionClue):
    """The control cell counts the cells that have the same region as the first of the cells.

    The first cell counts, too, unless `own` is false.

    >>> from nonet.model.grid import Layer
    >>> grid = Grid(1, 3, layers=(Layer("region"),))
    >>> RegionCount(0, [1, 0, 2]).holds(grid, [2, 1, 1, 3, 1, 1])
    True
    """

    control: CellField
    cells: CellsField
    layer: str = "region"
    own: bool = True

    label = "{control} counts the cells of {cells} in the region of the first"
    names_cells = True

    def arms(self) -> tuple[Cells, ...]:
        first, *others = self.cells
        return tuple((first, other) for other in others) or ((first,),)

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name)
        super().fit(grid)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Shade(self.cells, "yellow shade")
        yield Badge(centre(grid, self.control), "circle")


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
    remarks = (("repeats", "and without repeated digits", ""),)

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterable[Layer]:
        return (Layer(self.layer, tuple(grid.values)[: len(self.centres)]),)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        count, labels = len(self.centres), self.labels(grid)
        if not 1 <= count <= len(labels):
            problem = f"the layer {self.layer} cannot number {count} galaxies"
            raise self.refusal(f"{problem}. It may hold {len(labels)} values")
        require_cells(grid, chain.from_iterable(self.centres), self.name)
        for middle in self.centres:
            require_cells(grid, middle, self.name)
            (top, left), (bottom, right) = grid.place(min(middle)), grid.place(max(middle))
            shape = bottom - top + 1, right - left + 1
            if max(shape) > 2 or tuple(sorted(middle)) != block(grid, top, left, *shape):
                problem = "a centre is a cell, two cells that share an edge, or a square of four"
                raise self.refusal(f"{problem}, not {grid.names(middle)}")
        pairs = sum(comb(len(cells), 2) for cells in self._reached(grid).values())
        if pairs > MOST_PAIRS and not self.repeats:
            problem = f"{pairs} pairs of cells may be in one galaxy. The limit is {MOST_PAIRS}"
            raise TooLarge(f"{self.name}: {problem}")

    def _reached(self, grid: Grid) -> dict[int, list[int]]:
        """Return, for each galaxy, the cells that it may have. Without repeats, it is small."""

        def is_near(a: int, b: int) -> bool:
            (top, left), (bottom, right) = grid.place(a), grid.place(b)
            return abs(bottom - top) + abs(right - left) < len(grid.values)

        return {
            label: [a for a, b in opposite.items() if self.repeats or is_near(a, b)]
            for label, (_, opposite) in _galaxies(self, grid).items()
        }

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.area(grid)]
        for label, (middle, opposite) in _galaxies(self, grid).items():
            inside = [cell for cell in grid.board if held[cell] == label]
            needed = {*middle, *(opposite.get(cell) for cell in inside)}
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
        for label, (middle, opposite) in galaxies.items():
            for cell in middle:
                possible[cell] &= {label}
            both = frozenset(
                (v, w) for v in grid.values for w in grid.values if (v == label) == (w == label)
            )
            yield from (Relation(area[a], area[b], both) for a, b in opposite.items() if a < b)
            yield Connected(tuple(area), frozenset({label}), edges(grid, area), len(middle))
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
        for middle in self.centres:
            look: BadgeLook = "diamond" if len(middle) == 1 else "small diamond"
            yield Badge(between(grid, *middle), look)

    def wording(self, grid: Grid) -> str:
        some = "some cells of " if len(self.centres) < len(self.labels(grid)) else ""
        return (
            f"Divide {some}the board into galaxies: orthogonally connected regions, each symmetric "
            "by half a turn about a diamond"
        )


@lru_cache(maxsize=16)
def _galaxies(rule: Galaxies, grid: Grid) -> Mapping[int, tuple[Cells, Mapping[int, int]]]:
    """Return, for the label of each galaxy, its centre, and the opposites of cells."""
    found = {}
    for label, middle in zip(rule.labels(grid), rule.centres, strict=False):
        (top, left), (bottom, right) = grid.place(min(middle)), grid.place(max(middle))
        down, across = top + bottom, left + right
        turned = ((down - row, across - column) for row, column in map(grid.place, grid.board))
        opposites = ((cell, place) for cell, place in enumerate(turned) if grid.has(*place))
        found[label] = middle, {cell: grid.at(*place) for cell, place in opposites}
    return found
