"""Tests of a result as HTML in a notebook, and as a plot."""

import re

import matplotlib as mpl
import pytest
from browser import Document
from matplotlib import pyplot
from race_tables import LINE_UP, result, row, rows

from nonet.racing.scoreboard import HEADINGS


def shown(found):
    return Document(found._repr_html_())


def test_it_shows_the_summary_and_the_scoreboard_word_for_word_without_scripts_and_styles():
    found = result(rows(LINE_UP[:3], puzzles=4))
    lines, last = found.scoreboard()
    entries = [[entry.text or "–" for entry in line.values()] for line in lines + last]
    document = shown(found)
    assert document.tables == {"Scores, the best first": [list(HEADINGS), *entries]}
    assert document.texts[0] == "3 contestants · 4 puzzles · check · cold · limit 1 s"
    assert not re.search("<script|<style", found._repr_html_())
    assert entries[-1][0] == "virtual best"
    assert "virtual best" not in shown(result([row()])).texts


def test_complaints_come_before_the_scores():
    liar = row("liar", problem="wrong", verdict="none", error="says none, but native has one")
    texts = shown(result([row("native"), liar])).texts
    said = texts.index("DISAGREEMENT on p1: liar says none, but native has one")
    assert said < texts.index("contestant")
    assert "WRONG on p1" in texts


def test_it_shows_the_first_of_many_complaints_and_counts_the_others():
    crashes = [row(f"c{n}", problem="crashed") for n in range(16)]
    texts = shown(result(crashes)).texts
    assert "c11 on p1: it was crashed" in texts
    assert "c12 on p1: it was crashed" not in texts
    assert "and 4 more" in texts


def test_a_result_is_plotted_by_the_name_of_the_plot():
    mpl.use("agg")
    found = result(rows(LINE_UP[:3], puzzles=4))
    try:
        assert found.plot().get_title("left") == "How many are decided within a time each"
        scatter = found.plot("scatter", first="native", second="heuristic")
        assert scatter.get_xlabel().startswith("time of native")
        with pytest.raises(
            ValueError, match=r"There is no plot 'pie'\. Choose from cactus, ecdf, scatter"
        ):
            found.plot("pie")
    finally:
        pyplot.close("all")
