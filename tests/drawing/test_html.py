"""Pictures for notebooks, with links to the sites where the puzzle can be played."""

import re
from html import unescape

import pytest

from nonet import PuzzleError, classic, draw_html, draw_svg, parse

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
