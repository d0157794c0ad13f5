"""Choco: models avoid internal errors of it, which would end its process."""

import pytest
from examples import EMPTY, HARD, classic
from oracle import brute_force, enumerate_solutions
from requirements import require_package

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rows, SumLine
from nonet.solvers import find_backend
from nonet.system.errors import TooLarge


@pytest.fixture
def choco():
    require_package("pychoco")
    return find_backend("choco")


def test_an_activated_automaton_respects_removed_values(choco):
    marks = (5, 9, *[15] * 14)
    loop = SumLine((0, 2), total=5, loop=True)
    puzzle = Puzzle(Grid(4, 4), marks=marks, rules=(loop, *EMPTY.rules))
    with choco.open(puzzle) as session:
        assert set(enumerate_solutions(session)) == brute_force(puzzle)


def test_each_answer_has_separate_counters(choco):
    with choco.open(classic(HARD)) as session:
        answers = list(session.answers())
        again = session.solve()
    assert [answer.status for answer in answers] == ["satisfied", "unsatisfiable"]
    assert again.counters == {"backtracks": 0, "fails": 0, "restarts": 0}


def test_values_too_large_for_its_automata_are_refused(choco):
    large = Puzzle(Grid(1, 2, range(99_990, 99_999)), rules=(Rows(),))
    with choco.open(large) as session, pytest.raises(TooLarge, match="The limit is 60000"):
        session.solve()
