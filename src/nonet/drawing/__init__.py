"""Draws a puzzle as text for the terminal, with a legend for everything the text cannot show.

`nonet.drawing.svg` draws pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.drawing.legend import legend, title
from nonet.drawing.terminal import draw_boards, tinted
from nonet.drawing.tints import tints
from nonet.drawing.visibility import differing, require_fillings
from nonet.formats import PuzzleLike, as_puzzle
from nonet.model.constraints import Values
from nonet.model.grid import CellsLike
from nonet.puzzle import Puzzle

#: The spaces between two drawings that are printed side by side.
GAP = "   "


def draw(
    puzzle: PuzzleLike,
    values: Values | None = None,
    *,
    colour: bool = False,
    highlight: CellsLike = (),
) -> str:
    """Return the puzzle as text, filled with the values of a full or partial solution.

    Highlighted cells are in brackets. With `colour`, the text has terminal colours for highlighted
    cells, cages and lines.

    >>> from nonet.rules import Cage
    >>> print(draw(as_puzzle("1......2........").with_rules(Cage("r2c2 r2c3", 7))))
    ┏━━━━━┳━━━━━┓
    ┃ 1 · ┃ · · ┃
    ┃ · · ┃ · 2 ┃
    ┣━━━━━╋━━━━━┫
    ┃ · · ┃ · · ┃
    ┃ · · ┃ · · ┃
    ┗━━━━━┻━━━━━┛
    cage r2c2 r2c3 = 7
    """
    puzzle = as_puzzle(puzzle)
    board = puzzle.givens if values is None else values
    require_fillings(puzzle, [board])
    [lines] = draw_boards(puzzle, [board], colour, puzzle.grid.named(highlight))
    return "\n".join([*title(puzzle), *lines, *_words(puzzle, [board], colour)])


def draw_side_by_side(
    puzzle: PuzzleLike,
    boards: Sequence[Values],
    *,
    colour: bool = False,
    highlight: CellsLike | None = None,
    width: int = 80,
) -> str:
    """Return several fillings side by side. By default, the cells that differ are highlighted.

    If the drawings do not fit into `width` characters, they continue below.

    >>> print(draw_side_by_side("....", [(1, 2, 2, 1), (2, 1, 1, 2)]))
    ┏━━━━━━┓   ┏━━━━━━┓
    ┃[1][2]┃   ┃[2][1]┃
    ┃[2][1]┃   ┃[1][2]┃
    ┗━━━━━━┛   ┗━━━━━━┛
    """
    puzzle = as_puzzle(puzzle)
    require_fillings(puzzle, boards)
    cells = differing(boards) if highlight is None else puzzle.grid.named(highlight)
    drawings = draw_boards(puzzle, boards, colour, cells)
    words = _words(puzzle, boards, colour)
    return "\n".join([*title(puzzle), *_beside(drawings, width), *words])


def _words(puzzle: Puzzle, boards: Sequence[Values], colour: bool) -> Iterator[str]:
    """Yield the legend. In colour, a line about a rule has the same background as its cells."""
    _, tinted_words = tints(puzzle) if colour else ({}, {})
    for line in legend(puzzle, boards):
        yield tinted(line, tinted_words[line]) if line in tinted_words else line


def _beside(drawings: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of drawings of equal size. Put as many side by side as fit."""
    if not drawings:
        return
    wide = len(drawings[0][0])  # this line has no escape codes
    across = max(1, (width + len(GAP)) // (wide + len(GAP)))
    for start in range(0, len(drawings), across):
        yield from map(GAP.join, zip(*drawings[start : start + across], strict=True))
