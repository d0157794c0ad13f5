"""A result as HTML in a notebook, and as a plot."""

from html.parser import HTMLParser

import matplotlib as mpl
import pytest
from matplotlib import pyplot
from race_tables import LINE_UP, result, row, rows

from nonet.racing.scoreboard import HEADINGS


class Texts(HTMLParser):
    """The texts of a page, and its tags."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.tags = [], []
        self.feed(page)

    def handle_data(self, data):
        self.texts.append(data)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)


def test_it_shows_the_summary_and_the_scoreboard_word_for_word_without_scripts_and_styles():
    found = result(rows(LINE_UP[:3], puzzles=4))
    board = found.scoreboard()
    entries = [entry.text for line in (*board.lines, *board.last) for entry in line.values()]
    shown = Texts(found._repr_html_())
    summary = "3 contestants · 4 puzzles · check · cold · limit 1 s"
    assert shown.texts == [summary, *HEADINGS, *filter(None, entries)]
    assert not {"script", "style"} & set(shown.tags)
    assert shown.texts.index("virtual best") > shown.texts.index(found.scores()[-1].contestant)
    assert "virtual best" not in Texts(result([row()])._repr_html_()).texts


def test_complaints_come_before_the_scores():
    liar = row("liar", problem="wrong", verdict="none", error="says none, but native has one")
    shown = Texts(result([row("native"), liar])._repr_html_())
    said = shown.texts.index("DISAGREEMENT on p1: liar says none, but native has one")
    assert said < shown.texts.index("contestant")
    assert "WRONG on p1" in shown.texts


def test_it_shows_the_first_of_many_complaints_and_counts_the_others():
    crashes = [row(f"c{n}", problem="crashed") for n in range(9)]
    texts = Texts(result(crashes)._repr_html_()).texts
    assert "c4 on p1: it was crashed" in texts
    assert "c5 on p1: it was crashed" not in texts
    assert "and 4 more" in texts


def test_names_are_text():
    page = result([row("<script>alert(1)</script>", "<b>p</b>", problem="crashed")])._repr_html_()
    assert not {"script", "b"} & set(Texts(page).tags)


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
