"""Tests of the clock, the picture and the redundant clues of the board."""

from dataclasses import replace
from pathlib import Path

import pytest
from serving_pages import Page

import nonet

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"


def test_the_clock_runs_in_solve_until_it_is_solved(browser, board_server):
    context = browser.new_context(bypass_csp=True)
    context.clock.install()
    page = Page(context.new_page())
    page.visit(board_server.address)
    page.open(SOLVED[:-1] + ".")
    assert page.text(".nonet-timer") == ""
    page.press("Solve")
    context.clock.fast_forward("01:05")
    assert page.text(".nonet-timer") in ("1:05", "1:06", "1:07")
    page.press("Set")
    context.clock.fast_forward("02:00")
    page.press("Solve")
    page.click("r4c4")
    page.key("3")
    page.press("Check")
    page.wait("document.querySelector('.nonet-hint').textContent.startsWith('Solved in 1:')")
    stands = page.text(".nonet-timer")
    context.clock.fast_forward("01:00:00")
    assert page.text(".nonet-timer") == stands
    # The clock continues from the saved time.
    page.key("Backspace")
    page.visit(board_server.address)
    assert page.text(".nonet-timer").startswith("1:")
    page.open(UNIQUE)
    page.press("Solve")
    assert page.text(".nonet-timer").startswith("0:0")
    context.close()


def test_the_picture_is_saved_with_what_was_entered(page):
    page.open(UNIQUE)
    page.press("Solve")
    page.click("r1c3")
    page.key("3", "ArrowRight", "Control+4", "Shift+2")
    with page.page.expect_download() as download:
        page.press("Save SVG")
    values = [int(value) if value != "." else None for value in "123." + UNIQUE[4:]]
    marks = (*[0b1111] * 3, 0b1010, *[0b1111] * 12)
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    puzzle = nonet.classic(UNIQUE)
    assert saved == nonet.draw_svg(replace(puzzle, marks=marks), values)
    assert download.value.suggested_filename == "puzzle.svg"


def test_redundant_clues_are_named_and_shown(page):
    def said(words):
        page.page.get_by_text(words, exact=True).wait_for(timeout=120_000)

    page.open(nonet.write(nonet.classic(UNIQUE).cage("r1c1 r1c2", 3), "json"))
    page.verdict()
    assert page.text(".nonet-redundant") == ""
    page.page.get_by_label("redundant clues").check()
    found = nonet.find_redundant(page.puzzle())
    givens = [clue.cell for clue in found.redundant if hasattr(clue, "cell")]
    names = [f"given r{cell // 4 + 1}c{cell % 4 + 1}" for cell in givens]
    count = len(found.redundant)
    said(f"{count} clues are redundant, each alone: {', '.join([*names, 'cage r1c1 r1c2 = 3'])}")
    assert page.page.locator(".nonet-spare").count() == len(givens)
    # An edit ends the question, and the board asks it again.
    page.click("r4c4")
    page.key("Backspace")
    page.wait("board.known.all")
    assert page.verdict() == "multiple"
    assert page.text(".nonet-redundant") == ""
    page.press("Undo")
    page.wait("document.querySelector('.nonet-redundant').textContent")
    page.press("Solve")
    assert page.page.locator(".nonet-spare").count() == 0


def test_the_buttons_stand_still_while_answers_arrive(page):
    """A button that moves between the press and the release of the mouse is not clicked."""
    said = [("…", ""), ("Several solutions (native, 10 ms)", "1,639,964,309,760 solutions or more")]
    tops = page.page.evaluate(
        """said => said.map(([verdict, count]) => {
             board.find(".nonet-verdict").textContent = verdict;
             board.find(".nonet-count").textContent = count;
             return board.find("[data-do=new]").getBoundingClientRect().top; })""",
        said,
    )
    assert len(set(tops)) == 1
