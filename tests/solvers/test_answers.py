"""Answers say what was found: compared and hashed by it, drawn, and never true or false."""

import pytest

from nonet.drawing.svg import draw_svg
from nonet.formats import classic
from nonet.solvers import Answer, Limits, Status, Times, find_backend
from nonet.uniqueness import solve

LINE = "12..34..2......3"


def test_answers_are_compared_and_hashed_by_what_they_say():
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


@pytest.mark.parametrize("backend", ["auto", "native", "pysat", "cpsat", "first:norvig,pysat"])
def test_every_backend_has_answers_that_draw_themselves(backend):
    assert solve(LINE, backend)._repr_svg_().startswith("<svg")
