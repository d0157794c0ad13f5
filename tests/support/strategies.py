"""Random puzzles of any rules, and of any primitives, small enough for `oracle.brute_force`."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeVar

from examples import Says, pattern
from hypothesis import strategies as st
from oracle import Solution
from rule_makers import KINDS, MAKERS, PLAIN, fits

from nonet import rules
from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle

Item = TypeVar("Item")
#: The maximum number of fillings of the empty cells of a drawn puzzle without rows and columns.
MOST_FREE = 150


class Drawn:
    """Draws numbers and items by hypothesis. The fuzzer draws them by `random` instead."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def number(self, least: int, most: int) -> int:
        return self._draw(st.integers(least, most))

    def pick(self, items: Sequence[Item]) -> Item:
        return self._draw(st.sampled_from(items))

    def order(self, items: Sequence[Item]) -> Sequence[Item]:
        return self._draw(st.permutations(items))


@st.composite
def puzzles(draw: st.DrawFn, *, solvable: bool | None = None) -> Puzzle:
    """Draw a small puzzle under any rules, with at most a few hundred solutions.

    If the puzzle must be solvable, its rules, givens and marks are chosen from a solution.
    Otherwise they may be contradictory.
    """
    return random_puzzle(Drawn(draw), solvable)


def static(drawn: st.SearchStrategy[Puzzle]) -> st.SearchStrategy[Puzzle]:
    """Leave out puzzles with connections, which need cuts during the search."""
    return drawn.filter(lambda puzzle: not puzzle.geometry.connections)


def random_puzzle(dice: Drawn, solvable: bool | None = None) -> Puzzle:
    grid, houses, target, free = _board(dice)
    honest = solvable or dice.number(0, 3) > 0
    hint = target if honest else _filling(dice, grid)
    listed = list(houses)
    for _ in range(dice.pick([2, 1, 3, 0])):
        rule = random_rule(dice, grid, hint)
        if not honest or rule.holds(grid, target):
            listed.insert(dice.number(0, len(listed)), rule)
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    twos = 3  # the number of cells that may get two values
    cells = dice.order(grid.cells)
    fewest = max(0, len(cells) - free)
    for cell in cells[: dice.number(fewest, len(cells))]:
        if twos and not dice.number(0, 5):
            twos -= 1
            marks[cell] = grid.mask({target[cell], dice.pick(grid.values)})
        else:
            givens[cell] = target[cell]
    if not honest:
        for cell in cells[: dice.number(0, 2)]:
            givens[cell] = dice.pick([None, dice.pick(grid.values)])
        if dice.number(0, 1):
            marks[cells[0]] = dice.number(0, grid.full)
    return Puzzle(grid, tuple(givens), tuple(marks), tuple(listed))


@st.composite
def raw_puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a tiny puzzle of any primitives: weighted sums, repeated cells, any automaton."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 2), (1, 4), (2, 3)]))
    first = draw(st.sampled_from([0, 1, 5]))
    values = range(first, first + draw(st.integers(1, 4 if rows * columns < 5 else 2)))
    grid = Grid(rows, columns, values)
    hint = _filling(Drawn(draw), grid)
    parts = draw(st.lists(primitives(grid, hint), min_size=1, max_size=4))
    marks = tuple(
        grid.full if draw(st.integers(0, 4)) else draw(st.integers(1, grid.full))
        for _ in grid.cells
    )
    return Puzzle(grid, marks=marks, rules=(Says(tuple(parts)),))


@st.composite
def primitives(draw: st.DrawFn, grid: Grid, hint: Solution, depth: int = 2) -> Constraint:
    """Draw a primitive of any kind that a given filling nearly or exactly obeys.

    Alternatives are nested up to a depth.
    """
    kinds = ["linear", "linear", "relation", "different", "count", "regular", "connected"]
    kind = draw(st.sampled_from(kinds + ["any"] * min(depth, 1) * 2))
    if kind == "relation" and len(grid.cells) > 1:
        a, b = draw(st.permutations(grid.cells))[:2]
        pairs = draw(st.sets(st.tuples(*[_values_about(grid)] * 2)))
        pairs |= {(hint[a], hint[b])} if draw(st.integers(0, 5)) else set()
        return Relation(a, b, frozenset(pairs))
    if kind == "different":
        return AllDifferent(_some(draw, grid.cells, len(grid.cells)))
    if kind == "count":
        return draw(_counts(grid, hint))
    if kind == "regular":
        return draw(_words(grid, hint))
    if kind == "connected":
        return draw(_connections(grid, hint))
    if kind == "any":
        group = st.lists(candidates(grid) | primitives(grid, hint, depth - 1), max_size=3)
        return AnyOf(tuple(map(tuple, draw(st.lists(group, max_size=3)))))
    coefficients = st.sampled_from([1, 1, -1, 2, -2, 3, 0])
    terms = draw(st.lists(st.tuples(coefficients, st.sampled_from(grid.cells)), max_size=5))
    total = sum(coefficient * hint[cell] for coefficient, cell in terms)
    op = draw(st.sampled_from(["==", "<=", ">=", "in"]))
    if op == "in":
        return Linear(tuple(terms), op, frozenset(draw(st.sets(_near(total), max_size=4))))
    return Linear(tuple(terms), op, draw(_near(total)))


def _values_about(grid: Grid) -> st.SearchStrategy[int]:
    """Draw a value of the board, or a value next to them that no cell can hold."""
    return st.sampled_from([*grid.values, grid.values[0] - 1, grid.values[-1] + 1])


