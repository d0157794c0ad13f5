"""Contestants differ even without colour, labels do not overlap, and files are reproducible."""

import io
import subprocess
import sys
import warnings
from itertools import pairwise

import matplotlib as mpl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from race_tables import LINE_UP, invented

from nonet.racing import line_up, plots
from nonet.racing.plots.axes import spread
from nonet.racing.plots.style import looks, looks_of


def test_neighbours_differ_in_everything_and_no_two_look_alike_in_grey():
    field = looks(20)
    for one, other in pairwise(field):
        assert one.colour != other.colour
        assert one.dashes != other.dashes
        assert one.marker != other.marker
    assert len({(str(look.dashes), look.marker) for look in field}) == 20


def test_a_contestant_looks_the_same_in_every_plot_of_a_table(lines):
    data = invented(line_up(), puzzles=5, sizes=(9, 16))
    kinds = [plots.cactus, plots.ecdf, plots.scaling, plots.hardness]
    curves = [lines(plot(data)) for plot in kinds]
    for name in line_up():
        assert len({(curve[name].get_color(), curve[name].get_marker()) for curve in curves}) == 1


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
        figure = Figure((15, 8))
        axes = figure.subplots(2, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the layout warns when a plot is squeezed to nothing
        for ax, (name, plot) in zip(axes.flat, plots.KINDS.items(), strict=True):
            names = {"first": "native", "second": "norvig"} if name == "scatter" else {}
            plot(data, ax=ax, **names)
        with plots.house_style():
            figure.draw_without_rendering()
    assert all(ax.get_position().width > 0.1 for ax in axes.flat)


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
TIMED = [plots.cactus, plots.ecdf, plots.scaling, plots.hardness]


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
@pytest.mark.parametrize("plot", TIMED, ids=lambda plot: plot.__name__)
def test_no_label_lies_on_another_or_outside_the_figure(plot, contestants):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = plot(invented(contestants, puzzles=12, sizes=(9, 16), limit=0.1))
        ax.figure.draw_without_rendering()
    names = [text for text in ax.texts if text.get_text().split("  ")[0] in contestants]
    boxes = [text.get_window_extent() for text in names]
    assert len(boxes) == len(contestants)
    boxes.sort(key=lambda box: box.y0)
    assert all(below.y1 <= above.y0 + 0.5 for below, above in pairwise(boxes))
    whole = ax.figure.bbox
    assert all(whole.x0 <= box.x0 and box.x1 <= whole.x1 for box in boxes)
    assert all(whole.y0 <= box.y0 and box.y1 <= whole.y1 for box in boxes)
