"""What clues outside the board share.

Such a clue names the cells of its line in the order in which it sees them: ``"r1c1-r1c9"`` is read
from the left, ``"r1c9-r1c1"`` from the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from nonet.model.figures import Badge, Figure, outside
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Rule, require_cells, require_room


class Outside(Rule, family=True):
    """The family: a clue outside the board speaks of a line of cells.

    Subclasses have the fields `cells` and one for what is written.
    """

    cells: Cells
    #: What setters call the rule.
    title: ClassVar[str]

    @property
    def text(self) -> str:
        """What is written outside the board."""
        raise NotImplementedError

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, and lines that are too long."""
        require_cells(grid, self.cells, self.name)
        pairs = len(self.cells) ** 2
        require_room(pairs, self.name, "pairs of cells")

    def describe(self, grid: Grid) -> str:
        """Name the line by its ends."""
        first, last = grid.name(self.cells[0]), grid.name(self.cells[-1])
        line = first if len(self.cells) == 1 else f"{first}-{last}"
        straight = self.cells == grid.named(line)
        return f"{self.title} {self.text}: {line if straight else grid.names(self.cells)}"

    @property
    def sign(self) -> str:
        """What stands outside the board: what is said, if that is short."""
        return self.text

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Write the clue outside the board, if the line begins at its edge."""
        if len(self.cells) > 1 and not any(breaks(grid, self.cells)):
            x, y = outside(grid, self.cells)
            if not (0 < x < grid.columns and 0 < y < grid.rows):
                yield Badge((x, y), "clue", self.sign)

    def caption(self, grid: Grid) -> str:
        """Say what is written."""
        return f"outside: {self.title}"
