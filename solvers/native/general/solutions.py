"""The solutions of a puzzle, many at a time: the engine's search without an answer for each."""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Taken
from nonet.solvers.native.general import engine
from nonet.solvers.native.general.model import compiled
from nonet.system.limits import require_means

#: The nodes without a solution after which learning takes over, where many are wanted. It has to
#: leave out each solution that is found, and where they are many it is several times as slow as
#: search; where there is hardly any, as on some large boards, search alone may never end.
PATIENCE_WITH_MANY = 32_000

#: Solutions that nobody lives to see, as a number that the engine takes.
_UNLIMITED = (1 << 63) - 1


class TreeListing:
    """A search that stands still between the solutions that are taken.

    >>> from nonet.formats import classic
    >>> listing = TreeListing(classic(order=2), by="native")
    >>> listing.take(most=100).found, listing.take(most=1000, kept=1).found
    (100, 188)
    """

    #: Pieces are listed on all cores.
    side_by_side = True

    def __init__(
        self, puzzle: Puzzle, by: str, *, few: bool = False, may_learn: bool = True
    ) -> None:
        self.by = by
        self._grid = puzzle.grid
        patience = engine.PATIENCE if few else PATIENCE_WITH_MANY
        compilation = compiled(puzzle.geometry)
        require_means()
        self._search = compilation.search(puzzle.domains, patience if may_learn else None)

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Go past the next solutions, up to `most`, and keep the first `kept` of them."""
        most, kept = min(most, _UNLIMITED), min(kept, _UNLIMITED)
        progress, found, indices = self._search.take(most, kept, seconds)
        first, size = self._grid.values.start, len(self._grid.cells)
        rows = (indices[start : start + size] for start in range(0, len(indices), size))
        grids = [tuple([first + index for index in row]) for row in rows]
        return Taken(found, grids, end=progress == "finished")
