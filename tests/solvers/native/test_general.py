"""The general engine answers by the rules' definitions, for every rule, size and clique."""

import subprocess
import sys
from itertools import combinations, product
from random import Random

import pytest
from breadth import tried
from clocks import processor_seconds
from examples import case, classic, full_board, says
from extremes import SELVES
from general_engine import (
    GENERAL,
    LEARNING,
    assert_like_norvig,
    assert_verdict_of_sat,
    found,
    nodes_to_refute,
    some,
    with_holes,
)
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from rule_makers import MAKERS

from nonet import rules as r
from nonet.model.constraints import AllDifferent, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check
from nonet.solvers import Status
from nonet.solvers.native.general import compiled

CLASSIC = (r.Rows(), r.Columns(), r.Boxes(3, 3))


def test_a_cell_may_be_related_to_itself():
    for part in SELVES:
        with case(part):
            assert found(says(Grid(1, 3), part)) == brute_force(says(Grid(1, 3), part))


def test_rules_of_every_kind_answer_as_norvig():
    for number, name in enumerate(MAKERS):
        random = Random(name)
        first = random.choice((0, 1, 4))
        board, grid = full_board(3, random, first), Grid(9, 9, range(first, first + 9))
        rules = [random.choice((CLASSIC[2], jigsaw(board, random)))]
        for kind in (name, *random.sample([*MAKERS], 3)):
            rule = MAKERS[kind](number, grid, board)
            rules += [rule] if rule.holds(grid, board) else []
        with case(name):
            holes = random.randint(42, 52)
            assert_like_norvig(with_holes(board, holes, (*CLASSIC[:2], *rules), random, first))


def jigsaw(board, random):
    """Return regions of any cells, in which the board has each value once."""
    places = [[cell for cell in range(81) if board[cell] == value] for value in sorted({*board})]
    for cells in places:
        random.shuffle(cells)
    return r.Regions(tuple(zip(*places, strict=True)))


@pytest.mark.parametrize(
    ("order", "holes"), [(4, 140), (4, 150), (4, 160), (5, 250), (5, 310), (6, 450), (6, 580)]
)
@pytest.mark.parametrize("seed", range(2))
def test_a_large_board_has_the_verdict_of_sat(order, holes, seed):
    random = Random(seed)
    rules = (r.Rows(), r.Columns(), r.Boxes(order, order))
    assert_verdict_of_sat(with_holes(full_board(order, random), holes, rules, random))


