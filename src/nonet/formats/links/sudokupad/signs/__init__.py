"""The signs of rules in SudokuPad: how the converter from f-puzzles draws each of them.

A rule is one entry in one of the tables. What the converter loses has none: which clone belongs to
which cells, the gap of a whisper, the order in which a bent pill is read, and which clue a plain
number outside the board is.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.formats.links.sudokupad.drawings import Drawing
from nonet.formats.links.sudokupad.signs.arrows import ARROWS
from nonet.formats.links.sudokupad.signs.cells import CELLS
from nonet.formats.links.sudokupad.signs.clues import CLUES
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, middle
from nonet.formats.links.sudokupad.signs.edges import EDGES
from nonet.formats.links.sudokupad.signs.lines import LINES
from nonet.model.grid import Grid
from nonet.rules import ExtraRegion, Rule, Windoku
from nonet.system.errors import PuzzleError

SIGNS: tuple[Sign, ...] = (*LINES, *ARROWS, *EDGES, *CELLS, *CLUES)

__all__ = ["SIGNS", "Page", "drawn", "middle", "parts_of", "seen"]

_BY_KIND = {sign.kind: sign for sign in SIGNS}


def seen(grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
    """Yield the rules that a drawing shows together with others on its page."""
    for sign in SIGNS:
        for found in sign.see(grid, drawing, page):
            try:
                found.rule.fit(grid)
            except PuzzleError:
                continue
            yield found


def drawn(grid: Grid, rule: Rule) -> tuple[Drawing, ...]:
    """Return the drawings that show a rule, all of it; nothing if there are none.

    >>> from nonet.rules import Palindrome, Whisper
    >>> [line.thickness for line in drawn(Grid(9, 9), Palindrome([0, 1]))]
    [16.0]
    >>> drawn(Grid(9, 9), Whisper([0, 1]))
    ()
    """
    sign = _BY_KIND.get(type(rule))
    if sign is None:
        return ()
    drawings = tuple(sign.draw(grid, rule))
    page = Page(drawings)
    shown = {found.rule for drawing in drawings for found in sign.see(grid, drawing, page)}
    return drawings if shown.issuperset(sign.parts(grid, rule)) else ()


def parts_of(grid: Grid, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules as which one is read again; together they say the same.

    >>> from nonet.rules import Odd
    >>> parts_of(Grid(9, 9), Odd([0, 1]))
    (Odd(cells=(0,)), Odd(cells=(1,)))
    """
    if isinstance(rule, Windoku):
        return tuple(map(ExtraRegion, rule.groups(grid)))
    sign = _BY_KIND.get(type(rule))
    return (rule,) if sign is None else tuple(sign.parts(grid, rule))
