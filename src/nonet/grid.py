"""The board before any rule: cells, values, and the pencil marks that pair them.

A *cell* is an integer, row-major from 0. People write ``r1c1``, or ``A1`` with a capital letter for
the row, as textbooks do. Two names with a hyphen are a range: a row, a column or a rectangle, row
by row from the first cell to the last. ``r3`` and ``c4`` are a whole row, from the left, and a
whole column, from the top. Names stand together with spaces or commas between, in
Python and in JSON alike: ``r1c1 r1c2``, ``A1-A3, B1``, ``r1c1-r3c3``.

A *pencil mark* is a pair (cell, value); `Grid.mark` numbers the marks from 1, and that number is
the CNF variable and the CP-SAT literal of the mark in every encoding. Sets of values are bit masks,
lowest value first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Annotated, NoReturn, TypeAlias

from nonet.errors import PuzzleError, TooLarge

#: A cell as a rule names it; the annotation tells the JSON format to write ``r1c1``.
Cell: TypeAlias = Annotated[int, "cell"]
Cells: TypeAlias = tuple[Cell, ...]
#: What stands for a cell, and for several: numbers, names, and in texts ranges of names.
CellLike: TypeAlias = int | str
CellsLike: TypeAlias = str | Iterable[int | str]

# A few bytes can name a board that fills any memory, so these are checked before one is built.

#: More marks than any backend can hold; 256×256 with 256 values still fits.
MOST_MARKS = 1 << 24

#: Each cell takes kilobytes in drawings and in the tables of solvers; 256×256 still fits.
MOST_CELLS = 1 << 16

#: Tables of bit masks take values² bits. No row with as many values as cells can be longer.
MOST_VALUES = 1 << 12

#: The pairs of values that a relation lists take about 100 bytes each; 1024 values still fit.
MOST_PAIRS = 1 << 20

#: The pairs of cells that groups keep apart take up to 100 bytes each; 128×128 with boxes fits.
MOST_EXCLUSIONS = 1 << 23

#: Stands for "1 up to the longer side" where a grid does not say its values.
_BY_SIZE = range(0)

_CELL_NAME = re.compile(r"[Rr]([1-9][0-9]{0,39})[Cc]([1-9][0-9]{0,39})|([A-Z])([1-9][0-9]{0,39})")

_LINE_NAME = re.compile(r"([Rr])([1-9][0-9]{0,39})|[Cc]([1-9][0-9]{0,39})")


@dataclass(frozen=True)
class Grid:
    """A board of ``rows × columns`` cells, each to hold one value of a contiguous range.

    >>> grid = Grid(9, 9)
    >>> grid.values
    range(1, 10)
    >>> grid.name(10), grid.cell("r2c2"), grid.mark(cell=10, value=3)
    ('r2c2', 10, 93)
    """

    rows: int
    columns: int
    values: range = _BY_SIZE

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise PuzzleError(f"a grid of {self.rows}×{self.columns} has no cells")
        if self.values is _BY_SIZE:
            object.__setattr__(self, "values", range(1, max(self.rows, self.columns) + 1))
        if not self.values or self.values.step != 1 or self.values.start < 0:
            raise PuzzleError(f"values must be consecutive and not negative, not {self.values}")
        # Not len(), which cannot count a range beyond what memory could address.
        cells, values = self.rows * self.columns, self.values.stop - self.values.start
        for count, most, what in (
            (cells * values, MOST_MARKS, "pencil marks"),
            (cells, MOST_CELLS, "cells"),
            (values, MOST_VALUES, "values"),
        ):
            if count > most:
                raise TooLarge(
                    f"{self.rows}×{self.columns} with values {self.span} has {count} {what}; "
                    f"the limit is {most}"
                )

    @cached_property
    def cells(self) -> range:
        """All cells, row by row."""
        return range(self.rows * self.columns)

    @cached_property
    def contents(self) -> frozenset[int | None]:
        """What a cell may hold: a value, or None while it is empty."""
        return frozenset({None, *self.values})

    @cached_property
    def full(self) -> int:
        """The mask of all values."""
        return (1 << len(self.values)) - 1

    def at(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, both from 0."""
        return row * self.columns + column

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        return divmod(cell, self.columns)

    def has(self, row: int, column: int) -> bool:
        """Tell whether a row and a column lie on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def name(self, cell: int) -> str:
        """Return the name of a cell, as in ``r1c1``."""
        return _name(*self.place(cell))

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of several cells, in their order."""
        return " ".join(map(self.name, cells))

    def cell(self, name: CellLike) -> int:
        """Return the cell of that name, or of that number.

        >>> grid = Grid(4, 4)
        >>> grid.cell("r2c1"), grid.cell("B1"), grid.cell(4)
        (4, 4, 4)
        >>> grid.cell("r5c1")
        Traceback (most recent call last):
        nonet.errors.PuzzleError: r5c1 is outside the 4×4 grid
        """
        if isinstance(name, str):
            row, column = _place(name)
            if not self.has(row, column):
                raise PuzzleError(f"{name} is outside the {self.rows}×{self.columns} grid")
            return self.at(row, column)
        cell = _number(name)
        if cell not in self.cells:
            raise PuzzleError(f"cell {cell} is outside the {self.rows}×{self.columns} grid")
        return cell

    def named(self, names: CellsLike) -> Cells:
        """Return the cells of several names, ranges, whole rows and columns, and numbers.

        >>> Grid(9, 9).named("r1c1-r1c3 A9"), Grid(9, 9).named([80, "r2c2-r1c1"])
        ((0, 1, 2, 8), (80, 10, 9, 1, 0))
        >>> Grid(2, 3).named("r2 c1")
        (3, 4, 5, 0, 3)
        """
        return tuple(cell for name in spread(names) for cell in self._cells_of(name))

    def _cells_of(self, name: CellLike) -> Iterable[int]:
        found = _LINE_NAME.fullmatch(name) if isinstance(name, str) else None
        if not found:
            return (self.cell(name),)
        number = int(found[2] or found[3]) - 1
        if number >= (self.rows if found[1] else self.columns):
            raise PuzzleError(f"{name} is outside the {self.rows}×{self.columns} grid")
        start = number * self.columns
        return (
            self.cells[start : start + self.columns]
            if found[1]
            else self.cells[number :: self.columns]
        )

    def table(self, symbols: Sequence[str], boxes: tuple[int, int] | None = None) -> str:
        """Return one symbol a cell, row below row, with lines between boxes of height × width.

        >>> print(Grid(2, 4).table("1...2..3", boxes=(1, 2)))
        1 . | . .
        ----+----
        2 . | . 3
        """
        height, width = boxes or (self.rows, self.columns)
        longest = max(map(len, symbols))
        lines: list[str] = []
        for start in range(0, len(self.cells), self.columns):
            cells = [symbol.rjust(longest) for symbol in symbols[start : start + self.columns]]
            parts = [" ".join(cells[left : left + width]) for left in range(0, len(cells), width)]
            row = " | ".join(parts)
            if start and start // self.columns % height == 0:
                lines.append("".join("+" if sign == "|" else "-" for sign in row))
            lines.append(row)
        return "\n".join(lines)

    def bit(self, value: int) -> int:
        """Return the mask of one value."""
        return 1 << (value - self.values.start)

    def mask(self, values: Iterable[int]) -> int:
        """Return the mask of several values.

        >>> bin(Grid(9, 9).mask([1, 3]))
        '0b101'
        """
        mask = 0
        for value in values:
            if value not in self.values:
                raise PuzzleError(f"{value} is not a value from {self.span}")
            mask |= self.bit(value)
        return mask

    def overlap(self, values: Collection[int]) -> int:
        """Return the mask of those values that the grid has.

        >>> bin(Grid(9, 9).overlap({1, 3, 10}))
        '0b101'
        """
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
        """Return the cell and the value of a pencil mark.

        >>> Grid(9, 9).unmark(93)
        (10, 3)
        """
        cell, index = divmod(mark - 1, len(self.values))
        return cell, self.values.start + index

    @property
    def marks(self) -> int:
        """How many pencil marks there are; the variables of every encoding begin with them."""
        return len(self.cells) * len(self.values)


