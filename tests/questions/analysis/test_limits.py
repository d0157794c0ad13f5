"""All analyses obey their limits, check their arguments and draw their results."""

import numpy as np
import pytest
from clocks import ticking
from examples import EASY, HARD, classic
from oracle import brute_force

from nonet.questions.analysis import (
    fewest_givens,
    find_conflict,
    find_differences,
    find_redundant,
    minimise,
    true_candidates,
)
from nonet.questions.analysis.clues import clues_of, without_clues
from nonet.questions.analysis.coverage import MarkSolver
from nonet.questions.analysis.oracles import open_oracle
from nonet.questions.analysis.solutions import last_within
from nonet.solvers import Limits, find_backend
from nonet.system.errors import PuzzleError

PUZZLE, NINE = classic(EASY), Limits(seconds=9)
ANALYSES = [
    *(true_candidates, find_redundant, minimise),
    *(find_conflict, find_differences, fewest_givens),
]


@pytest.mark.parametrize(
    ("backend", "limits"),
    [(backend, Limits(seconds=0)) for backend in ("norvig", "pysat", "cpsat")]
    + [(backend, Limits(nodes=0)) for backend in ("norvig", "pysat")],
)
@pytest.mark.parametrize("analyse", ANALYSES)
def test_a_limit_gives_no_verdict(analyse, backend, limits):
    found = analyse(classic(HARD), backend=backend, limits=limits)
    assert str(found) == "unknown: a limit was reached"
    assert getattr(found, "kind", "unknown") == "unknown"


def test_a_limit_leaves_marks_unsettled():
    # The default backend checks a puzzle before it notices that it has no time.
    for analyse in (find_conflict, find_differences, fewest_givens):
        assert str(analyse(classic(HARD), limits=0)) == "unknown: a limit was reached"
    found = true_candidates(classic(HARD), limits=Limits(seconds=0))
    assert (found.complete, found.equal) == (False, None)
    assert found.unsettled == found.possible == classic(HARD).domains
    assert not any(found.marks)


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


@pytest.mark.parametrize("analyse", ANALYSES)
def test_a_result_is_a_picture(analyse):
    for text in ("11..............", "12..34..2......3", "123434122......."):
        assert analyse(text)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("analyse", "name"), [(fewest_givens, "to make unique"), (find_differences, "to compare with")]
)
def test_a_solution_that_is_passed_is_checked(analyse, name):
    puzzle = classic("12..34..........")
    target = min(brute_force(puzzle))
    for kind in (list, np.array):
        found = analyse(puzzle, kind(target))
        assert found == analyse(puzzle, target)
        assert {type(value) for value in found.solution} == {int}
    with pytest.raises(PuzzleError, match=f"the solution {name} is not a solution: r1c2 is 1"):
        analyse(puzzle, (1,) * 16)
    with pytest.raises(PuzzleError, match=f"{name} is not a solution: r4c4 is empty"):
        analyse(puzzle, (*target[:-1], None))
    with pytest.raises(TypeError, match="is not a filled grid"):
        analyse(puzzle, {1, 2})


@pytest.mark.parametrize(
    ("analyse", "option", "what", "least"),
    [(true_candidates, "cap", "the cap", 1), (find_differences, "most", "the number of sets", 0)],
)
def test_numbers_are_whole_and_not_too_small(analyse, option, what, least):
    with pytest.raises(ValueError, match=f"{what} must be at least {least}, not {least - 1}"):
        analyse("." * 16, **{option: least - 1})
    for number in (2.5, True, "3"):
        with pytest.raises(TypeError, match=f"{what} is a whole number, not"):
            analyse("." * 16, **{option: number})
    few, more = (analyse("." * 16, **{option: number(2)}) for number in (int, np.int64))
    assert few == more
