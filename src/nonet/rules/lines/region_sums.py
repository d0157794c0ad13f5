"""Region sum lines: a line has the same sum in each region that it passes through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby
from typing import Self

from nonet.model.constraints import Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.boxes import Boxes
from nonet.rules.board.houses import Regions
from nonet.rules.fields import CellsField, Field, default, frozen
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.sums import equal_sums, meet, reach
from nonet.system.errors import PuzzleError


@frozen
class RegionSum(Line):
    """The line has the same sum in each region that it passes through.

    If the line enters a region again, its cells there have a separate sum. With `single_totals`,
    all visits to a region share one sum.

    By default, the regions are the boxes or `Regions` of the puzzle. `boxes` (height and width) or
    `regions` replace them. `regions` must cover the line, but not the whole board.

    >>> line = RegionSum([0, 1, 2], boxes=(1, 2))
    >>> line.holds(Grid(1, 4), [1, 2, 3, 4]), line.holds(Grid(1, 4), [1, 2, 4, 3])
    (True, False)
    """

    cells: CellsField
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    boxes: tuple[int, int] | None = None
    single_totals: bool = False

    title = "region sum line"
    look = "blue line"
    template = "Digits along a blue line have the same sum in each region that it passes through"

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the line with the regions of its puzzle, if it has no regions of its own."""
        if self.regions is not None or self.boxes is not None:
            return self
        found = dict.fromkeys(rule for rule in rules if isinstance(rule, Boxes | Regions))
        if len(found) != 1:
            which = "neither boxes nor regions" if not found else "several sorts of regions"
            raise PuzzleError(
                f"regionsum: the puzzle has {which}. Give the line `boxes` or `regions`"
            )
        [rule] = found
        if isinstance(rule, Boxes):
            return replace(self, boxes=(rule.height, rule.width))
        return replace(self, regions=rule.regions)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.boxes is not None:
            if self.regions is not None:
                raise PuzzleError("regionsum: give only one of boxes and regions")
            Boxes(*self.boxes).fit(grid)
        if self.boxes is None and self.regions is None:
            return
        regions = self.regions or ()
        for region in regions:
            require_cells(grid, region, "regionsum: region")
        require_cells(grid, chain.from_iterable(regions), "regionsum: regions", at_least=0)
        if len(self.segments(grid)) < 2:
            raise PuzzleError("regionsum: the line stays in one region. It must enter at least 2")

    def segments(self, grid: Grid) -> list[list[int]]:
        """Return the segments of the line: the groups of cells that have the same sum.

        >>> RegionSum([1, 2, 6, 5], boxes=(2, 2)).segments(Grid(4, 4))
        [[1], [2, 6], [5]]
        >>> RegionSum([1, 2, 6, 5], boxes=(2, 2), single_totals=True).segments(Grid(4, 4))
        [[1, 5], [2, 6]]
        """
        region_of = _numbers(self.boxes, self.regions, grid)
        for cell in self.cells:
            if cell not in region_of:
                raise PuzzleError(f"regionsum: {grid.name(cell)} is not in a region")
        if not self.single_totals:
            return [list(run) for _, run in groupby(self.cells, region_of.__getitem__)]
        visits: dict[int, list[int]] = {}
        for cell in self.cells:
            visits.setdefault(region_of[cell], []).append(cell)
        return list(visits.values())

    def holds(self, grid: Grid, values: Values) -> bool:
        return meet([reach(grid, values, segment) for segment in self.segments(grid)])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return equal_sums(self.segments(grid))

    def details(self, grid: Grid) -> Iterator[str]:
        if self.single_totals:
            yield "counting all visits to a region together"
        if self.boxes is not None:
            yield f"with boxes {self.boxes[0]}×{self.boxes[1]} as regions"
        elif self.regions is not None:
            yield f"with the regions {' / '.join(map(grid.names, self.regions))}"


@lru_cache(maxsize=16)  # because the lines of a puzzle share their regions
def _numbers(
    boxes: tuple[int, int] | None, regions: tuple[Cells, ...] | None, grid: Grid
) -> dict[int, int]:
    """Return, for each cell of the board, the number of its region."""
    if boxes is not None:
        regions = tuple(Boxes(*boxes).groups(grid))
    if regions is None:
        raise PuzzleError("regionsum: add the line to a puzzle, or give it boxes or regions")
    return {cell: number for number, region in enumerate(regions) for cell in region}
