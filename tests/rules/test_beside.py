"""Some rules change other rules of a puzzle. For example, dots exempt cells from nonconsecutive."""

import json

import numpy as np

from nonet.formats import classic, parse, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import Given, clues_of, find_redundant
from nonet.questions.counting import count
from nonet.rules import BlackDot, NonConsecutive, Rows, WhiteDot
from nonet.validity import violations
from nonet.validity.arrays import wrong_grids

LINE = Grid(1, 3)
DOTTED = Puzzle(LINE, rules=(NonConsecutive(), WhiteDot("r1c1 r1c2")))


def test_rules_without_exemptions_do_not_change():
    puzzle = classic("." * 16)
    assert puzzle.meant == puzzle.rules


def test_a_dot_exempts_its_pair_whatever_its_kind_and_place_in_the_list():
    for dot in (WhiteDot("r1c1 r1c2"), WhiteDot("r1c2 r1c1"), BlackDot("r1c1 r1c2")):
        for rules in ((dot, NonConsecutive()), (NonConsecutive(), dot)):
            puzzle = Puzzle(LINE, rules=rules)
            assert violations(puzzle, [1, 2, None]) == []
            assert violations(puzzle, [None, 1, 2])


def test_a_puzzle_keeps_and_writes_the_rules_of_the_setter():
    assert DOTTED.rules == (NonConsecutive(), WhiteDot(0, 1))
    assert json.loads(write(DOTTED, "json"))["rules"][0] == {"rule": "nonconsecutive"}
    assert parse(write(DOTTED, "json")) == DOTTED


def test_a_file_may_list_exempt_pairs():
    rule = NonConsecutive(exempt=["r1c1 r1c2", [1, 2]])
    puzzle = Puzzle(LINE, rules=(rule,))
    assert puzzle.rules[0].exempt == ((0, 1), (1, 2))
    assert json.loads(write(puzzle, "json"))["rules"][0]["exempt"] == [
        ["r1c1", "r1c2"],
        ["r1c2", "r1c3"],
    ]
    assert parse(write(puzzle, "json")) == puzzle


def test_solvers_and_checks_apply_the_exemptions():
    # The row begins with 1 2 or 2 3, and continues with a value that is not consecutive.
    boards = [(1, 2, 2), (2, 1, 1), (2, 1, 3), (2, 3, 3), (2, 3, 1), (3, 2, 2)]
    for backend in ("norvig", "backtracking", "native", "pysat", "cpsat"):
        assert count(DOTTED, backend=backend) == 6
    assert wrong_grids([DOTTED] * 7, [*boards, (1, 2, 3)]) == [6]
    assert wrong_grids([DOTTED], np.array([boards[0]])) == []
    assert wrong_grids([Puzzle(LINE, rules=(NonConsecutive(),))], [boards[0]]) == [0]


def test_a_rule_keeps_its_exemptions_without_the_other_rules():
    [meant, _] = DOTTED.meant
    assert meant.beside(()) == meant == meant.beside(DOTTED.rules)
    assert Puzzle(LINE, rules=DOTTED.meant).meant == DOTTED.meant


def test_a_clue_keeps_its_exemptions_when_the_dot_goes():
    grid = Grid(1, 3, range(1, 5))
    puzzle = Puzzle(grid, (1, 2, None), rules=(Rows(), NonConsecutive(), WhiteDot("r1c1 r1c2")))
    assert NonConsecutive(exempt=((0, 1),)) in clues_of(puzzle)
    found = find_redundant(puzzle)
    assert set(found.redundant) == {WhiteDot(0, 1), Given(1, 2)}
    assert set(found.needed) == {NonConsecutive(exempt=((0, 1),)), Given(0, 1)}
