"""Tests of verdicts, and of what they compare, print and credit."""

import pickle
from copy import copy
from unittest.mock import Mock

import numpy as np
import pytest
from examples import EASY, HARD, classic
from oracle import brute_force

import nonet
from nonet import rules
from nonet.questions.uniqueness import (
    Kind,
    LimitReached,
    Verdict,
    check,
    check_many,
    count_many,
    reason_for_none,
    solve,
    solve_many,
)
from nonet.solvers import Answer, Limits, Status, Times
from nonet.validity import violations

DOZEN = classic("1234............")
SPECS = [None, "norvig", "pysat", "cpsat"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_unique_puzzle_has_one_witness(spec):
    verdict = check(classic(EASY), spec)
    assert verdict.kind is Kind.UNIQUE
    assert verdict.witnesses == (verdict.solution,)
    assert violations(classic(EASY), verdict.solution) == []
    assert (verdict.differences, verdict.reason) == ((), None)
    assert [answer.status for answer in verdict.answers] == ["satisfied", "unsatisfiable"]
    assert verdict.seconds > 0


@pytest.mark.parametrize("spec", SPECS)
def test_several_solutions_give_two_witnesses_and_their_differences(spec):
    verdict = check(DOZEN, spec)
    assert verdict.kind is Kind.MULTIPLE
    first, second = verdict.witnesses
    assert {first, second} <= brute_force(DOZEN)
    assert verdict.differences == tuple(c for c in range(16) if first[c] != second[c]) != ()


@pytest.mark.parametrize("spec", SPECS)
def test_clashing_givens_are_the_reason_for_no_solution(spec):
    verdict = check(classic("1..1............"), spec)
    assert (verdict.kind, verdict.witnesses) == (Kind.NONE, ())
    assert verdict.reason == "r1c1 and r1c4 are both 1"


def test_without_a_clash_of_givens_the_reason_is_empty():
    verdict = check(classic("123...4........."))
    assert (verdict.kind, verdict.reason) == (Kind.NONE, None)


def test_a_witness_found_before_the_limit_is_kept():
    needed = solve(classic(HARD), "norvig").counters["nodes"]
    verdict = check(classic(HARD), "norvig", Limits(nodes=needed + 1))
    assert verdict.kind is Kind.UNKNOWN
    assert len(verdict.witnesses) == 1


def test_both_solves_share_the_seconds(enlist):
    engine = Mock()
    solution = next(iter(brute_force(DOZEN)))
    engine.solve.side_effect = [Answer(Status.SATISFIED, solution), Answer(Status.UNKNOWN)]
    enlist("slow", lambda puzzle, seed: engine)
    assert check(DOZEN, "slow", Limits(seconds=9)).kind is Kind.UNKNOWN
    first, second = (call.args[0] for call in engine.solve.call_args_list)
    assert 0 < second.seconds < first.seconds <= 9


@pytest.mark.parametrize("spec", SPECS)
def test_many_puzzles_get_the_same_answers_as_each_alone(spec):
    puzzles = [classic(EASY), DOZEN, classic("11.............."), classic(HARD), DOZEN]
    one_by_one = [check(puzzle, spec) for puzzle in puzzles]
    together = list(check_many(puzzles, spec))
    assert [v.kind for v in together] == [v.kind for v in one_by_one]
    assert [v.reason for v in together] == [v.reason for v in one_by_one]
    statuses = [answer.status for answer in solve_many(puzzles, spec)]
    assert statuses == [solve(puzzle, spec).status for puzzle in puzzles]
    assert list(count_many(puzzles, 7, spec)) == [1, 7, 0, 1, 7]
    assert list(count_many(puzzles, 0, spec)) == [0] * 5
    with pytest.raises(ValueError, match="the limit must be at least 0, not -1"):
        list(count_many(puzzles, -1, spec))


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(nodes=0), "limit reached: 0 nodes"),
        (0, "limit reached: 0 seconds"),
        (Limits(seconds=0.0), "limit reached: 0.0 seconds"),
        (Limits(seconds=60, nodes=0), "limit reached: 60 seconds, 0 nodes"),
    ],
)
def test_a_limit_of_zero_is_named(limits, reason):
    verdict = check(classic(HARD), "pysat", limits)
    assert (verdict.kind, verdict.reason) == (Kind.UNKNOWN, reason)