@pytest.mark.parametrize("order", [4, 5])
def test_large_boards_with_sums_contain_the_board_they_were_made_of(order):
    random = Random(order)
    board = full_board(order, random)
    rules = [r.Rows(), r.Columns(), r.Boxes(order, order)]
    for _ in range(20):
        places = {board[cell]: cell for cell in random.sample(range(order**4), 9)}
        rules.append(r.Cage(tuple(places.values()), sum(places)))
    puzzle = with_holes(board, order**4 // 3, tuple(rules), random)
    assert_like_norvig(puzzle, most=3)
    assert tuple(board) in some(GENERAL, puzzle, 50)


def test_a_board_of_4096_cells_and_64_values():
    random = Random(1)
    rules = (r.Rows(), r.Columns(), r.Boxes(8, 8))
    board = full_board(8, random)
    puzzle = with_holes(board, 1000, rules, random)
    assert some(GENERAL, puzzle, 1)  # and checked by the session
    clash = puzzle.with_givens({0: board[1], 1: board[1]})
    assert some(GENERAL, clash, 1) == set()


@pytest.mark.parametrize("values", [2, 16, 17, 64])
def test_sets_of_every_width_hold_their_last_cell_and_value(values):
    for cells in (1, 64, 65, 128, 129, 256, 257, 448, 449, 640, 641, 1344, 1345):
        last = cells - 1
        parts = [Linear(((1, 0), (1, last)), "==", 2 * values)]
        if cells > 2:
            parts += [AllDifferent((0, 1)), Relation(1, last, frozenset({(1, values)}))]
        puzzle = says(Grid(1, cells, range(1, values + 1)), *parts)
        with case(f"{cells} cells"):
            [solution] = some(GENERAL, puzzle, 1)
            assert solution[0] == solution[last] == values


DEEP = """
import threading
from nonet import Puzzle, check
from nonet.model.grid import Grid
from nonet.rules import All, Among, Either, Sum, Taxicab

cells = range(2000)
total = Sum(cells, 3000)
choice = Either(All(Among([0], [1]), total), All(Among([0], [2]), total))
grid = Grid(1, 2000, range(1, 65))
puzzle = Puzzle(grid, marks=(3,) * 2000, rules=(Taxicab(1), choice))
threading.stack_size(1 << 20)
asked = threading.Thread(target=lambda: print(check(puzzle, "native:search").kind))
asked.start()
asked.join()
"""


def test_thousands_of_cells_that_settle_in_a_row_take_no_stack():
    run = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("multiple\n", 0)


def test_more_cells_than_values_in_a_clique_are_refuted_at_once():
    apart = r.Pairs(range(160), lambda a, b: abs(a - b) > 1, every=True)
    with processor_seconds(6):
        assert check(Puzzle(Grid(20, 20, range(1, 10)), rules=(apart,)), "native").kind == "none"


# --- cliques -------------------------------------------------------------------------------------


def pairs(values, suits):
    """Return the compatible pairs of different values."""
    return frozenset((a, b) for a, b in product(values, repeat=2) if a != b and suits(a, b))


def renban(values, size):
    return pairs(values, lambda a, b: abs(a - b) < size)


def clique(cells, allowed):
    return [Relation(a, b, allowed) for a, b in combinations(cells, 2)]


def row(values, *parts, cells=None):
    return says(Grid(1, cells or len(values), values), *parts)


# --- conclusions from whole groups ---------------------------------------------------------------


SIX, FIVE, FOUR, NINE = range(1, 7), range(1, 6), range(1, 5), range(1, 10)
PARITY = pairs(SIX, lambda a, b: a % 2 != b % 2)
APART = pairs(FOUR, lambda a, b: abs(a - b) > 1)
EQUAL = frozenset((value, value) for value in FOUR)


@pytest.mark.parametrize(
    "puzzle",
    [
        row(SIX, *clique((0, 1, 2), PARITY)),  # three cells of two kinds
        row(SIX, *(Relation(a, b, PARITY) for a, b in ((0, 1), (2, 1), (2, 0)))),  # in any order
        # A value in every set must be in the group.
        row(NINE, AllDifferent(tuple(range(9))), *clique(range(5), renban(NINE, 5))).with_givens(
            {7: 5}
        ),
        # A value in no set is in no cell.
        row(
            *(NINE, *clique(range(4), renban(NINE, 4))),
            Relation(0, 4, pairs(NINE, lambda a, b: b - a >= 4)),
            cells=5,
        ).with_givens({1: 9}),
        # The relation allows equal values, but another constraint makes the cells differ.
        row(FOUR, *clique((0, 1, 2), APART | EQUAL), AllDifferent((0, 1, 2))),
        # Tables that differ only where values are equal are one.
        row(
            *(FOUR, *clique((0, 1, 2), APART)[1:], Relation(0, 1, APART | {(1, 1), (2, 2)})),
            AllDifferent((0, 1, 2)),
        ),
    ],
)
def test_a_group_is_refuted_at_the_root(puzzle):
    assert nodes_to_refute(puzzle) == 1


# --- traps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        # The relation has a direction.
        (row(FOUR, *clique((0, 1, 2), pairs(FOUR, lambda a, b: a < b)), cells=3), (1, 2, 3)),
        # The cells may be equal.
        (row(FOUR, *clique((0, 1, 2), renban(FOUR, 2) | EQUAL)), (1, 1, 2, 1)),
        # A pair lacks its relation.
        (row(FIVE, *clique((0, 1, 2), renban(FIVE, 2))[::2], AllDifferent((0, 1, 2))), (1, 2, 3)),
        # A cell is related to itself.
        (
            row(FIVE, *clique((0, 1, 2), renban(FIVE, 3)), Relation(0, 0, frozenset({(3, 3)}))),
            (3, 4, 5),
        ),
    ],
)
def test_a_trap_is_no_group(puzzle, solution):
    assert found(puzzle) == brute_force(puzzle)
    assert any(board[: len(solution)] == solution for board in found(puzzle))


