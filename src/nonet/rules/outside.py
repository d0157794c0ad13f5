"""Clues outside the board, such as sandwiches, skyscrapers, little killers and ranks.

The cells of a clue are listed from the clue on: ``"r1c1-r1c9"`` is read from the left, and
``"r1c9-r1c1"`` from the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, chain, combinations, zip_longest
from typing import ClassVar, Literal, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, AnyOf, Candidates, Linear, Regular, Values
from nonet.model.figures import Badge, Figure, Line, outside
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Columns, Rows
from nonet.rules.connection import breaks
from nonet.rules.fields import CellField, CellsField, IntegersField, complaints_of, default, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_cells, require_room
from nonet.rules.value_sets import filled, may_add_up, only, sum_of


class Outside(OnCells, family=True):
    """Base of clues outside the board that concern a line of cells."""

    #: The setters' name for the rule.
    title: ClassVar[str]
    #: The clue as it is drawn outside the board.
    sign: ClassVar[str]

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_room(len(self.cells) ** 2, self.name, "pairs of cells")

    def describe(self, grid: Grid) -> str:
        first, last = grid.name(self.cells[0]), grid.name(self.cells[-1])
        line = first if len(self.cells) == 1 else f"{first}-{last}"
        straight = {*self.cells} <= {*grid.board} and self.cells == grid.named(line)
        cells = line if straight else grid.names(self.cells)
        return f"{self.title} {self.clue(grid)}: {cells}"

    def clue(self, grid: Grid) -> str:
        return self.worded(self.sign, grid)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if len(self.cells) > 1 and not any(breaks(grid, self.cells)):
            x, y = outside(grid, self.cells)
            if not (0 < x < grid.columns and 0 < y < grid.rows):
                yield Badge((x, y), "clue", self.worded(self.sign, grid))


@frozen
class Total(Outside, family=True):
    """Base of clues that are a sum."""

    cells: CellsField
    total: int

    lowest = "total", 0
    sign = "{total}"


class XSum(Total):
    """The first X cells add up to the total, where X is the value of the first cell.

    If X is 0, the total must be 0.

    >>> XSum([0, 1, 2], 5).holds(Grid(1, 3), [2, 3, 1])
    True
    >>> XSum([0, 1, 2], 0).holds(Grid(1, 3, range(4)), [0, 3, 1])
    True
    """

    title = "x-sum"

    def wording(self, grid: Grid) -> str:
        zero = "; it is 0 if X is 0" if 0 in grid.values else ""
        clue = "An X-sum clue outside the grid is the sum of the first X digits from the clue"
        return f"{clue}, where X is the first digit{zero}"

    def holds(self, grid: Grid, values: Values) -> bool:
        first, *others = [values[cell] for cell in self.cells]
        return any(
            may_add_up(grid, [many, *others], range(many), (self.total,))
            for many in (grid.values if first is None else (first,))
            if many <= len(self.cells)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first = self.cells[0]
        terms = tuple([(1, cell) for cell in self.cells])
        alternatives: list[tuple[Linear | Candidates, ...]] = [
            (only(first, many), Linear(terms[:many], "==", self.total))
            for many in grid.values
            if 0 < many <= len(self.cells)
        ]
        if 0 in grid.values and not self.total:
            alternatives.append((only(first, 0),))
        yield AnyOf(tuple(alternatives))


@frozen
class Sandwich(Total):
    """The cells between the lowest and the highest value of the grid add up to the total.

    The lowest and the highest value are the crusts. The line holds each crust once. `crusts` may
    name two other values.

    >>> Sandwich([0, 1, 2, 3], 5).holds(Grid(1, 4), [1, 2, 3, 4])
    True
    """

    cells: CellsField
    crusts: IntegersField = default(())

    title = "sandwich"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        grid.mask(self.crusts)
        if len(set(self._crusts(grid))) != 2 or len(self.crusts) not in (0, 2):
            raise self.refusal("the crusts must be two different values")

    def _crusts(self, grid: Grid) -> tuple[int, ...]:
        return self.crusts or (grid.values[0], grid.values[-1])

    def holds(self, grid: Grid, values: Values) -> bool:
        line, crusts = [values[cell] for cell in self.cells], self._crusts(grid)
        counts = [line.count(crust) for crust in crusts]
        if max(counts) > 1:
            return False
        if min(counts) == 0:
            return None in line
        start, end = sorted(map(line.index, crusts))
        return may_add_up(grid, line, range(start + 1, end), (self.total,))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        if self.total > len(self.cells) * grid.values[-1]:
            yield Candidates(self.cells[0], frozenset())
            return
        yield Regular(self.cells, _sandwich(grid.values, self._crusts(grid), self.total))

    def clue(self, grid: Grid) -> str:
        crusts = f" between {' and '.join(map(str, self.crusts))}" if self.crusts else ""
        return f"{self.total}{crusts}"

    def wording(self, grid: Grid) -> str:
        low, high = sorted(self._crusts(grid))
        digits = f"the digits between the {low} and the {high}"
        return f"A sandwich clue outside the grid is the sum of {digits} in its row or column"


#: A state of the automaton: the first crust or None, the sum so far, and whether the second crust
#: was seen.
_Bite: TypeAlias = tuple[int | None, int, bool]


@lru_cache(maxsize=256)
def _sandwich(values: range, crusts: tuple[int, ...], total: int) -> Automaton:
    """Return the automaton of lines with this total between the crusts, and each crust once."""

    def step(state: _Bite, value: int) -> _Bite | None:
        opened, inside, closed = state
        if value not in crusts:
            inside += value if opened is not None and not closed else 0
            return (opened, inside, closed) if inside <= total else None
        if opened is None:
            return value, 0, False
        return (opened, total, True) if not closed and value != opened and inside == total else None

    start: _Bite = None, 0, False
    with complaints_of(Sandwich.name):
        return Automaton.exploring(start, step, lambda state: state[2], values)


Direction: TypeAlias = Literal["down-right", "down-left", "up-right", "up-left"]
#: For each direction, the step from a cell of the diagonal to the next cell: rows down, and columns
#: to the right.
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}


@frozen
class LittleKiller(Rule):
    """The values on a diagonal add up to the total. They may repeat.

    `cell` is the first cell of the diagonal, next to the clue.

    >>> LittleKiller("r1c2", "down-left", 3).on(Grid(2, 2)).holds(Grid(2, 2), [1, 1, 2, 2])
    True
    """

    cell: CellField
    direction: Direction
    total: int

    lowest = "total", 0
    reads = "counts"
    label = "little killer {cell} {direction} = {total}"
    template = "Digits along an indicated diagonal sum to the total outside the grid and may repeat"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.direction not in DIRECTIONS:
            problem = f"unknown direction {self.direction!r}. Choose one of {', '.join(DIRECTIONS)}"
            raise self.refusal(problem)
        require_cells(grid, (self.cell,), self.name)
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        if grid.has(row - down, column - right):
            raise self.refusal(
                f"{grid.name(self.cell)} does not begin a diagonal {self.direction}. "
                f"{grid.name(grid.at(row - down, column - right))} comes before it"
            )

    def diagonal(self, grid: Grid) -> Cells:
        """Return the cells of the diagonal, in order from the cell next to the clue."""
        return _diagonal(grid, self.cell, self.direction)

    def holds(self, grid: Grid, values: Values) -> bool:
        return may_add_up(grid, values, self.diagonal(grid), (self.total,))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield sum_of(self.diagonal(grid), self.total)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        x, y = column - right + 0.5, row - down + 0.5
        yield Badge((x, y), "clue", str(self.total))
        ends = ((x + share * right, y + share * down) for share in (0.28, 0.46))
        yield Line(tuple(ends), "thin line", head=True)


@lru_cache(maxsize=256)
def _diagonal(grid: Grid, cell: int, direction: Direction) -> Cells:
    down, right = DIRECTIONS[direction]
    row, column = grid.place(cell)
    rows = grid.rows - row if down > 0 else row + 1
    columns = grid.columns - column if right > 0 else column + 1
    step = grid.at(down, right)
    return tuple([cell + n * step for n in range(min(rows, columns))])


@frozen
class Skyscraper(Outside):
    """The clue is the number of visible cells, which are higher than all cells before them.

    >>> Skyscraper([0, 1, 2, 3], 2).holds(Grid(1, 4), [3, 1, 2, 4])
    True
    """

    cells: CellsField
    count: int

    lowest = "count", 1
    title = "skyscraper"
    sign = "{count}"
    template = (
        "A skyscraper clue outside the grid is the number of digits that are higher than all "
        "digits before them, seen from the clue"
    )

    def holds(self, grid: Grid, values: Values) -> bool:
        line = filled(self.cells, values)
        return len(line) < len(self.cells) or len(set(accumulate(line, max))) == self.count

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        if self.count > min(len(self.cells), len(grid.values)):
            yield Candidates(self.cells[0], frozenset())
            return
        yield Regular(self.cells, _skyscraper(grid.values, self.count))


@lru_cache(maxsize=256)
def _skyscraper(values: range, count: int) -> Automaton:
    """Return the automaton of words in which `count` values are higher than all values before."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        highest, missing = state
        if value <= highest:
            return state
        return (value, missing - 1) if missing else None

    with complaints_of(Skyscraper.name):
        return Automaton.exploring((-1, count), step, lambda state: not state[1], values)


