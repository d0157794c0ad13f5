"""Smallest hitting sets, against all sets."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from nonet.analysis.budget import Budget
from nonet.analysis.hitting_sets import HittingSets
from nonet.solvers import Limits


@given(st.lists(st.sets(st.integers(0, 8), min_size=1), min_size=1, max_size=12))
def test_they_hit_all_and_none_is_smaller(sets):
    with HittingSets(Budget(Limits())) as hitting:
        for number, members in enumerate(sets):
            hitting.hit(members)
            if number % 3 == 0:  # what was asked before does not spoil what is asked later
                hitting.smallest()
        chosen = hitting.smallest()
    assert all(chosen & members for members in sets)
    for fewer in combinations(range(9), len(chosen) - 1):
        assert any(members.isdisjoint(fewer) for members in sets)
