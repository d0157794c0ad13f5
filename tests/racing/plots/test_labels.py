"""Labels are near the ends of their curves, and do not overlap."""

import warnings
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from race_tables import LINE_UP, invented

from nonet.racing import plots
from nonet.racing.plots.axes import spread

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
