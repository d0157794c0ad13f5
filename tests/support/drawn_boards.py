"""Boards that the tests of drawings draw."""

from examples import classic

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Regions, Rows

LATIN = (Rows(), Columns())
WIKIPEDIA = classic(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = tuple(
    map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
)
AMBIGUOUS = classic("12..34..2......3").with_givens({0: None, 15: None})


def changed(values, **cells):
    """Return the values, with new values in some named cells."""
    new = {WIKIPEDIA.grid.cell(name): value for name, value in cells.items()}
    return tuple(new.get(cell, value) for cell, value in enumerate(values))


def jigsaw(*lines):
    """Return a puzzle whose regions are drawn as letters."""
    letters = "".join(lines)
    regions = tuple(
        tuple(cell for cell, found in enumerate(letters) if found == letter)
        for letter in dict.fromkeys(letters)
    )
    return Puzzle(Grid(len(lines), len(lines[0])), rules=(*LATIN, Regions(regions)))
