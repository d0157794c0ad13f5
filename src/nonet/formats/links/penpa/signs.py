"""The Penpa+ objects that mean rules, givens or candidates, for reading and for writing.

A reader takes the objects that it knows off the layer, so the objects that remain are unknown.
Regions and diagonals are thick lines between the corners of cells. The outline of a cage is a
broken line inside the cells, between joints in the corners of the cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from nonet import rules
from nonet.formats.links.penpa.paper import Layer, Paper
from nonet.formats.squares import default_boxes, neighbours, regions_of
from nonet.formats.text import counted
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: The colours that a digit may have, black first. A setter may use any; players use another layer.
_COLOURS = (1, 2, 8, 9, 10)
#: The styles of a number, of a large number (which is always black) and of a list of candidates.
_WHOLE, _LARGE, _LIST = "1", "10", "7"
#: The number of flags in a list of candidates: one for each value from 1.
_FLAGS = 10


def read_marks(layer: Layer, paper: Paper) -> tuple[list[int | None], list[int]]:
    """Return the givens and the sets of candidates."""
    grid = paper.grid
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    for number, entry in layer.numbered("number"):
        cell = paper.found(number)
        said = _values(entry, grid)
        if cell is None or said is None:
            continue
        layer.take("number", str(number))
        if len(said) == 1:
            givens[cell] = said[0]
        else:
            marks[cell] = grid.mask(said)
    return givens, marks


def _values(entry: Any, grid: Grid) -> list[int] | None:
    """Return the values that an entry allows; None if the entry is only a drawing."""
    match entry:
        case [text, colour, way] if _is_digit(colour, way):
            values = [int(text)] if re.fullmatch(r"\d{1,9}", str(text), re.ASCII) else []
        case [[*flags], colour, way] if colour in _COLOURS and way == _LIST:
            values = [value for value, flag in enumerate(flags, start=1) if flag == 1]
        case _:
            return None
    return values if values and all(value in grid.values for value in values) else None


def _is_digit(colour: Any, way: Any) -> bool:
    return (way == _WHOLE and colour in _COLOURS) or (way == _LARGE and colour == _COLOURS[0])


def written_marks(puzzle: Puzzle, paper: Paper) -> Iterator[tuple[str, list[Any]]]:
    """Yield the entries that write the givens and the sets of candidates."""
    grid = puzzle.grid
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is not None:
            yield str(paper.cell(cell)), [str(given), _COLOURS[0], _WHOLE]
        elif mask != grid.full:
            values = set(grid.values_of(mask))
            flags = [int(value in values) for value in range(1, _FLAGS + 1)]
            yield str(paper.cell(cell)), [flags, _COLOURS[0], _LIST]


def total_at(layer: Layer, number: int) -> int | None:
    """Return the number in a small text and take the text off the layer; None for other texts."""
    entry = layer.at("numberS", number)
    text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return None
    layer.take("numberS", str(number))
    return int(text)


#: The styles of lines on edges: the borders of regions, and the diagonals.
BORDER, DIAGONAL = 2, 12

#: The numbers of two corners, the lower number first.
Segment: TypeAlias = tuple[int, int]


def rules_of(paper: Paper, borders: Collection[Segment], is_sudoku: bool) -> Iterator[Rule]:
    """Yield the rule of the boxes or regions; a sudoku without borders has the usual boxes."""
    grid = paper.grid
    inner = {_between(paper, a, b) for a in grid.cells for b in neighbours(grid, a)}
    square = default_boxes(grid.rows) if grid.rows == grid.columns else None
    if not inner.intersection(borders):
        if is_sudoku and square:
            yield rules.Boxes(*square)
        return
    found = regions_of(grid, lambda a, b: _between(paper, a, b) not in borders)
    for region in found:
        if len(region) != len(grid.values):
            size = counted(len(region), "cell")
            raise PuzzleError(f"the borders leave a region of {size}, not {len(grid.values)}")
    if square and found == tuple(sorted(rules.Boxes(*square).groups(grid))):
        yield rules.Boxes(*square)
    else:
        yield rules.Regions(found)


def borders_of(paper: Paper, regions: Iterable[Cells]) -> Iterator[Segment]:
    """Yield the borders that separate the regions."""
    region_of = {cell: number for number, region in enumerate(regions) for cell in region}
    for cell in paper.grid.cells:
        for other in neighbours(paper.grid, cell):
            if other > cell and region_of.get(cell) != region_of.get(other):
                yield _between(paper, cell, other)


def diagonals_of(paper: Paper) -> tuple[frozenset[Segment], frozenset[Segment]]:
    """Return the segments of the falling diagonal, and of the rising diagonal."""
    side = paper.grid.rows
    if side != paper.grid.columns:
        return frozenset(), frozenset()
    falling = ((paper.corner(i, i), paper.corner(i + 1, i + 1)) for i in range(side))
    rising = ((paper.corner(i, side - i), paper.corner(i + 1, side - i - 1)) for i in range(side))
    return frozenset(falling), frozenset(rising)


def _between(paper: Paper, a: int, b: int) -> Segment:
    row, column = paper.grid.place(max(a, b))
    along = (0, 1) if abs(a - b) == paper.grid.columns else (1, 0)
    return paper.corner(row, column), paper.corner(row + along[0], column + along[1])


#: A step from a cell to a neighbour, in rows down and columns to the right.
_Step: TypeAlias = tuple[int, int]

#: For each step, the two joints on the side of the cell that the step crosses. The joints of a cell
#: are 0 and 1 in its upper corners, and 2 and 3 in its lower corners.
_SIDES: dict[_Step, tuple[int, int]] = {
    (0, -1): (0, 2),
    (-1, 0): (0, 1),
    (0, 1): (1, 3),
    (1, 0): (2, 3),
}
#: For each step, which joint of a cell a line connects with which joint of the next cell.
_LEADS: dict[_Step, tuple[tuple[int, int, int], ...]] = {
    (0, 1): ((-1, 1, 0), (1, 3, 2)),
    (1, 0): ((-1, 2, 0), (1, 3, 1)),
}


def outline_of(paper: Paper, cells: Collection[int]) -> Iterator[Segment]:
    """Yield the lines of the outline around a cage.

    >>> from nonet.model.grid import Grid
    >>> sorted(outline_of(Paper(Grid(4, 4)), [0]))
    [(328, 329), (328, 330), (329, 331), (330, 331)]
    """
    grid = paper.grid
    places = {grid.place(cell) for cell in cells}
    for row, column in sorted(places):
        own = paper.upper_left(grid.at(row, column))
        for (down, right), (a, b) in _SIDES.items():
            if (row + down, column + right) not in places:
                yield own + a, own + b
        for (down, right), leads in _LEADS.items():
            if (row + down, column + right) not in places:
                continue
            other = paper.upper_left(grid.at(row + down, column + right))
            for side, a, b in leads:
                beside = (row + side * right, column + side * down)
                if not {beside, (beside[0] + down, beside[1] + right)} <= places:
                    yield own + a, other + b


def is_inside(paper: Paper, segment: Segment, cells: Collection[int]) -> bool:
    """Tell whether both ends of a line are joints in these cells.

    >>> from nonet.model.grid import Grid
    >>> is_inside(Paper(Grid(4, 4)), (328, 329), {0}), is_inside(Paper(Grid(4, 4)), (329, 332), {0})
    (True, False)
    """
    return all(paper.of_joint(number) in cells for number in segment)


#: A drawn object: the name of its collection, its key (None in a list) and its value.
Drawn: TypeAlias = tuple[str, str | None, Any]


@dataclass(frozen=True)
class Sign:
    """How one kind of rule is drawn in Penpa+."""

    kind: type[Rule]
    read: Callable[[Layer, Paper], Iterator[Rule]]
    write: Callable[[Any, Paper], Iterator[Drawn]]


def _cells(numbers: list[int], paper: Paper, name: str) -> Cells:
    found = [paper.found(number) for number in numbers]
    for number, cell in zip(numbers, found, strict=True):
        if cell is None:
            raise PuzzleError(f"{name}: {number} is outside the grid")
    return tuple(cell for cell in found if cell is not None)


def _lines(name: str, kind: type[Rule], make: Callable[[Cells], Rule], cells: Any) -> Sign:
    """Return the sign of lines in a collection; the function `cells` returns the cells of a rule's
    line.
    """

    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        lines = [_cells(numbers, paper, name) for numbers in layer.lists(name)]
        layer.take(name)
        return (make(line) for line in lines if len(line) > 1)

    def write(rule: Rule, paper: Paper) -> Iterator[Drawn]:
        numbers = [paper.cell(cell) for cell in cells(rule)]
        return iter([(name, None, numbers)] if numbers else [])

    return Sign(kind, read, write)


def _read_cages(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read cages, whose sum may be a text in the corner of any of their cells, and take their
    outlines.

    An outline without a cage is not taken, so it counts as a drawing.
    """
    cages = [_cells(numbers, paper, "killercages") for numbers in layer.lists("killercages")]
    layer.take("killercages")
    caged = frozenset(chain.from_iterable(cages))
    for segment, _ in layer.segments("cage") if cages else ():
        if is_inside(paper, segment, caged):
            layer.take_segment("cage", segment)
    for cells in cages:
        totals = [total_at(layer, paper.upper_left(cell)) for cell in dict.fromkeys(cells)]
        said = [total for total in totals if total is not None]
        if len(said) > 1:
            names = paper.grid.names(cells)
            raise PuzzleError(f"killercages: {names} has several sums, {said[0]} and {said[1]}")
        yield rules.Cage(tuple(dict.fromkeys(cells)), said[0] if said else None)


