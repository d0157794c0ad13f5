"""Answers are compared by status and solution, and can be drawn, but have no truth value."""

import math
import sys
import time
from fractions import Fraction

import numpy as np
import pytest

from nonet.drawing.svg import draw_svg
from nonet.formats import classic
from nonet.questions.uniqueness import solve
from nonet.solvers import Answer, Limits, PhaseClock, Status, Times, find_backend

LINE = "12..34..2......3"


def test_answers_are_compared_and_hashed_by_status_and_solution():
    found = Answer(Status.SATISFIED, (1, 2), {"nodes": 3}, Times(solve=1.0), by="norvig")
    same = Answer(Status.SATISFIED, (1, 2), {"conflicts": 5}, Times(load=2.0))
    assert found == same
    assert hash(found) == hash(same)
    assert found != Answer(Status.SATISFIED, (2, 1))
    assert Answer(Status.UNKNOWN) != Answer(Status.UNSATISFIABLE)
    assert solve(LINE, "norvig") == solve(LINE, "pysat") == solve(LINE, "auto")


def test_an_answer_is_neither_true_nor_false():
    with pytest.raises(TypeError, match=r"ask answer.status == 'satisfied', or answer.solution is"):
        bool(Answer(Status.UNSATISFIABLE))


def test_the_answer_of_a_session_draws_itself():
    puzzle = classic(LINE)
    with find_backend("norvig").open(puzzle) as session:
        found = session.solve()
        session.block(found.solution)
        none = session.solve()
    assert found.puzzle is puzzle
    assert found._repr_svg_() == draw_svg(puzzle, found.solution, caption="a solution")
    assert "no solution" in none._repr_svg_()
    unknown = solve(puzzle, "norvig", Limits(nodes=0))
    assert "unknown: a limit was reached" in unknown._repr_svg_()
    assert "puzzle" not in repr(found)
    assert Answer(Status.UNKNOWN)._repr_svg_() is None


def test_limits_have_numbers_of_python_whatever_they_are_said_with():
    limits = Limits(np.float32(5), np.int64(500), np.uint32(7))
    assert limits == Limits(5.0, 500, 7)
    said = (limits.seconds, limits.nodes, limits.memory)
    assert [type(value) for value in said] == [float, int, int]
    assert Limits.of(np.float32(5)) == Limits.of(Fraction(5)) == Limits(5)
    assert Limits(memory=10**30).memory == sys.maxsize


@pytest.mark.parametrize(
    ("limits", "error", "said"),
    [
        ({"seconds": "5"}, TypeError, "a limit in seconds is a number, not '5'"),
        ({"seconds": True}, TypeError, "a limit in seconds is a number, not True"),
        # No number is less or more than nan, so it would not limit anything.
        ({"seconds": math.nan}, ValueError, "a limit in seconds is a number, not nan"),
        ({"seconds": -1}, ValueError, "a limit of -1 seconds is negative"),
        ({"seconds": -0.001}, ValueError, "a limit of -0.001 seconds is negative"),
        ({"seconds": 10**400}, ValueError, "a limit in seconds is at most 1.79769e+308"),
        ({"nodes": 1.5}, TypeError, "a limit of nodes is a whole number, not 1.5"),
        ({"nodes": -1}, ValueError, "a limit of -1 nodes is negative"),
        ({"memory": "4G"}, TypeError, "a limit of bytes of memory is a whole number, not '4G'"),
        ({"memory": -1}, ValueError, "a limit of -1 bytes of memory is negative"),
    ],
)
def test_invalid_limits_are_refused(limits, error, said):
    with pytest.raises(error) as refused:
        Limits(**limits)
    assert str(refused.value) == said


def test_phases_add_up_and_begin_again():
    phases = PhaseClock()
    for _ in range(2):
        with phases.measure("solve"):
            time.sleep(0.002)
    with pytest.raises(KeyError), phases.measure("decode"):
        raise KeyError
    times = phases.take()
    assert times.solve >= 0.004
    assert times.decode > 0  # a failed phase also takes time
    assert phases.take() == Times()


def test_a_status_equals_its_text():
    assert [str(status) for status in Status] == ["satisfied", "unsatisfiable", "unknown"]
