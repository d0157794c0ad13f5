"""Plots of a race: curves, bars, scatters, and their style."""

import io
import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from race_tables import LINE_UP, PHASES, invented, row, table

from nonet.racing import plots, race
from nonet.racing.plots import cactus, phases, scatter
from nonet.racing.plots.axes import spread
from nonet.racing.plots.style import looks, looks_of

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


def test_a_contestant_that_decides_nothing_is_still_named():
    runs = [row("never", "p1", 9.0), row("ever", "p1", 0.1)]
    assert "never  0/1" in texts(cactus(table(runs)))
    assert "never  0/1" in texts(cactus(table(runs[:1])))


def test_without_undecided_runs_no_limit_is_drawn_and_the_axis_ends_with_the_times():
    ax = cactus(table(FEW[:3]))
    assert not [text for text in texts(ax) if "limit" in text and "·" not in text]
    assert 0.5 < ax.get_ylim()[1] < 1


@given(
    st.lists(
        st.tuples(st.floats(1e-6, 2), st.sampled_from(["", "", "crashed", "wrong"])),
        min_size=1,
        max_size=30,
    )
)
@tried(20)
def test_a_curve_counts_the_runs_decided_within_the_limit(runs):
    data = table(
        [row("one", f"p{i}", time, problem=problem) for i, (time, problem) in enumerate(runs)]
    )
    count = sum(seconds <= 1 and not problem for seconds, problem in runs)
    given_axes = Figure().add_subplot()
    assert cactus(data, given_axes) is given_axes
    assert len(given_axes.lines[0].get_xdata()) == count


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
    points = lines(
        scatter(table([*runs, row("two", "p1", 0.1, np.nan), row("two", "p2", 0.1, np.nan)]))
    )
    [[beyond, _]] = points["not decided by both"].get_xydata().tolist()
    assert beyond > 0.2
    assert "undecided" in texts(cactus(table(runs)))


def test_a_result_is_no_table():
    with pytest.raises(TypeError, match=r"pass result\.table"):
        plots.cactus(race(["1..."], ["norvig"]))


def test_an_empty_table_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        cactus(invented(puzzles=3).head(0))


# --- bars ---------------------------------------------------------------------------------------

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


# --- scatters ------------------------------------------------------------------------------------

PAIRS = [
    *(row("one", "p1", 0.1), row("two", "p1", 0.2)),
    *(row("one", "p2", 0.3), row("two", "p2", 9.0)),
    *(row("one", "p3", 9.0), row("two", "p3", 9.0)),
    *(row("one", "p4", 0.4), row("two", "p4", 0.01)),
]


def test_points_are_pairs_of_the_same_run_and_the_undecided_lie_on_the_border(lines):
    points = lines(scatter(table(PAIRS)))
    assert points["both decided"].get_xydata().tolist() == [[0.1, 0.2], [0.4, 0.01]]
    assert points["not decided by both"].get_xydata().tolist() == [[0.3, 1.0], [1.0, 1.0]]


def test_groups_have_a_colour_and_a_marker_each(lines):
    runs = [replace(each, group="easy" if each.puzzle == "p1" else "hard") for each in PAIRS]
    points = lines(scatter(table(runs)))
    assert {"easy", "hard"} <= set(points)
    assert points["easy"].get_color() != points["hard"].get_color()
    assert points["easy"].get_marker() != points["hard"].get_marker()


def test_the_axes_say_how_often_each_contestant_was_faster():
    ax = scatter(table(PAIRS), "two", "one")
    assert ax.get_xlabel() == "time of two (faster in 1 of 4)"
    assert ax.get_ylabel() == "time of one (faster in 2 of 4)"


def test_both_axes_are_the_same_and_show_what_is_beyond_the_border():
    ax = scatter(table(PAIRS))
    assert ax.get_xlim() == ax.get_ylim()
    low, high = ax.get_xlim()
    assert low < 0.01
    assert high > 1.0
    assert sum(text.get_text() == "limit 1 s" for text in ax.texts) == 2


def test_runs_of_only_one_contestant_are_left_out(lines):
    ax = scatter(table([*PAIRS, row("one", "p5", 0.1), row("two", "p1", 0.1, repeat=1)]))
    points = lines(ax)
    assert sum(len(line.get_xdata()) for line in points.values()) == 4
    assert "of 4)" in ax.get_xlabel()


def test_contestants_are_chosen_by_name():
    data = invented(puzzles=3)
    assert scatter(data, "norvig", "native").get_xlabel().startswith("time of norvig")
    with pytest.raises(ValueError, match="Name two of native, norvig, heuristic"):
        scatter(data)
    with pytest.raises(ValueError, match="has no contestant 'deep blue', only native, norvig"):
        scatter(data, "native", "deep blue")


@pytest.mark.parametrize(("puzzles", "is_pixels"), [(60, False), (61, True)])
def test_very_many_points_become_pixels(puzzles, is_pixels, lines, monkeypatch):
    monkeypatch.setattr("nonet.racing.plots.kinds._TOO_MANY", 60)
    times = np.linspace(0.1, 0.2, puzzles)
    runs = [row(who, f"p{i}", time) for who in ("one", "two") for i, time in enumerate(times)]
    points = lines(scatter(table(runs)))
    assert bool(points["both decided"].get_rasterized()) == is_pixels