@pytest.mark.parametrize("cells", [4, 16, 17, 20, 70])
def test_more_cells_than_values_that_see_one_another_have_no_solution(cells):
    values = range(1, min(cells, 17))
    allowed = pairs(values, lambda a, b: {a, b} != {1, 2})
    assert found(row(values, *clique(range(cells), allowed), cells=cells)) == set()


@pytest.mark.parametrize("cells", [17, 20, 70])
def test_more_cells_than_values_in_one_sum_have_no_solution(cells):
    differ = [AllDifferent(pair) for pair in combinations(range(cells), 2)]
    total = Linear(tuple((1, cell) for cell in range(cells)), "==", 150)
    assert found(row(range(1, 17), *differ, total, cells=cells)) == set()


@pytest.mark.parametrize("values", [9, 16, 17, 40, 64])
@pytest.mark.parametrize("size", [3, 5, 8])
def test_too_many_sets_are_left_to_the_pairs(values, size):
    """Nearly full boards have the same solutions, whether a clique has few sets or millions."""
    allowed = pairs(range(1, values + 1), lambda a, b: abs(a - b) >= 2)
    puzzle = row(range(1, values + 1), *clique(range(size), allowed), cells=size)
    evens = {cell: values - 2 * cell for cell in range(size) if values - 2 * cell > 0}
    open_cells = sorted(evens)[:2]
    puzzle = puzzle.with_givens({c: v for c, v in evens.items() if c not in open_cells})
    assert found(puzzle) == (brute_force(puzzle) if len(evens) == size else set())


def test_a_relation_whose_sets_are_hard_to_find_is_given_up_in_time():
    """There are many allowed pairs, but no set of this size. The search for a set must end."""
    values = range(1, 65)
    classes = pairs(values, lambda a, b: a % 15 != b % 15)
    puzzle = row(values, *clique(range(16), classes), cells=16)
    with GENERAL.open(puzzle.with_givens({cell: cell + 1 for cell in range(15)})) as session:
        assert session.solve().status is Status.UNSATISFIABLE


# --- the solutions, all of them, and nothing else ------------------------------------------------


@st.composite
def groups(draw):
    """Draw a small puzzle with groups under random symmetric tables, and perhaps a sum."""
    cells, values = draw(st.sampled_from([(3, 6), (4, 5), (5, 4), (6, 3), (6, 4)]))
    grid = Grid(1, cells, range(1, values + 1))
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(min(3, cells), cells))
        group = draw(st.permutations(grid.cells))[:size]
        unordered = list(combinations(grid.values, 2))
        some_pairs = draw(st.lists(st.sampled_from(unordered), unique=True, min_size=2))
        some_pairs = unordered if draw(st.integers(0, 3)) == 0 else some_pairs
        allowed = frozenset(some_pairs) | {(b, a) for a, b in some_pairs}
        if draw(st.booleans()):
            allowed |= {(value, value) for value in draw(st.sets(st.sampled_from(grid.values)))}
        relations = clique(group, allowed)
        parts += relations[draw(st.sampled_from([0, 0, 1])) :]
        if draw(st.booleans()):
            parts.append(AllDifferent(tuple(group)))
    if draw(st.booleans()):
        terms = tuple((draw(st.sampled_from([1, 1, -1, 2])), cell) for cell in grid.cells[:4])
        parts.append(Linear(terms, draw(st.sampled_from(["==", "<="])), draw(st.integers(2, 14))))
    marks = tuple(
        grid.full if draw(st.integers(0, 2)) else draw(st.integers(1, grid.full))
        for _ in grid.cells
    )
    return Puzzle(grid, marks=marks, rules=says(grid, *draw(st.permutations(parts))).rules)


@given(groups(), st.sampled_from([GENERAL, LEARNING]))
@tried(300)
def test_random_groups_have_the_solutions_that_they_mean(puzzle, backend):
    assert found(puzzle, backend=backend) == brute_force(puzzle)


