"""Random rules, drawn so that a solved board often obeys them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from boards import neighbours, shuffled

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Arrow,
    Between,
    BlackDot,
    Cage,
    DoubleArrow,
    Entropic,
    ExtraRegion,
    LittleKiller,
    Lockout,
    Modular,
    Nabner,
    NumberedRoom,
    Palindrome,
    Quadruple,
    RegionSum,
    Renban,
    Rule,
    Sandwich,
    Skyscraper,
    Sum,
    SumLine,
    Thermo,
    V,
    Whisper,
    WhiteDot,
    X,
    XSum,
    Zipper,
)
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Full:
    """A solved board from which rules are drawn."""

    board: Puzzle
    values: Sequence[int]

    @property
    def grid(self) -> Grid:
        return self.board.grid

    def total(self, cells: Sequence[int]) -> int:
        return sum(self.values[cell] for cell in cells)


#: A function that draws a rule, or None if it finds none. The grid may break the rule.
Draw: TypeAlias = Callable[[Full, Random], Rule | None]


# --- cells ---------------------------------------------------------------------------------------


def walk(full: Full, random: Random, least: int, most: int) -> tuple[int, ...]:
    """Return different cells along a walk by king's moves."""
    cells = [random.choice(full.grid.cells)]
    length = random.randint(least, most)
    while len(cells) < length:
        further = near(full, cells[-1], cells)
        if not further:
            break
        cells.append(random.choice(further))
    return tuple(cells)


