"""Isomorphisms: moves of cells and new names of values that preserve the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: The metadata that an isomorph keeps.
_OF_ALL_ISOMORPHS = ("label", "title", "author")


@dataclass(frozen=True)
class Isomorphism:
    """A move of cells and a renaming of values.

    For each cell, `cells` has the cell that moves there. The i-th entry of `values` is the new name
    of the i-th value of the grid.

    >>> turn = Isomorphism(Grid(1, 2), cells=(1, 0), values=(2, 1))
    >>> turn.of_values((1, None)), turn.inverse() == turn
    ((None, 2), True)
    """

    grid: Grid
    cells: Cells
    values: tuple[int, ...]

    @classmethod
    def identity(cls, grid: Grid) -> Isomorphism:
        """Return the isomorphism that changes nothing."""
        return cls(grid, tuple(grid.cells), tuple(grid.values))

    def of_puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the isomorph of a puzzle. The isomorphism must preserve the puzzle's rules."""
        marks = (puzzle.marks[cell] for cell in self.cells)
        return replace(
            puzzle,
            givens=self.of_values(puzzle.givens),
            meta=tuple((key, text) for key, text in puzzle.meta if key in _OF_ALL_ISOMORPHS),
            marks=tuple(
                self.grid.mask(map(self.value, self.grid.values_of(mask))) for mask in marks
            ),
        )

    def of_values(self, values: Sequence[int | None]) -> tuple[int | None, ...]:
        """Return these values, such as a solution, after the move and the renaming."""
        if len(values) != len(self.cells):
            raise PuzzleError(f"there are {len(values)} values for {len(self.cells)} cells")
        moved = (values[cell] for cell in self.cells)
        return tuple(None if value is None else self.value(value) for value in moved)

    def value(self, value: int) -> int:
        """Return the new name of a value."""
        return self.values[value - self.grid.values.start]

    def inverse(self) -> Isomorphism:
        """Return the inverse isomorphism."""
        cells = sorted(self.grid.cells, key=self.cells.__getitem__)
        values = sorted(self.grid.values, key=self.value)
        return Isomorphism(self.grid, tuple(cells), tuple(values))

    def then(self, other: Isomorphism) -> Isomorphism:
        """Return the composition: this isomorphism, then the other one."""
        cells = tuple(self.cells[cell] for cell in other.cells)
        return Isomorphism(self.grid, cells, tuple(map(other.value, self.values)))
