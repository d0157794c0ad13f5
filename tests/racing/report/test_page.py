"""The report of a race, as a text and in a browser."""

import re
from unittest import mock

import matplotlib as mpl
import numpy as np
import pytest
from browser import Document, document_of, picture_of
from matplotlib import image, pyplot
from race_tables import LINE_UP, result, row, rows

from nonet.racing.report import MOST_ROWS, failures, page, write_html
from nonet.racing.result import headline
from nonet.racing.scoreboard import HEADINGS
from nonet.system.errors import PuzzleError

GOOD = result(rows(LINE_UP[:3], puzzles=6, repeats=2))
SCORES = "Scores, the best first"


@pytest.fixture(scope="module")
def good():
    return page(GOOD)


def headings(text):
    return re.findall(r"<h2>(.*?)</h2>", text)


def test_a_good_race_has_good_news_first(good):
    decided = sum(row.decided for row in GOOD.rows)
    assert headings(good) == [
        f"No two contestants disagree: {decided} verdicts, every solution checked",
        *("Scores", "Pairwise wins", "Plots", "Environment"),
    ]


def test_it_is_well_formed_and_every_identifier_is_unique(good):
    document = Document(good)
    identifiers = [value for _, name, value in document.attributes if name == "id"]
    assert len(identifiers) == len(set(identifiers))
    links = [value for _, name, value in document.attributes if name in ("href", "xlink:href")]
    assert {link.removeprefix("#") for link in links} <= set(identifiers)


def test_nothing_is_loaded_from_elsewhere(good):
    sources = {"src", "href", "xlink:href", "action", "poster", "data"}
    for tag, name, value in Document(good).attributes:
        assert name not in sources or value.startswith(("#", "data:")), (tag, name, value)
    assert "@import" not in good
    assert not re.findall(r"url\((?!#)", good)
    assert "default-src 'none'" in good


def test_the_scores_are_those_of_the_result(good):
    head, *lines = Document(good).tables[SCORES]
    assert head == list(HEADINGS)
    assert [line[0] for line in lines] == [
        *(score.contestant for score in GOOD.scores()),
        "virtual best",
    ]


def test_wins_are_a_matrix(good):
    [(caption, (head, *lines))] = [
        each for each in Document(good).tables.items() if "was faster" in each[0]
    ]
    assert caption
    names = [line[0] for line in lines]
    assert head[1:] == names
    for place, score in enumerate(GOOD.scores()):
        expected = [str(score.wins[name]) if name in score.wins else "–" for name in names]
        assert lines[place][1:] == expected


def test_one_contestant_alone_beats_nobody_and_cannot_disagree():
    alone = page(result([row(), row(puzzle="p2")]))
    first, *others = headings(alone)
    assert first == "No answer is wrong: 2 verdicts, every solution checked"
    assert "Pairwise wins" not in others
    assert "Two contestants" not in alone


def test_wrong_answers_come_first_and_in_red():
    bad = [
        row("native"),
        row("liar", problem="wrong", verdict="none", error="says none, but native has a solution"),
        row("native", "p2"),
        row("liar", "p2", problem="crashed"),
    ]
    text = page(result(bad))
    assert headings(text)[0] == "Wrong answers on 1 puzzle"
    assert "Failures" in headings(text)
    box = text[text.index('class="headline bad"') : text.index("Scores</h2>")]
    assert "p1: liar says none, but native has a solution" in box
    assert "liar on p2: it was crashed" in box
    table = Document(text).tables["Runs with a problem: 2"]
    assert [line[3] for line in table] == ["problem", "WRONG", "crashed"]
    assert "<strong>WRONG on p1</strong>" in text


def test_a_crash_is_not_a_wrong_answer():
    text = headline(result([row("native"), row("weak", problem="crashed")]))
    assert headings(text)[0] == "No answer is wrong, but some runs failed"


def test_of_too_many_failures_some_are_shown_and_all_are_counted():
    runs = [row("a", f"p{n}", problem="crashed") for n in range(1000)]
    tables = Document(failures(result(runs))).tables
    caption = f"Runs with a problem: 1,000, of which {MOST_ROWS} are shown"
    assert len(tables[caption]) == 1 + MOST_ROWS


@pytest.mark.slow
def test_a_report_of_many_thousand_runs_stays_small():
    text = page(result(rows(LINE_UP, puzzles=500)))
    assert len(text) < 1_500_000


def test_names_and_errors_are_text():
    evil = "<script>alert(1)</script>"
    text = page(result([row(evil, evil, problem="crashed", error=evil, group=evil)]))
    assert text.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_it_shows_the_environment(good):
    texts = Document(good).texts
    assert {"cpu", "Abacus", "memory", "8.0 GB", "numpy", "2.0", "seed", "7"} <= set(texts)


def test_a_file_is_written_in_full_or_not_at_all(good, tmp_path):
    file = tmp_path / "report.html"
    with mock.patch("nonet.racing.report.page", return_value=good):
        write_html(GOOD, file)
    before = file.read_text()
    assert before == good
    with pytest.raises(ValueError, match="no runs"):
        write_html(result([]), file)
    assert file.read_text() == before
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(PuzzleError, match=r"nowhere.*No such file or directory"):
        write_html(result([row()]), tmp_path / "nowhere" / "report.html")


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
            ValueError, match=r"There is no plot 'pie'\. Choose from cactus, scatter, phases"
        ):
            found.plot("pie")
    finally:
        pyplot.close("all")


