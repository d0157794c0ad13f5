"""Region sum lines: a line has the same sum in each region that it passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, Self

from nonet.model.constraints import Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.boxes import Boxes
from nonet.rules.board.houses import Regions
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.sums import equal_sums, meet, reach
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class RegionSum(Line):
    """The line has the same sum in each region that it passes; the regions are the puzzle's.

    Where the line enters a region again, a new segment with a sum of its own starts; with
    `single_totals` all visits to a region are one sum. Regions are the boxes or `Regions` of the
    puzzle, unless `boxes` (height and width) or `regions` are given: a part of the board will do,
    if the line keeps to it.

    >>> line = RegionSum([0, 1, 2], boxes=(1, 2))
    >>> line.holds(Grid(1, 4), [1, 2, 3, 4]), line.holds(Grid(1, 4), [1, 2, 4, 3])
    (True, False)
    """

    regions: tuple[Cells, ...] | None = None
    boxes: tuple[int, int] | None = None
    single_totals: bool = False

    title = "region sum line"
    look = "blue line"

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            regions: Sequence[CellsLike] | None = None,
            boxes: tuple[int, int] | None = None,
            single_totals: bool = False,
        ) -> None: ...

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the line with the regions of its puzzle, unless it has its own."""
        if self.regions is not None or self.boxes is not None:
            return self
        found = dict.fromkeys(rule for rule in rules if isinstance(rule, Boxes | Regions))
        if len(found) != 1:
            which = "neither boxes nor regions" if not found else "several sorts of regions"
            raise PuzzleError(f"regionsum: the puzzle has {which}; say the regions of the line")
        [rule] = found
        if isinstance(rule, Boxes):
            return replace(self, boxes=(rule.height, rule.width))
        return replace(self, regions=rule.regions)

    def fit(self, grid: Grid) -> None:
        """Refuse a line through a cell without region, and one that passes a single region."""
        super().fit(grid)
        if self.boxes is not None:
            if self.regions is not None:
                raise PuzzleError("regionsum: boxes and regions are said; one of them will do")
            Boxes(*self.boxes).fit(grid)
        if self.boxes is None and self.regions is None:
            return
        regions = self.regions or ()
        for region in regions:
            require_cells(grid, region, "regionsum: region")
        require_cells(grid, chain.from_iterable(regions), "regionsum: regions", at_least=0)
        if len(self.segments(grid)) < 2:
            raise PuzzleError("regionsum: the line has one segment only, at least 2 needed")

    def segments(self, grid: Grid) -> list[list[int]]:
        """Return the cells of each sum.

        >>> RegionSum([1, 2, 6, 5], boxes=(2, 2)).segments(Grid(4, 4))
        [[1], [2, 6], [5]]
        >>> RegionSum([1, 2, 6, 5], boxes=(2, 2), single_totals=True).segments(Grid(4, 4))
        [[1, 5], [2, 6]]
        """
        region_of = _numbers(self.boxes, self.regions, grid)
        for cell in self.cells:
            if cell not in region_of:
                raise PuzzleError(f"regionsum: {grid.name(cell)} is in no region")
        if not self.single_totals:
            return [list(run) for _, run in groupby(self.cells, region_of.__getitem__)]
        visits: dict[int, list[int]] = {}
        for cell in self.cells:
            visits.setdefault(region_of[cell], []).append(cell)
        return list(visits.values())

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the sums can still be equal."""
        return meet([reach(grid, values, segment) for segment in self.segments(grid)])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Compare the sums."""
        return equal_sums(self.segments(grid))

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield regions of its own, and what is done where the line comes back."""
        if self.single_totals:
            yield "all visits to a region together"
        if self.boxes is not None:
            yield f"regions are boxes {self.boxes[0]}×{self.boxes[1]}"
        elif self.regions is not None:
            yield f"regions are {' / '.join(map(grid.names, self.regions))}"

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        meaning = f"{self.look}: the same sum in each region that it passes"
        return ", ".join([meaning, *self.details(grid)])


@lru_cache(maxsize=16)  # the lines of a puzzle share their regions
def _numbers(
    boxes: tuple[int, int] | None, regions: tuple[Cells, ...] | None, grid: Grid
) -> dict[int, int]:
    """Return the number of the region of each cell."""
    if boxes is not None:
        regions = tuple(Boxes(*boxes).groups(grid))
    if regions is None:
        raise PuzzleError("regionsum: its regions are those of a puzzle, and it is in none")
    return {cell: number for number, region in enumerate(regions) for cell in region}
