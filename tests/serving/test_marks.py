"""Marks on the board do not overlap, stay inside their cell, and replace printed marks."""

from dataclasses import replace

import pytest

import nonet

pytestmark = pytest.mark.slow


def small(page):
    return page.page.locator("text.nonet-small").all_text_contents()


def printed(page):
    return page.page.locator("text.nonet-printed").all_text_contents()


def enter_marks(page, kind, values):
    page.press(kind)
    for value in values:
        page.page.click(f"[data-value='{value}']")


def test_one_and_two_are_not_twelve(page):
    page.new(12)
    page.press("Solve")
    page.click("r1c1")
    enter_marks(page, "centre", [1, 2])
    page.click("r1c2")
    enter_marks(page, "centre", [12])
    page.click("r1c3")
    enter_marks(page, "centre", [1, 12])
    assert small(page) == ["1 2", "12", "1 12"]
    assert page.page.locator("text[textLength]").count() == 0, "few marks are as large as ever"


def test_many_marks_stay_in_their_cell(page):
    page.new(16)
    page.press("Solve")
    page.click("r2c2")
    enter_marks(page, "corner", range(1, 17))
    enter_marks(page, "centre", range(1, 17))
    boxes = page.page.evaluate(
        "[...document.querySelectorAll('.nonet-small')].map((text) => text.getBBox())"
        ".map(({ x, width }) => [x, x + width])"
    )
    assert len(boxes) == 3, "two rows of corner marks and one of centre marks"
    for left, right in boxes:
        assert 40 <= left < right <= 80


def test_printed_candidates_give_way_to_what_is_entered(page):
    marks = (0b0011, 0b1100, *[0b1111] * 14)
    page.open(nonet.write(replace(nonet.classic(order=2), marks=marks), "json"))
    page.press("Solve")
    assert printed(page) == ["1", "2", "3", "4"]
    page.click("r1c1")
    page.key("2")
    assert printed(page) == ["3", "4"]
    page.click("r1c2")
    page.key("Control+3")
    assert printed(page) == []
    page.key("Backspace")
    assert printed(page) == ["3", "4"]
    assert page.puzzle().marks == marks
    page.press("Set")
    page.page.check("[data-do=candidates]")
    page.candidates()
    page.wait("!document.querySelector('.nonet-printed')")


def test_corner_marks_are_in_the_corners(page):
    page.new(4)
    page.press("Solve")
    page.click("r2c2")
    enter_marks(page, "corner", [1, 2, 3, 4])
    places = page.page.evaluate(
        "[...document.querySelectorAll('.nonet-small')].map((text) => text.getBBox())"
        ".map(({ x, y, width, height }) => [x + width / 2 > 60, y + height / 2 > 60])"
    )
    assert small(page) == ["1", "2", "3", "4"]
    assert places == [[False, False], [True, False], [False, True], [True, True]]


def test_a_cell_has_several_colours(page):
    page.new(4)
    page.press("Solve")
    page.click("r1c1")
    page.press("colour")
    page.page.click("[data-value='2']")
    page.page.click("[data-value='9']")
    rects = page.page.locator("rect[fill='#ffd59e'], rect[fill='#e3c5a8']")
    assert [rect.get_attribute("width") for rect in rects.all()] == ["20", "20"]