@frozen
class Value(Outside, family=True):
    """Base of clues that are a value of the grid."""

    cells: CellsField
    value: int

    sign = "{value}"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        grid.mask((self.value,))


class HiddenSkyscraper(Value):
    """The clue is the first value that is hidden, because an earlier value is at least as high.

    >>> HiddenSkyscraper([0, 1, 2, 3], 1).holds(Grid(1, 4), [2, 3, 1, 4])
    True
    """

    title = "hidden skyscraper"
    template = (
        "A hidden skyscraper clue outside the grid is the first digit that is not higher than all "
        "digits before it, seen from the clue"
    )

    def holds(self, grid: Grid, values: Values) -> bool:
        highest = -1
        for cell in self.cells:
            value = values[cell]
            if value is None:
                return True
            if value <= highest:
                return value == self.value
            highest = value
        return False

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Regular(self.cells, _hidden(grid.values, self.value))


@lru_cache(maxsize=256)
def _hidden(values: range, hidden: int) -> Automaton:
    """Return the automaton of words in which this value is the first hidden value."""
    end = values[-1] + 1

    def step(highest: int, value: int) -> int | None:
        if highest == end or value > highest:
            return max(highest, value)
        return end if value == hidden else None

    with complaints_of(HiddenSkyscraper.name):
        return Automaton.exploring(-1, step, lambda highest: highest == end, values)


