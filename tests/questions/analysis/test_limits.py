"""The limits of an analysis also apply between its solves."""

import pytest
from clocks import ticking
from examples import EASY, classic

from nonet.questions.analysis.clues import clues_of, without_clues
from nonet.questions.analysis.coverage import MarkSolver
from nonet.questions.analysis.oracles import open_oracle
from nonet.questions.analysis.solutions import last_within
from nonet.solvers import Limits, find_backend

PUZZLE, NINE = classic(EASY), Limits(seconds=9)


@pytest.mark.parametrize(
    "begin",
    [
        lambda: MarkSolver(PUZZLE, find_backend("pysat").cores, NINE),
        lambda: open_oracle(without_clues(PUZZLE), clues_of(PUZZLE), NINE),
    ],
)
def test_the_clauses_of_an_analysis_are_written_within_its_time(begin):
    with ticking():
        assert last_within(NINE, (begin() for _ in range(1)), "nothing yet") == "nothing yet"
