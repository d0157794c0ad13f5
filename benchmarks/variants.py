"""Seeded variants of every popular rule, made here: each has one solution.

A puzzle is drawn from a full grid: rules that the grid obeys, then givens until no other grid does.
A *dense* one has as many rules as find room, and as few givens as a proof of some nodes can do
without. In a *sparse* one rules go next, in the same way.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TypeAlias

from boards import filled, neighbours, shuffled
from killers import killer, sparse_killer
from proofs import is_only

from nonet.errors import PuzzleError
from nonet.generation import full_grids
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    DisjointGroups,
    DoubleArrow,
    Entropic,
    ExtraRegion,
    LittleKiller,
    Lockout,
    Modular,
    Nabner,
    NonConsecutive,
    NumberedRoom,
    Palindrome,
    Quadruple,
    RegionSum,
    Renban,
    Rows,
    Rule,
    Sandwich,
    Skyscraper,
    Sum,
    SumLine,
    Thermo,
    V,
    Whisper,
    WhiteDot,
    Windoku,
    X,
    XSum,
    Zipper,
)

#: What a proof may take for a given or a rule to go, on boards of 9×9 and on larger ones.
MOST_NODES, MOST_NODES_OF_LARGE = 20_000, 1_000

#: Draws for a rule, and rules that a puzzle has at most.
DRAWS, MOST_RULES = 400, 20


@dataclass(frozen=True)
class Full:
    """A solved board: what rules are drawn from."""

    board: Puzzle
    values: Sequence[int]

    @property
    def grid(self) -> Grid:
        return self.board.grid

    def total(self, cells: Sequence[int]) -> int:
        return sum(self.values[cell] for cell in cells)


#: Draws a rule, which the grid may not obey; None where it did not find one.
Draw: TypeAlias = Callable[[Full, Random], Rule | None]


# --- cells ---------------------------------------------------------------------------------------


def walk(full: Full, random: Random, least: int, most: int) -> tuple[int, ...]:
    """Return cells along a walk by the king's moves, none twice."""
    grid = full.grid
    cells = [random.choice(grid.cells)]
    length = random.randint(least, most)
    while len(cells) < length:
        row, column = grid.place(cells[-1])
        near = [
            grid.at(row + down, column + right)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if grid.has(row + down, column + right)
        ]
        near = [cell for cell in near if cell not in cells]
        if not near:
            break
        cells.append(random.choice(near))
    return tuple(cells)


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
    """Return what draws a rule of a line."""
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
    """Return what draws a clue of a row or column, of which only one number is right."""

    def draw(full: Full, random: Random) -> Rule | None:
        cells = row_or_column(full, random)
        clues = (kind(cells, number) for number in range(most + 1))
        return next((clue for clue in clues if obeys(clue, full)), None)

    return draw


def of_pair(*kinds: Callable[[tuple[int, ...]], Rule]) -> Draw:
    """Return what draws a mark between two cells."""

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


def obeys(rule: Rule, full: Full) -> bool:
    """Tell whether a rule fits the board, and the grid obeys it."""
    try:
        meant = rule.on(full.grid).beside(full.board.rules)
        meant.fit(full.grid)
    except PuzzleError:
        return False
    return meant.holds(full.grid, full.values)


#: What each family draws; a rule without a draw is one of the whole board.
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
BOARDS: dict[str, tuple[Rule, ...]] = {
    "antiking": (AntiKing(),),
    "antiknight": (AntiKnight(),),
    "diagonals": (Diagonals(),),
    "disjointgroups": (DisjointGroups(3, 3),),
    "nonconsecutive": (NonConsecutive(),),
    "windoku": (Windoku(),),
}

#: Those that stand together in mixtures.
MIXED = [name for name in LINES if name not in ("extraregion", "sum")]

#: Boards of other sizes, and what is drawn on them.
SIZES: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "6×6 arrow": ((2, 3), ("arrow",)),
    "6×6 thermo": ((2, 3), ("thermo",)),
    "6×6 littlekiller": ((2, 3), ("littlekiller",)),
    "6×6 mixed": ((2, 3), ("arrow", "renban", "thermo", "dots", "skyscraper")),
    "16×16 arrow": ((4, 4), ("arrow",)),
    "16×16 thermo": ((4, 4), ("thermo",)),
    "16×16 littlekiller": ((4, 4), ("littlekiller",)),
    "16×16 cage": ((4, 4), ("cage",)),
    "16×16 sum": ((4, 4), ("sum",)),
    "16×16 mixed": ((4, 4), ("arrow", "thermo", "dots", "sum", "littlekiller")),
}


