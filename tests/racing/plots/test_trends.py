"""Scaling and hardness: medians over the size of the board and the share of empty cells."""

import numpy as np
import pytest
from race_tables import LINE_UP, invented, row, table

from nonet.racing.plots import hardness, scaling


def sized(*times, size, contestant="one"):
    return [
        row(contestant, f"{size}-{number}", time, values=size, empty=size / 100)
        for number, time in enumerate(times)
    ]


RUNS = [*sized(0.1, 0.2, 0.6, size=9), *sized(0.4, 0.5, 9, size=16), *sized(0.5, 9, 9, size=25)]


@pytest.mark.parametrize(
    ("plot", "places"), [(scaling, [9, 16, 25]), (hardness, [0.09, 0.16, 0.25])]
)
def test_the_undecided_count_as_slower_than_all_others(plot, places, lines):
    curve = lines(plot(table(RUNS)))["one"]
    assert curve.get_xdata().tolist() == places
    # Two of the last three are undecided, so their median is at the border.
    assert curve.get_ydata().tolist() == [0.2, 0.5, 1.0]


def test_hollow_markers_show_undecided_runs_and_the_title_explains_them():
    ax = scaling(table(RUNS))
    [hollow] = [line for line in ax.lines if line.get_label() == "_hollow"]
    assert hollow.get_xydata().tolist() == [[16, 0.5], [25, 1.0]]
    assert any("hollow: some undecided" in text.get_text() for text in ax.texts)
    decided = scaling(table(RUNS[:3]))
    assert not any("hollow" in text.get_text() for text in decided.texts)


def test_the_band_holds_the_middle_of_the_runs():
    times = np.linspace(0.1, 0.5, 101)
    ax = scaling(table([*sized(*times, size=9), *sized(*times, size=16)]))
    [band] = ax.collections
    [path] = band.get_paths()
    assert path.vertices[:, 1].min() == pytest.approx(0.14)
    assert path.vertices[:, 1].max() == pytest.approx(0.46)
    assert any(text.get_text().startswith("median and middle 80% ·") for text in ax.texts)


def test_bands_of_many_contestants_would_hide_the_lines():
    assert len(scaling(invented(LINE_UP[:4])).collections) == 4
    ax = scaling(invented(LINE_UP[:5]))
    assert not ax.collections
    assert any(text.get_text().startswith("median ·") for text in ax.texts)


def test_sizes_are_named_as_boards():
    ax = scaling(table(RUNS))
    assert [label.get_text() for label in ax.get_xticklabels()] == ["9×9", "16×16", "25×25"]


def test_many_shares_are_pooled(lines):
    data = invented(("native",), puzzles=300)
    curve = lines(hardness(data))["native"]
    assert 15 <= len(curve.get_xdata()) <= 20
    assert data["empty"].min() < curve.get_xdata()[0]
    assert curve.get_xdata()[-1] < data["empty"].max()
    # The hardest puzzles of this table have two empty cells in three.
    assert curve.get_xdata()[np.argmax(curve.get_ydata())] == pytest.approx(0.66, abs=0.04)
