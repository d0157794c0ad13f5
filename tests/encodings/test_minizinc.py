"""The MiniZinc model is solved by MiniZinc if this is installed, and otherwise compared as text."""

import shutil
import subprocess
from operator import eq, ge, gt, le, lt, ne

import pytest
from examples import case, classic, says
from extremes import CHOICE, CONTRADICTIONS, FALLS_ONCE, extremes
from oracle import brute_force

from nonet.encodings.minizinc import write
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Boxes, Cage, Columns, ExtraRegion, Odd, Rows, Thermo, WhiteDot
from nonet.system.errors import TooLarge

BLACK = frozenset({(1, 2), (2, 1), (2, 4), (4, 2)})


def constraints(puzzle):
    return [line for line in write(puzzle) if line.startswith("constraint ")]


def solve(puzzle, path):
    """Return all solutions that MiniZinc finds."""
    if not shutil.which("minizinc"):
        pytest.skip("no minizinc on the PATH: apt-get install minizinc")
    path.write_text("".join(f"{line}\n" for line in write(puzzle)))
    command = ["minizinc", "--all-solutions", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert ("=====UNSATISFIABLE=====" in run.stdout) == (not run.stdout.count("-" * 10))
    boards = run.stdout.split("-" * 10)[:-1]
    return [tuple(map(int, board.split())) for board in boards]


def assert_means(puzzle, path):
    found = solve(puzzle, path)
    assert len(found) == len(set(found))
    assert set(found) == brute_force(puzzle)


# --- solved by MiniZinc --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [
        classic("12" + "." * 14, AntiKnight(), Odd((5,)), Cage((4, 8), 5)),
        Puzzle(Grid(1, 1)),
        Puzzle(Grid(2, 2, range(2)), marks=(1, 3, 3, 2), givens=(None, 1, None, None)),
        Puzzle(Grid(2, 2), marks=(1, 3, 3, 3), givens=(2, None, None, None)),
        *(says(Grid(1, 2), Linear(((1, 0),), op, 10**30)) for op in ("<=", "==", ">=")),
        *CONTRADICTIONS.values(),
        *extremes(),
    ],
)
def test_the_solutions_are_those_of_the_puzzle(puzzle, tmp_path):
    assert_means(puzzle, tmp_path / "model.mzn")


@pytest.mark.slow
def test_each_kind_of_rule_has_the_solutions_that_it_means(puzzles_of_each_kind, tmp_path):
    for (name, puzzle), *_ in puzzles_of_each_kind:  # one of each, because MiniZinc starts slowly
        with case(name):
            assert_means(puzzle, tmp_path / "model.mzn")


def test_sums_beyond_the_solvers_integers_are_refused():
    with pytest.raises(TooLarge, match="a sum can be as large as 2147483648"):
        list(write(says(Grid(1, 2), Linear(((1 << 30, 0),), "<=", 3))))


# --- how it reads --------------------------------------------------------------------------------


def test_lines_and_boxes_are_slices():
    said = constraints(Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Boxes(2, 2))))
    assert said[0] == "constraint alldifferent(cell[1, 1..4]);"
    assert said[4] == "constraint alldifferent(cell[1..4, 1]);"
    assert said[11] == "constraint alldifferent(cell[3..4, 3..4]);"
    assert len(said) == 12


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (ExtraRegion((0, 2, 3)), "alldifferent([cell[1,1], cell[1,3], cell[1,4]])"),
        (ExtraRegion((2, 0, 1)), "alldifferent(cell[1, 1..3])"),
        (ExtraRegion((3,)), "alldifferent([cell[1,4]])"),
        (Thermo((3, 0)), "cell[1,4] < cell[1,1]"),
        (WhiteDot(0, 1), "table([cell[1,1], cell[1,2]], pairs1)"),
        (Odd((1,)), "cell[1,2] in {1, 3}"),
    ],
)
def test_rules_in_words(rule, expected):
    assert f"constraint {expected};" in constraints(Puzzle(Grid(1, 4), rules=(rule,)))


def test_sums_in_words():
    linear = Linear(((1, 0), (-1, 1), (-2, 2), (3, 0)), ">=", -4)
    [said] = constraints(says(Grid(1, 3), linear))
    assert said == "constraint cell[1,1] - cell[1,2] - 2*cell[1,3] + 3*cell[1,1] >= -4;"
    assert constraints(says(Grid(1, 1), Linear((), "==", 0))) == ["constraint 0 = 0;"]


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (Linear(((1, 0), (1, 1)), "in", frozenset({4, 2})), "cell[1,1] + cell[1,2] in {2, 4}"),
        (
            Count((0, 2), frozenset({3, 1}), frozenset({1})),
            "(cell[1,1] in {1, 3}) + (cell[1,3] in {1, 3}) in {1}",
        ),
        (Regular((0, 2), FALLS_ONCE), "regular([cell[1,1], cell[1,3]], 5, 3, words1, 1, {5})"),
        (
            AnyOf(((Candidates(0, frozenset({2})), AllDifferent((0, 1))), ())),
            "((cell[1,1] in {2}) /\\ (alldifferent(cell[1, 1..2]))) \\/ (true)",
        ),
    ],
)
def test_primitives_in_words(constraint, expected):
    assert constraints(says(Grid(1, 3), constraint)) == [f"constraint {expected};"]


@pytest.mark.parametrize(
    ("sign", "holds"), [("!=", ne), ("<", lt), (">", gt), ("<=", le), (">=", ge), ("=", eq)]
)
def test_relations_are_comparisons_where_possible(sign, holds):
    allowed = frozenset((v, w) for v in range(1, 4) for w in range(1, 4) if holds(v, w))
    said = constraints(says(Grid(1, 3), Relation(0, 2, allowed)))
    assert said == [f"constraint cell[1,1] {sign} cell[1,3];"]


def test_an_automaton_is_a_table_of_states_and_values():
    lines = list(write(says(Grid(1, 3), Regular((0, 1), FALLS_ONCE), CHOICE)))
    start = lines.index("array[1..5, 1..3] of int: words1 = [|")
    assert lines[start + 1] == "  2, 3, 4 |"
    assert sum("words" in line for line in lines if line.startswith("array")) == 1


def test_the_same_pairs_are_one_table():
    lines = list(write(classic("." * 16, WhiteDot(0, 1), WhiteDot(4, 5))))
    assert sum(line.startswith("array[1..6, 1..2] of int: pairs1") for line in lines) == 1
    assert sum(line.endswith("pairs1);") for line in lines) == 2


def test_the_givens_stand_as_on_paper():
    lines = list(write(Puzzle(Grid(2, 3, range(9, 12))).with_givens({0: 10, 4: 9})))
    start = lines.index("array[1..2, 1..3] of opt int: given = [|")
    assert lines[start + 1 : start + 3] == ["  10, <>, <> |", "  <>,  9, <> |];"]
    assert not [line for line in write(Puzzle(Grid(2, 2))) if "given" in line]
