"""The general engine answers by the rules' definitions, for every rule and size."""

import subprocess
import sys
from random import Random

import pytest
from clocks import processor_seconds
from examples import case, full_board, says
from extremes import SELVES
from general_engine import (
    GENERAL,
    assert_like_norvig,
    assert_verdict_of_sat,
    found,
    some,
    with_holes,
)
from oracle import brute_force
from rule_makers import MAKERS

from nonet.model.constraints import AllDifferent, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    NonConsecutive,
    Pairs,
    Regions,
    Rows,
    Windoku,
)

CLASSIC = (Rows(), Columns(), Boxes(3, 3))


def test_a_cell_may_be_related_to_itself():
    for part in SELVES:
        with case(part):
            assert found(says(Grid(1, 3), part)) == brute_force(says(Grid(1, 3), part))


@pytest.mark.parametrize(
    "rule",
    [Diagonals(), Windoku(), AntiKnight(), AntiKing(), NonConsecutive()],
    ids=lambda rule: rule.name,
)
def test_a_rule_for_the_whole_board_answers_as_norvig(rule):
    rules = (*CLASSIC, rule)
    start = some(GENERAL, Puzzle(Grid(9, 9), rules=rules), 1)
    for seed in range(6):
        random = Random(seed)
        board = min(start) if start else full_board(3, random)
        with case(f"seed {seed}"):
            assert_like_norvig(with_holes(board, 48 + 2 * seed, rules, random))


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
    return Regions(tuple(zip(*places, strict=True)))


@pytest.mark.parametrize(
    ("order", "holes"), [(4, 140), (4, 150), (4, 160), (5, 250), (5, 310), (6, 450), (6, 580)]
)
@pytest.mark.parametrize("seed", range(2))
def test_a_large_board_has_the_verdict_of_sat(order, holes, seed):
    random = Random(seed)
    rules = (Rows(), Columns(), Boxes(order, order))
    assert_verdict_of_sat(with_holes(full_board(order, random), holes, rules, random))


@pytest.mark.parametrize("order", [4, 5])
def test_large_boards_with_sums_contain_the_board_they_were_made_of(order):
    random = Random(order)
    board = full_board(order, random)
    rules = [Rows(), Columns(), Boxes(order, order)]
    for _ in range(20):
        places = {board[cell]: cell for cell in random.sample(range(order**4), 9)}
        rules.append(Cage(tuple(places.values()), sum(places)))
    puzzle = with_holes(board, order**4 // 3, tuple(rules), random)
    assert_like_norvig(puzzle, most=3)
    assert tuple(board) in some(GENERAL, puzzle, 50)


def test_a_board_of_4096_cells_and_64_values():
    random = Random(1)
    rules = (Rows(), Columns(), Boxes(8, 8))
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
    apart = Pairs(range(160), lambda a, b: abs(a - b) > 1, every=True)
    with processor_seconds(6):
        assert check(Puzzle(Grid(20, 20, range(1, 10)), rules=(apart,)), "native").kind == "none"
