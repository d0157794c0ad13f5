"""Pictures of a puzzle as SVG, for notebooks, web pages and print.

Every rule is drawn on the board or described below it. A picture is one SVG element with a white
background and without external references. The same puzzle always gives the same SVG text.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.drawing.legend import harmless, legend, title
from nonet.drawing.svg.page import Words, draw_page
from nonet.drawing.svg.scene import Emphasis, Scene
from nonet.drawing.visibility import differing, open_cells, require_fillings, require_marks, shown
from nonet.formats import PuzzleLike, as_puzzle
from nonet.model.constraints import Values
from nonet.model.grid import CellsLike
from nonet.puzzle import Puzzle


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
    return _draw(puzzle, boards, marks, emphasis, caption, rules=rules)


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
    return _draw(puzzle, boards, None, Emphasis(cells), caption, across)


def _draw(
    puzzle: Puzzle,
    boards: Sequence[Values],
    marks: Sequence[int] | None,
    emphasis: Emphasis,
    caption: str | None,
    across: int = 1,
    *,
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
    found = (sum(value is not None for value in values) - givens for values in boards)
    parts = [*title(puzzle), f"{grid.rows}×{grid.columns} puzzle", f"{givens} givens"]
    if len(boards) == 1:
        parts += (f"{count} values found" for count in found if count > 0)
    else:
        parts.append(f"{len(boards)} fillings that differ in {len(differing(boards))} cells")
    if caption is not None:
        parts.append(harmless(caption))
    return ", ".join(parts)
