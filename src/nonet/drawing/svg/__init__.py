"""Pictures of a puzzle as SVG, for notebooks, web pages and print.

Every rule is drawn on the board or described below it. A picture is one SVG element without
external references. The same puzzle always gives the same SVG text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap
from xml.etree import ElementTree

from nonet.drawing import looks
from nonet.drawing.borders import borders_of
from nonet.drawing.legend import (
    differing,
    fillings_of,
    harmless,
    legend,
    open_cells,
    shown,
    title,
)
from nonet.drawing.looks import BADGES, CELL, GAP, MARGIN
from nonet.drawing.svg.scene import Emphasis, Scene, draw_board
from nonet.drawing.svg.sheet import Sheet, prune, put, write
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats import write as write_as
from nonet.formats.links import LINKS
from nonet.formats.text import counted
from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line, Point
from nonet.model.grid import CellsLike, Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITES = [link.name for link in LINKS]

#: The largest initial width of a picture in pixels. Readers may enlarge the picture.
_WIDEST = 960
#: The factor by which pictures with candidates are enlarged, because candidates are small.
_ENLARGED = 1.35
#: The minimum width of the text above and below the boards.
_WORDS_WIDE = 340


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
    boards = fillings_of(puzzle, [puzzle.givens if values is None else values])
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
    boards = fillings_of(puzzle, boards)
    cells = differing(puzzle.grid, boards) if highlight is None else puzzle.grid.named(highlight)
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
    """Return a title, the boards with `across` of them in a row, and words below them."""
    for masks in (marks, emphasis.gone):
        if masks is not None:
            puzzle.grid.require_marks(masks)
    grid, signs = puzzle.grid, shown(puzzle, boards)
    scene = Scene(puzzle, signs, emphasis, marks)
    west, north, east, south = margins(grid, signs.figures)
    wide, high = (west + grid.columns + east) * CELL, (north + grid.rows + south) * CELL
    across = max(1, min(across, len(boards)))
    inner = across * (wide + GAP) - GAP
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    ElementTree.SubElement(root, "title").text = _spoken(puzzle, boards, caption)
    paper = put(root, "rect", rx=6, fill=looks.PAPER)

    column = _Column(root, max(inner, _WORDS_WIDE))
    column.say(title(puzzle), looks.TITLE, fill=looks.INK, font_weight="bold")
    column.say([] if caption is None else [harmless(caption)], looks.CAPTION, fill=looks.WORDS)
    column.skip(6 if column.bottom > MARGIN else 0)
    for start in range(0, len(boards), across):
        column.skip(GAP if start else 0)
        for place, values in enumerate(boards[start : start + across]):
            left = MARGIN + place * (wide + GAP) + west * CELL
            corner = f"translate({left:g} {column.bottom + north * CELL:g})"
            draw_board(Sheet(grid, put(root, "g", transform=corner)), scene, values)
        column.skip(high)
    words = list(legend(puzzle, boards, signs, open_cells(puzzle, boards), rules=rules))
    words += _layers_in_words(grid, boards)
    column.skip(8 if words else 0)
    column.say(words, looks.LEGEND, fill=looks.WORDS)
    column.set_size(paper, inner, scene.has_candidates)
    prune(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def _layers_in_words(grid: Grid, boards: Sequence[Values]) -> Iterator[str]:
    """Yield the meaning of grey cells, and the values of layers that have no place on the board."""
    for layer in grid.layers:
        if layer.size:
            fillings = [[values[cell] for cell in grid.layer(layer.name)] for values in boards]
            found = (" ".join(map(str, held)) for held in fillings if None not in held)
            if text := ", or ".join(found):
                yield f"{layer.name}: {text}"
        elif len(layer.values) == 2:
            yield f"A grey cell has the value {max(layer.values)} in the layer {layer.name}."


def _spoken(puzzle: Puzzle, boards: Sequence[Values], caption: str | None) -> str:
    """Return the description for readers who cannot see the picture."""
    grid = puzzle.grid
    givens = sum(value is not None for value in puzzle.givens)
    parts = [*title(puzzle), f"{grid.rows}×{grid.columns} puzzle", counted(givens, "given")]
    filled = [cell for cell, value in enumerate(boards[0]) if value is not None] if boards else []
    found = len({*filled} - borders_of(puzzle).absent) - givens
    if len(boards) != 1:
        parts.append(f"{len(boards)} fillings that differ in {len(differing(grid, boards))} cells")
    elif found > 0:
        parts.append(f"{counted(found, 'value')} found")
    if caption is not None:
        parts.append(harmless(caption))
    return ", ".join(parts)


def margins(grid: Grid, figures: Collection[Figure]) -> tuple[float, float, float, float]:
    """Return how far figures reach beyond the left, top, right and bottom edge, in cells."""
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
            for part in wrap(line, max(20, int(self._wide / letter)), break_on_hyphens=False):
                write(layer, part, MARGIN, self.bottom + size * looks.LEADING / 2, size)
                self.widest = max(self.widest, len(part) * letter)
                self.bottom += size * looks.LEADING

    def set_size(self, paper: ElementTree.Element, inner: float, is_enlarged: bool) -> None:
        """Set the size of the page to the size of its contents. Readers may scale the page."""
        wide = round(max(inner, self.widest) + 2 * MARGIN)
        high = round(self.bottom + MARGIN)
        scale = min(_ENLARGED if is_enlarged else 1.0, _WIDEST / wide)
        for element, factor in ((self._root, scale), (paper, 1)):
            element.set("width", f"{round(wide * factor)}")
            element.set("height", f"{round(high * factor)}")
        self._root.set("viewBox", f"0 0 {wide} {high}")
        self._root.set("font-family", looks.FONT)
        # Do not write `height:auto`, because some renderers outside browsers read it as 0.
        self._root.set("style", "max-width:100%")


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
    return f'<a href="{escape(write_as(puzzle, name))}" rel="noreferrer">{name}</a>'