PUZZLE = "12..34..2......3"
SOLUTION = "1234341223414123"


@pytest.mark.parametrize(
    ("answer", "credit", "is_solved"),
    [
        (SOLUTION, 1, True),
        (f" {SOLUTION}\n", 1, True),
        (PUZZLE, 0, False),
        ("1234341223414.23", 0.9, False),
        ("1234341223414124", 1, False),  # all open cells are right, but a given is changed
        ("1234341223414321", 0.9, False),
    ],
)
def test_credit_is_the_share_of_open_cells_with_the_right_value(answer, credit, is_solved):
    found = nonet.score(PUZZLE, answer)
    assert (found.credit, found.is_solved, found.error) == (credit, is_solved, None)


def test_broken_rules_are_named_with_their_cells():
    found = nonet.score(PUZZLE, "1234341223414423")
    assert str(found.violations[0]) == "r4c1 and r4c2 are both 4"
    assert found.violations[0].rule.name == "rows"


def test_an_unreadable_answer_has_an_error_and_no_credit():
    for answer, error in (
        ("I cannot solve this.", "17 values for 16 cells"),
        ("12343412234141x3", "'x' is not a value from 1 to 4"),
        ([1, 2, 3], "3 values for 16 cells"),
    ):
        found = nonet.score(PUZZLE, answer)
        assert (found.credit, found.is_solved) == (0, False)
        assert error in found.error


def test_an_answer_that_is_no_list_of_integers_is_refused():
    for answer in (None, 5, [[1, 2], [3, 4]], np.ones((4, 4)), list("1234")):
        with pytest.raises(TypeError, match="is not a filled grid"):
            nonet.score(PUZZLE, answer)


def test_a_stated_solution_saves_the_solve():
    wrong = (4,) * 16
    assert nonet.score(PUZZLE, "4" * 16, solution=wrong).credit == 1
    assert nonet.score(PUZZLE, SOLUTION, solution=SOLUTION).is_solved
    assert nonet.score(SOLUTION, SOLUTION).is_solved  # the solution of a full grid is the grid
    assert nonet.score("." * 16, SOLUTION, solution=tuple(map(int, SOLUTION))).is_solved


def test_puzzles_without_one_solution_are_refused():
    with pytest.raises(nonet.PuzzleError, match=r"the verdict is multiple\. Pass"):
        nonet.score("." * 16, SOLUTION)


@pytest.mark.parametrize("said", ["abc", [1, 2, 3], [None] * 16, [9] * 16, 5, "12.." * 4])
def test_an_invalid_solution_is_refused(said):
    with pytest.raises(nonet.PuzzleError, match="not a solution: give a value from 1 to 4 for"):
        nonet.score(PUZZLE, "1234341221434321", solution=said)


# --- verdicts ------------------------------------------------------------------------------------

TWELVE = "1234............"
EMPTY = nonet.classic(order=3)


def test_verdicts_are_compared_and_hashed_by_their_content():
    verdicts = [check(TWELVE, backend) for backend in ("norvig", "norvig", "pysat")]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].answers[0].times != verdicts[1].answers[0].times
    assert verdicts[0].answers[0].counters != verdicts[2].answers[0].counters
    assert len(set(verdicts[:2])) == 1
    unique = check("12..34..2......3")
    assert unique == check("12..34..2......3", "pysat") != verdicts[0]
    assert list(check_many(["12..34..2......3"])) == [unique]
    assert pickle.loads(pickle.dumps(unique)) == unique


def test_a_verdict_is_neither_true_nor_false():
    with pytest.raises(TypeError, match=r"ask verdict.kind == 'unique'$"):
        bool(check(TWELVE))


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("12..34..2......3", "the only solution"),
        (TWELVE, "two solutions, which differ in the marked cells"),
        ("11..............", "no solution: r1c1 and r1c2 are both 1"),
    ],
)
def test_a_verdict_draws_itself(puzzle, said):
    picture = check(puzzle)._repr_svg_()
    assert picture.startswith("<svg")
    assert said in picture


