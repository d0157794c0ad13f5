"""The board without rules: its cells, its values, and its pencil marks.

A *cell* is a number. Cells are numbered row by row, from 0. Cells also have names, such as ``r1c1``
(see `nonet.model.names`).

A *pencil mark* is a pair (cell, value). `Grid.mark` numbers the pencil marks from 1. The number of
a pencil mark is its CNF variable and its CP-SAT literal in every encoding.

A bit mask stores a set of values. The lowest bit stands for the lowest value of the grid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Annotated, TypeAlias, TypeVar

from nonet.model.names import (
    MOST_CELLS,
    count_of,
    is_layer_name,
    line_of,
    name_of,
    number_of,
    place_of,
    spread,
)
from nonet.model.names import CellLike as CellLike  # noqa: PLC0414 - rules find it here
from nonet.model.names import CellsLike as CellsLike  # noqa: PLC0414
from nonet.system.errors import PuzzleError, TooLarge
from nonet.system.limits import whole

T = TypeVar("T")

#: The type of rule fields that hold a cell. In JSON, a cell is written as a name like ``r1c1``.
Cell: TypeAlias = Annotated[int, "cell"]
Cells: TypeAlias = tuple[Cell, ...]

# A short input can ask for a board that does not fit into memory. These limits prevent that.

#: The maximum number of pencil marks of a grid. A 256×256 grid with 256 values has this many.
MOST_MARKS = 1 << 24

#: The maximum number of values of a grid. Tables of bit masks for n values take n² bits.
MOST_VALUES = 1 << 12

#: The maximum number of pairs in a relation: all pairs of 1024 values.
MOST_PAIRS = 1 << 20

#: The maximum number of pairs of cells that must differ. A 128×128 grid with boxes has fewer.
MOST_EXCLUSIONS = 1 << 23

#: Stands for the default values: from 1 to the larger number of rows or columns.
_BY_SIZE = range(0)


@dataclass(frozen=True)
class Layer:
    """Cells beside the board. They hold values of the grid, or only some of these values.

    A layer without a size has a cell for each cell of the board, as the shading of a yin-yang
    puzzle does. Otherwise, the size is its number of single cells.

    An `auxiliary` layer is not part of the answer. Fillings of the grid that differ only there are
    one solution, and a solution has any of these fillings.

    >>> grid = Grid(2, 2, layers=(Layer("shade", (1, 2)), Layer("extra", size=3)))
    >>> grid.names(grid.cells)
    'r1c1 r1c2 r2c1 r2c2 shade.r1c1 shade.r1c2 shade.r2c1 shade.r2c2 extra.1 extra.2 extra.3'
    """

    name: str
    #: The values that the cells may hold. An empty tuple stands for all values of the grid.
    values: tuple[int, ...] = ()
    size: int | None = None
    auxiliary: bool = False

    def __post_init__(self) -> None:
        if not is_layer_name(self.name):
            problem = f"{self.name!r:.40} cannot name a layer: use small letters, such as 'shade'"
            raise PuzzleError(problem)
        if self.size is not None and self.size < 1:
            raise PuzzleError(f"the layer {self.name} has no cells")

    def joined(self, other: Layer) -> Layer:
        """Return the layer with the values of two layers."""
        values = {*self.values, *other.values} if self.values and other.values else ()
        return replace(self, values=tuple(sorted(values)))


@dataclass(frozen=True)
class Grid:
    """A board of ``rows × columns`` cells. Each cell holds one value of a contiguous range.

    A grid may have layers: more cells, which have no place on the board.

    >>> grid = Grid(9, 9)
    >>> grid.values
    range(1, 10)
    >>> grid.name(10), grid.cell("r2c2"), grid.mark(cell=10, value=3)
    ('r2c2', 10, 93)
    """

    rows: int
    columns: int
    values: range = _BY_SIZE
    layers: tuple[Layer, ...] = ()

    def __post_init__(self) -> None:
        for side in ("rows", "columns"):
            object.__setattr__(self, side, whole(getattr(self, side), f"the number of {side}"))
        if self.rows < 1 or self.columns < 1:
            raise PuzzleError(f"a grid of {self.rows}×{self.columns} has no cells")
        if not isinstance(self.values, range):
            raise TypeError(f"values must be a range like range(1, 10), not {self.values!r:.40}")
        if self.values is _BY_SIZE:
            object.__setattr__(self, "values", range(1, max(self.rows, self.columns) + 1))
        if not self.values or self.values.step != 1:
            raise PuzzleError(f"values must be consecutive, not {self.values}")
        if self.values.start < 0:
            raise PuzzleError(f"values must be 0 or higher, not {self.values.start}")
        # Do not use len(), which raises OverflowError for a range of more than 2⁶³ values.
        values = self.values.stop - self.values.start
        board = self.rows * self.columns
        cells = board + sum(layer.size or board for layer in self.layers)
        for count, most, what in (
            (cells * values, MOST_MARKS, "pencil marks"),
            (cells, MOST_CELLS, "cells"),
            (values, MOST_VALUES, "values"),
        ):
            if count > most:
                raise TooLarge(
                    f"a board of {self.rows}×{self.columns} with values {self.span} "
                    f"has {count} {what}. The limit is {most}"
                )
        for number, layer in enumerate(self.layers):
            self.mask(layer.values)  # raise an error for values that the grid does not have
            if any(layer.name == other.name for other in self.layers[:number]):
                raise PuzzleError(f"there are two layers {layer.name!r}")

    def __getstate__(self) -> dict[str, object]:
        # Leave out derived attributes when pickling. Another process has another hash for texts.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Grids are the keys of many caches.
        return hash((self.rows, self.columns, self.values, self.layers))

    @cached_property
    def board(self) -> range:
        """The cells of the board, row by row."""
        return range(self.rows * self.columns)

    @cached_property
    def cells(self) -> range:
        """All cells: first the board, then the layers in their order."""
        return range(len(self.board) + sum(map(self._size, self.layers)))

    @cached_property
    def all_cells(self) -> frozenset[int]:
        """All cells as a set."""
        return frozenset(self.cells)

    def _size(self, layer: Layer) -> int:
        return layer.size or len(self.board)

    @cached_property
    def answers(self) -> Sequence[int]:
        """The cells of the answer: all cells except those of auxiliary layers.

        >>> Grid(1, 2, layers=(Layer("sum", auxiliary=True), Layer("x", size=1))).answers
        (0, 1, 4)
        """
        if not self.has_auxiliary:
            return self.cells
        named = ((layer, self.cells_of_layers[layer.name]) for layer in self.layers)
        beside = (cell for layer, cells in named if not layer.auxiliary for cell in cells)
        return (*self.board, *beside)

    @cached_property
    def has_auxiliary(self) -> bool:
        """Whether some cells are not part of the answer."""
        return any(layer.auxiliary for layer in self.layers)

    def answer(self, values: tuple[T, ...]) -> tuple[T, ...]:
        """Return the values of the answer. If two fillings have the same, they are one solution."""
        return tuple([values[cell] for cell in self.answers]) if self.has_auxiliary else values

    @cached_property
    def cells_of_layers(self) -> dict[str, range]:
        """The cells of each layer, by its name."""
        found, start = {}, len(self.board)
        for layer in self.layers:
            found[layer.name] = range(start, start + self._size(layer))
            start += self._size(layer)
        return found

    @cached_property
    def _boards(self) -> tuple[range, ...]:
        shaped = (self.cells_of_layers[layer.name] for layer in self.layers if not layer.size)
        return (self.board, *shaped)

    def layer(self, name: str) -> range:
        """Return the cells of a layer."""
        if name not in self.cells_of_layers:
            there_are = f"there are {', '.join(self.cells_of_layers)}"
            hint = there_are if self.layers else "the method with_layer of a puzzle adds one"
            raise PuzzleError(f"the grid has no layer {name!r:.40}; {hint}")
        return self.cells_of_layers[name]

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell, the mask of the values that it may hold. Only layers restrict values."""
        masks = [self.full] * len(self.board)
        for layer in self.layers:
            masks += [self.mask(layer.values) or self.full] * self._size(layer)
        return tuple(masks)

    @cached_property
    def contents(self) -> frozenset[int | None]:
        """The values, and None for an empty cell."""
        return frozenset({None, *self.values})

    @cached_property
    def full(self) -> int:
        """The mask of all values."""
        return (1 << len(self.values)) - 1

    def at(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, both from 0."""
        return row * self.columns + column

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0. Cells of layers have no place."""
        row, column = divmod(cell, self.columns)
        if row >= self.rows:
            raise PuzzleError(f"{self.name(cell)} has no place on the board")
        return row, column

    def has(self, row: int, column: int) -> bool:
        """Tell whether a row and a column lie on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def name(self, cell: int) -> str:
        """Return the name of a cell, as in ``r1c1``."""
        if cell < len(self.board):
            return name_of(*self.place(cell))
        layer, cells = next(
            (layer, self.cells_of_layers[layer.name])
            for layer in self.layers
            if cell in self.cells_of_layers[layer.name]
        )
        number = cell - cells.start
        return f"{layer.name}.{number + 1 if layer.size else name_of(*self.place(number))}"

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of several cells, in their order."""
        return " ".join(map(self.name, cells))

    def cell(self, name: CellLike) -> int:
        """Return the cell with this name or number.

        >>> grid = Grid(4, 4)
        >>> grid.cell("r2c1"), grid.cell("B1"), grid.cell(4)
        (4, 4, 4)
        """
        if isinstance(name, str):
            cells, place = self._found(name)
            if cells not in self._boards:
                count = count_of(place)
                if not 1 <= count <= len(cells):
                    first, last = self.name(cells[0]), self.name(cells[-1])
                    raise PuzzleError(f"{name:.40} is not a cell from {first} to {last}")
                return cells[count - 1]
            row, column = place_of(place)
            if not self.has(row, column):
                raise PuzzleError(f"{name} is outside the {self.rows}×{self.columns} grid")
            return cells[self.at(row, column)]
        cell = number_of(name)
        if cell not in self.cells:
            raise PuzzleError(f"cell {cell} is outside the {self.rows}×{self.columns} grid")
        return cell

    def named(self, names: CellsLike) -> Cells:
        """Return the named cells. `names` is a text, or a list of names, ranges and numbers.

        >>> Grid(9, 9).named("r1c1-r1c3 A9"), Grid(2, 3).named(["r2 c1", 5])
        ((0, 1, 2, 8), (3, 4, 5, 0, 3, 5))
        """
        cells: list[int] = []
        for name in spread(names):
            cells.extend(self._cells_of(name))
            if len(cells) > MOST_CELLS:
                raise TooLarge(f"more than {MOST_CELLS} cells are named")
        return tuple(cells)

    def _cells_of(self, name: CellLike) -> Iterable[int]:
        if not isinstance(name, str) or (line := line_of(name)) is None:
            return (self.cell(name),)
        cells, _ = self._found(name)
        row, column = line
        if not self.has(row or 0, column or 0) or cells not in self._boards:
            raise PuzzleError(f"{name} is outside the {self.rows}×{self.columns} grid")
        if row is None:
            return cells[column :: self.columns]
        return cells[row * self.columns : (row + 1) * self.columns]

    def _found(self, name: str) -> tuple[range, str]:
        """Return the board or the layer that a name is about, and the name without the layer."""
        layer, dot, place = name.rpartition(".")
        return (self.layer(layer) if dot else self.board), place

    def table(self, symbols: Sequence[str], boxes: tuple[int, int] | None = None) -> str:
        """Return a text table with one symbol for each cell, and with lines between boxes.

        The size of the boxes is (height, width). A table of each layer follows.

        >>> print(Grid(2, 4).table("1...2..3", boxes=(1, 2)))
        1 . | . .
        ----+----
        2 . | . 3
        >>> print(Grid(1, 2, layers=(Layer("shade"),)).table("1221"))
        1 2
        shade:
        2 1
        """
        lines = self._table([symbols[cell] for cell in self.board], boxes)
        for name, cells in self.cells_of_layers.items():
            lines += [f"{name}:", *self._table([symbols[cell] for cell in cells])]
        return "\n".join(lines)

    def _table(self, symbols: Sequence[str], boxes: tuple[int, int] | None = None) -> list[str]:
        height, width = boxes or (self.rows, self.columns)
        longest = max(map(len, symbols))
        lines: list[str] = []
        for start in range(0, len(symbols), self.columns):
            cells = [symbol.rjust(longest) for symbol in symbols[start : start + self.columns]]
            parts = [" ".join(cells[left : left + width]) for left in range(0, len(cells), width)]
            row = " | ".join(parts)
            if start and start // self.columns % height == 0:
                lines.append("".join("+" if sign == "|" else "-" for sign in row))
            lines.append(row)
        return lines

    def bit(self, value: int) -> int:
        """Return the mask of one value."""
        return 1 << (value - self.values.start)

    def mask(self, values: Iterable[int]) -> int:
        """Return the mask of several values."""
        mask = 0
        for value in values:
            if value not in self.values:
                raise PuzzleError(f"{value} is not a value from {self.span}")
            mask |= self.bit(value)
        return mask

    def require_each(self, items: Sized, noun: str) -> None:
        """Raise `PuzzleError` unless there is one item for each cell."""
        if len(items) != len(self.cells):
            found = f"{len(items)} {noun}{'s' * (len(items) != 1)}"
            raise PuzzleError(f"{found} for {len(self.cells)} cells")

    def require_marks(self, marks: Sequence[int]) -> None:
        """Raise `PuzzleError` for marks without a mask of the grid's values for each cell."""
        self.require_each(marks, "mark")
        masks = set(marks)
        if min(masks) < 0 or max(masks) > self.full:
            cell = next(cell for cell, mask in enumerate(marks) if not 0 <= mask <= self.full)
            raise PuzzleError(f"the marks have values outside {self.span}", cell=self.name(cell))

    def overlap(self, values: Collection[int]) -> int:
        """Return the mask of the values that belong to the grid. Ignore all other values."""
        return sum(self.bit(value) for value in set(values) if value in self.values)

    def values_of(self, mask: int) -> Iterator[int]:
        """Yield the values in a mask, lowest first."""
        while mask:
            lowest = mask & -mask
            yield self.values.start + lowest.bit_length() - 1
            mask ^= lowest

    def value_of(self, mask: int) -> int:
        """Return the only value in a mask."""
        return self.values.start + mask.bit_length() - 1

    @property
    def span(self) -> str:
        """The range of values in words, as in ``1 to 9``."""
        return f"{self.values[0]} to {self.values[-1]}"

    def mark(self, cell: int, value: int) -> int:
        """Return the number, from 1, of the pencil mark (cell, value)."""
        return cell * len(self.values) + value - self.values.start + 1

    def unmark(self, mark: int) -> tuple[int, int]:
        """Return the cell and the value of a pencil mark."""
        cell, index = divmod(mark - 1, len(self.values))
        return cell, self.values.start + index

    @property
    def marks(self) -> int:
        """The number of pencil marks. They are the variables 1, 2, 3 … of every encoding."""
        return len(self.cells) * len(self.values)
