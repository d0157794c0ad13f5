"""All texts of the board have the contrast that WCAG asks for, on every rule, in light and dark."""

from dataclasses import replace
from pathlib import Path

import pytest
from examples import case
from serving_pages import opened

import nonet
from nonet.drawing.catalogue import examples

pytestmark = pytest.mark.slow

#: The least contrast of texts that WCAG asks for.
LEAST = 4.5
#: A script that defines `worstOnBoard` and `worstOnPage`.
MEASURE = Path(__file__).with_name("contrast.js").read_text()
#: A script that shows every kind of candidate: in one solution, in a few, and in many.
CANDIDATES = """() => {
  const { values, givens } = board.state.board;
  board.known = { candidates: { cap: 8, counts: givens.map(
    (_, cell) => values.map((value) => [1, 5, 8][(cell + value) % 3])) } };
  board.find("[data-do=candidates]").checked = true;
  board.paint();
}"""
#: A script that enters marks, colours and a value into all cells.
ENTERED = """(value) => {
  const all = (entry) => board.state.given.map(() => entry);
  const entered = { value: all(value), corner: all(9), centre: all(6), colour: all(511) };
  board.commit({ ...board.state, ...entered });
}"""


def test_digits_and_candidates_are_readable_on_every_rule(page):
    page.ask_nothing()
    page.page.evaluate(MEASURE)
    for number, (name, puzzle) in enumerate(examples().items()):
        if puzzle.grid.values[0] == 0:
            continue  # the board shows only values from 1
        page.open(nonet.write(puzzle, "json"))
        page.page.evaluate(CANDIDATES)
        with case(name):
            worst, text = page.page.evaluate("worstOnBoard()")
            assert worst >= LEAST, text
            page.page.evaluate(ENTERED, number % 2 and 2)  # marks, or values
            worst, text = page.page.evaluate("worstOnBoard()")
            assert worst >= LEAST, text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_readable(browser, board_server, scheme):
    with opened(browser, board_server.address, color_scheme=scheme) as page:
        page.page.evaluate(MEASURE)

        def read(state):
            with case((scheme, state)):
                worst, element = page.page.evaluate("worstOnPage()")
                assert worst >= LEAST, element

        read("a new board")
        puzzle = replace(nonet.classic("12..34..2......3"), meta=(("title", "T"), ("rules", "R")))
        page.open(nonet.write(puzzle, "json"), setting=False)
        page.press("Hint")
        page.wait("board.hinted")
        read("a hint")
        page.press("Difficulty")
        page.wait("board.known.rating?.type")
        page.press("Path")
        page.wait("board.hand.steps?.length == 10")
        read("a path and a difficulty")
        page.press("Set")
        page.verdict()
        read("a verdict")
        page.pick("cage")
        page.open("12..341", fails=True)
        read("a form and an error")
        page.page.evaluate("document.body.classList.add('away')")
        page.page.evaluate("document.querySelector('.nonet-away').textContent = 'gone'")
        read("a lost server")
        page.page.evaluate("document.body.classList.remove('away')")
        page.key("Escape")
        page.focus()
        page.key("?")
        read("the keys")
