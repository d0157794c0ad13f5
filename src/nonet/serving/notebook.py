"""The board in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.formats import PuzzleLike, classic
from nonet.solvers import BackendUnavailable

if TYPE_CHECKING:
    from nonet.serving.widget import BoardWidget


def board(puzzle: PuzzleLike | None = None) -> BoardWidget:
    """Return a board that shows a puzzle in a notebook. The default is an empty 9×9 board.

    When you edit the puzzle on the screen, the board's attribute `puzzle` changes. When you assign
    another puzzle to this attribute, the screen changes.

    >>> shown = board("12..34..2......3")
    >>> shown.puzzle
    <Puzzle 4×4, 6 givens, rows, columns, boxes>
    >>> shown.puzzle = shown.puzzle.thermo("r1c1-r1c3")
    >>> shown.close()
    """
    try:
        from nonet.serving.widget import BoardWidget
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise BackendUnavailable("the board needs anywidget: pip install anywidget") from None
    return BoardWidget(puzzle=classic(order=3) if puzzle is None else puzzle)
