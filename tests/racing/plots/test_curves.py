"""Curves and bars have the right lengths, and undecided runs have the right place."""

import numpy as np
import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from race_tables import LINE_UP, PHASES, invented, row, table

from nonet.racing.plots import cactus, ecdf, hardness, phases, scaling

FEW = [
    *(row("quick", "p1", 0.002), row("quick", "p2", 0.001), row("quick", "p3", 0.5)),
    *(row("slow", "p1", 0.2), row("slow", "p2", 5.0), row("slow", "p3", 0.1, problem="crashed")),
]


def texts(ax):
    return {text.get_text() for text in ax.texts}


def test_a_cactus_curve_holds_the_times_in_their_order_and_the_label_counts_the_undecided(lines):
    ax = cactus(table(FEW))
    curves = lines(ax)
    assert curves["quick"].get_xydata().tolist() == [[1, 0.001], [2, 0.002], [3, 0.5]]
    assert curves["slow"].get_xydata().tolist() == [[1, 0.2]]
    assert {"quick", "slow  1/3", "limit 1 s"} <= texts(ax)
    assert ax.get_xlim() == (0, 3)


def test_a_wrong_answer_is_not_decided(lines):
    runs = [row("liar", "p1", 0.1), row("liar", "p2", 0.2, problem="wrong", decided=True)]
    ax = cactus(table(runs))
    assert lines(ax)["liar"].get_xydata().tolist() == [[1, 0.1]]
    assert "liar  1/2" in texts(ax)


@pytest.mark.parametrize("plot", [cactus, ecdf])
def test_a_contestant_that_decides_nothing_is_still_named(plot):
    runs = [row("never", "p1", 9.0), row("ever", "p1", 0.1)]
    assert "never  0/1" in texts(plot(table(runs)))
    assert "never  0/1" in texts(plot(table(runs[:1])))


@pytest.mark.parametrize("plot", [cactus, ecdf])
def test_without_undecided_runs_no_limit_is_drawn_and_the_axis_ends_with_the_times(plot):
    ax = plot(table(FEW[:3]))
    assert not [text for text in texts(ax) if "limit" in text and "·" not in text]
    seconds = ax.get_ylim() if plot is cactus else ax.get_xlim()
    assert 0.5 < seconds[1] < 1


def test_an_ecdf_curve_steps_up_at_each_time_and_ends_at_the_border_with_the_share_decided(lines):
    ax = ecdf(table(FEW))
    curves = lines(ax)
    third = pytest.approx(1 / 3)
    assert curves["slow"].get_xydata().tolist() == [[0.2, 0], [0.2, third], [1.0, third]]
    assert curves["quick"].get_xydata()[-1].tolist() == [1.0, 1.0]
    assert ax.get_xlim()[1] == 1.0


@given(
    st.lists(
        st.tuples(st.floats(1e-6, 2), st.sampled_from(["", "", "crashed", "wrong"])),
        min_size=1,
        max_size=30,
    )
)
@tried(20)
def test_both_count_the_runs_decided_within_the_limit(runs):
    data = table(
        [row("one", f"p{i}", time, problem=problem) for i, (time, problem) in enumerate(runs)]
    )
    count = sum(seconds <= 1 and not problem for seconds, problem in runs)
    given_axes = [Figure().add_subplot() for _ in range(2)]
    one, other = (plot(data, ax) for plot, ax in zip((cactus, ecdf), given_axes, strict=True))
    assert [one, other] == given_axes
    assert len(one.lines[0].get_xdata()) == count
    assert other.lines[0].get_ydata()[-1] == pytest.approx(count / len(runs))


def test_repeats_are_runs_and_are_called_so():
    ax = cactus(invented(("native",), puzzles=5, repeats=3))
    assert ax.get_xlim() == (0, 15)
    assert ax.get_ylabel() == "time for each run"
    assert "check · cold · 5 puzzles, 3 repeats · limit 1 s" in texts(ax)


def test_cold_and_warm_are_told_apart(lines):
    cold, warm = (row("native", "p1", 0.1, setting=setting) for setting in ("cold", "warm"))
    curves = lines(cactus(table([cold, warm])))
    assert set(curves) == {"native cold", "native warm"}


def test_without_a_limit_the_undecided_lie_beyond_the_slowest(lines):
    runs = [row("one", "p1", 0.2, np.nan), row("one", "p2", 0.1, np.nan, "crashed")]
    ax = ecdf(table(runs))
    assert lines(ax)["one"].get_xdata()[-1] > 0.2
    assert "undecided" in texts(ax)


def test_an_empty_table_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        cactus(invented(puzzles=3).head(0))


# --- medians over puzzles -------------------------------------------------------------------------


def sized(*times, size, contestant="one"):
    return [
        row(contestant, f"{size}-{number}", time, values=size, empty=size / 100)
        for number, time in enumerate(times)
    ]


SIZED = [*sized(0.1, 0.2, 0.6, size=9), *sized(0.4, 0.5, 9, size=16), *sized(0.5, 9, 9, size=25)]


@pytest.mark.parametrize(
    ("plot", "places"), [(scaling, [9, 16, 25]), (hardness, [0.09, 0.16, 0.25])]
)
def test_the_undecided_count_as_slower_than_all_others(plot, places, lines):
    curve = lines(plot(table(SIZED)))["one"]
    assert curve.get_xdata().tolist() == places
    # Two of the last three runs are undecided, so their median is at the border.
    assert curve.get_ydata().tolist() == [0.2, 0.5, 1.0]


def test_hollow_markers_show_undecided_runs_and_the_title_explains_them():
    ax = scaling(table(SIZED))
    [hollow] = [line for line in ax.lines if line.get_label() == "_hollow"]
    assert hollow.get_xydata().tolist() == [[16, 0.5], [25, 1.0]]
    assert any("hollow: some undecided" in text for text in texts(ax))
    assert not any("hollow" in text for text in texts(scaling(table(SIZED[:3]))))
    assert [label.get_text() for label in ax.get_xticklabels()] == ["9×9", "16×16", "25×25"]


def test_the_band_holds_the_middle_of_the_runs_and_many_bands_would_hide_the_lines():
    times = np.linspace(0.1, 0.5, 101)
    ax = scaling(table([*sized(*times, size=9), *sized(*times, size=16)]))
    [band] = ax.collections
    [path] = band.get_paths()
    assert path.vertices[:, 1].min() == pytest.approx(0.14)
    assert path.vertices[:, 1].max() == pytest.approx(0.46)
    assert any(text.startswith("median and middle 80% ·") for text in texts(ax))
    assert len(scaling(invented(LINE_UP[:4])).collections) == 4
    ax = scaling(invented(LINE_UP[:5]))
    assert not ax.collections
    assert any(text.startswith("median ·") for text in texts(ax))


def test_many_shares_are_pooled(lines):
    data = invented(("native",), puzzles=300)
    curve = lines(hardness(data))["native"]
    assert 15 <= len(curve.get_xdata()) <= 20
    assert data["empty"].min() < curve.get_xdata()[0]
    assert curve.get_xdata()[-1] < data["empty"].max()
    # In this table, the hardest puzzles have two thirds of their cells empty.
    assert curve.get_xdata()[np.argmax(curve.get_ydata())] == pytest.approx(0.66, abs=0.04)


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