def near(full: Full, cell: int, cells: Sequence[int]) -> list[int]:
    """Return the cells a king's move away, without cells of a list."""
    row, column = full.grid.place(cell)
    return [
        full.grid.at(row + down, column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if full.grid.has(row + down, column + right)
        and full.grid.at(row + down, column + right) not in cells
    ]


def row_or_column(full: Full, random: Random) -> tuple[int, ...]:
    """Return a row or a column, in one of its directions."""
    side, number = full.grid.rows, random.randrange(full.grid.rows)
    cells = [full.grid.at(number, other) for other in range(side)]
    if random.random() < 0.5:
        cells = [full.grid.at(other, number) for other in range(side)]
    return tuple(cells[:: random.choice((1, -1))])


def pair(full: Full, random: Random) -> tuple[int, int]:
    cell = random.choice(full.grid.cells)
    return cell, random.choice(list(neighbours(full.grid, cell)))


# --- rules ---------------------------------------------------------------------------------------


def along(kind: Callable[[tuple[int, ...]], Rule], least: int, most: int) -> Draw:
    """Return a function that draws a rule of a line."""
    return lambda full, random: kind(walk(full, random, least, most))


def arrow(full: Full, random: Random) -> Rule:
    bulb, *shaft = walk(full, random, 3, 5)
    return Arrow((bulb,), tuple(shaft))


def region_sum(full: Full, random: Random) -> Rule:
    return RegionSum(walk(full, random, 4, 7))


def sum_line(full: Full, random: Random) -> Rule:
    return SumLine(walk(full, random, 4, 7), full.grid.values[-1] + 1)


def little_killer(full: Full, random: Random) -> Rule | None:
    side = full.grid.rows
    at = random.randrange(side)
    row, column, down, right = random.choice(
        [(0, at, 1, 1), (0, at, 1, -1), (at, 0, 1, 1), (side - 1, at, -1, 1), (at, side - 1, 1, -1)]
    )
    cells = []
    names = {(1, 1): "down-right", (1, -1): "down-left", (-1, 1): "up-right"}
    cell = full.grid.at(row, column)
    while full.grid.has(row, column):
        cells.append(full.grid.at(row, column))
        row, column = row + down, column + right
    if len(cells) < 3:
        return None
    return LittleKiller(cell, names[down, right], full.total(cells))


def outside(kind: Callable[[tuple[int, ...], int], Rule], most: int) -> Draw:
    """Return a function that draws a clue of a row or column for which only one number is right."""

    def draw(full: Full, random: Random) -> Rule | None:
        cells = row_or_column(full, random)
        clues = (kind(cells, number) for number in range(most + 1))
        return next((clue for clue in clues if obeys(clue, full)), None)

    return draw


def of_pair(*kinds: Callable[[tuple[int, ...]], Rule]) -> Draw:
    """Return a function that draws a mark between two cells."""

    def draw(full: Full, random: Random) -> Rule | None:
        cells = pair(full, random)
        marks = [kind(cells) for kind in kinds]
        return next((mark for mark in marks if obeys(mark, full)), None)

    return draw


def quadruple(full: Full, random: Random) -> Rule:
    row, column = (random.randrange(full.grid.rows - 1) for _ in range(2))
    cells = tuple(full.grid.at(row + down, column + right) for down in (0, 1) for right in (0, 1))
    values = random.sample([full.values[cell] for cell in cells], random.randint(2, 4))
    return Quadruple(cells, tuple(sorted(values)))


def cage(full: Full, random: Random) -> Rule:
    cells = [random.choice(full.grid.cells)]
    for _ in range(random.randint(1, 4)):
        near = {other for cell in cells for other in neighbours(full.grid, cell)}
        cells.append(random.choice(sorted(near - {*cells})))
    return Cage(tuple(cells), full.total(cells))


def sum_of_cells(full: Full, random: Random) -> Rule:
    cells = walk(full, random, 3, 6)
    return Sum(cells, full.total(cells))


# --- long sums -----------------------------------------------------------------------------------

#: The shortest and the longest line of a long sum, and the number of lines to choose from.
LONG, LONGEST, LINES_TRIED = 15, 35, 50


def longest(line: Callable[[], Sequence[int]]) -> tuple[int, ...]:
    return tuple(max((line() for _ in range(LINES_TRIED)), key=len))


def long_pill(full: Full, random: Random) -> Rule | None:
    """Draw a pill of two cells. Its shaft winds through low values, as the sum is below 100."""
    high = [cell for cell in full.grid.cells if full.values[cell] > 4]

    def line() -> list[int]:
        cells = [random.choice(full.grid.cells)]
        while further := near(full, cells[-1], [*cells, *high]):
            cells.append(random.choice(further))
        return cells[1:LONGEST]

    shaft = longest(line)
    for first in shuffled(full.grid.cells, random):
        for other in near(full, first, (first, *shaft)):
            pill = Arrow((first, other), shaft)
            if len(shaft) >= LONG and first not in shaft and obeys(pill, full):
                return pill
    return None


def long_zipper(full: Full, random: Random) -> Rule | None:
    def line() -> list[int]:
        first = random.choice(full.grid.cells)
        cells = [first, random.choice(near(full, first, [first]))]
        while ends := [
            (one, other)
            for one in near(full, cells[0], cells)
            for other in near(full, cells[-1], [one, *cells])
            if full.total((one, other)) == full.total(cells) * 2 // len(cells)
        ]:
            one, other = random.choice(ends)
            cells = [one, *cells, other]
        return cells[:LONGEST]

    cells = longest(line)
    return Zipper(cells) if len(cells) >= LONG else None


def long_region_sum(full: Full, random: Random) -> Rule | None:
    total = random.randint(10, 20)

    def box(cell: int) -> tuple[int, int]:
        row, column = full.grid.place(cell)
        return row // 3, column // 3

    def line() -> list[int]:
        cells = [random.choice(full.grid.cells)]
        whole, left = 0, total - full.values[cells[0]]  # the cells of whole segments
        while further := [
            cell
            for cell in near(full, cells[-1], cells)
            if (box(cell) == box(cells[-1])) == (left > 0) and full.values[cell] <= (left or total)
        ]:
            cells.append(random.choice(further))
            left = (left or total) - full.values[cells[-1]]
            if left == 0:
                whole = len(cells)
        return cells[:whole]

    cells = longest(line)
    return RegionSum(cells) if len(cells) >= LONG else None


#: Functions that draw a long sum, by name.
LONG_SUMS: dict[str, Draw] = {
    "pill": long_pill,
    "regionsum": long_region_sum,
    "sum": lambda full, random: Sum(cells := walk(full, random, LONG, LONGEST), full.total(cells)),
    "zipper": long_zipper,
}


def obeys(rule: Rule, full: Full) -> bool:
    """Tell whether a rule fits the board, and the grid obeys it."""
    try:
        meant = rule.on(full.grid).beside(full.board.rules)
        meant.fit(full.grid)
    except PuzzleError:
        return False
    return meant.holds(full.grid, full.values)


#: Functions that draw a rule, by name.
LINES: dict[str, Draw] = {
    "arrow": arrow,
    "between": along(Between, 3, 6),
    "cage": cage,
    "doublearrow": along(DoubleArrow, 4, 7),
    "dots": of_pair(WhiteDot, BlackDot),
    "entropic": along(Entropic, 4, 7),
    "extraregion": along(ExtraRegion, 6, 9),
    "littlekiller": little_killer,
    "lockout": along(Lockout, 3, 6),
    "modular": along(Modular, 4, 7),
    "nabner": along(Nabner, 3, 4),
    "numberedroom": outside(NumberedRoom, 9),
    "palindrome": along(Palindrome, 3, 6),
    "quadruple": quadruple,
    "regionsum": region_sum,
    "renban": along(Renban, 3, 5),
    "sandwich": outside(lambda cells, total: Sandwich(tuple(sorted(cells)), total), 35),
    "skyscraper": outside(Skyscraper, 9),
    "sum": sum_of_cells,
    "sumline": sum_line,
    "thermo": along(Thermo, 3, 6),
    "whisper": along(Whisper, 3, 7),
    "xsum": outside(XSum, 45),
    "xv": of_pair(X, V),
    "zipper": along(Zipper, 3, 6),
}
