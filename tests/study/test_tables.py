"""Tests of the main tables, computed again from the stored files with nothing but pandas."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import study

RESULTS = Path(__file__).parents[2] / "notebooks" / "results"


def stored(name):
    return pd.read_parquet(RESULTS / f"{name}.parquet")


def factor(runs, slow, quick, seconds):
    """Return the geometric mean of the quotients of two contestants, puzzle by puzzle."""
    wide = runs.groupby(["puzzle", "contestant"])[seconds].mean().unstack()[[slow, quick]].dropna()
    return float(np.exp(np.log(wide[slow] / wide[quick]).mean()))


@pytest.mark.parametrize("name", ["cold", "warm", "variants-cold", "variants-warm", "large-runs"])
def test_ratios_to_native(name):
    runs = stored(name)
    ratios = {
        (group, rival): factor(part, rival, "native", "cpu")
        for group, part in runs.groupby("group")
        for rival in set(part["contestant"]) - {"native"}
    }
    for (group, rival), value in ratios.items():
        found = study.ratio(runs[runs["group"] == group], rival, "native")
        assert found.value == pytest.approx(value, rel=1e-4)  # the seconds are floats of 32 bits
    assert len(ratios) > 10


def test_what_is_proved_unique_has_one_solution():
    runs = stored("large-runs")
    assert set(runs.loc[runs["decided"], "verdict"]) == {"unique"}
    assert runs.groupby("group")["puzzle"].nunique().min() >= 20


def test_finished_lists_have_all_solutions_and_blocking_takes_longer():
    rungs = stored("ladders").reset_index(drop=True)
    lists = stored("enumerating").assign(all=lambda runs: runs["puzzle"].map(rungs["solutions"]))
    finished = lists[lists["complete"].astype(bool)]
    assert (finished["found"] == finished["all"]).all()
    many = lists[(lists["all"] >= 1_000) & (lists["found"] > 0)]
    each = (many["cpu"] / many["found"]).groupby([many["contestant"], many["way"]]).median()
    for solver in ("clingo", "cpsat:boolean", "cpsat:integer"):
        assert each[solver, "blocking"] > 10 * each[solver, "own"]