class NumberedRoom(Value):
    """The clue is the value of the N-th cell, where N is the value of the first cell.

    >>> NumberedRoom([0, 1, 2], 3).holds(Grid(1, 3), [2, 3, 1])
    True
    """

    title = "numbered room"
    template = (
        "A numbered room clue outside the grid is the N-th digit from the clue, where N is the "
        "first digit"
    )

    def holds(self, grid: Grid, values: Values) -> bool:
        first = values[self.cells[0]]
        if first is None:
            return True
        return 1 <= first <= len(self.cells) and values[self.cells[first - 1]] in (None, self.value)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first = self.cells[0]
        rooms = [(n, cell) for n, cell in enumerate(self.cells, start=1) if n in grid.values]
        yield AnyOf(tuple([(only(first, n), only(cell, self.value)) for n, cell in rooms]))


@frozen
class FullRank(Outside):
    """The line is a number. Its rank is its place among all rows and columns in both directions.

    The lowest number has the rank 1. Along each edge of the board, no value repeats. No line equals
    the line with the clue. If `ties` is True, lines may be equal to it: then exactly as many lines
    are lower as the rank says.

    >>> board = Grid(2, 2)
    >>> FullRank("r1", 2, ties=True).on(board).holds(board, [1, 2, 2, 1])
    False
    >>> FullRank("r1", 1, ties=True).on(board).holds(board, [1, 2, 2, 1])
    True
    """

    cells: CellsField
    rank: int
    ties: bool = False

    reads = "digits"
    lowest = "rank", 1
    title = "full rank"
    sign = "{rank}"
    remarks = (("ties", "", "and other lines may be equal to the line"),)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        side = grid.rows
        if not side == grid.columns == len(grid.values) > 1:
            raise self.refusal("the grid must be square, with as many values as rows")
        if self.cells not in chain.from_iterable(_lines(grid)):
            raise self.refusal("the cells are not a row or a column")
        if self.rank > 4 * side:
            raise self.refusal(f"the rank {self.rank} is above {4 * side}")

    def holds(self, grid: Grid, values: Values) -> bool:
        edges = _lines(grid)
        for lines in edges:
            ends = [value for cells in lines if (value := values[cells[0]]) is not None]
            if len(set(ends)) < len(ends):
                return False
        others = [line for line in chain.from_iterable(edges) if line != self.cells]
        found = [_order(line, self.cells, values) for line in others]
        if "=" in found and not self.ties:
            return False
        return 0 <= self.rank - 1 - found.count("<") <= found.count("?")

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        place, lower = divmod(self.rank - 1, 4)
        first = grid.values[place]
        yield only(self.cells[0], first)
        edges = _lines(grid)
        yield from (AllDifferent(tuple(line[0] for line in lines)) for lines in edges)
        # One line at each edge begins with the value. The lines with a lower first value are lower.
        below = _compared(grid.values, first, "<")
        above = _compared(grid.values, first, ">=" if self.ties else ">")
        others = [lines for lines in edges if self.cells not in lines]
        options = [
            tuple(
                Regular(self._beside(line), below if lines in chosen else above)
                for lines in others
                for line in lines
            )
            for chosen in combinations(others, lower)
        ]
        yield from options[0] if len(options) == 1 else (AnyOf(tuple(options)),)

    def _beside(self, line: Cells) -> Cells:
        """Return the first cell of a line, then the next cells of both lines in turns."""
        pairs = zip_longest(self.cells[1:], line[1:], fillvalue=0)
        return (line[0], *chain.from_iterable(pairs))

    def wording(self, grid: Grid) -> str:
        equal = "" if self.ties else ". No row or column equals one with a clue"
        return (
            "A clue outside the grid is the rank of its row or column, read from the clue as a "
            f"number, among all rows and columns in both directions: 1 is the lowest{equal}"
        )


