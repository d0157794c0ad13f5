"""The general engine on many random puzzles: on more of them with NONET_PUZZLES=100000.

Each has the solutions that the rules mean, all of them, and so it has by a SAT solver.
"""

import os

import pytest
from general_engine import found
from hypothesis import HealthCheck, Phase, given, seed, settings
from oracle import brute_force, enumerate_solutions
from strategies import puzzles, raw_puzzles

from nonet.solvers import find_backend

pytestmark = pytest.mark.slow

PUZZLES = int(os.environ.get("NONET_PUZZLES", "200"))
SHARE = 200

each_time_anew = settings(
    max_examples=SHARE,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("share", range(PUZZLES // SHARE))
def test_random_puzzles_have_the_solutions_of_brute_force_and_sat(share):
    @seed(share)
    @each_time_anew
    @given(puzzles() | raw_puzzles())
    def compare(puzzle):
        expected = brute_force(puzzle)
        assert found(puzzle) == expected
        with find_backend("pysat").open(puzzle) as session:
            assert set(enumerate_solutions(session)) == expected

    compare()
