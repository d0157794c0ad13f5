"""Draws a board in characters, with background colours for lines, cages and shades.

A *tint* is the number of a pale colour among the 256 colours of a terminal. Black letters are
readable on all tints.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import cycle

from nonet.drawing.borders import borders_of, figures_of
from nonet.model.constraints import Values
from nonet.model.figures import Figure, Line, Outline, Shade
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle

EMPTY = "·"

#: The codes of some styles of text in a terminal.
BOLD, FAINT, REVERSED, CYAN = "1", "2", "7", "36"

#: The tints for the colours in the names of looks, and the tints for looks without a colour.
_NAMED = {
    **{"green": 157, "teal": 159, "blue": 153, "purple": 183, "lavender": 189, "pink": 225},
    **{"red": 217, "salmon": 223, "orange": 215, "yellow": 229, "brown": 180, "grey": 251},
}
_IN_TURN = (230, 195, 225, 194, 189, 223)


def draw_boards(
    puzzle: Puzzle, boards: Sequence[Values], colour: bool, highlight: Collection[int]
) -> list[list[str]]:
    """Return the lines of each filling's drawing. All drawings have the same size."""
    grid, borders, marked = puzzle.grid, borders_of(puzzle), frozenset(highlight)
    tint_of, _ = tints(puzzle) if colour else ({}, {})
    # In a wrong filling, values may be outside the range.
    held = {value for values in boards for value in values if value is not None}
    room = max(len(str(value)) for value in (*held, grid.values[-1]))
    # Brackets take a column on each side of a value. Without brackets, one space between two values
    # is enough.
    spaces = [bool(marked) or ruled for ruled in borders.ruled_columns[1:]]

    def written(cell: int, given: int | None, value: int | None, space: bool) -> str:
        shown = given if value is None else value
        text = EMPTY if shown is None else str(shown)
        text = ("" if cell in borders.absent else text).rjust(room)
        style = FAINT if shown is None else BOLD if shown == given else CYAN
        if cell in marked:
            return styled(f"[{text}]", f"{style};{REVERSED}" if colour else "")
        if cell in tint_of:
            return tinted(f" {text}{' ' * space}", tint_of[cell], style)
        return f" {styled(text, style if colour else '')}{' ' * space}"

    widths = [1 + room + space for space in spaces]

    def drawing(values: Values) -> Iterator[str]:
        texts = list(map(written, grid.cells, puzzle.givens, values, cycle(spaces)))
        yield from (board := list(borders.lines(texts, widths)))
        for layer in grid.layers:
            cells, wide = grid.layer(layer.name), len(board[0])  # this line has no escape codes
            held = texts[cells.start : cells.stop]
            if layer.size:
                yield f"{layer.name}:{''.join(held)}".ljust(wide)
            else:
                yield f"{layer.name}:".ljust(wide)
                yield from borders.lines(held, widths)

    return [list(drawing(values)) for values in boards]


def styled(text: str, style: str) -> str:
    """Return a text in a style. The empty style changes nothing."""
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def tinted(text: str, tint: int, style: str = "") -> str:
    """Return a text on a pale background, with black, blue or grey letters."""
    letters = {CYAN: "38;5;25", FAINT: "38;5;240"}.get(style, "38;5;16")
    return styled(text, f"{BOLD + ';' if style == BOLD else ''}{letters};48;5;{tint}")


def tints(puzzle: Puzzle) -> tuple[dict[int, int], dict[str, int]]:
    """Return the tints of cells with a line, an outline or a shade, and of their legend lines.

    A cell takes the tint of its first rule.

    >>> from nonet.formats import classic
    >>> cells, words = tints(classic("." * 16).whisper("r1c1-r1c3"))
    >>> cells
    {0: 157, 1: 157, 2: 157}
    """
    grid = puzzle.grid
    cells: dict[int, int] = {}
    words: dict[str, int] = {}
    for rule in puzzle.rules:
        for figure in figures_of(rule, grid):
            mine = [cell for cell in _cells(grid, figure) if cell not in cells]
            if mine:
                tint = _tint(grid, figure, mine, cells)
                cells |= dict.fromkeys(mine, tint)
                words.setdefault(rule.in_words(grid), tint)
    return cells, words


def _cells(grid: Grid, figure: Figure) -> Iterator[int]:
    match figure:
        case Outline(cells) | Shade(cells):
            yield from cells
        case Line(points):
            inside = [(int(y), int(x)) for x, y in points if x % 1 and y % 1 and x > 0 and y > 0]
            yield from dict.fromkeys(grid.at(*place) for place in inside if grid.has(*place))


def _tint(grid: Grid, figure: Figure, mine: list[int], taken: Mapping[int, int]) -> int:
    """Return the tint of the figure's colour, or else a tint that no neighbouring cell has."""
    look = getattr(figure, "look", "")
    named = next((_NAMED[word] for word in look.split() if word in _NAMED), None)
    if named is not None:
        return named
    near = {taken.get(cell) for one in mine for cell in _around(grid, one)}
    return next((tint for tint in _IN_TURN if tint not in near), _IN_TURN[0])


def _around(grid: Grid, cell: int) -> Iterator[int]:
    row, column = grid.place(cell)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if grid.has(row + down, column + right):
                yield grid.at(row + down, column + right)
