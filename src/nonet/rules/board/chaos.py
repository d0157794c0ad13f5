"""Chaos construction: regions that are part of the solution, and clues about them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import takewhile

from nonet.model.constraints import Partition, Runs, Values
from nonet.model.figures import Badge, Figure, Seams, Shade, centre, line
from nonet.model.grid import Cells, Grid
from nonet.rules.board.areas import InLayer, edges
from nonet.rules.fields import CellField, CellsField, GroupsField, frozen
from nonet.rules.rule import Lowered, require_cells, require_line
from nonet.system.errors import PuzzleError


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
            problem = f"{count} regions cannot divide {len(grid.board)} cells equally"
            raise PuzzleError(f"{self.name}: {problem}")
        if len(grid.board) > count * len(grid.values):
            problem = f"{count} regions without repeats cannot hold {len(grid.board)} cells"
            raise PuzzleError(f"{self.name}: {problem}")

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
            require_line(grid, arm, self.name)
            if not set(arm).issubset(grid.board):
                raise PuzzleError(f"{self.name}: only cells of the board have a region")

    def _runs(self, grid: Grid) -> Runs:
        area = self.area(grid)
        first, *_ = self.arms()[0]
        arms = tuple(tuple(area[cell] for cell in arm[1:]) for arm in self.arms() if arm[1:])
        return Runs(self.control, area[first], arms, int(self.own))

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

    def details(self, grid: Grid) -> Iterator[str]:
        if not self.own:
            yield "without the first cell"

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield self._runs(grid)


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
            raise PuzzleError(f"{self.name}: all lines must begin with the same cell")
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