@given(st.integers(6, 8), st.permutations(range(16)), st.data())
@tried(100)
def test_long_sums_have_the_solutions_that_they_mean(size, order, data):
    """The engine may add up two sums of at least six cells."""
    totals = st.integers(2 * size, 3 * size)
    sums = [r.Sum(cells, data.draw(totals)) for cells in (order[:size], order[size : 2 * size])]
    board = classic("." * 16)
    obey = {s for s in found(board) if all(rule.holds(board.grid, s) for rule in sums)}
    assert found(board.with_rules(*sums)) == obey


def test_parallel_diagonals_with_large_totals_are_refuted_soon():
    """Together, neighbouring diagonals have more cells in a box than each alone."""
    falling = ("r1c1", "r2c1", "r3c1"), "down-right"
    rising = ("r9c2", "r9c3"), "up-right"
    others = ("r1c9", "r1c8"), "down-left"
    sums = [
        r.LittleKiller(first, direction, 49)
        for firsts, direction in (falling, rising, others)
        for first in firsts
    ]
    puzzle = classic("." * 81).with_rules(*sums, r.LittleKiller("r7c9", "up-left", 49))
    assert nodes_to_refute(puzzle) < 5000


# --- 9×9 and beyond, where brute force ends ------------------------------------------------------


def random_groups(board, values, random, count, most):
    """Yield groups of any cells under relations that the board obeys, and sums across them."""
    step = random.choice((2, 3))
    kinds = [
        lambda size: renban(values, size),
        lambda size: renban(values, size + 1),
        lambda size: pairs(values, lambda a, b: abs(a - b) >= step),
        lambda size: pairs(values, lambda a, b: a % size != b % size),
        lambda size: pairs(values, lambda a, b: a % step == b % step),
    ]
    while count:
        size = random.randint(3, most)
        allowed = random.choice(kinds)(size)
        cells = []
        for cell in random.sample(range(len(board)), len(board)):
            if all((board[cell], board[other]) in allowed for other in cells):
                cells.append(cell)
            if len(cells) == size:
                break
        else:
            continue
        count -= 1
        yield from clique(cells, allowed)
        if random.random() < 0.3:
            yield Linear(
                tuple((1, cell) for cell in cells), "==", sum(board[cell] for cell in cells)
            )


def test_groups_that_see_each_other_answer_as_norvig():
    """A group must notice marks that it loses through another group."""
    for seed in range(30):
        random = Random(seed)
        board = full_board(3, random)
        parts = list(random_groups(board, range(1, 10), random, random.randint(4, 14), 6))
        puzzle = with_holes(board, random.randint(50, 62), CLASSIC, random)
        rules = (*CLASSIC, *says(puzzle.grid, *parts).rules)
        with case(f"seed {seed}"):
            assert_like_norvig(Puzzle(puzzle.grid, puzzle.givens, rules=rules))


@pytest.mark.parametrize(("order", "holes"), [(4, 170), (5, 330)])
@pytest.mark.parametrize("seed", range(4))
def test_groups_on_large_boards_have_the_verdict_of_sat(order, holes, seed):
    random = Random(seed)
    board = full_board(order, random)
    rules = (r.Rows(), r.Columns(), r.Boxes(order, order))
    parts = list(random_groups(board, range(1, order**2 + 1), random, 12, 7))
    puzzle = with_holes(board, holes, rules, random)
    puzzle = Puzzle(puzzle.grid, puzzle.givens, rules=(*rules, *says(puzzle.grid, *parts).rules))
    assert_verdict_of_sat(puzzle)
    assert some(GENERAL, puzzle, 1)


def test_of_many_groups_with_too_many_sets_few_are_looked_for():
    """Growing a group from each of 40,000 relations would take many seconds."""
    grid, random = Grid(1, 300, range(1, 65)), Random(1)
    apart = pairs(grid.values, lambda a, b: abs(a - b) >= 2)
    related = [pair for pair in combinations(range(300), 2) if random.random() < 0.85]
    puzzle = says(grid, *[Relation(a, b, apart) for a, b in related])
    assert puzzle.constraints
    with processor_seconds(3):
        engine = compiled(puzzle.geometry)
    assert engine.learns, "clauses conclude more than groups"
