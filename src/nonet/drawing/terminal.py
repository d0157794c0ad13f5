"""Draws a board in characters: the cells, and the lines between the regions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nonet.drawing.borders import borders_of
from nonet.drawing.tints import tints
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle

EMPTY = "·"

_BOLD, _FAINT, _REVERSED, _CYAN = "1", "2", "7", "36"


def draw_boards(
    puzzle: Puzzle, boards: Sequence[Values], colour: bool, highlight: Collection[int]
) -> list[list[str]]:
    """Return the lines of each filling's drawing. All drawings have the same size."""
    tint_of, _ = tints(puzzle) if colour else ({}, {})
    pen = _Pen(_room(puzzle, boards), colour, frozenset(highlight), tint_of)
    return [_board(puzzle, values, pen) for values in boards]


def _room(puzzle: Puzzle, boards: Sequence[Values]) -> int:
    """Return the width of the widest value. In a wrong filling, values may be outside the range."""
    shown = {value for values in boards for value in values if value is not None}
    return max(len(str(value)) for value in (*shown, puzzle.grid.values[-1]))


@dataclass(frozen=True)
class _Pen:
    """Writes cells with their width, colour and highlight."""

    room: int
    colour: bool
    highlight: frozenset[int]
    tints: Mapping[int, int]

    def write(self, cell: int, given: int | None, value: int | None, space: bool) -> str:
        shown = given if value is None else value
        text = (EMPTY if shown is None else str(shown)).rjust(self.room)
        style = _FAINT if shown is None else _BOLD if shown == given else _CYAN
        if cell in self.highlight:
            return self._styled(f"[{text}]", f"{style};{_REVERSED}")
        if cell in self.tints:
            return tinted(f" {text}{' ' * space}", self.tints[cell], style)
        return f" {self._styled(text, style)}{' ' * space}"

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour else text


def tinted(text: str, tint: int, style: str = "") -> str:
    """Return a text on a pale background, with black, blue or grey letters."""
    letters = {_CYAN: "38;5;25", _FAINT: "38;5;240"}.get(style, "38;5;16")
    return f"\x1b[{_BOLD + ';' if style == _BOLD else ''}{letters};48;5;{tint}m{text}\x1b[0m"


def _board(puzzle: Puzzle, values: Values, pen: _Pen) -> list[str]:
    grid, borders = puzzle.grid, borders_of(puzzle)
    # Brackets take a column on each side of a value. Without brackets, one space between two values
    # is enough.
    spaces = [bool(pen.highlight) or ruled for ruled in borders.ruled_columns[1:]]
    widths = [1 + pen.room + space for space in spaces]
    written = [
        pen.write(cell, puzzle.givens[cell], values[cell], space)
        for cell, space in enumerate(spaces * grid.rows)
    ]
    return list(borders.lines(written, widths))
