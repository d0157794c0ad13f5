"""The statistics of the notebooks, on invented tables."""

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


# --- components of variance ----------------------------------------------------------------------

SIZES = (4, 40, 12)


def made(solver=0.0, board=0.0, both=0.0, shuffle=0.0, luck=0.0, seed=3):
    """Return a table whose logarithms have these standard deviations."""
    random = np.random.default_rng(seed)
    solvers, boards, shuffles = SIZES
    logs = (
        random.normal(scale=solver, size=(solvers, 1, 1))
        + random.normal(scale=board, size=(1, boards, 1))
        + random.normal(scale=both, size=(solvers, boards, 1))
        + random.normal(scale=shuffle, size=(1, boards, shuffles))
        + random.normal(scale=luck, size=SIZES)
    )
    rows = [(*place, float(np.exp(log))) for place, log in np.ndenumerate(logs)]
    return pd.DataFrame(rows, columns=["contestant", "puzzle", "repeat", "cpu"])


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("board", "board"),
        ("both", "solver × board"),
        ("shuffle", "shuffle"),
        ("luck", "solver × shuffle"),
        ("solver", "solver"),
    ],
)
def test_each_part_is_found_under_its_name(part, name):
    found = study.components(made(**{part: 1.0}))
    assert found.shares[name] > 0.95
    if part != "solver":  # four solvers are too few
        assert found.factors[name] == pytest.approx(np.e, rel=0.15)


def test_parts_are_separated():
    found = study.components(made(board=0.5, both=0.3, shuffle=0.2, luck=0.4)).variances
    expected = {"board": 0.25, "solver × board": 0.09, "shuffle": 0.04, "solver × shuffle": 0.16}
    for name, variance in expected.items():
        assert found[name] == pytest.approx(variance, rel=0.35), name


def test_a_missing_run_is_an_error():
    with pytest.raises(ValueError, match="Every solver needs exactly one run"):
        study.components(made(luck=1.0).iloc[1:])


def test_one_shuffle_is_too_few():
    with pytest.raises(ValueError, match="two shuffles"):
        study.components(made(luck=1.0).query("repeat == 0"))
