"""The signs of rules in SudokuPad: how the converter from f-puzzles draws each rule.

A rule has no sign if the converter loses a part of it, such as the gap of a whisper.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.formats.links.sudokupad.drawings import Drawing
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, middle
from nonet.formats.links.sudokupad.signs.lines import LINES
from nonet.formats.links.sudokupad.signs.marks import MARKS
from nonet.model.grid import Grid
from nonet.rules import ExtraRegion, Rule, Windoku
from nonet.system.errors import PuzzleError

SIGNS: tuple[Sign, ...] = (*LINES, *MARKS)

__all__ = ["SIGNS", "Page", "drawn", "middle", "parts_of", "seen"]

_BY_KIND = {sign.kind: sign for sign in SIGNS}
_BY_STYLE: dict[object, list[Sign]] = {}
for _sign in SIGNS:
    _BY_STYLE.setdefault(_sign.look.style, []).append(_sign)


def seen(grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
    """Yield the rules that a drawing shows, alone or together with other drawings on its page."""
    for sign in _BY_STYLE.get(drawing.style, ()):
        for found in sign.see(grid, drawing, page):
            try:
                found.rule.fit(grid)
            except PuzzleError:
                continue
            yield found


def drawn(grid: Grid, rule: Rule) -> tuple[Drawing, ...]:
    """Return the drawings that show the whole rule, or () if the rule has no sign."""
    sign = _BY_KIND.get(type(rule))
    drawings = tuple(sign.draw(grid, rule)) if sign else ()
    page = Page(drawings)
    shown = {found.rule for drawing in drawings for found in seen(grid, drawing, page)}
    return drawings if shown.issuperset(parts_of(grid, rule)) else ()


def parts_of(grid: Grid, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules that a reader finds in the drawings of a rule.

    >>> from nonet.rules import Odd
    >>> parts_of(Grid(9, 9), Odd([0, 1]))
    (Odd(cells=(0,)), Odd(cells=(1,)))
    """
    if isinstance(rule, Windoku):
        return tuple(map(ExtraRegion, rule.groups(grid)))
    sign = _BY_KIND.get(type(rule))
    return tuple(sign.parts(grid, rule)) if sign else (rule,)
