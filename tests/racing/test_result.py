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


def test_it_says_what_was_raced_and_lists_the_scores_and_the_virtual_best():
    found = result(rows(LINE_UP[:3], puzzles=4))
    shown = Texts(found._repr_html_())
    assert shown.texts[0] == "3 contestants · 4 puzzles · check · cold · limit 1 s"
    places = [shown.texts.index(score.contestant) for score in found.scores()]
    assert places == sorted(places)
    assert shown.texts.index("virtual best") > places[-1]
    assert "4/4" in shown.texts


def test_it_shows_the_scoreboard_word_for_word():
    found = result(rows(LINE_UP[:3], puzzles=4))
    board = found.scoreboard()
    entries = [entry.text for line in (*board.lines, *board.last) for entry in line.values()]
    texts = Texts(found._repr_html_()).texts[1:]  # after the summary
    assert texts == [*HEADINGS, *filter(None, entries)]


def test_it_has_no_script_and_no_complaints():
    shown = Texts(result(rows(LINE_UP[:2], puzzles=4))._repr_html_())
    assert "script" not in shown.tags
    assert "style" not in shown.tags
    assert not any("wrong" in text.lower() for text in shown.texts)


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


def test_one_contestant_alone_has_no_virtual_best():
    assert "virtual best" not in Texts(result([row()])._repr_html_()).texts


def test_a_result_is_plotted_by_the_name_of_the_plot():
    mpl.use("agg")
    found = result(rows(LINE_UP[:3], puzzles=4))
    try:
        assert found.plot().get_title("left") == "How many are decided within a time each"
        scatter = found.plot("scatter", first="native", second="heuristic")
        assert scatter.get_xlabel().startswith("time of native")
        with pytest.raises(ValueError, match="no plot 'pie'; choose from cactus, ecdf, scatter"):
            found.plot("pie")
    finally:
        pyplot.close("all")
