"""Random puzzles of any rules, and of any primitives, small enough for `oracle.brute_force`."""

from examples import Says, fits, pattern
from hypothesis import strategies as st
from oracle import Solution
from rule_makers import KINDS, MAKERS, PLAIN

from nonet import rules
from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle

#: The most fillings of the empty cells of a drawn puzzle without rows and columns.
MOST_FREE = 150


@st.composite
def puzzles(draw: st.DrawFn, *, solvable: bool | None = None) -> Puzzle:
    """Draw a small puzzle under any rules, with at most a few hundred solutions.

    If the puzzle must be solvable, its rules, givens and marks are chosen from a solution.
    Otherwise they may be contradictory.
    """
    grid, houses, target, free = draw(_boards())
    honest = solvable or draw(st.integers(0, 3)) > 0
    hint = target if honest else draw(_random_fillings(grid))
    listed = list(houses)
    for _ in range(draw(st.sampled_from([2, 1, 3, 0]))):
        rule = draw(rules_on(grid, hint))
        if not honest or rule.holds(grid, target):
            listed.insert(draw(st.integers(0, len(listed))), rule)
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    twos = 3  # the number of cells that may get two values
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
    return Puzzle(grid, tuple(givens), tuple(marks), tuple(listed))


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
    return Puzzle(grid, marks=marks, rules=(Says(tuple(parts)),))


@st.composite
def primitives(draw: st.DrawFn, grid: Grid, hint: Solution, depth: int = 2) -> Constraint:
    """Draw a primitive of any kind that a given filling nearly or exactly obeys.

    Alternatives are nested up to a depth.
    """
    kinds = ["linear", "linear", "relation", "different", "count", "regular"]
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


@st.composite
def _boards(draw: st.DrawFn) -> tuple[Grid, tuple[rules.Rule, ...], Solution, int]:
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
        return grid, (rules.Rows(), rules.Columns()), target, 9
    if kind == "jigsaw":
        return grid, (rules.Rows(), rules.Columns(), draw(jigsaws(grid, target))), target, 11
    free = 12 if kind == "six" else 14
    return grid, (rules.Rows(), rules.Columns(), rules.Boxes(height, width)), target, free


@st.composite
def _shuffled_lines(draw: st.DrawFn, bands: int, lines: int) -> list[int]:
    """Draw an order of the rows of a board, or of its columns, that keeps the bands together."""
    order = draw(st.permutations(range(bands)))
    return [band * lines + line for band in order for line in draw(st.permutations(range(lines)))]


@st.composite
def _random_fillings(draw: st.DrawFn, grid: Grid) -> Solution:
    return tuple(draw(st.sampled_from(grid.values)) for _ in grid.cells)


@st.composite
def jigsaws(draw: st.DrawFn, grid: Grid, target: Solution) -> rules.Regions:
    """Draw regions that have each value once in the filling. They need not be connected."""
    places = [
        draw(st.permutations([cell for cell in grid.cells if target[cell] == value]))
        for value in grid.values
    ]
    return rules.Regions(tuple(tuple(region) for region in zip(*places, strict=True)))


@st.composite
def rules_on(draw: st.DrawFn, grid: Grid, hint: Solution) -> rules.Rule:
    """Draw a rule of any kind that fits the grid. Usually, the filling obeys the rule."""
    plain = [rule.name for rule in PLAIN if fits(rule, grid) and rule.holds(grid, hint)]
    rule = MAKERS[draw(st.sampled_from([*plain, *KINDS]))](draw, grid, hint)
    return rule if fits(rule, grid) else rules.NonConsecutive()


def _some(draw, cells, most: int) -> tuple[int, ...]:
    """Draw one or more cells, where there are any."""
    cells = list(cells)
    return tuple(draw(st.permutations(cells))[: draw(st.integers(1, most))])


def _some(draw, cells, most: int) -> tuple[int, ...]:
    """Draw one or more cells, where there are any."""
    cells = list(cells)
    return tuple(draw(st.permutations(cells))[: draw(st.integers(1, most))])
