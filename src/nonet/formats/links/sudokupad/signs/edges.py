"""Dots and letters on the edge between two cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cell_at, is_number
from nonet.model.figures import Point, between
from nonet.model.grid import Grid
from nonet.rules import BlackDot, PairSum, Rule, V, WhiteDot, X
from nonet.rules.connection import in_one_piece
from nonet.rules.marks.dots import EdgeMark


@dataclass(frozen=True)
class EdgeSign(Sign):
    """A mark of a kind: how its text is drawn, and which rule has it."""

    kind: type[EdgeMark]
    look: Patch
    rule_of: Callable[[int, int, str], EdgeMark | None]

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the mark, if the two cells share an edge."""
        assert isinstance(rule, EdgeMark)
        if rule.a != rule.b and in_one_piece(grid, (rule.a, rule.b)):
            yield replace(self.look, centre=between(grid, rule.a, rule.b), text=rule.text)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Find the two cells."""
        if isinstance(drawing, Patch) and drawing.style == self.look.style:
            match [cell_at(grid, point) for point in _sides(drawing.centre)]:
                case [int(a), int(b)] if rule := self.rule_of(a, b, drawing.text.strip()):
                    yield Seen(rule, (drawing,))

    def parts(self, grid: Grid, rule: Rule) -> Iterator[Rule]:
        """Name the cells in their order on the board, which says the same."""
        assert isinstance(rule, EdgeMark)
        yield replace(rule, a=min(rule.a, rule.b), b=max(rule.a, rule.b))


def _sides(point: Point) -> list[Point]:
    """Return the centres on either side of an edge; nothing where no edge has its middle."""
    x, y = point
    if x % 1 == 0 and y % 1 == 0.5:
        return [(x - 0.5, y), (x + 0.5, y)]
    if x % 1 == 0.5 and y % 1 == 0:
        return [(x, y - 0.5), (x, y + 0.5)]
    return []


def _numbered(
    kind: Callable[[int, int, int], EdgeMark], usual: int | None = None
) -> Callable[[int, int, str], EdgeMark | None]:
    """Return what makes marks of the number that is written, or of the usual one."""

    def rule_of(a: int, b: int, text: str) -> EdgeMark | None:
        if not text and usual is not None:
            return kind(a, b, usual)
        return kind(a, b, int(text)) if is_number(text) else None

    return rule_of


def _lettered(kind: type[X] | type[V]) -> Callable[[int, int, str], EdgeMark | None]:
    return lambda a, b, text: kind(a, b) if text == kind.text else None


_ANYWHERE: Point = (0.0, 0.0)
_WHITE = Patch(_ANYWHERE, 0.3, 0.3, True, WHITE, BLACK, text_size=14)
_BLACK = Patch(_ANYWHERE, 0.3, 0.3, True, BLACK, BLACK, ink=WHITE, text_size=14)
_LETTER = Patch(_ANYWHERE, 0.25, 0.25, fill=WHITE, edge=WHITE, text_size=21)

EDGES: tuple[Sign, ...] = (
    EdgeSign(WhiteDot, _WHITE, _numbered(WhiteDot, usual=1)),
    EdgeSign(BlackDot, _BLACK, _numbered(BlackDot, usual=2)),
    EdgeSign(X, _LETTER, _lettered(X)),
    EdgeSign(V, _LETTER, _lettered(V)),
    EdgeSign(PairSum, _LETTER, _numbered(PairSum)),
)
