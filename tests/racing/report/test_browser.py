"""In a browser, a click sorts a table of the report, and the page loads nothing."""

import re

import numpy as np
import pytest
from browser import Document, document_of, picture_of
from matplotlib import image
from race_tables import LINE_UP, result, row, rows

from nonet.racing.report import write_html

pytestmark = pytest.mark.slow

RUNS = rows(LINE_UP, puzzles=30, limit=0.05, sizes=(9, 16))
SCORES = "Scores, the best first"
TIMES = "Median time for each puzzle"

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
    """The report after a click on the median of the scores, and on the last contestant's times."""
    return clicked(("scores", 2, 1), ("puzzle", 11, 1))


@pytest.fixture(scope="module")
def twice(clicked):
    """The report after two clicks on each of these headings."""
    return clicked(("scores", 2, 2), ("puzzle", 11, 2))


def column(document, caption, heading):
    head, *lines = document.tables[caption]
    return [line[head.index(heading)] for line in lines if line[0] != "virtual best"]


def times(texts):
    units = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
    matches = [re.fullmatch(r"([\d.]+) (s|ms|µs)", text) for text in texts]
    return [float(match[1]) * units[match[2]] for match in matches if match]


def test_every_heading_becomes_a_button_and_nothing_else_changes(browser, report):
    before, after = Document(report.read_text()), document_of(browser, report)
    assert after.tables == before.tables
    heads = sum(len(table[0]) for table in after.tables.values())
    buttons = [tag for tag, name, value in after.attributes if (tag, value) == ("button", "button")]
    assert len(buttons) == heads


def test_a_click_sorts_by_the_column_and_a_second_one_reverses_the_order(once, twice):
    up, down = (
        [float(text) for text in column(each, SCORES, "median ms") if text]
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
        shown = column(document, TIMES, "cpsat:boolean")
        count = shown.count("undecided")
        assert 0 < count < 30
        assert shown[-count:] == ["undecided"] * count
        numbers = times(shown[:-count])
        assert len(numbers) == 30 - count
        assert numbers == sorted(numbers, reverse=document is twice)


def test_names_are_sorted_as_people_count_and_the_virtual_best_stays_below(clicked):
    by_name = clicked(("scores", 0, 2), ("puzzle", 0, 1))
    assert column(by_name, TIMES, "puzzle") == [f"p{n}" for n in range(1, 31)]
    *names, last = (line[0] for line in by_name.tables[SCORES][1:])
    assert names == sorted(LINE_UP, reverse=True)
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