@lru_cache(maxsize=8)
def _lines(grid: Grid) -> tuple[tuple[Cells, ...], ...]:
    """Return the rows and columns in both directions, for each edge where they begin."""
    rows, columns = tuple(Rows().groups(grid)), tuple(Columns().groups(grid))
    turned = (tuple(line[::-1] for line in lines) for lines in (rows, columns))
    return rows, columns, *turned


_Order: TypeAlias = Literal["<", "=", ">", "?"]


def _order(line: Cells, clued: Cells, values: Values) -> _Order:
    """Compare a line with the line of the clue. Empty cells may leave the order open."""
    for a, b in zip(line, clued, strict=True):
        one, other = values[a], values[b]
        if one is None or other is None:
            if a != b:
                return "?"
        elif one != other:
            return "<" if one < other else ">"
    return "="


@lru_cache(maxsize=256)
def _compared(values: range, first: int, wanted: Literal["<", ">", ">="]) -> Automaton:
    """Return the automaton of the cells of two lines, of which the other begins with `first`.

    A word is the first value of a line, then the next values of the other line and this line in
    turns. The line is lower or higher, as wanted, or does not begin with this value.
    """

    def step(state: str, value: int) -> str | None:
        if state == "begin":
            return "equal" if value == first else "any"
        if state == "any":
            return "any"
        if state == "equal":
            return str(value)  # of the other line
        if value == int(state):
            return "equal"
        return "any" if (value < int(state)) == (wanted == "<") else None

    accepted = ("any", "equal") if wanted == ">=" else ("any",)
    with complaints_of(FullRank.name):
        return Automaton.exploring("begin", step, accepted.__contains__, values)