# --- in a browser --------------------------------------------------------------------------------

pytestmark = pytest.mark.slow

RUNS = rows((*LINE_UP, "zchaff:2", "zchaff:10"), puzzles=30, limit=0.05, sizes=(9, 16))
WINS = "The number of runs in which the row's contestant was faster than the column's"

#: A script that clicks on headings, and then writes into the document how wide the page is and
#: which files it has loaded.
CLICKS = """<script>
for (const [section, column, times] of %s) {
  for (let time = 0; time < times; time++) {
    document.querySelectorAll(`#${section} thead th`)[column].querySelector("button").click();
  }
}
document.body.dataset.loaded = performance.getEntriesByType("resource").length;
document.body.dataset.width = document.documentElement.scrollWidth;
document.body.dataset.window = window.innerWidth;
</script>"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_html(result(RUNS), file)
    return file


@pytest.fixture(scope="module")
def clicked(browser, report):
    """The report after some clicks, each given as section, column and number."""

    def click(*clicks):
        page = report.with_name("clicked.html")
        page.write_text(report.read_text() + CLICKS % [list(each) for each in clicks])
        return document_of(browser, page)

    return click


@pytest.fixture(scope="module")
def once(clicked):
    """The report after a click on the median of the scores, and on a count of losses."""
    return clicked(("scores", 2, 1), ("pairwise", 5, 1))


@pytest.fixture(scope="module")
def twice(clicked):
    """The report after two clicks on each of these headings."""
    return clicked(("scores", 2, 2), ("pairwise", 5, 2))


def column(document, caption, heading):
    head, *lines = document.tables[caption]
    return [line[head.index(heading)] for line in lines if line[0] != "virtual best"]


def test_every_heading_becomes_a_button_and_nothing_else_changes(browser, report):
    before, after = Document(report.read_text()), document_of(browser, report)
    assert after.tables == before.tables
    heads = sum(len(table[0]) for table in after.tables.values())
    buttons = [tag for tag, name, value in after.attributes if (tag, value) == ("button", "button")]
    assert len(buttons) == heads


def test_a_click_sorts_by_the_column_and_a_second_one_reverses_the_order(once, twice):
    up, down = (
        [float(text) for text in column(each, SCORES, "median ms") if text != "–"]
        for each in (once, twice)
    )
    assert len(up) > 5
    assert up == sorted(up)
    assert down == up[::-1]
    for document, order in ((once, "ascending"), (twice, "descending")):
        orders = [value for tag, name, value in document.attributes if name == "aria-sort"]
        assert orders == [order, order]


def test_entries_without_a_number_stay_below(once, twice):
    for document in (once, twice):
        fifth = document.tables[WINS][0][5]
        *counts, own = column(document, WINS, fifth)
        assert own == "–"
        numbers = [int(count) for count in counts]
        assert len(set(numbers)) > 3
        assert numbers == sorted(numbers, reverse=document is twice)


def test_names_are_sorted_as_people_count_and_the_virtual_best_stays_below(clicked):
    by_name = clicked(("scores", 0, 2))
    *names, last = (line[0] for line in by_name.tables[SCORES][1:])
    assert names == ["zchaff:10", "zchaff:2", *sorted(LINE_UP, reverse=True)]
    assert last == "virtual best"


def test_nothing_is_loaded_and_the_page_is_no_wider_than_the_window(once):
    body = {name: value for tag, name, value in once.attributes if tag == "body"}
    assert body["data-loaded"] == "0"
    assert int(body["data-width"]) <= int(body["data-window"])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_part_of_the_page_is_drawn(browser, report, dark):
    pixels = image.imread(picture_of(browser, report, dark=dark))[..., :3]
    ground = pixels[4, 4]
    assert (ground.mean() < 0.5) == dark
    is_drawn = np.abs(pixels - ground).max(axis=2) > 0.1
    # Every part of the page has ink, including the plots, but most of the page is background.
    assert 0.02 < is_drawn.mean() < 0.5
    assert all(part.any() for part in np.array_split(is_drawn, 12))
    # The seven colours of the curves are there.
    for colour in ((0, 0x72, 0xB2), (0xD5, 0x5E, 0), (0, 0x9E, 0x73), (0xE6, 0x9F, 0)):
        assert (np.abs(pixels * 255 - colour).max(axis=2) < 3).sum() > 50


def test_wrong_answers_are_red_on_the_first_screen(browser, tmp_path):
    file = tmp_path / "bad.html"
    write_html(result([row("native"), row("liar", problem="wrong", verdict="none")]), file)
    pixels = image.imread(picture_of(browser, file, size=(900, 400)))[..., :3] * 255
    red = np.abs(pixels - (0xB3, 0x20, 0x1B)).max(axis=2) < 3
    assert red[:220].sum() > 200
