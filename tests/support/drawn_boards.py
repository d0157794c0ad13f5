"""Boards and rules that the tests of drawings draw."""

from dataclasses import dataclass

from examples import classic
from hypothesis import strategies as st
from strategies import puzzles

from nonet.model.figures import Figure
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Regions, Rows, Rule

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


@dataclass(frozen=True)
class Drawn(Rule, family=True):
    """A rule that only has a picture and a caption."""

    marks: tuple[Figure, ...]
    words: str = ""

    def holds(self, grid, values):
        return True

    def lower(self, grid):
        return iter(())

    def figures(self, grid):
        return iter(self.marks)

    def caption(self, grid):
        return self.words


@st.composite
def drawable(draw_from):
    """Draw a puzzle, a partial filling of it, cells to mark, and candidates."""
    puzzle = draw_from(puzzles())
    cells = len(puzzle.grid.cells)
    value = st.none() | st.sampled_from(puzzle.grid.values)
    values = draw_from(st.lists(value, min_size=cells, max_size=cells))
    mask = st.integers(0, puzzle.grid.full)
    marks = draw_from(st.none() | st.lists(mask, min_size=cells, max_size=cells))
    return puzzle, values, draw_from(st.sets(st.sampled_from(puzzle.grid.cells))), marks
