"""The items of an ISS string, and the board that they describe.

An item is a class and its arguments. A given is an item whose class is empty. Items may be grouped,
as in ``.Or.Thermo~R1C1~R1C2.Cage~9~R1C1~R1C2.End``. Error messages number the items from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import isqrt
from typing import NamedTuple, TypeAlias

from nonet.formats.contract import Inexpressible
from nonet.formats.squares import Shape, grouped
from nonet.formats.text import counted, quoted
from nonet.model.grid import Cells, Grid, Layer
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, ExtraRegion, FullRank, Regions, Rows
from nonet.rules.board.houses import Houses
from nonet.rules.fields import complaints_of
from nonet.rules.own.compound import MOST_NESTED
from nonet.system.errors import PuzzleError, TooLarge

#: The maximum number of characters, items and arguments of one string. No 16×16 puzzle reaches
#: these limits. Reading an item takes up to 1 ms.
MOST_SIGNS, MOST_ITEMS, MOST_ARGS = 1 << 20, 1 << 13, 1 << 14

#: The classes of groups. A group contains the items before its ``End``.
GROUPS = ("Or", "And", "Replicate")
_BRACKETS = frozenset((*GROUPS, "End"))

#: The arguments of an item.
Args: TypeAlias = tuple[str, ...]


class Item(NamedTuple):
    """A class with its arguments. A group also contains other items."""

    name: str
    args: Args = ()
    inner: tuple[Item, ...] = ()
    number: int = 0

    @property
    def text(self) -> str:
        head = "." + "~".join((self.name, *self.args))
        inner = "".join(item.text for item in self.inner)
        return f"{head}{inner}.End" if self.name in GROUPS else head

    @property
    def place(self) -> str:
        """The class and the number of the item, for messages."""
        return f"{quoted(self.name or '~')} at item {self.number}"


def require_few(text: str) -> None:
    """Raise `TooLarge` if a string exceeds the limits."""
    for count, what, most in (
        (len(text), "characters", MOST_SIGNS),
        (text.count("."), "items", MOST_ITEMS),
        (text.count("~"), "arguments", MOST_ARGS),
    ):
        if count > most:
            raise TooLarge(f"{count} {what} exceed the limit of {most}")


def items_of(text: str) -> list[Item]:
    """Return the items of a string. White space in the string is ignored."""
    require_few(text)
    before, *parts = "".join(text.split()).split(".")
    if before or not parts:
        raise PuzzleError(f"{quoted(text)} does not begin with a dot")
    # The items of the innermost group, and the groups around it, each with the items before it.
    items: list[Item] = []
    opened: list[tuple[Item, list[Item]]] = []
    for number, part in enumerate(parts, start=1):
        name, *args = part.split("~")
        item = tuple.__new__(Item, (name, tuple(args), (), number))  # quicker than Item()
        if name not in _BRACKETS:
            if part:
                items.append(item)
        elif name != "End":
            if len(opened) == MOST_NESTED:
                raise TooLarge(f"{item.place}: groups are nested more than {MOST_NESTED} deep")
            opened.append((item, items))
            items = []
        elif opened:
            group, around = opened.pop()
            around.append(group._replace(inner=tuple(items)))
            items = around
        else:
            raise PuzzleError(f"{item.place}: no group begins before this End")
    if opened:
        raise PuzzleError(f"{opened[-1][0].place}: the End of this group is missing")
    return items


#: The longest side of a board, and also the maximum number of values.
MOST_SIDE = 16

#: The maximum number of cells of the board and beside it.
MOST_CELLS = 1000

#: The digits for rows and columns in the names of cells.
_DIGITS = "0123456789abcdefg"
_INTEGER = re.compile(r"-?\d{1,9}", re.ASCII)
#: Maps texts to small numbers. A look-up is ten times as fast as `int`.
_SMALL = {str(number): number for number in range(100)}
_CELL = re.compile(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])")
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})")
_SIZE = re.compile(r"(?:([1-9]\d{0,4})x)?([1-9]\d{0,4})")
_RANGE = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})")
_REGIONS = "0123456789abcdefghijklmnopqrstuvwxyz"

#: The classes of items that this module reads. Some of them are also rules.
CLASSES = (
    *("Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var"),
    *("Doppelganger", "FullRankTies", "ChaosConstruction"),
)


class Beside(NamedTuple):
    """The cells of a layer: what their names begin with, and how many stand in a row."""

    prefix: str
    columns: int


@dataclass(frozen=True)
class Board:
    """A grid with its boxes and regions. A raw board has no rules for rows, columns and boxes."""

    grid: Grid
    raw: bool = False
    boxed: bool = True
    #: The number of cells of a box, or None for the usual number.
    size: int | None = None
    #: One character for each cell. Cells with equal characters form a region.
    layout: str | None = None
    #: The layers of the grid, in their order.
    beside: tuple[Beside, ...] = ()
    #: Whether rows and columns with a rank may be equal to others.
    ties: bool = False

    @classmethod
    def of(cls, items: Iterable[Item]) -> Board:
        """Return the board that the items describe. The default is 9×9."""
        found: dict[str, Item] = {}
        for item in items:
            name = "~".join(("Var", *item.args[:1])) if item.name == "Var" else item.name
            if found.setdefault(name, item).args != item.args:
                raise PuzzleError(f"{item.place} contradicts an earlier item")
        args = {name: item.args for name, item in found.items()}
        shape = args.get("Shape", ("9x9",))
        grid = _grid(shape)
        layout = "".join(args.get("Jigsaw", ())[-1:])
        if "Jigsaw" in args and len(layout) != len(grid.board):
            reason = f"the layout has {counted(len(layout), 'sign')} for {len(grid.board)} cells"
            raise PuzzleError(f"{found['Jigsaw'].place}: {reason}")
        size = integer(args["RegionSize"][0]) if args.get("RegionSize") else None
        board = cls(grid, "Raw" in shape[1:], "NoBoxes" not in found, size, layout or None)
        for item in found.values():
            if item.name == "Var":
                with complaints_of(item.place):
                    board = board._with_variables(item.args)
        if "Doppelganger" in found:
            across = (grid.columns, grid.rows, board.boxes[1] if board.boxes else 0)
            for prefix, columns in zip(("DGR", "DGC", "DGB"), across, strict=True):
                if columns:
                    board = board._with_layer(prefix.lower(), prefix, grid.rows, columns)
        if "ChaosConstruction" in found:
            labels = grid.values[: len(grid.board) // (size or board.side)]
            board = board._with_layer("region", "CC", len(grid.board), grid.columns, labels)
        return replace(board, ties=args.get("FullRankTies") == ("any",))

    def _with_variables(self, args: Args) -> Board:
        """Return the board with the cells of ``Var~A~label~3`` or ``Var~A~label~2x5``."""
        name, _, size, *_ = (*args, "", "", "")
        if not re.fullmatch("[A-Z]+", name):
            raise PuzzleError(f"{quoted(name)} must be capital letters")
        found = _SIZE.fullmatch(size)
        rows, count = map(int, found.groups("1")) if found else (1, 1)
        columns = count if found and found[1] else self.grid.columns
        return self._with_layer(name.lower(), f"V{name}", rows * count, columns)

    def _with_layer(
        self, name: str, prefix: str, count: int, columns: int, values: Iterable[int] = ()
    ) -> Board:
        grid = self.grid
        is_shaped = (count, columns) == (len(grid.board), grid.columns)
        layer = Layer(name, tuple(values), size=None if is_shaped else count)
        beside = (*self.beside, Beside(prefix, columns))
        return replace(self, grid=replace(grid, layers=(*grid.layers, layer)), beside=beside)

    @cached_property
    def layers(self) -> dict[str, str]:
        """The layer of each prefix, and the empty name for the board itself."""
        prefixes = [each.prefix for each in self.beside]
        return {"": "", **dict(zip(prefixes, self.grid.cells_of_layers, strict=True))}

    @property
    def side(self) -> int:
        return max(self.grid.rows, self.grid.columns)

    @cached_property
    def lines(self) -> dict[str, Cells]:
        rows = [f"R{row + 1}" for row in range(self.grid.rows)]
        columns = [f"C{column + 1}" for column in range(self.grid.columns)]
        return {name: self.grid.named(name.lower()) for name in rows + columns}

    @cached_property
    def tiles(self) -> Shape | None:
        """The height and width of boxes that fit the board, even if the puzzle has no boxes."""
        return box_shape(self.grid.rows, self.grid.columns, self.size or self.side)

    @property
    def boxes(self) -> Shape | None:
        """The height and width of the puzzle's boxes, or None if it has no boxes."""
        return self.tiles if self.boxed and not self.raw else None

    @cached_property
    def regions(self) -> tuple[Cells, ...]:
        """The cells of each region in the layout, in the order of their first cells."""
        regions = grouped(self.layout or "")
        return tuple(regions.values()) if len(regions) > 1 else ()

    @property
    def covers(self) -> bool:
        """Whether every cell is in a region without repeated values."""
        return bool(self.regions) and all(map(self._is_house, self.regions))

    def _is_house(self, region: Cells) -> bool:
        return (self.size or self.side) <= len(region) <= len(self.grid.values)

    @cached_property
    def rules(self) -> tuple[Houses, ...]:
        lines = () if self.raw else (Rows(), Columns())
        boxes = (Boxes(*self.boxes),) if self.boxes else ()
        houses = tuple(filter(self._is_house, self.regions))
        others = len(self.regions) - len(houses)
        if others > 1:
            raise PuzzleError(f"'Jigsaw': {others} regions have an unusual size, but only one may")
        regions = (Regions(houses),) if self.covers else map(ExtraRegion, houses)
        return *lines, *boxes, *regions

    def items(self) -> Iterator[Item]:
        grid, count = self.grid, len(self.grid.values)
        range_ = f"0-{count - 1}" if grid.values.start == 0 else str(count)
        is_unusual = self.raw or grid.values != range(1, self.side + 1)
        args = [f"{grid.rows}x{grid.columns}", *[range_] * is_unusual, *["Raw"] * self.raw]
        if args != ["9x9"]:
            yield Item("Shape", tuple(args))
        if self.size is not None:
            yield Item("RegionSize", (str(self.size),))
        if self.layout:
            yield Item("Jigsaw", (self.layout,))
        if not self.boxed and not self.raw:
            yield Item("NoBoxes")
        for layer, (prefix, columns) in zip(grid.layers, self.beside, strict=True):
            size = str(layer.size or f"{grid.rows}x{columns}")
            yield Item("Var", (prefix[1:], "", size))
        if self.ties:
            yield Item("FullRankTies", ("any",))

    def cell(self, name: str) -> int:
        if name in self._by_name:
            return self._by_name[name]
        found = _CELL.fullmatch(name)
        if not found:
            raise PuzzleError(f"{quoted(name)} is not the name of a cell, like 'R1C1'")
        row, column = (_DIGITS.index(digit.lower()) - 1 for digit in found.groups())
        if not self.grid.has(row, column):
            size = f"{self.grid.rows}×{self.grid.columns}"
            raise PuzzleError(f"{name} is outside the {size} grid")
        return self.grid.at(row, column)

    def cells(self, names: Collection[str]) -> Cells:
        try:
            return tuple(map(self._by_name.__getitem__, names))
        except KeyError:
            return tuple(map(self.cell, names))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        places = map(self.grid.place, self.grid.board)
        names = [f"R{_DIGITS[row + 1]}C{_DIGITS[column + 1]}" for row, column in places]
        for (prefix, _), cells in zip(self.beside, self.grid.cells_of_layers.values(), strict=True):
            single = len(cells) == 1
            names += [prefix] if single else [f"{prefix}{n + 1}" for n in range(len(cells))]
        return tuple(names)

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self._names)}

    def is_cell(self, name: str) -> bool:
        """Tell whether a text has the form of a cell's name."""
        return name in self._by_name or _CELL.fullmatch(name) is not None

    def area(self, cell: int) -> tuple[range, int]:
        """Return the board or the layer that has a cell, and how many cells stand in a row."""
        layers = zip(self.grid.cells_of_layers.values(), self.beside, strict=True)
        areas = [(self.grid.board, self.grid.columns)]
        areas += [(cells, columns) for cells, (_, columns) in layers]
        return next(area for area in areas if cell in area[0])

    def place(self, cell: int) -> tuple[int, int, int]:
        """Return the first cell of the cell's layer or of the board, its row and its column."""
        cells, columns = self.area(cell)
        return cells.start, *divmod(cell - cells.start, columns)

    @cached_property
    def neighbours(self) -> tuple[Cells, ...]:
        """For each cell, the cells to its left, to its right, above and below it."""
        places = {self.place(cell): cell for cell in self.grid.cells}
        return tuple(
            tuple(
                places[first, row + down, column + right]
                for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))
                if (first, row + down, column + right) in places
            )
            for first, row, column in places
        )

    @cached_property
    def givens(self) -> dict[str, tuple[int, tuple[int]]]:
        """Maps texts like ``R1C1_5`` to cells and values, because most items are such texts."""
        names, values = self._by_name.items(), self.grid.values
        return {f"{name}_{value}": (cell, (value,)) for name, cell in names for value in values}

    def name(self, cell: int) -> str:
        return self._names[cell]

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.name, cells))