# --- puzzles -------------------------------------------------------------------------------------


def families() -> Iterator[tuple[str, Callable[[Random], Puzzle]]]:
    """Yield the names of all families, and what makes a puzzle of each."""
    yield "killer dense", killer
    yield "killer sparse", sparse_killer
    for kind in ("dense", "sparse"):
        sparse = kind == "sparse"
        for name, draw in LINES.items():
            yield f"{name} {kind}", maker(plain(3, 3), [draw], sparse)
        for name, rules in BOARDS.items():
            yield f"{name} {kind}", maker(plain(3, 3).with_rules(*rules), [], sparse)
        yield f"mixed {kind}", mixed(plain(3, 3), sparse)
        yield f"mixed, antiknight {kind}", mixed(plain(3, 3).with_rules(AntiKnight()), sparse)
        for name, ((height, width), drawn) in SIZES.items():
            draws = [LINES[each] for each in drawn]
            yield f"{name} {kind}", maker(plain(height, width), draws, sparse)


def plain(height: int, width: int) -> Puzzle:
    side = height * width
    return Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(height, width)))


def mixed(board: Puzzle, sparse: bool) -> Callable[[Random], Puzzle]:
    def make(random: Random) -> Puzzle:
        draws = [LINES[name] for name in random.sample(MIXED, 4)]
        return maker(board, draws, sparse)(random)

    return make


def maker(board: Puzzle, draws: Sequence[Draw], sparse: bool) -> Callable[[Random], Puzzle]:
    """Return what makes a puzzle with rules that are drawn."""

    def make(random: Random) -> Puzzle:
        full = solved(board, random)
        rules = list(islice(drawn(full, draws, random), MOST_RULES)) if draws else []
        return reduced(full, rules, random, sparse)

    return make


def solved(board: Puzzle, random: Random) -> Full:
    if board.grid.rows == 16:
        return Full(board, filled(4, random))
    return Full(board, next(full_grids(board, random.getrandbits(32))))


def drawn(full: Full, draws: Sequence[Draw], random: Random) -> Iterator[Rule]:
    """Yield rules that the grid obeys; of those that name cells, hardly any overlap."""
    taken: set[int] = set()
    found: set[Rule] = set()
    for number in range(DRAWS * len(draws)):
        rule = draws[number % len(draws)](full, random)
        if rule is None or rule in found or not obeys(rule, full):
            continue
        cells = {cell for cell in full.grid.cells if cell in named(rule)}
        if len(cells & taken) * 3 > len(cells):
            continue
        taken |= cells
        found.add(rule)
        yield rule


def named(rule: Rule) -> Sequence[int]:
    """Return the cells of a line; a clue beside the board and a mark on an edge have none."""
    if isinstance(rule, Arrow):
        return (*rule.bulb, *rule.shaft)
    if isinstance(rule, Quadruple):
        return rule.cells[:1]  # ISS has one at a corner
    lies_beside = isinstance(rule, Sandwich | Skyscraper | XSum | NumberedRoom)
    return () if lies_beside else getattr(rule, "cells", ())


def reduced(full: Full, rules: list[Rule], random: Random, sparse: bool) -> Puzzle:
    """Return a puzzle with one solution: the givens that it needs beside the rules."""
    given = enough(full, rules, shuffled(full.grid.cells, random))
    for cell in list(given):
        fewer = [other for other in given if other != cell]
        if proved(full, rules, fewer):
            given = fewer
    for rule in shuffled(rules, random) if sparse else ():
        less = [other for other in rules if other is not rule]
        if proved(full, less, given):
            rules = less
    return puzzle(full, rules, given)


def enough(full: Full, rules: Sequence[Rule], order: list[int]) -> list[int]:
    """Return the shortest beginning of an order that is proved to be enough."""
    few, many = -1, len(order)
    while many - few > 1:
        middle = (few + many) // 2
        if proved(full, rules, order[:middle]):
            many = middle
        else:
            few = middle
    return order[:many]


def proved(full: Full, rules: Sequence[Rule], given: Sequence[int]) -> bool:
    nodes = MOST_NODES if full.grid.rows <= 9 else MOST_NODES_OF_LARGE
    return is_only(full.values, puzzle(full, rules, given), nodes)


def puzzle(full: Full, rules: Sequence[Rule], given: Sequence[int]) -> Puzzle:
    return full.board.with_rules(*rules).with_givens({cell: full.values[cell] for cell in given})