def _near(number: int) -> st.SearchStrategy[int]:
    return st.sampled_from([0, 0, 0, 1, -1, 5]).map(number.__add__)


@st.composite
def candidates(draw: st.DrawFn, grid: Grid) -> Candidates:
    """Draw the values of a candidate set. Some may not be on the board."""
    values = draw(st.sets(_values_about(grid)))
    return Candidates(draw(st.sampled_from(grid.cells)), frozenset(values))


@st.composite
def _counts(draw: st.DrawFn, grid: Grid, hint: Solution) -> Count:
    cells = draw(st.lists(st.sampled_from(grid.cells), max_size=6))
    if draw(st.integers(0, 4)):
        cells = list(dict.fromkeys(cells))
    values = frozenset(draw(st.sets(_values_about(grid))))
    found = sum(hint[cell] in values for cell in cells)
    return Count(tuple(cells), values, frozenset(draw(st.sets(_near(found), max_size=3))))


@st.composite
def _connections(draw: st.DrawFn, grid: Grid, hint: Solution) -> Connected:
    """Draw cells that any edges connect. The filling often obeys the connection."""
    cells = _some(draw, grid.cells, len(grid.cells))
    values = draw(st.sets(_values_about(grid)))
    pairs = st.sampled_from([*combinations(sorted(cells), 2)]) if cells[1:] else st.nothing()
    edges = draw(st.sets(pairs))
    if draw(st.integers(0, 3)):
        edges.update(pairwise(cell for cell in cells if hint[cell] in values))
    return Connected(cells, frozenset(values), tuple(sorted(edges)), draw(st.integers(1, 3)))


@st.composite
def _words(draw: st.DrawFn, grid: Grid, hint: Solution) -> Regular:
    """Draw cells and an automaton that usually accepts their values."""
    cells = draw(st.lists(st.sampled_from(grid.cells), max_size=6))
    if draw(st.integers(0, 4)):
        cells = list(dict.fromkeys(cells))
    states = st.integers(0, draw(st.integers(0, 3)))
    values = [*grid.values, grid.values[0] - 1, grid.values[-1] + 1]
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


def _board(dice: Drawn) -> tuple[Grid, tuple[rules.Rule, ...], Solution, int]:
    """Return a board, rules for all of it, a filling by them, and how many cells may be empty."""
    kind = dice.pick(["classic", "classic", "latin", "jigsaw", "six", "free", "free"])
    first = dice.pick([1, 1, 1, 0, 4])
    if kind == "free":
        rows, columns = dice.pick(
            [(1, 1), (1, 3), (1, 5), (1, 7), (4, 1), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (5, 2)]
        )
        grid = Grid(rows, columns, range(first, first + dice.number(1, 5)))
        few = max(size for size in range(10) if len(grid.values) ** size <= MOST_FREE)
        return grid, (), _filling(dice, grid), few
    height, width = (2, 2) if kind != "six" else dice.pick([(2, 3), (3, 2)])
    side = height * width
    grid = Grid(side, side, range(first, first + side))
    shuffled = dice.order(grid.values)
    rows, columns = _shuffled_lines(dice, width, height), _shuffled_lines(dice, height, width)
    solved = pattern(height, width)
    target = tuple(shuffled[solved[grid.at(r, c)]] for r in rows for c in columns)
    if kind == "latin":
        return grid, (rules.Rows(), rules.Columns()), target, 9
    if kind == "jigsaw":
        return grid, (rules.Rows(), rules.Columns(), jigsaw(dice, grid, target)), target, 11
    free = 12 if kind == "six" else 14
    return grid, (rules.Rows(), rules.Columns(), rules.Boxes(height, width)), target, free


def _shuffled_lines(dice: Drawn, bands: int, lines: int) -> list[int]:
    """Return an order of the rows of a board, or of its columns, that keeps the bands together."""
    order = dice.order(range(bands))
    return [band * lines + line for band in order for line in dice.order(range(lines))]


def _filling(dice: Drawn, grid: Grid) -> Solution:
    return tuple(dice.pick(grid.values) for _ in grid.cells)


def jigsaw(dice: Drawn, grid: Grid, target: Solution) -> rules.Regions:
    """Return regions that have each value once in the filling. They need not be connected."""
    places = [
        dice.order([cell for cell in grid.cells if target[cell] == value]) for value in grid.values
    ]
    return rules.Regions(tuple(tuple(region) for region in zip(*places, strict=True)))


@st.composite
def rules_on(draw: st.DrawFn, grid: Grid, hint: Solution) -> rules.Rule:
    """Draw a rule of any kind that fits the grid. Usually, the filling obeys the rule."""
    return random_rule(Drawn(draw), grid, hint)


def random_rule(dice: Drawn, grid: Grid, hint: Solution) -> rules.Rule:
    rule = MAKERS[dice.pick([*_obeyed(grid, hint), *KINDS])](dice.number(0, 1 << 32), grid, hint)
    return rule if fits(rule, grid) else rules.NonConsecutive()


@lru_cache(maxsize=4)
def _obeyed(grid: Grid, hint: Solution) -> list[str]:
    """Return the names of the rules without parameters that a filling obeys."""
    return [rule.name for rule in PLAIN if fits(rule, grid) and rule.holds(grid, hint)]


def _some(draw, cells, most: int) -> tuple[int, ...]:
    """Draw one or more cells, where there are any."""
    cells = list(cells)
    return tuple(draw(st.permutations(cells))[: draw(st.integers(1, most))])
