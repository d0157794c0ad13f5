"""A picture of a puzzle for notebooks, with links that open the puzzle elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle, write
from nonet.formats.links import LINKS
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITES = [link.name for link in LINKS]


def draw_html(
    puzzle: PuzzleLike, values: Values | None = None, *, links: Sequence[str] = ("fpuzzles",)
) -> str:
    """Return the picture of `draw_svg` with links below it, one link in each of these formats.

    ``IPython.display.HTML`` shows the result in a notebook. A link contains the whole puzzle, so
    nothing is sent until a reader follows the link. A `PuzzleError` is raised if one of the formats
    cannot express a rule of the puzzle.

    >>> page = draw_html("12..34..2......3")
    >>> page.startswith("<svg"), page[page.index("<p>") :][:52]
    (True, '<p><a href="https://www.f-puzzles.com/?load=N4Igzglg')
    """
    puzzle = as_puzzle(puzzle)
    anchors = " · ".join(_anchor(puzzle, name) for name in links)
    return f"{draw_svg(puzzle, values)}\n<p>{anchors}</p>"


def _anchor(puzzle: Puzzle, name: str) -> str:
    if name not in _SITES:
        raise PuzzleError(f"{name!r} is not a format of links. Choose one of {', '.join(_SITES)}")
    return f'<a href="{escape(write(puzzle, name))}" rel="noreferrer">{name}</a>'