# --- style ---------------------------------------------------------------------------------------


def test_neighbours_differ_in_everything_and_no_two_look_alike_in_grey():
    field = looks(20)
    for one, other in pairwise(field):
        assert one.colour != other.colour
        assert one.dashes != other.dashes
        assert one.marker != other.marker
    assert len({(str(look.dashes), look.marker) for look in field}) == 20


def test_a_solver_has_its_colour_in_every_figure():
    for field in (["norvig", "native"], ["native", "mine", "norvig"], ["native", "native"]):
        for name, look in zip(field, looks_of(field), strict=True):
            assert name == "mine" or look.colour == looks_of([name])[0].colour
    assert len({look.colour for look in looks_of(LINE_UP)}) == len(LINE_UP)


def test_unknown_contestants_and_second_settings_have_unique_looks():
    field = [*LINE_UP, *LINE_UP, *(f"mine.py:{number}" for number in range(20))]
    assert len(set(looks_of(field))) == len(field)


def test_matplotlib_s_backend_chosen_while_drawing_keeps_showing_figures():
    before = mpl.is_interactive()
    try:
        mpl.interactive(False)
        with plots.house_style():
            mpl.interactive(True)  # as in a notebook, before the first figure
        assert mpl.is_interactive()
    finally:
        mpl.interactive(before)


def test_an_svg_for_a_page_takes_its_colours_and_shares_no_identifier():
    figures = [plots.cactus(invented(LINE_UP[:3], puzzles=5)).figure for _ in range(2)]
    one, other = (
        plots.svg(figure, name) for figure, name in zip(figures, ("one", "two"), strict=True)
    )
    assert one.startswith("<svg")
    assert one.replace("one-", "two-") == other
    assert "currentColor" in one
    assert "#202428" not in one
    assert 'aria-label="How many are decided within a time each"' in one


def test_all_kinds_fit_next_to_each_other():
    data = invented(LINE_UP, puzzles=12, sizes=(9, 16), limit=0.1)
    with plots.house_style():
        figure = Figure((15, 4))
        axes = figure.subplots(1, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the layout warns when a plot is squeezed to nothing
        for ax, (name, plot) in zip(axes, plots.KINDS.items(), strict=True):
            names = {"first": "native", "second": "norvig"} if name == "scatter" else {}
            plot(data, ax=ax, **names)
        with plots.house_style():
            figure.draw_without_rendering()
    assert all(ax.get_position().width > 0.1 for ax in axes)


def test_a_dollar_sign_in_a_name_is_a_dollar_sign():
    data = invented(("dimacs:$HOME/bin/$solver", "native"), puzzles=3)
    ax = plots.cactus(data)
    ax.figure.draw_without_rendering()
    assert "dimacs:$HOME/bin/$solver" in {text.get_text() for text in ax.texts}


@pytest.mark.parametrize("name", plots.KINDS)
def test_a_table_that_went_through_a_file_is_drawn_the_same(name):
    data = invented(LINE_UP[:2], puzzles=8, sizes=(9, 16))
    again = pd.read_csv(io.StringIO(data.to_csv(index=False)))
    drawn = [plots.KINDS[name](each, ax=Figure().add_subplot()) for each in (data, again)]
    assert len({plots.svg(ax.figure, "same") for ax in drawn}) == 1


@pytest.mark.parametrize("missing", [pytest.param("matplotlib", marks=pytest.mark.slow), "pandas"])
def test_without_its_libraries_the_error_says_what_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import nonet.racing.plots"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"nonet's plots need {missing}: pip install {missing}" in done.stderr


MANY = tuple(f"pysat:cadical195/{number}" for number in range(20))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20).map(sorted))
def test_places_are_a_step_apart_and_within_the_plot(wanted):
    step = 1 / 20
    places = spread(wanted, step)
    assert all(above - below >= step - 1e-5 for below, above in pairwise(places))
    assert places[0] >= -1e-5
    assert places[-1] <= 1 + 1e-5


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9).map(sorted))
def test_a_label_with_room_stays_at_its_wanted_place(wanted):
    if all(above - below >= 0.01 for below, above in pairwise(wanted)) and wanted[-1] <= 0.99:
        assert spread(wanted, 0.01) == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize(
    "contestants",
    [*(pytest.param(names, marks=pytest.mark.slow) for names in (LINE_UP[:2], LINE_UP)), MANY],
    ids=len,
)
def test_no_label_lies_on_another_or_outside_the_figure(contestants):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = cactus(invented(contestants, puzzles=12, sizes=(9, 16), limit=0.1))
        ax.figure.draw_without_rendering()
    names = [text for text in ax.texts if text.get_text().split("  ")[0] in contestants]
    boxes = [text.get_window_extent() for text in names]
    assert len(boxes) == len(contestants)
    boxes.sort(key=lambda box: box.y0)
    assert all(below.y1 <= above.y0 + 0.5 for below, above in pairwise(boxes))
    whole = ax.figure.bbox
    assert all(whole.x0 <= box.x0 and box.x1 <= whole.x1 for box in boxes)
    assert all(whole.y0 <= box.y0 and box.y1 <= whole.y1 for box in boxes)
