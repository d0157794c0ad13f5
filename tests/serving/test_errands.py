"""Outdated questions of the board end, and do not delay other questions."""

import re

import pytest

from nonet.serving.page_files import shipped
from nonet.serving.server import MOST_BYTES

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
#: A hint for this puzzle takes many seconds.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def heard(page):
    return page.text(".nonet-hint")


def sent(page, *clicks):
    """Return the commands that the page sends when buttons are clicked at once."""
    return page.page.evaluate(
        """clicks => { const sent = [], send = WebSocket.prototype.send;
                       WebSocket.prototype.send = function (text) {
                         sent.push(JSON.parse(text).command); send.call(this, text); };
                       for (const name of clicks) board.find(name).click();
                       WebSocket.prototype.send = send;
                       return sent; }""",
        clicks,
    )


def ask_for_a_long_hint(page):
    page.open(HARD)
    page.press("Hint")
    page.wait_for_hint("thinking …")


def test_a_check_of_an_older_position_is_not_said(page):
    page.open(UNIQUE)
    page.press("Solve")
    page.click("r1c3")
    page.key("3")
    page.page.evaluate(
        """() => { board.find("[data-do=check]").click();
                   board.selected = new Set([3]); board.enter(1); }"""
    )
    page.press("Copy")
    page.wait("document.querySelector('.nonet-text').value")
    assert heard(page) == ""


def test_a_change_ends_the_hint(page):
    ask_for_a_long_hint(page)
    page.press("Solve")
    page.click("r1c2")
    assert "cancel" in sent(page, "[data-value='1']")
    assert heard(page) == ""
    page.press("Check")
    page.wait_for_hint("Right so far.")


def test_another_errand_ends_the_hint(page):
    ask_for_a_long_hint(page)
    page.press("Copy")
    page.wait("document.querySelector('.nonet-text').value")
    assert heard(page) == ""


def test_another_errand_ends_the_search_for_solutions(page):
    page.open("." * 16)
    page.wait("board.known.verdict?.kind == 'multiple'")
    assert sent(page, "[data-step='1']", "[data-do=copy]") == ["solutions", "write"]


def test_a_second_press_does_not_repeat_the_question(page):
    ask_for_a_long_hint(page)
    assert sent(page, "[data-do=hint]") == []
    assert heard(page) == "thinking …"


def test_a_failed_hint_stops_thinking(page):
    page.open(UNIQUE)
    page.page.evaluate("board.state.value[2] = 99")
    page.press("Hint")
    page.wait("document.querySelector('.nonet-error').textContent")
    page.wait_for_hint("")


def test_a_text_that_is_too_long_is_an_error_and_the_next_one_is_read(page):
    page.open(UNIQUE)
    page.page.evaluate(f"board.find('.nonet-text').value = '1'.repeat({MOST_BYTES})")
    page.press("Open")
    page.wait("document.querySelector('.nonet-error').textContent.includes('4 MB')")
    page.new(6)
    assert not page.page.evaluate("document.body.classList.contains('away')")


def test_the_page_knows_how_much_the_server_takes():
    [most] = re.findall(r"MOST_BYTES = 1 << (\d+);", shipped("page.js"))
    assert 1 << int(most) == MOST_BYTES


def test_the_answer_of_a_button_stays_in_sight_on_a_phone(phone):
    phone.page.set_viewport_size({"width": 390, "height": 500})
    phone.open(UNIQUE)
    phone.press("Solve")
    for name in ("hint", "check"):
        button = phone.page.locator(f"[data-do={name}]")
        button.scroll_into_view_if_needed()
        before = phone.page.evaluate("board.find('.nonet-beside').scrollTop")
        assert before > 0
        button.tap()
        assert phone.page.evaluate("board.find('.nonet-beside').scrollTop") == before
