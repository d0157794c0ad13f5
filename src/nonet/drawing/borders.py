"""Borders: the lines of a drawing, and the characters where they meet.

Lines are drawn only between regions, because lines between all cells would double the height of a
classic board and make the regions less clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.model.constraints import Values
from nonet.model.figures import Figure, Seams, Walls
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: The characters for corners, crossings and lines. A character's index is the sum of its arms: 1
#: for up, 2 for right, 4 for down, 8 for left.
_JUNCTIONS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


@dataclass(frozen=True, eq=False)
class Borders:
    """The heavy lines between cells of different regions. An absent cell has no region."""

    grid: Grid
    regions: tuple[int | None, ...]

    @cached_property
    def absent(self) -> frozenset[int]:
        """The cells of the grid that are not part of the board, as in a samurai."""
        return frozenset(cell for cell, region in enumerate(self.regions) if region is None)

    def region(self, row: int, column: int) -> int | None:
        """Return the number of the region of a cell, or None outside the board."""
        return self.regions[self.grid.at(row, column)] if self.grid.has(row, column) else None

    def above(self, row: int, column: int) -> bool:
        """Tell whether a line runs above the cell."""
        return self.region(row - 1, column) != self.region(row, column)

    def left_of(self, row: int, column: int) -> bool:
        """Tell whether a line runs left of the cell."""
        return self.region(row, column - 1) != self.region(row, column)

    def corner(self, row: int, column: int) -> str:
        """Return the character in the upper left corner of the cell."""
        up, down = self.left_of(row - 1, column), self.left_of(row, column)
        left, right = self.above(row, column - 1), self.above(row, column)
        return _JUNCTIONS[up + 2 * right + 4 * down + 8 * left]

    @cached_property
    def ruled_rows(self) -> tuple[bool, ...]:
        """For each row, whether a line runs above it. The last item is for the bottom end."""
        columns = range(self.grid.columns)
        return tuple(
            any(self.above(row, column) for column in columns) for row in range(self.grid.rows + 1)
        )

    @cached_property
    def ruled_columns(self) -> tuple[bool, ...]:
        """For each column, whether a line runs left of it. The last item is for the right end."""
        rows = range(self.grid.rows)
        return tuple(
            any(self.left_of(row, column) for row in rows)
            for column in range(self.grid.columns + 1)
        )

    def lines(self, texts: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
        """Yield the lines of the board. Each cell has a text, and each column has a width."""
        columns = self.grid.columns
        for row in range(self.grid.rows):
            if self.ruled_rows[row]:
                yield self._rule(row, widths)
            yield self._fence(row, texts[row * columns : (row + 1) * columns])
        yield self._rule(self.grid.rows, widths)

    def _rule(self, row: int, widths: Sequence[int]) -> str:
        parts = []
        for column, width in enumerate([*widths, 0]):
            if self.ruled_columns[column]:
                parts.append(self.corner(row, column))
            parts.append(("━" if self.above(row, column) else " ") * width)
        return "".join(parts)

    def _fence(self, row: int, cells: Sequence[str]) -> str:
        parts = []
        for column, cell in enumerate([*cells, ""]):
            if self.ruled_columns[column]:
                parts.append("┃" if self.left_of(row, column) else " ")
            parts.append(cell)
        return "".join(parts)


def borders_of(puzzle: Puzzle, values: Values | None = None) -> Borders:
    """Return the borders between the regions of a puzzle, or of a filling that has regions."""
    for layer in seams(puzzle):
        if values and None not in (held := values[layer.start : layer.stop]):
            return Borders(puzzle.grid, tuple(value for value in held if value is not None))
    groups = drawn_groups(puzzle)
    regions: list[int | None] = [None if groups else 0] * len(puzzle.grid.board)
    for number, group in enumerate(groups):
        for cell in group:
            regions[cell] = number
    return Borders(puzzle.grid, tuple(regions))


def seams(puzzle: Puzzle) -> Iterator[range]:
    """Yield the layers of regions that are part of the solution."""
    for rule in puzzle.rules if puzzle.grid.layers else ():
        yield from (each.layer for each in figures_of(rule, puzzle.grid) if isinstance(each, Seams))


def drawn_groups(puzzle: Puzzle) -> tuple[Cells, ...]:
    """Return the boxes or regions to draw, from the last rule that has walls."""
    figures = (figure for rule in puzzle.rules for figure in figures_of(rule, puzzle.grid))
    walls = [figure for figure in figures if isinstance(figure, Walls)]
    return walls[-1].groups if walls else ()


def figures_of(rule: Rule, grid: Grid) -> tuple[Figure, ...]:
    """Return the figures of a rule. A rule that names cells of layers has no place on the board."""
    if not grid.layers:
        return tuple(rule.figures(grid))
    try:
        figures = tuple(rule.figures(grid))
    except PuzzleError:  # a cell has no place
        return ()
    for figure in figures:
        groups = figure.groups if isinstance(figure, Walls) else [getattr(figure, "cells", ())]
        if not all(set(group).issubset(grid.board) for group in groups):
            return ()
    return figures


def edges_around(grid: Grid, cells: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the start of each edge around a group of cells, and its direction.

    The directions 0 to 3 are right, down, left and up. The cells are on the right of each edge.
    """
    cells = frozenset(cells)
    for cell in sorted(cells):
        row, column = grid.place(cell)
        for heading, (across, below) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            there = row + below, column + across
            if not (grid.has(*there) and grid.at(*there) in cells):
                yield column + (heading in (1, 2)), row + (heading in (2, 3)), heading
