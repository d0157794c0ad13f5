"""The solutions of a puzzle, many at a time: the engine's search without an answer for each."""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Taken
from nonet.solvers.native.general.model import compiled


class TreeListing:
    """A search that never learns: what it has learnt would have to leave out each solution.

    >>> from nonet.formats import classic
    >>> listing = TreeListing(classic(order=2), by="native")
    >>> listing.take(most=100).found, listing.take(most=1000, kept=1).found
    (100, 188)
    """

    def __init__(self, puzzle: Puzzle, by: str) -> None:
        self.by = by
        self._grid = puzzle.grid
        self._search = compiled(puzzle.geometry).search(puzzle.domains)

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Go past the next solutions, up to `most`, and keep the first `kept` of them."""
        progress, found, indices = self._search.take(most, kept, seconds)
        first, size = self._grid.values.start, len(self._grid.cells)
        rows = (indices[start : start + size] for start in range(0, len(indices), size))
        grids = [tuple([first + index for index in row]) for row in rows]
        return Taken(found, grids, end=progress == "finished")
