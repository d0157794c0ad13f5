"""Verdicts are compared by content, and can be hashed and drawn, but are neither true nor false."""

import pickle
from copy import copy

import pytest

from nonet.formats import classic
from nonet.questions.uniqueness import Kind, LimitReached, Verdict, check, check_many
from nonet.solvers import Answer, Status, Times

DOZEN = "1234............"


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
