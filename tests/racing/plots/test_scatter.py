"""The scatter plot has the common runs of two contestants. Undecided runs are on the border."""

from dataclasses import replace

import numpy as np
import pytest
from race_tables import invented, row, table

from nonet.racing.plots import scatter

RUNS = [
    *(row("one", "p1", 0.1), row("two", "p1", 0.2)),
    *(row("one", "p2", 0.3), row("two", "p2", 9.0)),
    *(row("one", "p3", 9.0), row("two", "p3", 9.0)),
    *(row("one", "p4", 0.4), row("two", "p4", 0.01)),
]


def test_points_are_pairs_of_the_same_run_and_the_undecided_lie_on_the_border(lines):
    points = lines(scatter(table(RUNS)))
    assert points["both decided"].get_xydata().tolist() == [[0.1, 0.2], [0.4, 0.01]]
    assert points["not decided by both"].get_xydata().tolist() == [[0.3, 1.0], [1.0, 1.0]]


def test_groups_have_a_colour_and_a_marker_each(lines):
    runs = [replace(each, group="easy" if each.puzzle == "p1" else "hard") for each in RUNS]
    points = lines(scatter(table(runs)))
    assert {"easy", "hard"} <= set(points)
    assert points["easy"].get_color() != points["hard"].get_color()
    assert points["easy"].get_marker() != points["hard"].get_marker()


def test_the_axes_say_how_often_each_contestant_was_faster():
    ax = scatter(table(RUNS), "two", "one")
    assert ax.get_xlabel() == "time of two (faster in 1 of 4)"
    assert ax.get_ylabel() == "time of one (faster in 2 of 4)"


def test_both_axes_are_the_same_and_show_what_is_beyond_the_border():
    ax = scatter(table(RUNS))
    assert ax.get_xlim() == ax.get_ylim()
    low, high = ax.get_xlim()
    assert low < 0.01
    assert high > 1.0
    assert sum(text.get_text() == "limit 1 s" for text in ax.texts) == 2


def test_runs_of_only_one_contestant_are_left_out(lines):
    ax = scatter(table([*RUNS, row("one", "p5", 0.1), row("two", "p1", 0.1, repeat=1)]))
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


@pytest.mark.parametrize(("puzzles", "is_pixels"), [(3000, False), (3001, True)])
def test_very_many_points_become_pixels(puzzles, is_pixels, lines):
    times = np.linspace(0.1, 0.2, puzzles)
    runs = [row(who, f"p{i}", time) for who in ("one", "two") for i, time in enumerate(times)]
    points = lines(scatter(table(runs)))
    assert bool(points["both decided"].get_rasterized()) == is_pixels
