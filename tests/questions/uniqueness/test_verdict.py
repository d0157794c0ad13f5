"""Verdicts are compared by content, can be drawn, and name an impossible rule, of every kind."""

import pickle
from copy import copy

import pytest

from nonet import rules
from nonet.formats import classic
from nonet.questions.uniqueness import (
    Kind,
    LimitReached,
    Verdict,
    check,
    check_many,
    reason_for_none,
)
from nonet.solvers import Answer, Status, Times

DOZEN = "1234............"
EMPTY = classic(order=3)


def test_verdicts_are_compared_and_hashed_by_their_content():
    verdicts = [check(DOZEN, backend) for backend in ("norvig", "norvig", "pysat")]
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
        bool(check(DOZEN))


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("12..34..2......3", "the only solution"),
        (DOZEN, "two solutions, which differ in the marked cells"),
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
    assert check(DOZEN).puzzle == classic(DOZEN)


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


def test_clashing_givens_come_first():
    puzzle = EMPTY.with_rules(rules.Cage("r1c1 r1c2", 20)).with_givens({"r2c5": 7, "r2c8": 7})
    assert check(puzzle).reason == "r2c5 and r2c8 are both 7"


def test_rules_that_are_impossible_only_together_give_no_reason():
    together = EMPTY.with_rules(rules.Cage("r1c1-r1c3", 6), rules.Cage("r1c4-r1c6", 7))
    assert (check(together).kind, check(together).reason) == ("none", None)
    kings = classic(order=2).with_rules(rules.AntiKing())
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