def integer(text: str) -> int:
    """Return the whole number in a text. The number may have at most nine digits."""
    found = _SMALL.get(text)
    if found is not None:
        return found
    if not _INTEGER.fullmatch(text):
        raise PuzzleError(f"{quoted(text)} is not a whole number")
    return int(text)


def box_shape(rows: int, columns: int, size: int) -> Shape | None:
    """Return the shape, as square as possible, of boxes with `size` cells that tile the board."""
    for small in range(isqrt(size), 1, -1):
        large = size // small
        if size % small == 0:
            for height, width in ((small, large), (large, small)):
                if rows % height == 0 and columns % width == 0:
                    return height, width
    return None


def board_for(puzzle: Puzzle) -> Board:
    """Return the board with as many boxes and regions of a puzzle as ISS can express."""
    grid = puzzle.grid
    side = max(grid.rows, grid.columns)
    if max(side, len(grid.values)) > MOST_SIDE:
        size = f"{grid.rows}×{grid.columns} with {len(grid.values)} values"
        raise Inexpressible(f"a grid of {size} (the limit is {MOST_SIDE})")
    if grid.values.start > 1:
        raise Inexpressible(f"values from {grid.span} (the lowest value must be 0 or 1)")
    if len(grid.cells) > MOST_CELLS:
        raise Inexpressible(f"{len(grid.cells)} cells (the limit is {MOST_CELLS})")
    for layer in grid.layers:
        if not layer.name.isalpha():
            raise Inexpressible(f"the layer {layer.name} (the site knows only letters)")
    beside = tuple(Beside(f"V{layer.name.upper()}", grid.columns) for layer in grid.layers)
    board = _houses(puzzle)
    ties = any(isinstance(rule, FullRank) and rule.ties for rule in puzzle.rules)
    return replace(board, beside=beside, ties=ties and not board.raw)