def test_a_verdict_is_shown_without_its_answers():
    verdict = Verdict(Kind.NONE, answers=(Answer(Status.UNSATISFIABLE, times=Times(1)),))
    assert repr(verdict) == "Verdict(kind=<Kind.NONE: 'none'>, witnesses=(), reason=None)"
    assert verdict.seconds == 1
    assert verdict.puzzle is verdict._repr_svg_() is None
    assert check(TWELVE).puzzle == nonet.classic(TWELVE)


def test_limit_reached_can_be_pickled():
    reached = LimitReached(5)
    for other in (copy(reached), pickle.loads(pickle.dumps(reached))):
        assert other.found == 5
        assert str(other) == str(reached) == "limit reached after 5 solutions: there may be more"


# --- reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        rules.Cage("r1c1 r1c2", 20),
        rules.Cage("r1c1-r1c3", 5),
        rules.Cage("r1c1-r1c9", 44),  # nine different digits add up to 45
        rules.Arrow("r1c1", "r1c2-r1c5"),  # four cells of a row add up to at least 10
        rules.Arrow("r1c1", "r2c2-r3c6"),
        rules.Thermo("r1c1-r1c9 r2c9"),
        rules.Whisper("r1c1-r1c3", gap=9),
        rules.Renban("r1c1-r3c4"),
        rules.SumLine("r1c1-r1c4", 1),
        rules.EqualityCage("r1c1-r1c3"),
        rules.ExtraRegion("r1c1-r2c5"),
    ],
    ids=lambda rule: rule.name,
)
def test_an_impossible_rule_is_the_reason(rule):
    puzzle = EMPTY.with_rules(rules.Cage("r9c1-r9c2", 10), rule)
    verdict = check(puzzle)
    assert verdict.kind == "none"
    assert verdict.reason == f"{puzzle.rules[-1].describe(puzzle.grid)}: no digits fill it"


def test_the_candidates_of_its_cells_count():
    puzzle = EMPTY.with_rules(rules.Odd("r1c1-r1c2"), rules.Cage("r1c1 r1c2", 5)).with_givens(
        {"r9c9": 1}
    )
    assert check(puzzle).reason == "cage r1c1 r1c2 = 5: no digits fill it"


def test_givens_may_leave_no_digits_for_a_rule():
    puzzle = EMPTY.with_rules(rules.Thermo("r1c1-r1c5")).with_givens({"r1c1": 6})
    assert check(puzzle).reason == (
        "thermo r1c1 r1c2 r1c3 r1c4 r1c5: no digits fill it with these givens"
    )


def test_clashing_givens_come_first():
    puzzle = EMPTY.with_rules(rules.Cage("r1c1 r1c2", 20)).with_givens({"r2c5": 7, "r2c8": 7})
    assert check(puzzle).reason == "r2c5 and r2c8 are both 7"


def test_rules_that_are_impossible_only_together_give_no_reason():
    together = EMPTY.with_rules(rules.Cage("r1c1-r1c3", 6), rules.Cage("r1c4-r1c6", 7))
    assert (check(together).kind, check(together).reason) == ("none", None)
    kings = nonet.classic(order=2).with_rules(rules.AntiKing())
    assert (check(kings).kind, check(kings).reason) == ("none", None)


def test_a_rule_keeps_its_meaning_among_the_others():
    puzzle = EMPTY.with_rules(rules.RegionSum("r1c1-r1c9 r2c9-r2c8"))
    assert check(puzzle).reason is None


def test_without_time_the_reason_is_empty():
    puzzle = EMPTY.with_rules(rules.Thermo("r1c1-r1c9 r2c9"))
    assert reason_for_none(puzzle, seconds=0) is None
    assert "no digits fill it" in reason_for_none(puzzle)
    clash = puzzle.with_givens({"r2c5": 7, "r2c8": 7})
    assert reason_for_none(clash, seconds=0) == "r2c5 and r2c8 are both 7"
