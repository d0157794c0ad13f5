"""The analysis of variance finds the components of an invented table."""

import numpy as np
import pandas as pd
import pytest
import study

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