def _write_cage(rule: rules.Cage, paper: Paper) -> Iterator[Drawn]:
    yield "killercages", None, [paper.cell(cell) for cell in rule.cells]
    if rule.total is not None:
        yield "numberS", str(paper.upper_left(min(rule.cells))), [str(rule.total), 1]
    for a, b in outline_of(paper, rule.cells):
        yield "cage", f"{a},{b}", _OUTLINE


#: The style of the line that outlines a cage.
_OUTLINE = 10

#: The styles of the dots on edges and of the signs in cells; the writer uses the first style.
_DOTS: dict[type[rules.WhiteDot] | type[rules.BlackDot], tuple[int, ...]] = {
    rules.WhiteDot: (8, 1),
    rules.BlackDot: (2,),
}
_DOT, _ODD, _EVEN, _GREY = "circle_SS", "circle_L", "square_L", 3


def _dots(kind: type[rules.WhiteDot] | type[rules.BlackDot]) -> Sign:
    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        for number, entry in layer.numbered("symbol"):
            match entry, paper.pair(number):
                case [style, name, *_], (a, b) if name == _DOT and style in _DOTS[kind]:
                    layer.take("symbol", str(number))
                    yield kind(a, b)

    def write(rule: rules.WhiteDot | rules.BlackDot, paper: Paper) -> Iterator[Drawn]:
        edge = paper.edge(rule.a, rule.b)
        if edge is not None:
            yield "symbol", str(edge), [_DOTS[kind][0], _DOT, 2]

    return Sign(kind, read, write)


