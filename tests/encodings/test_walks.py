"""In the clauses of a walk, states that accept the same endings share a variable."""

import pytest
from examples import says
from oracle import brute_force

from nonet.encodings.cnf import encode
from nonet.model.automata import Automaton
from nonet.model.constraints import Count, Linear, Regular
from nonet.model.grid import Grid
from nonet.system.errors import TooLarge


def auxiliaries(puzzle):
    return encode(puzzle).variables - puzzle.grid.marks


def test_a_regular_word_takes_a_variable_a_state_that_matters():
    # The automaton accepts every word that contains a 1.
    seen = Automaton(
        [(0, 1, 1), *((s, v, s) for s in (0, 1) for v in (1, 2, 3) if (s, v) != (0, 1))], 0, [1]
    )
    puzzle = says(Grid(1, 5, range(1, 4)), Regular(tuple(range(5)), seen))
    assert len(brute_force(puzzle)) == 3**5 - 2**5
    assert auxiliaries(puzzle) == 1 + 2 * 4 + 1


def test_sums_that_can_no_longer_fail_share_a_variable():
    terms = tuple((1, cell) for cell in range(4))
    puzzle = says(Grid(1, 4, range(10)), Linear(terms, ">=", 9))
    assert auxiliaries(puzzle) == 1 + 3 * 10 + 1


@pytest.mark.parametrize(
    ("allowed", "clauses"),
    [({1, 2, 3}, [[1, 3, 4, 6, 7, 9]]), ({0, 1, 2}, [[2, 5, 8]]), ({0, 1, 2, 3}, [])],
)
def test_some_counts_are_one_clause_without_auxiliaries(allowed, clauses):
    puzzle = says(Grid(1, 3), Count((0, 1, 2), frozenset({1, 3}), frozenset(allowed)))
    cells = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    found = [clause for clause in encode(puzzle).clauses if min(clause) > 0]
    assert [clause for clause in found if clause not in cells] == clauses
    assert auxiliaries(puzzle) == 0


def test_too_many_partial_sums_are_refused_before_memory_is_spent():
    terms = tuple((10**cell, cell) for cell in range(9))
    with pytest.raises(TooLarge, match="steps, which is the limit"):
        encode(says(Grid(9, 9), Linear(terms, "<=", 5 * 10**8)))
