"""HTML of puzzles: a picture with links that open the puzzle elsewhere, and sheets for printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle, write
from nonet.formats.links import LINKS
from nonet.formats.text import counted
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITES = [link.name for link in LINKS]

#: The style of the sheets. A sheet fits on A4 and on letter paper, within the margins of the page.
_STYLE = """\
@page { size: portrait; margin: 12mm; }
@media screen { section { margin: 12mm auto; } }
body { margin: 0; font: 10pt sans-serif; }
section { display: grid; gap: 4mm; width: 184mm; height: 250mm; }
section + section { break-before: page; }
figure { display: flex; flex-direction: column; min-height: 0; margin: 0; }
figcaption { text-align: center; }
svg { flex: 1; width: 100%; }"""


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


def printable(puzzles: Sequence[str], solutions: Sequence[str] = ()) -> str:
    """Return a page for printing, with up to six pictures of puzzles on a sheet.

    The pictures of the solutions follow on sheets of their own, up to twelve on each.

    >>> page = printable([draw_svg("12..34..2......3")] * 7)
    >>> page.count("<section"), page.count("<figcaption>7</figcaption>")
    (2, 1)
    """
    columns = 1 if len(puzzles) <= 2 else 2
    rows = ceil(min(len(puzzles), 6) / columns)
    sheets = [*_sheets(puzzles, columns, rows), *_sheets(solutions, 3, 4, "Solution ")]
    head = f'<meta charset="utf-8">\n<title>{counted(len(puzzles), "puzzle")}</title>'
    body = "\n".join(sheets)
    return f"<!doctype html>\n{head}\n<style>\n{_STYLE}\n</style>\n{body}"


def _sheets(pictures: Sequence[str], columns: int, rows: int, name: str = "") -> Iterator[str]:
    figures = [
        f"<figure><figcaption>{name}{number}</figcaption>{picture}</figure>"
        for number, picture in enumerate(pictures, 1)
    ]
    shape = f"repeat({rows}, minmax(0, 1fr)) / repeat({columns}, minmax(0, 1fr))"
    for start in range(0, len(figures), columns * rows):
        some = "\n".join(figures[start : start + columns * rows])
        yield f'<section style="grid-template: {shape}">\n{some}\n</section>'
