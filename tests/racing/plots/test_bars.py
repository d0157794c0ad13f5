"""Bars: phases that sum to the time, or to one; and the sizes of encodings."""

import json

import pandas as pd
import pytest
from race_tables import PHASES, row, table

from nonet.encodings.sizes import ENCODINGS, describe
from nonet.formats import classic
from nonet.racing.plots import encoding_sizes, phases

SHARES = (0.1, 0.2, 0.1, 0.5, 0.1)
RUNS = [
    *(row("one", "p1", 0.1, shares=SHARES), row("one", "p2", 0.3, shares=SHARES)),
    *(row("two", "p1", 0.5, shares=SHARES), row("two", "p2", 7.0, shares=SHARES)),
]


SIZES = list(describe(classic(order=2)))


# --- phases --------------------------------------------------------------------------------------


def widths(ax):
    return {bars.get_label(): [bar.get_width() for bar in bars] for bars in ax.containers}


def test_bars_of_shares_are_as_long_as_each_other():
    found = widths(phases(table(RUNS)))
    assert found == {
        phase: [pytest.approx(share)] * 2 for phase, share in zip(PHASES, SHARES, strict=True)
    }


def test_bars_of_times_are_the_mean_times_of_all_runs():
    found = widths(phases(table(RUNS), share=False))
    assert found["solve"] == [pytest.approx(0.2 * 0.5), pytest.approx(0.75 * 0.5)]


def test_beside_each_bar_stand_the_mean_time_and_what_is_undecided():
    shown = [text.get_text() for text in phases(table(RUNS)).texts]
    assert {"200 ms", "750 ms  (1 undecided)"} <= set(shown)


def test_the_first_contestant_is_at_the_top():
    ax = phases(table(RUNS))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "two"]
    assert ax.yaxis_inverted()


def test_cold_and_warm_of_a_contestant_stand_together():
    runs = [*RUNS, *(row("one", "p1", 0.05, setting="warm"), row("two", "p1", 0.1, setting="warm"))]
    ax = phases(table(runs))
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["one cold", "one warm", "two cold", "two warm"]
    first, second, third, _ = ax.get_yticks()
    assert second - first < third - second


def test_a_contestant_that_took_no_time_has_no_bar():
    found = widths(phases(table([row("one", "p1", 0.0, problem="unable")])))
    assert all(bars == [0] for bars in found.values())


# --- sizes ---------------------------------------------------------------------------------------


def lengths(ax):
    return [[bar.get_width() for bar in bars] for bars in ax.containers]


@pytest.mark.parametrize("measure", ["clauses", "literals"])
def test_bars_are_as_long_as_the_encodings_are_large(measure):
    ax = encoding_sizes(SIZES, measure=measure)
    assert lengths(ax) == [[getattr(size, measure) for size in SIZES]]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert len(names) == len(ENCODINGS)
    assert names[:2] == ["pairwise", "sequential"]


def test_variables_are_marks_and_auxiliaries():
    marks, auxiliaries = lengths(encoding_sizes(iter(SIZES), measure="variables"))
    assert marks == [size.marks for size in SIZES]
    assert auxiliaries == [size.auxiliaries for size in SIZES]


def test_what_the_command_prints_can_be_drawn_and_too_large_is_said():
    printed = [
        {"options": "pairwise", "marks": 64, "auxiliaries": 0, "clauses": 384, "literals": 800}
        | {"constraints": 0},
        {"options": "native", "marks": 64, "auxiliaries": 0, "clauses": 24, "literals": 96}
        | {"constraints": 24},
        {"options": "totalizer", "error": "too large: more than 100 clauses"},
    ]
    ax = encoding_sizes(pd.DataFrame(json.loads(json.dumps(printed))))
    assert lengths(ax) == [[384, 24, 0]]
    texts = [text.get_text() for text in ax.texts]
    assert {"384", "24 + 24 native constraints", "too large"} <= set(texts)


def test_an_unknown_measure_is_refused_by_name():
    with pytest.raises(ValueError, match="no measure 'beauty'; there are clauses, literals, var"):
        encoding_sizes(SIZES, measure="beauty")
