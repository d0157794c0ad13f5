"""Pictures of a puzzle as SVG, for notebooks, web pages and print.

Every rule is drawn on the board or described below it. A picture is one SVG element without
external references. The same puzzle always gives the same SVG text.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nonet.drawing.legend import (
    differing,
    harmless,
    legend,
    open_cells,
    require_fillings,
    require_marks,
    shown,
    title,
)
from nonet.drawing.svg.page import Words, draw_page
from nonet.drawing.svg.scene import Emphasis, Scene
from nonet.formats import PuzzleLike, as_puzzle, write
from nonet.formats.links import LINKS
from nonet.model.constraints import Values
from nonet.model.grid import CellsLike
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITES = [link.name for link in LINKS]


def draw_svg(
    puzzle: PuzzleLike,
    values: Values | None = None,
    *,
    marks: Sequence[int] | None = None,
    highlight: CellsLike = (),
    shaded: CellsLike = (),
    evidence: CellsLike = (),
    gone: Sequence[int] | None = None,
    caption: str | None = None,
    rules: bool = False,
) -> str:
    """Return a picture of the puzzle, filled with the values of a full or partial solution.

    `marks` has a mask of candidates for each cell, like `Puzzle.domains`. The candidates are drawn
    in empty cells. `gone` has a mask of the candidates to strike out.

    `highlight` lists the cells to frame. `shaded` lists the cells to shade, and `evidence` lists
    cells to shade more strongly. `caption` is a line above the board. With `rules`, the rules are
    written below the board: in the puzzle's own words, or in a sentence for each rule.

    >>> from nonet.formats import classic
    >>> puzzle = classic("12..34..2......3")
    >>> picture = draw_svg(puzzle, marks=puzzle.domains, highlight=[2, 3])
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" role="img"')
    True
    """
    puzzle = as_puzzle(puzzle)
    boards = [puzzle.givens if values is None else values]
    framed, pale, strong = map(puzzle.grid.named, (highlight, shaded, evidence))
    emphasis = Emphasis(framed, pale, strong, gone)
    return _draw(puzzle, boards, emphasis, caption, marks=marks, rules=rules)


def draw_svg_side_by_side(
    puzzle: PuzzleLike,
    boards: Sequence[Values],
    *,
    highlight: CellsLike | None = None,
    caption: str | None = None,
    across: int = 2,
) -> str:
    """Return a picture of several fillings. By default, the cells that differ are marked.

    Each row of the picture has `across` fillings.

    >>> from nonet.formats import classic
    >>> from nonet.questions.uniqueness import check
    >>> puzzle = classic("123434122.......")
    >>> picture = draw_svg_side_by_side(puzzle, check(puzzle).witnesses)
    """
    puzzle = as_puzzle(puzzle)
    cells = differing(boards) if highlight is None else puzzle.grid.named(highlight)
    return _draw(puzzle, boards, Emphasis(cells), caption, across)


def _draw(
    puzzle: Puzzle,
    boards: Sequence[Values],
    emphasis: Emphasis,
    caption: str | None,
    across: int = 1,
    marks: Sequence[int] | None = None,
    rules: bool = False,
) -> str:
    require_fillings(puzzle, boards)
    for masks in (marks, emphasis.gone):
        if masks is not None:
            require_marks(puzzle.grid, masks)
    signs = shown(puzzle, boards)
    words = Words(
        spoken=_spoken(puzzle, boards, caption),
        title=list(title(puzzle)),
        caption=[] if caption is None else [harmless(caption)],
        legend=list(legend(puzzle, boards, signs, open_cells(puzzle, boards), rules=rules)),
    )
    return draw_page(Scene(puzzle, signs, emphasis, marks), boards, across, words)


def _spoken(puzzle: Puzzle, boards: Sequence[Values], caption: str | None) -> str:
    """Return the description for readers who cannot see the picture."""
    grid = puzzle.grid
    givens = sum(value is not None for value in puzzle.givens)
    parts = [*title(puzzle), f"{grid.rows}×{grid.columns} puzzle", f"{givens} givens"]
    found = sum(value is not None for value in boards[0]) - givens if boards else 0
    if len(boards) != 1:
        parts.append(f"{len(boards)} fillings that differ in {len(differing(boards))} cells")
    elif found > 0:
        parts.append(f"{found} values found")
    if caption is not None:
        parts.append(harmless(caption))
    return ", ".join(parts)


def draw_html(
    puzzle: PuzzleLike, values: Values | None = None, *, links: Sequence[str] = ("fpuzzles",)
) -> str:
    """Return the picture of `draw_svg` with links below it, one link in each of these formats.

    ``IPython.display.HTML`` shows the result in a notebook. A link contains the whole puzzle, so
    nothing is sent until a reader follows the link. A format that cannot express the puzzle raises
    `PuzzleError`.

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
