"""Pictures for notebooks, with links to the sites where the puzzle can be played."""

import re
from dataclasses import replace
from html import unescape

import pytest

from nonet import PuzzleError, classic, draw_html, draw_svg, parse
from nonet.drawing.html import printable

PUZZLE = classic("12..34..2......3").renban("r1c3 r1c4")


def test_a_link_under_a_picture_holds_the_puzzle():
    page = draw_html(PUZZLE)
    assert page.startswith(draw_svg(PUZZLE))
    [link] = re.findall(r'<a href="(https://[^"]+)" rel="noreferrer">fpuzzles</a>', page)
    assert parse(unescape(link)) == PUZZLE


def test_a_picture_of_a_solution_has_the_link_of_the_puzzle():
    values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3]
    page = draw_html(PUZZLE, values)
    assert page.startswith(draw_svg(PUZZLE, values))
    assert page.split("\n<p>")[1] == draw_html(PUZZLE).split("\n<p>")[1]


def test_an_impossible_link_is_refused():
    with pytest.raises(PuzzleError, match=r"'line' is not a format of links\. Choose one of iss"):
        draw_html(PUZZLE, links=["line"])
    with pytest.raises(PuzzleError, match="fpuzzles cannot express the rule taxicab"):
        draw_html(PUZZLE.taxicab(2))


#: How many pictures are on each sheet, for some numbers of puzzles with their solutions.
SHEETS = {1: [1, 1], 2: [2, 2], 6: [6, 6], 7: [6, 1, 7], 13: [6, 6, 1, 12, 1]}


#: Count the pictures of each sheet that lie inside the sheet.
INSIDE = """[...document.querySelectorAll("section")].map(sheet => {
    const {right, bottom} = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll("svg")].filter(picture => {
        const box = picture.getBoundingClientRect();
        return box.height > 100 && box.right <= right + 1 && box.bottom <= bottom + 1;
    }).length;
})"""


@pytest.mark.parametrize("count", SHEETS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_sheet_is_a_page_of_paper_that_cuts_no_puzzle(browser, tmp_path, count, paper):
    tall = draw_svg(replace(PUZZLE, meta=(("rules", "Think twice. " * 100),)), rules=True)
    file = tmp_path / "sheets.html"
    file.write_text(printable([tall] * count, [draw_svg(PUZZLE)] * count), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    held = page.evaluate(INSIDE)
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
    page.close()
    assert held == SHEETS[count]
    assert len(pages) == len(held)
