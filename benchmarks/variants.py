"""Seeded variants of every popular rule, each with one solution.

To make a puzzle, draw a full grid, then rules that the grid obeys, then givens until no other grid
obeys them. A *dense* puzzle has as many rules as fit. Its givens are removed as long as a proof of
limited size shows that the solution is the only one. For a *sparse* puzzle, rules are then removed
in the same way.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from boards import filled, shuffled
from draws import LINES, LONG_SUMS, Draw, Full, obeys
from killers import caged, killer, sparse_killer
from proofs import is_only

from nonet.generation import full_grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Arrow,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    DisjointGroups,
    NonConsecutive,
    NumberedRoom,
    Quadruple,
    Rows,
    Rule,
    Sandwich,
    Skyscraper,
    Windoku,
    XSum,
)

#: The node limits for proving that a given or a rule is redundant: on boards up to 9×9, and on
#: larger boards.
MOST_NODES, MOST_NODES_OF_LARGE = 20_000, 1_000

#: The number of draws for a rule, and the maximum number of rules of a puzzle.
DRAWS, MOST_RULES = 400, 20

#: Rules of the whole board.
BOARDS: dict[str, tuple[Rule, ...]] = {
    "antiking": (AntiKing(),),
    "antiknight": (AntiKnight(),),
    "diagonals": (Diagonals(),),
    "disjointgroups": (DisjointGroups(3, 3),),
    "nonconsecutive": (NonConsecutive(),),
    "windoku": (Windoku(),),
}

#: The rules of each mixture.
MIXED = [name for name in LINES if name not in ("extraregion", "sum")]

#: Boards of other sizes than 9×9, and the rules drawn on them.
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
    """Yield the names of all families, and a function that makes a puzzle of each."""
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
        yield f"6×6 killer {kind}", covered(plain(2, 3), sparse)
        yield f"16×16 killer {kind}", covered(plain(4, 4), sparse)
    for name, draw in LONG_SUMS.items():
        yield f"long {name}", maker(plain(3, 3).with_rules(AntiKing()), [draw], True)


def plain(height: int, width: int) -> Puzzle:
    side = height * width
    return Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(height, width)))


def mixed(board: Puzzle, sparse: bool) -> Callable[[Random], Puzzle]:
    def make(random: Random) -> Puzzle:
        draws = [LINES[name] for name in random.sample(MIXED, 4)]
        return maker(board, draws, sparse)(random)

    return make


def maker(board: Puzzle, draws: Sequence[Draw], sparse: bool) -> Callable[[Random], Puzzle]:
    """Return a function that makes a puzzle with random rules."""

    def make(random: Random) -> Puzzle:
        full = solved(board, random)
        rules = list(islice(drawn(full, draws, random), MOST_RULES)) if draws else []
        return reduced(full, rules, random, sparse)

    return make


def covered(board: Puzzle, sparse: bool) -> Callable[[Random], Puzzle]:
    """Return a function that makes a killer. Cages cover the board. A sparse killer loses some."""

    def make(random: Random) -> Puzzle:
        full = solved(board, random)
        cages = [Cage(tuple(cells), full.total(cells)) for cells in caged(full.values, random)]
        return reduced(full, cages, random, sparse)

    return make


def solved(board: Puzzle, random: Random) -> Full:
    if board.grid.rows == 16:
        return Full(board, filled(4, random))
    return Full(board, next(full_grids(board, random.getrandbits(32))))


def drawn(full: Full, draws: Sequence[Draw], random: Random) -> Iterator[Rule]:
    """Yield rules that the grid obeys. Rules that name cells rarely overlap."""
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
    """Return the cells of a line. A clue outside the board and a mark on an edge have none."""
    if isinstance(rule, Arrow):
        return (*rule.bulb, *rule.shaft)
    if isinstance(rule, Quadruple):
        return rule.cells[:1]  # ISS names one cell for a corner
    lies_beside = isinstance(rule, Sandwich | Skyscraper | XSum | NumberedRoom)
    return () if lies_beside else getattr(rule, "cells", ())


def reduced(full: Full, rules: list[Rule], random: Random, sparse: bool) -> Puzzle:
    """Return a puzzle with one solution: the rules, and the givens that they need."""
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
    """Return the shortest beginning of a list that is proved to make the solution unique."""
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