def _parity(kind: type[rules.Odd] | type[rules.Even], sign: str) -> Sign:
    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        found = []
        for number, entry in layer.numbered("symbol"):
            cell = paper.found(number)
            match entry:
                case [style, name, *_] if style == _GREY and name == sign and cell is not None:
                    layer.take("symbol", str(number))
                    found.append(cell)
        if found:
            yield kind(tuple(sorted(found)))

    def write(rule: rules.Odd | rules.Even, paper: Paper) -> Iterator[Drawn]:
        for cell in rule.cells:
            yield "symbol", str(paper.cell(cell)), [_GREY, sign, 1]

    return Sign(kind, read, write)


def _read_diagonals(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read each diagonal that is drawn from corner to corner."""
    drawn = {segment for segment, style in layer.segments("lineE") if style == DIAGONAL}
    falling, rising = (bool(line) and line <= drawn for line in diagonals_of(paper))
    for line, is_there in zip(diagonals_of(paper), (falling, rising), strict=True):
        for segment in line if is_there else ():
            layer.take_segment("lineE", segment)
    if falling or rising:
        yield rules.Diagonals(falling=falling, rising=rising)


def _write_diagonals(rule: rules.Diagonals, paper: Paper) -> Iterator[Drawn]:
    for line, is_there in zip(diagonals_of(paper), (rule.falling, rule.rising), strict=True):
        for a, b in sorted(line) if is_there else ():
            yield "lineE", f"{a},{b}", DIAGONAL


def _write_regions(rule: rules.Boxes | rules.Regions, paper: Paper) -> Iterator[Drawn]:
    for a, b in borders_of(paper, list(rule.groups(paper.grid))):
        yield "lineE", f"{a},{b}", BORDER


SIGNS = (
    # `rules_of` reads all regions together, so this sign reads nothing.
    Sign(rules.Boxes, lambda layer, paper: iter(()), _write_regions),
    Sign(rules.Regions, lambda layer, paper: iter(()), _write_regions),
    Sign(rules.Diagonals, _read_diagonals, _write_diagonals),
    _lines("thermo", rules.Thermo, rules.Thermo, lambda rule: rule.cells),
    _lines(
        "arrows",
        rules.Arrow,
        lambda line: rules.Arrow(line[:1], line[1:]),
        lambda rule: (*rule.bulb, *rule.shaft) if len(rule.bulb) == 1 else (),
    ),
    Sign(rules.Cage, _read_cages, _write_cage),
    _dots(rules.WhiteDot),
    _dots(rules.BlackDot),
    _parity(rules.Odd, _ODD),
    _parity(rules.Even, _EVEN),
)
