"""Shared test data: published puzzles, small boards for every rule, and the contestants."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, product
from math import isqrt
from random import Random

import pytest
from rule_instances import RULES

from nonet.model.constraints import Constraint, Values
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, ExtraRegion, Rows, Rule

#: Our own solvers in Python, whose numbers of nodes are compared exactly.
OWN = ["backtracking", "dlx", "heuristic", "norvig"]
#: Every contestant that tests/solvers/test_contract.py asks: add specs here.
CONTESTANTS = [
    *OWN,
    "native",
    "auto",
    "pysat:cadical153",
    "pysat:minisat22",
    "cpsat:integer",
    "cpsat:boolean",
    "clingo",
    "z3",
    "exact",
    "choco",
]


#: Contestants whose code other contestants also run. A quick run leaves them out.
REPEATING = {"auto", "pysat:minisat22", "cpsat:boolean"}


def slow_where_repeating(specs: list[str]) -> list[object]:
    """Return the specs as parameters of a test. A quick run leaves some of them out."""
    return [
        pytest.param(spec, marks=pytest.mark.slow) if spec in REPEATING else spec for spec in specs
    ]


@contextmanager
def case(name: object) -> Iterator[None]:
    """Name one of many cases in the report of a failure in the block."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"case: {name}")
        raise


# --- classic puzzles -----------------------------------------------------------------------------

#: A puzzle that the two rules of propagation solve alone.
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
#: A puzzle whose hardest step costs 5 in the unit digit, and 4 in the unit rule.
CHAINS = ".2...3...6.1..5.....7.862.1..2.3........7..28...8..4.6...9..8...865..1..9.......2"
#: A puzzle that needs search.
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(text: str, *extra: Rule) -> Puzzle:
    """Return the puzzle of a square line such as ``1234341221434321``, with more rules."""
    side = isqrt(len(text))
    order = isqrt(side)
    givens = tuple(None if sign in ".0" else int(sign, 36) for sign in text)
    rules = (Rows(), Columns(), Boxes(order, order), *extra)
    return Puzzle(Grid(side, side), givens=givens, rules=rules)


