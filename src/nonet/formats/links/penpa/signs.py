"""The paper of Penpa+, and the objects on it that mean rules, givens or candidates.

The paper contains the grid, its margins, and a border of two cells. All cells of the paper are
numbered row by row. Their lower right corners come next, then their lower edges, then their right
edges. Each reader removes the objects that it knows. The objects that remain are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import Any, TypeAlias, TypeVar

from nonet import rules
from nonet.formats.json_text import Node
from nonet.formats.links.contract import Form
from nonet.formats.squares import default_boxes
from nonet.formats.text import counted, is_number
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.rules.connection import pieces, touching
from nonet.system.errors import PuzzleError

T = TypeVar("T")

#: The width of the border around the margins, in cells.
_BORDER = 2


@dataclass(frozen=True)
class Paper:
    """The paper of a grid, with margins at the top, bottom, left and right of the grid."""

    grid: Grid
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @cached_property
    def width(self) -> int:
        return self.grid.columns + sum(self.margins[2:]) + 2 * _BORDER

    @cached_property
    def area(self) -> int:
        return self.width * (self.grid.rows + sum(self.margins[:2]) + 2 * _BORDER)

    def cell(self, cell: int) -> int:
        """Return the number that a cell of the grid has on the paper."""
        return self._at(*self.grid.place(cell))

    def _at(self, row: int, column: int) -> int:
        top, left = self.margins[0] + _BORDER, self.margins[2] + _BORDER
        return (row + top) * self.width + column + left

    def found(self, number: int) -> int | None:
        """Return the cell of the grid that has this number on the paper, or None."""
        row, column = divmod(number, self.width)
        row, column = row - self.margins[0] - _BORDER, column - self.margins[2] - _BORDER
        return self.grid.at(row, column) if self.grid.has(row, column) else None

    def corner(self, row: int, column: int) -> int:
        """Return the number of the corner that is this many rows down and columns right."""
        return self.area + self._at(row - 1, column - 1)

    def edge(self, a: int, b: int) -> int | None:
        """Return the number of the edge between two cells, or None if they share no edge."""
        first, other = sorted((a, b))
        (top, left), (bottom, right) = self.grid.place(first), self.grid.place(other)
        if (bottom - top, right - left) not in ((0, 1), (1, 0)):
            return None
        return (3 if top == bottom else 2) * self.area + self.cell(first)

    def pair(self, number: int) -> tuple[int, int] | None:
        """Return the two cells that share the edge with this number, or None."""
        side, place = divmod(number, self.area)
        cell = self.found(place)
        if side not in (2, 3) or cell is None:
            return None
        row, column = self.grid.place(cell)
        row, column = row + (side == 2), column + (side == 3)
        return (cell, self.grid.at(row, column)) if self.grid.has(row, column) else None

    def upper_left(self, cell: int) -> int:
        """Return the number of the place in the upper left corner of a cell.

        Each cell has a place in each corner, for small texts and the ends of lines. The four places
        have successive numbers.
        """
        return 4 * (self.cell(cell) + self.area)


#: The collections that hold the history of the editor.
_COMMANDS = ("command_redo", "command_undo", "command_replay")
_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo"
_KEYED = "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE"
#: The collections of objects by name, each with its empty value. A link contains all of them.
COLLECTIONS: dict[str, Any] = {
    **{name: {"__a": []} for name in _COMMANDS},
    **{name: {} for name in _KEYED.split()},
    **{name: [] for name in _LISTS.split()},
}

#: The collections of lines that nonet reads. The key of a line has the numbers of both ends.
_LINES = ("lineE", "cage")


class Layer:
    """The drawn objects of a link, by collection. Each reader removes the objects that it reads."""

    def __init__(self, node: Node) -> None:
        #: The objects that no reader has read.
        self.left: dict[str, Any] = {}
        for name, entry in node.entries().items():
            if name in _COMMANDS:
                continue
            if name not in COLLECTIONS:
                node.fail(f"unknown collection {name[:20]!r}")
            kind = dict if isinstance(COLLECTIONS[name], dict) else list
            if entry.value is not None and not isinstance(entry.value, kind):
                entry.fail(f"this must be {'an object' if kind is dict else 'a list'}")
            if entry.value:
                self.left[name] = entry.value

    def keyed(self, name: str) -> Iterator[tuple[str, tuple[int, ...], Any]]:
        """Yield each object with its key, and with the sorted numbers in this key."""
        count, what = (2, "a pair of numbers") if name in _LINES else (1, "a number")
        for key, value in self.left.get(name, {}).items():
            numbers = key.split(",")
            if len(numbers) != count or not all(is_number(each, 9) for each in numbers):
                raise PuzzleError(f"{name}: {key[:20]!r} is not {what}")
            yield key, tuple(sorted(map(int, numbers))), value

    def take(self, name: str, read: Callable[[tuple[int, ...], Any], T | None]) -> list[T]:
        """Remove the objects for which `read` returns a result. Return the results."""
        found = {key: read(numbers, value) for key, numbers, value in self.keyed(name)}
        left = {key: self.left[name][key] for key, result in found.items() if result is None}
        self.left |= {name: left}
        if not left:
            del self.left[name]
        return [result for result in found.values() if result is not None]

    def take_lists(self, name: str) -> Iterator[list[int]]:
        """Remove all lists of numbers from a collection. Yield the lists that are not empty."""
        for place, item in enumerate(self.left.pop(name, [])):
            numbers = [each.integer() for each in Node(item, f"{name}[{place}]").items()]
            if numbers:
                yield numbers


#: The colours of the setter's digits. The first colour is black.
_COLOURS = (1, 2, 8, 9, 10)
#: The styles of a number, of a large black number, and of a list of candidates.
_WHOLE, _LARGE, _LIST = "1", "10", "7"
#: The number of flags in a list of candidates. Each flag stands for one value.
_FLAGS = 10
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


def read_marks(layer: Layer, paper: Paper) -> tuple[list[int | None], list[int]]:
    """Return the givens and the sets of candidates."""
    grid = paper.grid
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)

    def read(numbers: tuple[int, ...], entry: Any) -> tuple[int, list[int]] | None:
        cell, values = paper.found(*numbers), _values(entry, grid)
        return None if cell is None or values is None else (cell, values)

    for cell, values in layer.take("number", read):
        if len(values) == 1:
            givens[cell] = values[0]
        else:
            marks[cell] = grid.mask(values)
    return givens, marks


def _values(entry: Any, grid: Grid) -> list[int] | None:
    match entry:
        case [text, colour, way] if way == _WHOLE or (way, colour) == (_LARGE, _COLOURS[0]):
            is_value = colour in _COLOURS and _NUMBER.fullmatch(str(text))
            values = [int(text)] if is_value else []
        case [[*flags], colour, way] if colour in _COLOURS and way == _LIST:
            values = [value for value, flag in enumerate(flags, start=1) if flag == 1]
        case _:
            return None
    return values if values and all(value in grid.values for value in values) else None


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


#: The styles of lines on edges: the borders of regions, and the diagonals.
BORDER, DIAGONAL = 2, 12

#: The numbers of two corners, the lower number first.
Segment: TypeAlias = tuple[int, ...]


def rules_of(paper: Paper, borders: Collection[Segment], is_sudoku: bool) -> Iterator[Rule]:
    """Yield the rule of the boxes or regions. Without borders, a sudoku has the usual boxes."""
    grid = paper.grid
    inner = {_between(paper, a, b) for a in grid.cells for b in touching(grid, a)}
    square = default_boxes(grid.rows) if grid.rows == grid.columns else None
    if not inner.intersection(borders):
        if is_sudoku and square:
            yield rules.Boxes(*square)
        return
    found = pieces(grid, grid.cells, lambda a, b: _between(paper, a, b) not in borders)
    for region in found:
        if len(region) != len(grid.values):
            size = counted(len(region), "cell")
            raise PuzzleError(f"the borders form a region of {size} instead of {len(grid.values)}")
    if square and found == sorted(map(list, rules.Boxes(*square).groups(grid))):
        yield rules.Boxes(*square)
    else:
        yield rules.Regions(found)


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


def outline_of(paper: Paper, cells: Collection[int]) -> Iterator[Segment]:
    """Yield the lines of the outline around a cage."""
    # An outline connects places in the corners of cells. Each cell has four such places.
    corners = {cell: paper.grid.place(cell) for cell in cells}
    numbers = {
        (2 * row + down, 2 * column + right): paper.upper_left(cell) + 2 * down + right
        for cell, (row, column) in corners.items()
        for down, right in product((0, 1), repeat=2)
    }
    for (y, x), number in numbers.items():
        for down, right in ((0, 1), (1, 0)):
            end = y + down, x + right
            # Skip a line inside the cage. It has places of the cage on both sides.
            beside = {(y + side * right, x + side * down) for side in (-1, 1)}
            beside |= {(a + down, b + right) for a, b in beside}
            if end in numbers and not beside <= numbers.keys():
                yield number, numbers[end]


#: A drawn object: the name of its collection, its key (None in a list) and its value.
Drawn: TypeAlias = tuple[str, str | None, Any]


def _cells(numbers: list[int], paper: Paper, name: str) -> Cells:
    found = [paper.found(number) for number in numbers]
    for number, cell in zip(numbers, found, strict=True):
        if cell is None:
            raise PuzzleError(f"{name}: the cell {number} is outside the grid")
    return tuple(cell for cell in found if cell is not None)


def _lines(name: str, kind: type[Rule], make: Callable[[Cells], Rule], cells: Any) -> Form:
    """Return the sign of a line. `name` is the collection of such lines."""

    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        lines = [_cells(numbers, paper, name) for numbers in layer.take_lists(name)]
        return (make(line) for line in lines if len(line) > 1)

    def write(rule: Rule, paper: Paper) -> Iterator[Drawn]:
        numbers = [paper.cell(cell) for cell in cells(rule)]
        return iter([(name, None, numbers)] if numbers else [])

    return Form(name, (kind,), read, write)


def _read_cages(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read cages, and remove the outlines and sums in their cells."""
    name = "killercages"
    cages = [_cells(numbers, paper, name) for numbers in layer.take_lists(name)]
    corners = {paper.upper_left(cell): cell for cell in chain.from_iterable(cages)}

    def total(numbers: tuple[int, ...], entry: Any) -> tuple[int, int] | None:
        text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
        cell = corners.get(*numbers)
        return None if cell is None or not _NUMBER.fullmatch(text) else (cell, int(text))

    if cages:
        totals = dict(layer.take("numberS", total))
        caged = frozenset(map(paper.cell, corners.values()))
        layer.take("cage", lambda ends, _: caged >= {end // 4 - paper.area for end in ends} or None)
    for cage in cages:
        cells = tuple(dict.fromkeys(cage))
        sums = [totals.pop(cell) for cell in cells if cell in totals]
        if len(sums) > 1:
            names = paper.grid.names(cells)
            raise PuzzleError(f"{name}: {names} has several sums, {sums[0]} and {sums[1]}")
        yield rules.Cage(cells, sums[0] if sums else None)


def _write_cage(rule: rules.Cage, paper: Paper) -> Iterator[Drawn]:
    yield "killercages", None, [paper.cell(cell) for cell in rule.cells]
    if rule.total is not None:
        yield "numberS", str(paper.upper_left(min(rule.cells))), [str(rule.total), 1]
    for a, b in outline_of(paper, rule.cells):
        yield "cage", f"{a},{b}", _OUTLINE


#: The style of the line that outlines a cage.
_OUTLINE = 10


def _dots(kind: Any, *styles: int) -> Form:
    """Return the sign of dots on edges. The writer uses the first style."""

    def read(layer: Layer, paper: Paper) -> Iterable[Rule]:
        def dot(numbers: tuple[int, ...], entry: Any) -> Any:
            match entry, paper.pair(*numbers):
                case [style, "circle_SS", *_], (a, b) if style in styles:
                    return kind(a, b)
            return None

        return layer.take("symbol", dot)

    def write(rule: Any, paper: Paper) -> Iterator[Drawn]:
        edge = paper.edge(rule.a, rule.b)
        if edge is not None:
            yield "symbol", str(edge), [styles[0], "circle_SS", 2]

    return Form("symbol", (kind,), read, write)


def _parity(kind: Any, sign: str) -> Form:

    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        def cell(numbers: tuple[int, ...], entry: Any) -> int | None:
            is_sign = isinstance(entry, list) and entry[:2] == [_GREY, sign]
            return paper.found(*numbers) if is_sign else None

        cells = layer.take("symbol", cell)
        if cells:
            yield kind(tuple(sorted(cells)))

    def write(rule: Any, paper: Paper) -> Iterator[Drawn]:
        for cell in rule.cells:
            yield "symbol", str(paper.cell(cell)), [_GREY, sign, 1]

    return Form("symbol", (kind,), read, write)


_GREY = 3


def _read_diagonals(layer: Layer, paper: Paper) -> Iterator[Rule]:
    drawn = {segment for _, segment, style in layer.keyed("lineE") if style == DIAGONAL}
    lines = [line if line <= drawn else frozenset() for line in diagonals_of(paper)]
    layer.take("lineE", lambda segment, _: segment in frozenset().union(*lines) or None)
    falling, rising = map(bool, lines)
    if falling or rising:
        yield rules.Diagonals(falling=falling, rising=rising)


def _write_diagonals(rule: rules.Diagonals, paper: Paper) -> Iterator[Drawn]:
    for line, is_there in zip(diagonals_of(paper), (rule.falling, rule.rising), strict=True):
        for a, b in sorted(line) if is_there else ():
            yield "lineE", f"{a},{b}", DIAGONAL


def _write_regions(rule: rules.Boxes | rules.Regions, paper: Paper) -> Iterator[Drawn]:
    grid = paper.grid
    region_of = {cell: number for number, cells in enumerate(rule.groups(grid)) for cell in cells}
    for cell in grid.cells:
        for other in touching(grid, cell):
            if other > cell and region_of.get(cell) != region_of.get(other):
                a, b = _between(paper, cell, other)
                yield "lineE", f"{a},{b}", BORDER


#: How each kind of rule is drawn, with the name of the main collection.
SIGNS: tuple[Form, ...] = (
    # The function `rules_of` reads boxes and regions, so this form only writes.
    Form("lineE", (rules.Boxes, rules.Regions), lambda layer, paper: (), _write_regions),
    Form("lineE", (rules.Diagonals,), _read_diagonals, _write_diagonals),
    _lines("thermo", rules.Thermo, rules.Thermo, lambda rule: rule.cells),
    _lines(
        "arrows",
        rules.Arrow,
        lambda line: rules.Arrow(line[:1], line[1:]),
        lambda rule: (*rule.bulb, *rule.shaft) if len(rule.bulb) == 1 else (),
    ),
    Form("killercages", (rules.Cage,), _read_cages, _write_cage),
    _dots(rules.WhiteDot, 8, 1),
    _dots(rules.BlackDot, 2),
    _parity(rules.Odd, "circle_L"),
    _parity(rules.Even, "square_L"),
)