def _houses(puzzle: Puzzle) -> Board:
    grid, side = puzzle.grid, max(puzzle.grid.rows, puzzle.grid.columns)
    if len(grid.values) < side or not {Rows(), Columns()} <= set(puzzle.rules):
        return Board(grid, raw=True)
    plain = Board(grid, layout=_layout(puzzle))
    shapes = [(rule.height, rule.width) for rule in puzzle.rules if type(rule) is Boxes]
    if plain.tiles and plain.tiles in shapes:
        return plain
    for height, width in shapes:
        sized = Board(grid, size=height * width, layout=plain.layout)
        if sized.tiles == (height, width) and not plain.layout:
            return sized
    return Board(grid, boxed=not plain.tiles, layout=plain.layout)


def _layout(puzzle: Puzzle) -> str | None:
    """Return the layout of the puzzle's regions, or None if ISS cannot have such regions."""
    grid, found = puzzle.grid, [rule for rule in puzzle.rules if type(rule) is Regions]
    if len(found) != 1 or not 1 < len(found[0].regions) <= len(_REGIONS):
        return None
    sizes = range(max(grid.rows, grid.columns), len(grid.values) + 1)
    if any(len(region) not in sizes for region in found[0].regions):
        return None
    regions = zip(_REGIONS, sorted(found[0].regions, key=min), strict=False)
    signs = {cell: sign for sign, region in regions for cell in region}
    return "".join(signs[cell] for cell in grid.board)


def _grid(args: tuple[str, ...]) -> Grid:
    shape = _SHAPE.fullmatch(args[0]) if args else None
    if not shape:
        raise PuzzleError(f"'Shape': {quoted('~'.join(args))} is not a size, like '9x9'")
    rows, columns = map(int, shape.groups())
    first, count = 1, max(rows, columns)
    for range_ in args[1:]:
        if range_ in ("", "Raw"):
            continue
        found = _RANGE.fullmatch(range_)
        if not found or found[1] not in (None, "0", "1"):
            raise PuzzleError(f"'Shape': {quoted(range_)} is not a range from 0 or 1")
        first = int(found[1] or 1)
        count = int(found[2]) - first + 1
    size = f"{rows}×{columns} with {count} values"
    if not (min(rows, columns) >= 1 and 1 <= max(rows, columns, count) <= MOST_SIDE):
        raise PuzzleError(f"'Shape': {size}, but sides and values must be from 1 to {MOST_SIDE}")
    if count < max(rows, columns) and "Raw" not in args[1:]:
        raise PuzzleError(f"'Shape': {size}. A row or column needs as many values as cells")
    return Grid(rows, columns, range(first, first + count))
