"""What the tests share: small boards for every rule, random puzzles, an oracle, and files.

`RULES` has instances of every rule on boards small enough to try every filling; `puzzles()` is a
hypothesis strategy for puzzles whose solutions `brute_force` can list. Nothing here reads a
constraint or a solver: the oracle knows the givens, the marks, and what a rule's `holds` says.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import isqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from nonet.automata import Automaton
from nonet.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
    Values,
)
from nonet.errors import PuzzleError
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Among,
    AntiKing,
    AntiKnight,
    BlackDot,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    DisjointGroups,
    Even,
    ExtraRegion,
    NonConsecutive,
    Odd,
    Regions,
    Rows,
    Rule,
    Thermo,
    WhiteDot,
    Windoku,
)
from nonet.solvers.contract import Limits, Session, Status
from nonet.solvers.native.core import missing

Solution = tuple[int, ...]

#: Our own solvers in Python, whose nodes are ours to count.
OWN = ["backtracking", "heuristic", "norvig"]
#: Every contestant that is asked the questions of tests/solvers/test_contract.py: add specs here.
CONTESTANTS = [
    *OWN,
    "native",
    "auto",
    "pysat:cadical153",
    "pysat:minisat22",
    "cpsat:integer",
    "cpsat:boolean",
]


# --- classic puzzles -----------------------------------------------------------------------------

#: A puzzle that the two rules of propagation solve alone.
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
#: One that they do not.
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(text: str, *extra: Rule) -> Puzzle:
    """Return the puzzle of a square line such as ``1234341221434321``, with more rules."""
    side = isqrt(len(text))
    order = isqrt(side)
    givens = tuple(None if sign in ".0" else int(sign, 36) for sign in text)
    rules = (Rows(), Columns(), Boxes(order, order), *extra)
    return Puzzle(Grid(side, side), givens=givens, rules=rules)


def pattern(height: int, width: int) -> Solution:
    """Return the solved board, of values from 0, that shifts its rows: boxes height × width."""
    side = height * width
    return tuple(
        (width * (row % height) + row // height + column) % side
        for row in range(side)
        for column in range(side)
    )


def data(name: str) -> list[str]:
    """Return the lines of a file of puzzles, or skip the test and say why."""
    there = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("NONET_DATA", there))
    if not (folder / name).is_file():
        pytest.skip(f"no {name} in {folder}; set NONET_DATA to the folder that has it")
    return (folder / name).read_text().split()


def require_native() -> None:
    """Skip the test, saying why, where the native engine is missing; fail if it must not be."""
    reason = missing()
    if reason and os.environ.get("NONET_REQUIRE_NATIVE"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def require_program(name: str) -> None:
    """Skip the test, saying why, where a SAT solver program is missing; fail if it must not be."""
    if shutil.which(name):
        return
    reason = f"no {name} on the PATH: apt-get install {name}"
    if os.environ.get("NONET_REQUIRE_DIMACS"):
        pytest.fail(reason)
    pytest.skip(reason)


# --- every rule, on boards small enough to try everything ----------------------------------------

_LINE = Grid(1, 4)
_LINE0 = Grid(1, 4, range(4))
_PAIR = Grid(1, 2, range(3, 7))
_WIDE = Grid(2, 3)
_WIDE0 = Grid(2, 3, range(3))
_TALL = Grid(3, 2, range(1, 4))
_SQUARE = Grid(2, 2, range(1, 5))
_SQUARE0 = Grid(2, 2, range(3))
_CUBE = Grid(3, 3)
_BITS = Grid(3, 3, range(2))
_FOUR = Grid(4, 4)
_ONE = Grid(1, 1)
_BOARDS = (_LINE, _LINE0, _WIDE, _WIDE0, _TALL, _SQUARE, _SQUARE0, _CUBE, _BITS, _ONE)

#: Several instances of every rule; `fillings` lists what there is to try on each.
RULES: list[tuple[Grid, Rule]] = [
    *((grid, Rows()) for grid in _BOARDS),
    *((grid, Columns()) for grid in _BOARDS),
    (Grid(2, 3, range(1, 3)), Rows()),  # more cells than values: nothing can hold
    (_SQUARE, Boxes(2, 2)),
    (_SQUARE0, Boxes(2, 1)),
    (_WIDE, Boxes(1, 3)),
    (_WIDE, Boxes(2, 1)),
    (_TALL, Boxes(3, 1)),
    (_CUBE, Boxes(1, 1)),
    (_BITS, Boxes(3, 3)),
    (Grid(2, 4, range(3)), Boxes(1, 2)),
    (_SQUARE, DisjointGroups(1, 1)),
    (_SQUARE0, DisjointGroups(2, 1)),
    (_WIDE0, DisjointGroups(1, 3)),
    (_TALL, DisjointGroups(3, 2)),
    (Grid(2, 4, range(1, 4)), DisjointGroups(1, 2)),
    (_CUBE, Regions(((0, 1, 3), (2, 5, 8), (4, 6, 7)))),
    (_WIDE0, Regions(((5, 0), (1, 2, 3), (4,)))),
    (_LINE, ExtraRegion((3, 0, 2))),
    (_WIDE0, ExtraRegion((1, 5, 3))),
    (_WIDE, ExtraRegion((0, 1, 2, 3))),
    (_ONE, ExtraRegion((0,))),
    *((grid, Diagonals()) for grid in (_CUBE, _BITS, _SQUARE, _SQUARE0, _ONE)),
    (Grid(3, 3, range(4)), Diagonals()),
    (_FOUR, Windoku()),
    (Grid(4, 4, range(5)), Windoku()),
    (_ONE, Windoku()),
    *((grid, AntiKnight()) for grid in _BOARDS),
    *((grid, AntiKing()) for grid in _BOARDS),
    *((grid, NonConsecutive()) for grid in _BOARDS),
    (_LINE, WhiteDot(0, 1)),
    (_LINE0, WhiteDot(3, 0)),
    (_SQUARE0, WhiteDot(1, 2)),
    (_LINE, BlackDot(0, 1)),
    (_LINE0, BlackDot(2, 1)),  # 0 is twice 0
    (_PAIR, BlackDot(0, 1)),
    (Grid(1, 2, range(5, 8)), BlackDot(0, 1)),  # no value has its double
    (_LINE, Thermo((0, 1, 2, 3))),
    (_LINE0, Thermo((3, 1))),
    (_WIDE0, Thermo((2, 4, 0))),
    (_WIDE, Thermo((0, 1, 2, 5))),  # longer than there are values
    (_LINE, Cage((0, 1))),
    (_LINE, Cage((0, 1), 5)),
    (_LINE, Cage((3, 2, 1), 6)),
    (_LINE, Cage((2,), 3)),
    (_LINE, Cage((0, 3), 99)),
    (_LINE, Cage((0, 1), 1)),
    (_LINE0, Cage((0, 2), 0)),
    (_LINE0, Cage((1,), 0)),
    (_LINE0, Cage((0, 1, 2, 3), 6)),
    (_PAIR, Cage((0, 1), 9)),
    (_WIDE, Cage((0, 1, 3, 4), 7)),
    (_CUBE, Cage((0, 4, 8), 6)),
    (_LINE, Odd((0, 2))),
    (_LINE0, Odd((1,))),
    (Grid(1, 2, range(2, 3)), Odd((0,))),  # there is no odd value
    (_LINE, Even((0, 1, 2, 3))),
    (_LINE0, Even((3,))),
    (_WIDE, Even((5, 0))),
    (_LINE, Among((0, 3), (2, 4))),
    (_LINE0, Among((1, 2), (0,))),
    (_PAIR, Among((1,), (6, 3, 6))),
]


def rule_id(example: tuple[Grid, Rule]) -> str:
    """Return a readable test id of an entry of `RULES`."""
    grid, rule = example
    span = f"{grid.values.start}-{grid.values.stop - 1}"
    return f"{grid.rows}x{grid.columns},{span},{rule.describe(grid)}".replace(" ", "_")


def touched(grid: Grid, rule: Rule) -> list[int]:
    """Return the cells that a rule looks at: found out by watching, not by asking the rule."""
    if len(grid.values) ** len(grid.cells) <= MOST_FILLINGS:
        return list(grid.cells)  # all can be tried: trust nobody
    seen = set()

    class Watched(list):
        def __getitem__(self, cell):
            seen.add(cell)
            return super().__getitem__(cell)

    rule.holds(grid, Watched([None] * len(grid.cells)))
    return sorted(seen)


#: A board is tried in full up to so many fillings; `RULES` has none that needs more.
MOST_FILLINGS = 20_000


def fillings(grid: Grid, rule: Rule, *choices: int | None) -> Iterator[list[int | None]]:
    """Yield every filling of the cells that a rule looks at; a cell elsewhere has a fixed value.

    More choices, such as None, come in addition to the values of the grid.
    """
    cells = touched(grid, rule)
    values: list[int | None] = [grid.values[cell % len(grid.values)] for cell in grid.cells]
    for filling in product((*grid.values, *choices), repeat=len(cells)):
        for cell, value in zip(cells, filling, strict=True):
            values[cell] = value
        yield values.copy()


def rule_puzzles(most: int = 100) -> list[tuple[str, Puzzle]]:
    """Return, for each entry of `RULES`, puzzles of that rule alone with at most so many fillings.

    Some fillings hold and some do not, wherever the rule allows and forbids any.
    """
    found = []
    for number, example in enumerate(RULES):
        grid, rule = example
        random = Random(number)
        every = list(islice(fillings(grid, rule), MOST_FILLINGS))
        for holds in (True, False):
            matching = [filling for filling in every if rule.holds(grid, filling) is holds]
            if matching:
                hint = random.choice(matching)
                puzzle = _thinned(grid, rule, hint, most, random)
                found.append((f"{rule_id(example)}-near_{'good' if holds else 'bad'}", puzzle))
    return found


def _thinned(grid: Grid, rule: Rule, hint, most: int, random: Random) -> Puzzle:
    """Return a puzzle that gives as many values of a filling as it needs to leave few others."""
    cells = list(grid.cells)
    random.shuffle(cells)
    cells.sort(key=touched(grid, rule).count)  # those that the rule looks at come last
    free = len(cells)
    while free and len(grid.values) ** free > most:
        free -= 1
    given = cells[: len(cells) - free]
    return Puzzle(grid, rules=(rule,)).with_givens({cell: hint[cell] for cell in given})


# --- the oracle ----------------------------------------------------------------------------------


def brute_force(puzzle: Puzzle) -> set[Solution]:
    """Return every solution, found by trying all values and asking nothing but `holds`.

    A value is dropped as soon as a rule says that nothing could help any more. That rules are
    right to say so is tested in tests/rules, where every filling is tried to its end.
    """
    grid = puzzle.grid
    choices = []
    for cell in grid.cells:
        allowed = [value for value in grid.values if puzzle.marks[cell] & grid.bit(value)]
        given = puzzle.givens[cell]
        choices.append(allowed if given is None else [value for value in allowed if value == given])
    values: list[int | None] = [None] * len(grid.cells)
    order = sorted(grid.cells, key=lambda cell: len(choices[cell]) > 1)  # the givens first
    solutions: set[Solution] = set()

    def fill(done: int) -> None:
        if done == len(order):
            solutions.add(tuple(values))
            return
        cell = order[done]
        for value in choices[cell]:
            values[cell] = value
            if all(rule.holds(grid, values) for rule in puzzle.rules):
                fill(done + 1)
        values[cell] = None

    fill(0)
    return solutions


def enumerate_solutions(session: Session, limits: Limits | None = None) -> list[Solution]:
    """Return what a session finds by solving and blocking until it says that there is no other.

    Under limits, UNKNOWN is answered by asking again.
    """
    found: list[Solution] = []
    while True:
        answer = session.solve(limits or Limits())
        if answer.status is Status.UNSATISFIABLE:
            return found
        if answer.status is Status.SATISFIED:
            found.append(answer.solution)
            session.block(answer.solution)
        else:
            assert limits, "UNKNOWN without a limit"


# --- random puzzles ------------------------------------------------------------------------------

#: Without rows and columns, a drawn puzzle has cells empty for at most so many fillings.
MOST_FREE = 150


@st.composite
def puzzles(draw: st.DrawFn, *, solvable: bool | None = None) -> Puzzle:
    """Draw a small puzzle of any rules, with at most a few hundred solutions.

    A solvable one has the filling that its rules, givens and marks were chosen by as a solution;
    one that is not said to be solvable may clash in all of them.
    """
    grid, houses, target, free = draw(_boards())
    honest = solvable or draw(st.integers(0, 3)) > 0
    hint = target if honest else draw(_random_fillings(grid))
    rules = list(houses)
    for _ in range(draw(st.sampled_from([2, 1, 3, 0]))):
        rule = draw(rules_on(grid, hint))
        if not honest or rule.holds(grid, target):
            rules.insert(draw(st.integers(0, len(rules))), rule)
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    twos = 3  # so many cells may get two values instead of one
    cells = draw(st.permutations(grid.cells))
    fewest = max(0, len(cells) - free)
    for cell in cells[: draw(st.integers(fewest, len(cells)))]:
        if twos and not draw(st.integers(0, 5)):
            twos -= 1
            marks[cell] = grid.mask({target[cell], draw(st.sampled_from(grid.values))})
        else:
            givens[cell] = target[cell]
    if not honest:
        for cell in cells[: draw(st.integers(0, 2))]:
            givens[cell] = draw(st.none() | st.sampled_from(grid.values))
        if draw(st.booleans()):
            marks[cells[0]] = draw(st.integers(0, grid.full))
    return Puzzle(grid, tuple(givens), tuple(marks), tuple(rules))


@dataclass(frozen=True)
class _Says(Rule):
    """A rule that is its own lowering, for primitives that no rule of ours lowers to yet."""

    parts: tuple[Constraint, ...]

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(part.holds(values) for part in self.parts)

    def lower(self, grid: Grid) -> Iterator[Constraint]:
        return iter(self.parts)


def says(grid: Grid, *parts: Constraint) -> Puzzle:
    """Return the puzzle of these primitives."""
    return Puzzle(grid, rules=(_Says(parts),))


@st.composite
def raw_puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a tiny puzzle of any primitives: weighted sums, repeated cells, any automaton."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 2), (1, 4), (2, 3)]))
    first = draw(st.sampled_from([0, 1, 5]))
    values = range(first, first + draw(st.integers(1, 4 if rows * columns < 5 else 2)))
    grid = Grid(rows, columns, values)
    hint = draw(_random_fillings(grid))
    parts = draw(st.lists(primitives(grid, hint), min_size=1, max_size=4))
    marks = tuple(
        grid.full if draw(st.integers(0, 4)) else draw(st.integers(1, grid.full))
        for _ in grid.cells
    )
    return Puzzle(grid, marks=marks, rules=(_Says(tuple(parts)),))


@st.composite
def primitives(draw: st.DrawFn, grid: Grid, hint: Solution, depth: int = 2) -> Constraint:
    """Draw a primitive of any kind; what it asks for is near what it finds in a filling.

    Alternatives stand in alternatives up to a depth.
    """
    kinds = ["linear", "linear", "relation", "different", "count", "regular"]
    kind = draw(st.sampled_from(kinds + ["any"] * min(depth, 1) * 2))
    if kind == "relation" and len(grid.cells) > 1:
        a, b = draw(st.permutations(grid.cells))[:2]
        pairs = draw(st.sets(st.tuples(*[st.sampled_from(grid.values)] * 2)))
        pairs |= {(hint[a], hint[b])} if draw(st.integers(0, 5)) else set()
        return Relation(a, b, frozenset(pairs))
    if kind == "different":
        return AllDifferent(_some(draw, grid.cells, len(grid.cells)))
    if kind == "count":
        return draw(_counts(grid, hint))
    if kind == "regular":
        return draw(_words(grid, hint))
    if kind == "any":
        group = st.lists(candidates(grid) | primitives(grid, hint, depth - 1), max_size=3)
        return AnyOf(tuple(map(tuple, draw(st.lists(group, max_size=3)))))
    coefficients = st.sampled_from([1, 1, -1, 2, -2, 3, 0])
    terms = draw(
        st.lists(st.tuples(coefficients, st.sampled_from(grid.cells)), min_size=1, max_size=5)
    )
    total = sum(coefficient * hint[cell] for coefficient, cell in terms)
    op = draw(st.sampled_from(["==", "<=", ">=", "in"]))
    if op == "in":
        return Linear(tuple(terms), op, frozenset(draw(st.sets(_near(total), max_size=4))))
    return Linear(tuple(terms), op, draw(_near(total)))


def _near(number: int) -> st.SearchStrategy[int]:
    return st.sampled_from([0, 0, 0, 1, -1, 5]).map(number.__add__)


@st.composite
def candidates(draw: st.DrawFn, grid: Grid) -> Candidates:
    """Draw what a cell is restricted to; some of it may not be on the board."""
    values = st.sampled_from([*grid.values, grid.values[-1] + 1])
    return Candidates(draw(st.sampled_from(grid.cells)), frozenset(draw(st.sets(values))))


@st.composite
def _counts(draw: st.DrawFn, grid: Grid, hint: Solution) -> Count:
    cells = draw(st.lists(st.sampled_from(grid.cells), max_size=6))
    if draw(st.integers(0, 4)):
        cells = list(dict.fromkeys(cells))
    values = frozenset(draw(st.sets(st.sampled_from([*grid.values, grid.values[-1] + 1]))))
    found = sum(hint[cell] in values for cell in cells)
    return Count(tuple(cells), values, frozenset(draw(st.sets(_near(found), max_size=3))))


@st.composite
def _words(draw: st.DrawFn, grid: Grid, hint: Solution) -> Regular:
    """Draw cells and an automaton, which mostly accepts what stands there."""
    cells = draw(st.lists(st.sampled_from(grid.cells), max_size=6))
    if draw(st.integers(0, 4)):
        cells = list(dict.fromkeys(cells))
    states = st.integers(0, draw(st.integers(0, 3)))
    values = [*grid.values, grid.values[-1] + 1]
    moves = {
        (state, value): draw(states)
        for state in range(4)
        for value in values
        if draw(st.integers(0, 3))
    }
    accepting = draw(st.sets(states))
    if draw(st.integers(0, 3)):
        state = 0
        for cell in cells:
            state = moves.setdefault((state, hint[cell]), state)
        accepting.add(state)
    steps = [(state, value, after) for (state, value), after in moves.items()]
    return Regular(tuple(cells), Automaton(steps, 0, accepting))


@st.composite
def _boards(draw: st.DrawFn) -> tuple[Grid, tuple[Rule, ...], Solution, int]:
    """Draw a board, rules for all of it, a filling by them, and how many cells may be empty."""
    kind = draw(st.sampled_from(["classic", "classic", "latin", "jigsaw", "six", "free", "free"]))
    first = draw(st.sampled_from([1, 1, 1, 0, 3]))
    if kind == "free":
        rows, columns = draw(
            st.sampled_from(
                [(1, 1), (1, 3), (1, 5), (1, 7), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
            )
        )
        grid = Grid(rows, columns, range(first, first + draw(st.integers(1, 5))))
        few = max(size for size in range(10) if len(grid.values) ** size <= MOST_FREE)
        return grid, (), draw(_random_fillings(grid)), few
    height, width = (2, 2) if kind != "six" else draw(st.sampled_from([(2, 3), (3, 2)]))
    side = height * width
    grid = Grid(side, side, range(first, first + side))
    shuffled = draw(st.permutations(grid.values))
    rows, columns = draw(_shuffled_lines(width, height)), draw(_shuffled_lines(height, width))
    solved = pattern(height, width)
    target = tuple(shuffled[solved[grid.at(r, c)]] for r in rows for c in columns)
    if kind == "latin":
        return grid, (Rows(), Columns()), target, 9
    if kind == "jigsaw":
        return grid, (Rows(), Columns(), draw(_jigsaws(grid, target))), target, 11
    free = 12 if kind == "six" else 14
    return grid, (Rows(), Columns(), Boxes(height, width)), target, free


@st.composite
def _shuffled_lines(draw: st.DrawFn, bands: int, lines: int) -> list[int]:
    """Draw an order of the rows of a board, or of its columns, that keeps the bands together."""
    order = draw(st.permutations(range(bands)))
    return [band * lines + line for band in order for line in draw(st.permutations(range(lines)))]


@st.composite
def _random_fillings(draw: st.DrawFn, grid: Grid) -> Solution:
    return tuple(draw(st.sampled_from(grid.values)) for _ in grid.cells)


@st.composite
def _jigsaws(draw: st.DrawFn, grid: Grid, target: Solution) -> Regions:
    """Draw regions, not connected ones, that the filling obeys: one place of each value."""
    places = [
        draw(st.permutations([cell for cell in grid.cells if target[cell] == value]))
        for value in grid.values
    ]
    return Regions(tuple(tuple(region) for region in zip(*places, strict=True)))


@st.composite
def rules_on(draw: st.DrawFn, grid: Grid, hint: Solution) -> Rule:
    """Draw a rule of any kind that fits the grid, and mostly one that a filling obeys."""
    plain = [rule.name for rule in PLAIN if fits(rule, grid) and rule.holds(grid, hint)]
    rule = MAKERS[draw(st.sampled_from(plain + CELLS_TO_CHOOSE))](draw, grid, hint)
    return rule if fits(rule, grid) else NonConsecutive()


def fits(rule: Rule, grid: Grid) -> bool:
    """Tell whether a rule makes sense on a grid."""
    try:
        rule.fit(grid)
    except PuzzleError:
        return False
    return True


def _some(draw, cells, most: int) -> tuple[int, ...]:
    """Draw one or more cells, where there are any."""
    cells = list(cells)
    return tuple(draw(st.permutations(cells))[: draw(st.integers(1, most))])


def _tiling(rule):
    def make(draw, grid, hint):
        divisors = [
            [size for size in range(1, side + 1) if side % size == 0]
            for side in (grid.rows, grid.columns)
        ]
        return rule(*(draw(st.sampled_from(sizes)) for sizes in divisors))

    return make


def _regions(draw, grid, hint):
    cells = draw(st.permutations(grid.cells))
    size = draw(st.integers(1, len(grid.values)))
    chunks = (cells[start : start + size] for start in range(0, len(cells), size))
    return Regions(tuple(tuple(sorted(chunk)) for chunk in chunks))


def _extra_region(draw, grid, hint):
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    return ExtraRegion(_some(draw, places.values(), len(grid.values)))


def _cage(draw, grid, hint):
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    cells = _some(draw, places.values(), 5)
    total = sum(hint[cell] for cell in cells)
    return Cage(cells, draw(st.sampled_from([None, total, total, total])))


def _thermo(draw, grid, hint):
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    cells = _some(draw, places.values(), 4)
    return Thermo(tuple(sorted(cells, key=hint.__getitem__)))


def _dot(rule):
    def make(draw, grid, hint):
        dots = [rule(a, b) for a in grid.cells for b in grid.cells if a != b]
        good = [dot for dot in dots if dot.holds(grid, hint)]
        return draw(st.sampled_from(good or dots or [rule(0, 0)]))

    return make


def _restriction(rule):
    def make(draw, grid, hint):
        good = [cell for cell in grid.cells if rule((cell,)).holds(grid, hint)]
        return rule(_some(draw, good or grid.cells, 4))

    return make


def _among(draw, grid, hint):
    cells = _some(draw, grid.cells, 3)
    values = {hint[cell] for cell in cells} | {draw(st.sampled_from(grid.values))}
    return Among(cells, tuple(sorted(values)))


#: The rules that have nothing to choose.
PLAIN = (AntiKing(), AntiKnight(), Columns(), Diagonals(), NonConsecutive(), Rows(), Windoku())

#: For each rule, how to draw one that a filling of the grid is likely to obey.
MAKERS = {
    "among": _among,
    "blackdot": _dot(BlackDot),
    "boxes": _tiling(Boxes),
    "cage": _cage,
    "disjointgroups": _tiling(DisjointGroups),
    "even": _restriction(Even),
    "extraregion": _extra_region,
    "odd": _restriction(Odd),
    "regions": _regions,
    "thermo": _thermo,
    "whitedot": _dot(WhiteDot),
}
CELLS_TO_CHOOSE = sorted(MAKERS)
MAKERS |= {rule.name: lambda draw, grid, hint, rule=rule: rule for rule in PLAIN}
