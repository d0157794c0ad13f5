"""The estimated ratios of pairs have an interval, can be multiplied, and may be bounds."""

import numpy as np
import pandas as pd
import pytest
import study


def runs(**contestants):
    """Return a table of runs: the seconds of each contestant on each puzzle (None: unanswered)."""
    rows = [
        (f"p{number}", name, seconds if seconds is not None else 10.0, seconds is not None)
        for name, times in contestants.items()
        for number, seconds in enumerate(times)
    ]
    return pd.DataFrame(rows, columns=["puzzle", "contestant", "cpu", "decided"])


def random_runs(seed=1, puzzles=200):
    random = np.random.default_rng(seed)
    hardness = random.normal(size=puzzles)
    return runs(
        **{
            name: list(np.exp(level + hardness + random.normal(scale=0.3, size=puzzles)))
            for name, level in (("slow", 2.0), ("middling", 1.0), ("quick", 0.0))
        }
    )


def test_ratios_multiply_along_a_chain():
    table = random_runs()
    steps = [study.ratio(table, *pair) for pair in (("slow", "middling"), ("middling", "quick"))]
    whole = study.ratio(table, "slow", "quick")
    assert np.prod([step.value for step in steps]) == pytest.approx(whole.value)
    assert np.prod([step.total for step in steps]) == pytest.approx(whole.total)


def test_the_interval_contains_the_truth_and_narrows_with_more_puzzles():
    few, many = (study.ratio(random_runs(puzzles=n), "slow", "quick") for n in (20, 2000))
    for found in (few, many):
        assert found.low < found.value < found.high
    assert many.low < np.exp(2) < many.high
    assert many.high / many.low < few.high / few.low


def test_hard_puzzles_do_not_widen_the_interval_of_pairs():
    found = study.ratio(runs(slow=[2.0, 2000.0, 2e-3], quick=[1.0, 1000.0, 1e-3]), "slow", "quick")
    assert (found.value, found.low, found.high) == (2.0, 2.0, 2.0)


@pytest.mark.parametrize(
    ("slow", "quick", "bound"),
    [
        ([None, 10.0], [1.0, 1.0], "at least "),
        ([100.0, 1000.0], [None, 10.0], "at most "),
        ([None, 10.0], [None, 1.0], "about "),
        ([10.0, 10.0], [1.0, 1.0], ""),
    ],
)
def test_open_puzzles_make_the_ratio_a_bound(slow, quick, bound):
    found = study.ratio(runs(slow=slow, quick=quick), "slow", "quick")
    assert found.bound == bound
    assert str(found).startswith(bound)


def test_repeats_do_not_change_the_interval():
    once = random_runs(puzzles=30)
    assert study.ratio(pd.concat([once] * 5), "slow", "quick") == study.ratio(once, "slow", "quick")


def test_a_puzzle_of_only_one_contestant_is_left_out():
    assert study.ratio(runs(slow=[2.0, 99.0], quick=[1.0]), "slow", "quick").pairs == 1


def test_a_contestant_that_did_not_run_is_an_error():
    with pytest.raises(ValueError, match="lacks runs of 'slow' and 'other'"):
        study.ratio(runs(slow=[2.0]), "slow", "other")


def test_medians_are_infinite_if_most_puzzles_are_open():
    table = runs(x=[1.0, None, None], y=[1.0, 2.0, 3.0]).assign(group="all")
    assert study.medians(table)["all"].to_dict() == {"x": np.inf, "y": 2.0}


def test_on_the_cpu_clock_phases_keep_their_shares():
    table = pd.DataFrame({"cpu": [1.0, 0.0], "seconds": [4.0, 0.0], "solve": [1.0, 0.0]})
    found = study.on_cpu(table)
    assert found["seconds"].tolist() == [1.0, 0.0]
    assert found["solve"].tolist() == [0.25, 0.0]