def pattern(height: int, width: int) -> tuple[int, ...]:
    """Return a solved board with values from 0, in which each row is a shift of the first row."""
    side = height * width
    return tuple(
        (width * (row % height) + row // height + column) % side
        for row in range(side)
        for column in range(side)
    )


@dataclass(frozen=True)
class Says(Rule):
    """A rule that consists of primitives, for primitives that no rule of nonet lowers to."""

    parts: tuple[Constraint, ...]

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(part.holds(values) for part in self.parts)

    def lower(self, grid: Grid) -> Iterator[Constraint]:
        return iter(self.parts)


def says(grid: Grid, *parts: Constraint) -> Puzzle:
    return Puzzle(grid, rules=(Says(parts),))


def pigeons(count: int) -> Puzzle:
    """Return a row of different cells with one value too few. From 11 cells on, this is hard."""
    pairs = tuple(combinations(range(count), 2))
    return Puzzle(Grid(1, count, range(count - 1)), rules=tuple(map(ExtraRegion, pairs)))


def pigeon_clauses(count: int) -> list[list[int]]:
    at = [[row * (count - 1) + hole + 1 for hole in range(count - 1)] for row in range(count)]
    pairs = [pair for holes in zip(*at, strict=True) for pair in combinations(holes, 2)]
    return at + [[-one, -other] for one, other in pairs]


def full_board(order: int, random: Random, first: int = 1) -> list[int]:
    """Return a solved board, shuffled in every way that keeps rows, columns and boxes."""
    side = order**2
    solved = pattern(order, order)
    values = random.sample(range(first, first + side), side)

    def lines():
        bands = random.sample(range(order), order)
        return [b * order + line for b in bands for line in random.sample(range(order), order)]

    rows, columns = lines(), lines()
    return [values[solved[row * side + column]] for row in rows for column in columns]


#: The empty board of 4 by 4, one of its solutions, and puzzles with one and with 12 solutions.
EMPTY = classic("." * 16)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
UNIQUE = classic("1234341221434321")
DOZEN = classic("1234" + "." * 12)
#: A puzzle that no solver refutes within hours. With twelve cells, Z3 would need only a second.
HOPELESS = pigeons(16)

# --- every rule, on boards small enough for brute force ------------------------------------------


def rule_id(grid: Grid, rule: Rule) -> str:
    """Return a readable name of an entry of `RULES`."""
    span = f"{grid.values.start}-{grid.values.stop - 1}"
    return f"{grid.rows}x{grid.columns},{span},{rule.describe(grid)}".replace(" ", "_")


def touched(grid: Grid, rule: Rule) -> list[int]:
    """Return the cells that a rule reads, found by recording its accesses."""
    if len(grid.values) ** len(grid.cells) <= MOST_FILLINGS:
        return list(grid.cells)  # few enough fillings for brute force
    seen = set()

    class Watched(list):
        def __getitem__(self, cell):
            seen.add(cell)
            return super().__getitem__(cell)

    rule.holds(grid, Watched([None] * len(grid.cells)))
    return sorted(seen)


#: A rule that has only held, or only failed, for so many fillings is taken always to do so.
MOST_TRIED = 5_000
#: The maximum number of fillings for which a whole board is tried. No entry of `RULES` needs more.
MOST_FILLINGS = 20_000


def fillings(grid: Grid, rule: Rule, *choices: int | None) -> Iterator[list[int | None]]:
    """Yield every filling of the cells that a rule reads. The other cells have fixed values.

    The values of the grid are tried, and also further choices, such as None.
    """
    cells = touched(grid, rule)
    values: list[int | None] = [grid.values[cell % len(grid.values)] for cell in grid.cells]
    for filling in product((*grid.values, *choices), repeat=len(cells)):
        for cell, value in zip(cells, filling, strict=True):
            values[cell] = value
        yield values.copy()


def some_fillings(grid: Grid, rule: Rule, most: int) -> Iterator[list[int | None]]:
    """Yield the fillings of `fillings`: all of them, or `most` that have little in common."""
    if len(grid.values) ** len(touched(grid, rule)) <= most:
        return fillings(grid, rule)
    return islice(_strewn_fillings(grid, rule, Random(0)), most)


def share_or_whole(name: str, share: int, whole: int) -> pytest.MarkDecorator:
    """Let a test try only a share of its cases in a quick run, and all cases in other runs."""
    slow = pytest.param(whole, id="whole", marks=pytest.mark.slow)
    return pytest.mark.parametrize(name, [pytest.param(share, id="share"), slow])


def few_or(most: int) -> pytest.MarkDecorator:
    """Let a test try a few fillings of each rule, and in a full run up to `most`."""
    return share_or_whole("most", 12, most)


def rule_puzzles(most: int = 100) -> list[tuple[str, Puzzle]]:
    """Return puzzles of each entry of `RULES` alone, with at most `most` fillings, and their names.

    Some fillings obey the rule and some break it, if both kinds exist.
    """
    return [(name, _thinned(grid, rule, filling, most)) for name, grid, rule, filling in _hints()]


@cache
def _hints() -> list[tuple[str, Grid, Rule, list[int]]]:
    """Return, for each entry of `RULES`, a filling that holds and one that does not."""
    found = []
    for number, (grid, rule) in enumerate(RULES):
        hints = {}
        for filling in islice(_strewn_fillings(grid, rule, Random(number)), MOST_TRIED):
            hints.setdefault(rule.holds(grid, filling), filling)
            if len(hints) == 2:
                break
        for kind, holds in (("good", True), ("bad", False)):
            if holds in hints:
                name = f"{rule_id(grid, rule)}-near_{kind}"
                found.append((name, grid, rule, hints[holds]))
    return found


#: A prime larger than the number of values of any board. Steps of this length through a list reach
#: every filling.
_STRIDE = 7919


def _strewn_fillings(grid: Grid, rule: Rule, random: Random) -> Iterator[list[int | None]]:
    """Yield the same fillings as `fillings`. Successive fillings have little in common."""
    cells, size = touched(grid, rule), len(grid.values)
    values: list[int | None] = [grid.values[cell % size] for cell in grid.cells]
    total = size ** len(cells)
    start = random.randrange(total)
    for place in range(start, start + total):
        rest = place * _STRIDE % total
        for cell in cells:
            rest, digit = divmod(rest, size)
            values[cell] = grid.values[digit]
        yield values.copy()


def _thinned(grid: Grid, rule: Rule, hint: list[int], most: int) -> Puzzle:
    """Return a puzzle with just enough givens that at most `most` fillings are left."""
    cells = list(grid.cells)
    Random(sum(hint)).shuffle(cells)
    cells.sort(key=touched(grid, rule).count)  # the cells that the rule reads come last
    free = len(cells)
    while free and len(grid.values) ** free > most:
        free -= 1
    given = cells[: len(cells) - free]
    return Puzzle(grid, rules=(rule,)).with_givens({cell: hint[cell] for cell in given})
