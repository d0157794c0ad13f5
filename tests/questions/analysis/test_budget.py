"""The limits of an analysis also apply between its solves."""

from itertools import islice

import pytest
from clocks import ticking
from examples import EASY, classic

from nonet.questions.analysis.budget import Budget
from nonet.questions.analysis.clues import clues_of, without_clues
from nonet.questions.analysis.mark_solver import MarkSolver
from nonet.questions.analysis.oracles import open_oracle
from nonet.solvers import Limits, find_backend
from nonet.system.limits import TimeUp, check_limits

PUZZLE = classic(EASY)


def _long_after(ticks):
    assert max(islice(ticks, 10)) >= 9
    check_limits()


def test_work_between_solves_takes_time_too():
    with ticking(), Budget(Limits(seconds=9)).spent():
        check_limits()
    with ticking() as ticks, pytest.raises(TimeUp), Budget(Limits(seconds=9)).spent():
        _long_after(ticks)


@pytest.mark.parametrize(
    "begin",
    [
        lambda budget: MarkSolver(PUZZLE, find_backend("pysat").cores, budget),
        lambda budget: open_oracle(without_clues(PUZZLE), clues_of(PUZZLE), budget),
    ],
)
def test_the_clauses_of_an_analysis_are_written_within_its_time(begin):
    with ticking(), pytest.raises(TimeUp):
        begin(Budget(Limits(seconds=9)))
