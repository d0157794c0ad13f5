"""In a bar plot, the phases add up to the time, or to one."""

import pytest
from race_tables import PHASES, row, table

from nonet.racing.plots import phases

SHARES = (0.1, 0.2, 0.1, 0.5, 0.1)
RUNS = [
    *(row("one", "p1", 0.1, shares=SHARES), row("one", "p2", 0.3, shares=SHARES)),
    *(row("two", "p1", 0.5, shares=SHARES), row("two", "p2", 7.0, shares=SHARES)),
]


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


def test_the_text_next_to_a_bar_is_the_mean_time_and_the_first_contestant_is_at_the_top():
    ax = phases(table(RUNS))
    assert {"200 ms", "750 ms  (1 undecided)"} <= {text.get_text() for text in ax.texts}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "two"]
    assert ax.yaxis_inverted()


def test_cold_and_warm_of_a_contestant_are_neighbours():
    runs = [*RUNS, *(row("one", "p1", 0.05, setting="warm"), row("two", "p1", 0.1, setting="warm"))]
    ax = phases(table(runs))
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["one cold", "one warm", "two cold", "two warm"]
    first, second, third, _ = ax.get_yticks()
    assert second - first < third - second


def test_a_contestant_that_took_no_time_has_no_bar():
    found = widths(phases(table([row("one", "p1", 0.0, problem="unable")])))
    assert all(bars == [0] for bars in found.values())
