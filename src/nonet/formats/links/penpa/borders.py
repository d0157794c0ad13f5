"""Regions and diagonals of Penpa+: thick lines between the corners of cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from nonet.formats.links.penpa.paper import Paper
from nonet.formats.squares import default_boxes
from nonet.formats.text import counted
from nonet.model.grid import Cells
from nonet.rules import Boxes, Regions, Rule
from nonet.system.errors import PuzzleError

#: The styles of lines at edges: of regions, and of diagonals.
BORDER, DIAGONAL = 2, 12

#: Two corners, the lower number first.
Segment: TypeAlias = tuple[int, int]


def regions_of(paper: Paper, borders: Collection[Segment]) -> tuple[Cells, ...]:
    """Return the cells that no border keeps apart."""
    grid = paper.grid
    regions: list[Cells] = []
    seen: set[int] = set()
    for start in grid.cells:
        if start in seen:
            continue
        region, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            for other in _beside(paper, cell):
                if other not in region and _between(paper, cell, other) not in borders:
                    region.add(other)
                    waiting.append(other)
        seen |= region
        regions.append(tuple(sorted(region)))
    return tuple(regions)


def rules_of(paper: Paper, borders: Collection[Segment], is_sudoku: bool) -> Iterator[Rule]:
    """Yield the boxes or regions; a sudoku without any border has the boxes of its size."""
    grid = paper.grid
    inner = {_between(paper, a, b) for a in grid.cells for b in _beside(paper, a)}
    square = default_boxes(grid.rows) if grid.rows == grid.columns else None
    if not inner.intersection(borders):
        if is_sudoku and square:
            yield Boxes(*square)
        return
    found = regions_of(paper, borders)
    for region in found:
        if len(region) != len(grid.values):
            size = counted(len(region), "cell")
            raise PuzzleError(f"the borders leave a region of {size}, not {len(grid.values)}")
    if square and found == tuple(sorted(Boxes(*square).groups(grid))):
        yield Boxes(*square)
    else:
        yield Regions(found)


def borders_of(paper: Paper, regions: Iterable[Cells]) -> Iterator[Segment]:
    """Yield the borders between regions."""
    region_of = {cell: number for number, region in enumerate(regions) for cell in region}
    for cell in paper.grid.cells:
        for other in _beside(paper, cell):
            if other > cell and region_of.get(cell) != region_of.get(other):
                yield _between(paper, cell, other)


def diagonals_of(paper: Paper) -> tuple[frozenset[Segment], frozenset[Segment]]:
    """Return the segments of the falling and of the rising diagonal."""
    side = paper.grid.rows
    if side != paper.grid.columns:
        return frozenset(), frozenset()
    falling = ((paper.corner(i, i), paper.corner(i + 1, i + 1)) for i in range(side))
    rising = ((paper.corner(i, side - i), paper.corner(i + 1, side - i - 1)) for i in range(side))
    return frozenset(falling), frozenset(rising)


def _beside(paper: Paper, cell: int) -> Iterator[int]:
    row, column = paper.grid.place(cell)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if paper.grid.has(row + down, column + right):
            yield paper.grid.at(row + down, column + right)


def _between(paper: Paper, a: int, b: int) -> Segment:
    """Return the segment on the edge between two cells."""
    row, column = paper.grid.place(max(a, b))
    along = (0, 1) if abs(a - b) == paper.grid.columns else (1, 0)
    return paper.corner(row, column), paper.corner(row + along[0], column + along[1])
