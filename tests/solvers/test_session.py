"""Sessions check the answers of every engine. They solve, block and solve again."""

import math
import sys
import time
from fractions import Fraction

import numpy as np
import pytest
from examples import EMPTY, SOLVED, UNIQUE, classic
from oracle import brute_force

from nonet.drawing.svg import draw_svg
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import solve
from nonet.rules import Cage, Diagonals
from nonet.solvers import (
    Answer,
    Backend,
    Limits,
    PhaseClock,
    Status,
    Times,
    WrongAnswer,
    find_backend,
)

# --- a session trusts no engine ------------------------------------------------------------------


class Liar:
    """An engine, or a stream, with given answers."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.blocked = []
        self.closed = 0

    def solve(self, limits):
        return self.answers.pop(0)

    def block(self, solution):
        self.blocked.append(solution)

    def ask(self, puzzles, limits, most):
        return [self.answers for _ in puzzles]

    def close(self):
        self.closed += 1


def by_session(puzzle, *answers):
    """Ask a liar for each answer, and block each solution."""
    with Backend("liar", lambda puzzle, seed: Liar(*answers)).open(puzzle) as session:
        for _ in answers:
            session.block(session.solve().solution)


def by_stream(puzzle, *answers):
    liar = Liar(*answers)
    try:
        list(Backend("liar", make=None, stream=lambda sessions: liar).answer_many([puzzle], most=2))
    finally:
        assert liar.closed == 1


each_way = pytest.mark.parametrize("asked", [by_session, by_stream])


def opened(engine, puzzle=EMPTY):
    return Backend("liar", lambda puzzle, seed: engine).open(puzzle)


def told(puzzle, *solutions):
    return opened(Liar(*(Answer(Status.SATISFIED, solution) for solution in solutions)), puzzle)


def changed(cell, value):
    return (*SOLVED[:cell], value, *SOLVED[cell + 1 :])


@each_way
@pytest.mark.parametrize(
    ("puzzle", "solutions", "complaint"),
    [
        (classic("2" + "." * 15), [SOLVED], "r1c1 is 1, but 2 is given"),
        (EMPTY, [changed(0, 2)], "r1c1 and r1c2 are both 2"),
        (classic("." * 16, Cage((0, 1), 4)), [SOLVED], "which breaks cage"),
        (classic("." * 16, Diagonals()), [SOLVED], "both"),
        (Puzzle(EMPTY.grid, marks=(0b1110, *[15] * 15)), [SOLVED], "marks leave out"),
        (EMPTY, [changed(3, 5)], "r1c4 is 5, not from 1 to 4"),
        (EMPTY, [changed(3, 0)], "r1c4 is 0, not from 1 to 4"),
        (EMPTY, [changed(3, 10**30)], "not from 1 to 4"),
        (EMPTY, [changed(3, None)], "left cells empty"),
        (EMPTY, [SOLVED[:-1]], "15 values for 16 cells"),
        (EMPTY, [SOLVED, SOLVED[1:]], "15 values for 16 cells"),
        (EMPTY, [(*SOLVED, 1)], "17 values for 16 cells"),
        (EMPTY, [()], "0 values for 16 cells"),
        (EMPTY, [SOLVED, SOLVED], "found a blocked grid again"),
    ],
)
def test_a_wrong_solution_raises_and_is_never_returned(asked, puzzle, solutions, complaint):
    with pytest.raises(WrongAnswer, match=f"^liar .*{complaint}"):
        asked(puzzle, *(Answer(Status.SATISFIED, solution) for solution in solutions))


@each_way
@pytest.mark.parametrize("status", Status)
def test_a_solution_means_satisfied(asked, status):
    is_satisfied = status is Status.SATISFIED
    returned = "no solution" if is_satisfied else "a solution"
    with pytest.raises(WrongAnswer, match=f"liar answered '{status}' but returned {returned}"):
        asked(EMPTY, Answer(status, None if is_satisfied else SOLVED))


def test_a_session_repeats_a_grid_that_is_not_blocked():
    session = told(EMPTY, SOLVED, SOLVED)
    assert session.solve().solution == session.solve().solution == SOLVED


@pytest.mark.parametrize("length", [0, 15, 17])
def test_only_grids_can_be_blocked(length):
    session = told(EMPTY, SOLVED)
    with pytest.raises(ValueError, match=f"^{length} values for 16 cells$"):
        session.block((1,) * length)
    assert session.solve().solution == SOLVED


def test_a_session_closes_its_engine_even_after_an_error():
    liar = Liar(Answer(Status.SATISFIED, ()))
    with pytest.raises(WrongAnswer), opened(liar) as session:
        session.solve()
    assert liar.closed == 1


def test_a_backend_passes_the_puzzle_and_the_seed_on():
    made = []
    backend = Backend(
        "liar", lambda puzzle, seed: made.append((puzzle, seed)) or Liar(Answer(Status.UNKNOWN))
    )
    backend.open(EMPTY).solve()
    backend.open(UNIQUE, seed=5).solve()
    assert made == [(EMPTY, 0), (UNIQUE, 5)]


# --- find, block, ask again ----------------------------------------------------------------------


class Slow(Liar):
    """A slow engine with given answers that records its limits."""

    def __init__(self, *answers):
        super().__init__(*answers)
        self.limits = []

    def solve(self, limits):
        self.limits.append(limits)
        time.sleep(0.05)
        return super().solve(limits)


def slow(*statuses):
    solutions = iter(sorted(brute_force(EMPTY)))
    return Slow(
        *(Answer(status, next(solutions) if status == "satisfied" else None) for status in statuses)
    )


@pytest.mark.parametrize("last", [Status.UNSATISFIABLE, Status.UNKNOWN])
def test_answers_end_with_the_one_that_has_no_solution(last):
    engine = slow(Status.SATISFIED, Status.SATISFIED, last)
    answers = list(opened(engine).answers())
    assert [answer.status for answer in answers] == [Status.SATISFIED, Status.SATISFIED, last]
    assert engine.blocked == [answer.solution for answer in answers[:2]]


def test_a_solution_is_blocked_when_another_is_requested():
    engine = slow(Status.SATISFIED, Status.SATISFIED)
    answers = opened(engine).answers()
    first = next(answers)
    assert engine.blocked == []
    next(answers)
    assert engine.blocked == [first.solution]


def test_an_engine_that_knows_its_last_solution_is_not_asked_again():
    engine = Liar(Answer(Status.SATISFIED, SOLVED, is_last=True))
    found, none = opened(engine).answers()
    assert (found.solution, none.status, none.puzzle) == (SOLVED, Status.UNSATISFIABLE, EMPTY)
    assert engine.blocked == [SOLVED]


def test_limits_are_for_each_answer_or_the_seconds_for_all():
    limits = Limits(seconds=60, nodes=7)
    each = slow(Status.SATISFIED, Status.SATISFIED, Status.UNSATISFIABLE)
    list(opened(each).answers(limits))
    assert {left.nodes for left in each.limits} == {7}
    assert all(60 - 0.05 < left.seconds <= 60 for left in each.limits)
    together = slow(Status.SATISFIED, Status.SATISFIED, Status.UNSATISFIABLE)
    list(opened(together).answers(limits, together=True))
    assert {left.nodes for left in together.limits} == {7}
    first, second, third = (left.seconds for left in together.limits)
    assert first <= 60
    assert second <= first - 0.05
    assert third <= second - 0.05


def test_no_more_than_all_of_a_limit_can_be_spent():
    assert Limits().after(seconds=5, nodes=5) == Limits()
    assert Limits(seconds=1).after(seconds=5, nodes=5) == Limits(seconds=0)
    assert Limits(nodes=7).after(seconds=5, nodes=5) == Limits(nodes=2)


@pytest.mark.parametrize(
    "spec", ["native", "pysat", "norvig", "cpsat", "first:norvig,dimacs:nosuchsat"]
)
def test_a_closed_session_cannot_solve(spec):
    with find_backend(spec).open(UNIQUE) as session:
        solution = session.solve().solution
    session.close()
    with pytest.raises(RuntimeError, match="the session is closed: open a new session"):
        session.solve()
    with pytest.raises(RuntimeError, match="the session is closed: open a new session"):
        session.block(solution)


# --- answers and limits --------------------------------------------------------------------------

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
    assert Limits(memory=10**30).memory == Limits(nodes=10**30).nodes == sys.maxsize


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
