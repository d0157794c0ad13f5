"""Paths lead from the givens to the solution. Some properties do not depend on choices."""

from itertools import islice
from random import Random

import pytest
from clocks import lasting
from examples import CHAINS, EASY, case

import nonet
from nonet.explanations.path import each_step
from nonet.explanations.steps import Board, step_by
from nonet.explanations.uses import Unit, uses_of
from nonet.formats import classic
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.rules import AntiKnight, Boxes, Columns, Diagonals, ExtraRegion, NonConsecutive, Rows
from nonet.solvers import WrongAnswer
from nonet.system.limits import TimeUp, limited_to

#: A puzzle with thermometers and cages, and without given digits.
THERMOS = (
    nonet.classic("." * 16)
    .thermo("r1c1-r1c4")
    .thermo("r4c4 r4c3 r4c2 r4c1")
    .cage("r3c1 r4c1", 6)
    .cage("r2c1 r2c2", 7)
)


def follow(path):
    """Check that each step begins where the previous one ended. Return the placed values."""
    board = path[0].board
    for step in path:
        assert step.board == board
        grid = path.puzzle.grid
        assert all(board.marks[cell] & grid.bit(value) for cell, value in step.removed)
        board = step.after
        if step.placed:
            cell, value = step.placed
            assert step.board.values[cell] is None
            assert board.marks[cell] == grid.bit(value)
    return board.values


@pytest.mark.parametrize("unit", ["digit", "rule"])
@pytest.mark.parametrize("puzzle", [EASY, THERMOS], ids=["classic", "thermos"])
def test_the_path_leads_to_the_solution(puzzle, unit):
    path = nonet.explain(puzzle, unit=unit)
    assert path.kind is Kind.UNIQUE
    assert path.exact
    assert follow(path) == nonet.solve(puzzle).solution


def test_a_path_continues_after_a_limit_cuts_off_a_step():
    path = nonet.explain(CHAINS, unit="digit", limits=nonet.Limits(nodes=1))
    cut_off = [step for step in path if step.cut_off]
    assert cut_off
    assert not any(step.all_compared for step in cut_off)
    assert all(step.least <= step.cost for step in cut_off)
    assert (path.complete, path.exact) == (True, False)
    assert path.least < path.hardest
    assert f"(at least {path.least})" in str(path)
    assert follow(path) == nonet.solve(CHAINS).solution


def test_any_number_of_nodes_is_a_limit():
    path = nonet.explain(EASY, limits=nonet.Limits(nodes=10**30))
    assert path.steps == nonet.explain(EASY).steps


def test_the_hardest_cost_is_a_property_of_the_puzzle():
    random = Random(5)
    for turn in range(3):
        names = random.sample("123456789", 9)
        cells = [CHAINS[9 * (cell % 9) + cell // 9] if turn else CHAINS[cell] for cell in range(81)]
        line = "".join("." if value == "." else names[int(value) - 1] for value in cells)
        with case(line):
            path = nonet.explain(line, unit="rule")
            assert (path.hardest, path.least) == (4, 4)
            assert str(path) == str(nonet.explain(line, unit="rule"))


def test_steps_found_in_time_are_kept(monkeypatch):
    def cut_short(*args):
        yield from islice(each_step(*args), 2)
        raise TimeUp

    monkeypatch.setattr("nonet.explanations.path.each_step", cut_short)
    path = nonet.explain(EASY)
    assert (len(path), path.complete) == (2, False)
    assert "a limit was reached" in path.summary


def test_the_second_solver_confirms_a_step_within_the_time_limit():
    step = next(step for step in nonet.explain(THERMOS) if step.uses)
    with limited_to(0), pytest.raises(TimeUp):
        step_by(step.puzzle, step.board, step.uses, step.removed, step.least)


def test_the_seconds_are_for_the_check_and_the_path_together():
    with lasting("nonet.explanations.path.check", seconds=10):
        assert nonet.explain(EASY, limits=11).complete
        cut_short = nonet.explain(EASY, limits=9)
    assert (cut_short.kind, cut_short.complete, len(cut_short)) == (Kind.UNIQUE, False, 0)


@pytest.mark.parametrize("limits", [nonet.Limits(seconds=0), nonet.Limits(nodes=0)])
def test_a_path_without_a_verdict_is_not_complete(limits):
    path = nonet.explain("................", limits=limits)
    assert (path.kind, path.complete) == (Kind.UNKNOWN, False)


def test_a_step_that_does_not_follow_is_refused():
    puzzle = nonet.classic(EASY)
    row = uses_of(puzzle, Unit.RULE)[:1]
    with pytest.raises(WrongAnswer, match="contradicts a step"):
        step_by(puzzle, Board(puzzle.givens, puzzle.domains), row, ((0, 5),), 1)


def test_a_rule_of_the_whole_board_is_one_use_unless_it_means_houses():
    board = nonet.classic("." * 81)
    for rule, uses in ((AntiKnight(), 28), (NonConsecutive(), 28), (Diagonals(), 29)):
        with case(rule.name):
            assert len(uses_of(board.with_rules(rule), Unit.RULE)) == uses


def test_an_unknown_unit_is_named():
    with pytest.raises(nonet.PuzzleError, match=r"unknown unit 'cell'\. Choose from digit, rule"):
        nonet.explain(EASY, unit="cell")


def test_the_page_is_in_a_frame_in_a_notebook():
    path = nonet.explain("12..34..2......3")
    assert path._repr_html_().startswith("<iframe")
    assert "no solution" in nonet.explain("11..............")._repr_html_()


def names_of(puzzle, kind):
    """Return the names of the uses of a kind."""
    described = [use.describe(puzzle.grid) for use in uses_of(puzzle, Unit.RULE)]
    return [name for name in described if kind in name]


def test_houses_of_several_rules_are_numbered_in_the_order_of_the_puzzle():
    puzzle = classic("." * 16).with_rules(ExtraRegion((1, 4, 11)), ExtraRegion((0, 6, 9)))
    assert names_of(puzzle, "extra region") == ["extra region 1", "extra region 2"]
    puzzle = classic("." * 16).with_rules(Diagonals(rising=False), Diagonals(falling=False))
    assert names_of(puzzle, "diagonal") == ["diagonal 1", "diagonal 2"]
    puzzle = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3), Boxes(3, 2)))
    assert names_of(puzzle, "box") == [f"box {number}" for number in range(1, 13)]


def test_a_region_that_is_a_row_keeps_the_name_of_the_row_and_takes_a_number():
    puzzle = classic("." * 16).with_rules(ExtraRegion((0, 1, 2, 3)), ExtraRegion((0, 6, 9)))
    assert names_of(puzzle, "extra region") == ["extra region 2"]


def test_other_rules_than_houses_are_named_by_their_cells():
    puzzle = classic("." * 16).cage("r1c1 r1c2", 3).cage("r2c1 r2c2", 7)
    puzzle = puzzle.thermo("r3c1-r3c3").thermo("r3c3 r3c2 r3c1")
    others = [use.describe(puzzle.grid) for use in uses_of(puzzle, Unit.RULE) if not use.house]
    assert len(others) == len({*others}) == 4
