"""All 48 encodings agree on the boards and the verdict of every puzzle."""

from functools import cache
from itertools import product

import pytest
from examples import classic, says
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from strategies import puzzles, raw_puzzles

from nonet.encodings.at_most_one import FORMULATIONS
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, NATIVE, REDUCTIONS, Encoding
from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.questions.counting import count
from nonet.solvers import find_backend, sat
from nonet.solvers.sat import catalogue

BEGUN = classic("12" + "." * 14)


@pytest.fixture(scope="module")
def the_24():
    return brute_force(BEGUN)


IN_CLAUSES = list(map(Encoding, *zip(*product(FORMULATIONS, CLAUSE_SETS, REDUCTIONS), strict=True)))
BY_CONSTRAINTS = [
    Encoding(NATIVE, clause_set, reduction)
    for clause_set, reduction in product(CLAUSE_SETS, REDUCTIONS)
]


def spec(solver, encoding):
    return f"pysat:{solver}/{','.join(encoding.words)}"


@cache
def able(name):
    """Return why a solver does not run here, or None if it runs. The answer is cached."""
    return sat.missing(name) is None


def boards(solver, encoding, puzzle):
    if not able(solver):
        pytest.skip(sat.missing(solver))
    with find_backend(spec(solver, encoding)).open(puzzle) as session:
        found = enumerate_solutions(session)
    assert len(found) == len(set(found))
    return set(found)


def test_the_24_boards_that_begin_with_1_and_2(the_24):
    for encoding in IN_CLAUSES:
        assert boards("minisat22", encoding, BEGUN) == the_24, encoding


@pytest.mark.parametrize("solver", catalogue.NATIVE_CARDINALITY)
def test_the_24_boards_by_constraints_of_the_solver(solver, the_24):
    for encoding in BY_CONSTRAINTS:
        assert boards(solver, encoding, BEGUN) == the_24, encoding


@st.composite
def contestants(draw):
    """Draw a solver with an encoding that it takes."""
    at_most_one = draw(st.sampled_from(AT_MOST_ONE))
    solvers = ["minisat22", "cadical153", "glucose4", "maplechrono"]
    if at_most_one == NATIVE:
        solvers = list(filter(able, catalogue.NATIVE_CARDINALITY))
    encoding = Encoding(
        at_most_one, draw(st.sampled_from(CLAUSE_SETS)), draw(st.sampled_from(REDUCTIONS))
    )
    return draw(st.sampled_from(solvers)), encoding


@given(puzzle=puzzles() | raw_puzzles(), chosen=contestants())
def test_no_encoding_ever_has_other_solutions(puzzle, chosen):
    assert boards(*chosen, puzzle) == brute_force(puzzle)


@pytest.mark.parametrize("form", AT_MOST_ONE)
def test_a_group_without_cells_always_holds(form):
    puzzle = says(Grid(1, 2), AllDifferent(()), AllDifferent((0, 1)))
    spec = f"pysat:minicard/{form}" if form == NATIVE else f"pysat/{form}"
    assert count(puzzle, backend=spec) == 2
