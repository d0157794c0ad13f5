"""Coded classic puzzles: ``scf``, the givens, and what else there is to a puzzle of 9×9."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits

from nonet.formats.squares import Square, build
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals, Rule, Windoku
from nonet.system.errors import PuzzleError

#: A sign stands for a digit and up to five zeros after it.
_CODES = {
    sign: f"{number % 10}{'0' * (number // 10)}"
    for number, sign in enumerate(digits + ascii_uppercase + ascii_lowercase[:24])
}
_CELLS = 81
_RULES: dict[str, Rule] = {"w": Windoku(), "x": Diagonals()}
_TEXTS = {"t": "title", "a": "author"}


def puzzle_of(code: str) -> Puzzle:
    """Return the puzzle of a code, without its prefix.

    >>> print(str(puzzle_of("5NlQ19j9mGca3OIN1bWGk2m41TjS79")).splitlines()[0])
    5 3 . | . 7 . | . . .
    """
    cells, options = _split(code)
    givens = tuple(int(digit) or None for digit in cells)
    puzzle = build(Square(9, range(1, 10), givens), (3, 3))
    rules: list[Rule] = []
    meta: list[tuple[str, str]] = []
    while options:
        option, options = options[0], options[1:]
        if option in _RULES:
            rules.append(_RULES[option])
        elif option in _TEXTS:
            text, options = _until_star(options)
            meta.append((_TEXTS[option], text))
        else:
            raise PuzzleError(f"scf: unknown option {quoted(option)}")
    return replace(puzzle, rules=(*puzzle.rules, *rules), meta=tuple(meta))


def _split(code: str) -> tuple[str, str]:
    """Return the digits of all cells, and the options; a star ends givens that stop early."""
    cells, place = "", 0
    while len(cells) < _CELLS:
        if code[place : place + 1] == "*":
            return cells.ljust(_CELLS, "0"), code[place + 1 :]
        if place == len(code) or code[place] not in _CODES:
            raise PuzzleError(f"scf: {len(cells)} digits, not {_CELLS}")
        cells += _CODES[code[place]]
        place += 1
    if len(cells) > _CELLS:
        raise PuzzleError(f"scf: {len(cells)} digits, not {_CELLS}")
    return cells, code[place:].removeprefix("*")


def _until_star(text: str) -> tuple[str, str]:
    """Return a text up to a single star, and what follows; two stars are one in it."""
    said, place = "", 0
    while place < len(text):
        if text[place] == "*":
            place += 1
            if text[place : place + 1] != "*":
                break
        said += text[place]
        place += 1
    return said, text[place:]
