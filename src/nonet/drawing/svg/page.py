"""The page of a picture: a title, the boards, and words below them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from xml.etree import ElementTree

from nonet.drawing import looks
from nonet.drawing.looks import BADGES, CELL, GAP, INK, MARGIN, PAPER
from nonet.drawing.svg.scene import Scene, draw_board
from nonet.drawing.svg.sheet import Sheet, prune, put, write
from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line, Point
from nonet.model.grid import Grid

#: The largest initial width of a picture in pixels. Readers may enlarge the picture.
_WIDEST = 960
#: The factor by which pictures with candidates are enlarged, because candidates are small.
_ENLARGED = 1.35
#: The minimum width of the text above and below the boards.
_WORDS_WIDE = 340


@dataclass(frozen=True)
class Words:
    """The words of a picture: a spoken description, and the lines above and below the boards."""

    spoken: str
    title: Sequence[str]
    caption: Sequence[str]
    legend: Sequence[str]


def draw_page(scene: Scene, boards: Sequence[Values], across: int, words: Words) -> str:
    """Return the picture of one or more boards, `across` of them in a row."""
    grid = scene.puzzle.grid
    west, north, east, south = margins(grid, scene.signs.figures)
    wide, high = (west + grid.columns + east) * CELL, (north + grid.rows + south) * CELL
    across = max(1, min(across, len(boards)))
    inner = across * (wide + GAP) - GAP
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    ElementTree.SubElement(root, "title").text = words.spoken
    paper = put(root, "rect", rx=6, fill=PAPER)

    column = _Column(root, max(inner, _WORDS_WIDE))
    column.say(words.title, looks.TITLE, fill=INK, font_weight="bold")
    column.say(words.caption, looks.CAPTION, fill=looks.WORDS)
    column.skip(6 if column.bottom > MARGIN else 0)
    for start in range(0, len(boards), across):
        column.skip(GAP if start else 0)
        for place, values in enumerate(boards[start : start + across]):
            left = MARGIN + place * (wide + GAP) + west * CELL
            corner = f"translate({left:g} {column.bottom + north * CELL:g})"
            draw_board(Sheet(grid, put(root, "g", transform=corner)), scene, values)
        column.skip(high)
    column.skip(8 if words.legend else 0)
    column.say(words.legend, looks.LEGEND, fill=looks.WORDS)
    _set_size(root, paper, max(inner, column.widest), column.bottom, scene.has_candidates)
    prune(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def margins(grid: Grid, figures: Collection[Figure]) -> tuple[float, float, float, float]:
    """Return how far figures reach beyond the left, top, right and bottom of the board, in cells.

    >>> margins(Grid(9, 9), [Badge((9.5, 0.5), "clue", "12")])
    (0.0, 0.0, 0.86, 0.0)
    """
    corners = [(0.0, 0.0), (float(grid.columns), float(grid.rows))]
    across, down = zip(*corners, *(point for each in figures for point in _ends(each)), strict=True)
    beyond = (0 - min(across), 0 - min(down), max(across) - grid.columns, max(down) - grid.rows)
    west, north, east, south = (round(distance, 2) for distance in beyond)
    return west, north, east, south


def _ends(figure: Figure) -> Iterator[Point]:
    match figure:
        case Line(points):
            yield from points
        case Badge((x, y), look, text):
            radius = BADGES[look].radius
            half = max(radius, looks.LETTER * BADGES[look].text_size * len(text) / 2)
            yield x - half, y - radius
            yield x + half, y + radius


class _Column:
    """A page that is filled from top to bottom."""

    def __init__(self, root: ElementTree.Element, wide: float) -> None:
        self._root = root
        self._wide = wide
        self.bottom = float(MARGIN)
        self.widest = 0.0

    def skip(self, height: float) -> None:
        self.bottom += height

    def say(self, lines: Iterable[str], size: float, **look: object) -> None:
        letter = looks.LETTER * size
        layer = put(self._root, "g", font_size=size, **look)
        for line in lines:
            for part in wrap(line, max(20, int(self._wide / letter))):
                write(layer, part, MARGIN, self.bottom + size * looks.LEADING / 2, size)
                self.widest = max(self.widest, len(part) * letter)
                self.bottom += size * looks.LEADING


def _set_size(
    root: ElementTree.Element,
    paper: ElementTree.Element,
    inner: float,
    bottom: float,
    is_enlarged: bool,
) -> None:
    """Set the size of the page to the size of its contents. Readers may scale the page."""
    wide, high = round(inner + 2 * MARGIN), round(bottom + MARGIN)
    scale = min(_ENLARGED if is_enlarged else 1.0, _WIDEST / wide)
    for element, factor in ((root, scale), (paper, 1)):
        element.set("width", f"{round(wide * factor)}")
        element.set("height", f"{round(high * factor)}")
    root.set("viewBox", f"0 0 {wide} {high}")
    root.set("font-family", looks.FONT)
    # Do not write `height:auto`, because some renderers outside browsers read it as 0.
    root.set("style", "max-width:100%")