def spread(names: CellsLike) -> tuple[CellLike, ...]:
    """Return cells one by one, as numbers and as names like ``r1c1``; this takes no grid.

    Only a grid knows the cells of a whole row or column, so these keep their names.

    >>> spread("A1-A3, r2c1"), spread([0, "r1c1-r2c2"])
    (('r1c1', 'r1c2', 'r1c3', 'r2c1'), (0, 'r1c1', 'r1c2', 'r2c1', 'r2c2'))
    """
    if isinstance(names, str):
        return tuple(_spread(names))
    try:
        items = list(names)
    except TypeError:
        _refuse(names)
    cells: list[CellLike] = []
    for item in items:
        cells.extend(_spread(item) if isinstance(item, str) else [_number(item)])
    return tuple(cells)


def _spread(names: str) -> Iterator[str]:
    for name in names.replace(",", " ").split():
        if _LINE_NAME.fullmatch(name):
            yield name.lower()
            continue
        first, hyphen, last = name.partition("-")
        (top, left), (bottom, right) = _place(first), _place(last if hyphen else first)
        if (abs(bottom - top) + 1) * (abs(right - left) + 1) > MOST_CELLS:
            raise TooLarge(f"{name[:20]!r} has more than {MOST_CELLS} cells")
        for row in _through(top, bottom):
            for column in _through(left, right):
                yield _name(row, column)


def _through(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def _name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def _place(name: str) -> tuple[int, int]:
    """Return the row and the column of a name, both from 0."""
    found = _CELL_NAME.fullmatch(name)
    if not found:
        raise PuzzleError(f"{name[:20]!r} is not the name of a cell, like 'r1c1'")
    row, column, letter, number = found.groups()
    return (int(row) - 1, int(column) - 1) if row else (ord(letter) - ord("A"), int(number) - 1)


def _number(cell: object) -> int:
    """Return the number of a cell, also one of numpy's; True is none."""
    if isinstance(cell, bool) or not hasattr(cell, "__index__"):
        _refuse(cell)
    return index(cell)


def _refuse(cells: object) -> NoReturn:
    raise TypeError(
        f"{cells!r} names no cells: names like 'r1c1 r1c2', 'r1c1-r3c3' or 'A1' do, "
        "and lists of names or of numbers from 0"
    )
