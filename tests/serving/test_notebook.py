"""In a notebook, Python sees what the player enters, and the board shows puzzles from Python."""

import pytest
from requirements import require_package

import nonet

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_processes")]

UNIQUE = "12..34..2......3"
#: The keys that move from the first cell to the last.
LAST = ("ArrowUp", "ArrowLeft")


@pytest.fixture
def notebook(browser, monkeypatch):
    require_package("anywidget")
    from kernels import Notebook

    page = browser.new_page()
    yield Notebook(page, monkeypatch)
    page.close()


@pytest.fixture
def shown(notebook):
    """Show a board; return it and its element on the page."""
    boards = []

    def show(puzzle):
        boards.append(nonet.board(puzzle))
        notebook.show(boards[-1])
        view = notebook.page.locator(".nonet-board").nth(len(boards) - 1)
        notebook.wait(lambda: view.locator(".nonet-paper svg").count() == 2)
        return boards[-1], view

    yield show
    for board in boards:
        board.close()


def enter(notebook, view, *keys):
    view.locator(".nonet-paper").focus()
    for key in keys:
        notebook.page.keyboard.press(key)


def verdict(notebook, view, kind):
    notebook.wait(lambda: view.get_attribute("data-verdict") == kind)


def test_entries_are_in_python(notebook, shown):
    board, view = shown(UNIQUE)
    verdict(notebook, view, "unique")
    seen = []
    board.observe(lambda change: seen.append(change.new), "puzzle")
    enter(notebook, view, "ArrowRight", "Backspace")
    notebook.wait(lambda: seen == [nonet.classic("1...34..2......3")])
    view.get_by_role("button", name="Solve", exact=True).click()
    enter(notebook, view, "2")
    notebook.wait(lambda: board.values[1] == 2)
    assert board.puzzle == nonet.classic("1...34..2......3")
    view.get_by_role("button", name="Check", exact=True).click()
    notebook.wait(lambda: view.locator(".nonet-hint").inner_text() == "Right so far.")


def test_a_puzzle_set_in_python_is_shown_and_can_be_undone(notebook, shown):
    board, view = shown(UNIQUE)
    verdict(notebook, view, "unique")
    board.puzzle = nonet.classic("11" + "." * 34, boxes=(2, 3)).cage("r1c1 r1c2", 3)
    verdict(notebook, view, "none")
    assert view.locator("rect.nonet-clash").count() >= 2
    enter(notebook, view, "Control+z")
    verdict(notebook, view, "unique")
    notebook.wait(lambda: board.puzzle == nonet.classic(UNIQUE))


def test_two_boards_know_nothing_of_each_other(notebook, shown):
    (first, one), (second, other) = shown(UNIQUE), shown("." * 81)
    verdict(notebook, other, "multiple")
    verdict(notebook, one, "unique")
    enter(notebook, one, *LAST, "Backspace")
    enter(notebook, other, *LAST, "7")
    notebook.wait(lambda: first.puzzle == nonet.classic(UNIQUE[:-1] + "."))
    notebook.wait(lambda: second.puzzle == nonet.classic("." * 80 + "7"))
    verdict(notebook, one, "multiple")


@pytest.fixture
def twice(notebook, shown):
    """Show a board twice; return it and its two elements on the page."""
    board, one = shown(UNIQUE)
    notebook.show(board)
    other = notebook.page.locator(".nonet-board").nth(1)
    for view in (one, other):
        verdict(notebook, view, "unique")
    return board, one, other


def test_a_board_that_is_shown_twice_is_the_same_in_both_places(notebook, twice):
    board, one, other = twice
    # The selection stays.
    edits = (
        (one, (*LAST, "Delete"), "multiple"),
        (other, (*LAST, "3"), "unique"),
        (one, ("4",), "none"),
    )
    for view, keys, kind in edits:
        enter(notebook, view, *keys)
        for each in (one, other):
            verdict(notebook, each, kind)
    assert board.puzzle == nonet.classic(UNIQUE[:-1] + "4")


def test_an_entry_just_after_the_board_of_the_other_view_has_come_is_kept(notebook, twice):
    _, one, other = twice
    notebook.delays = is_end_of_errand
    enter(notebook, one, *LAST, "Delete")
    verdict(notebook, other, "multiple")
    enter(notebook, other, *LAST, "3")
    notebook.delays = None
    for view in (one, other):
        verdict(notebook, view, "unique")


def is_end_of_errand(data):
    said = data.get("content", {})
    return (said.get("line"), said.get("type")) == ("errand", "end")


def test_removing_a_view_ends_its_processes(notebook, shown):
    board, view = shown(UNIQUE)
    verdict(notebook, view, "unique")
    processes = [each._worker for each in board._channel._open.values()]
    assert all(each.is_alive for each in processes)
    notebook.page.evaluate("notebook.remove(0)")
    notebook.wait(lambda: board._channel._open == {})
    board.puzzle = nonet.classic(order=2)
    assert notebook.page.locator(".nonet-board").count() == 0


def test_the_board_does_not_affect_the_notebook(notebook, shown):
    said = []
    page = notebook.page
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url))
    page.evaluate("keys = []; addEventListener('keydown', (event) => keys.push(event.key))")
    look = "(() => { const s = getComputedStyle(other); return [s.padding, s.font, s.color]; })()"
    before = page.evaluate(look), page.evaluate("getComputedStyle(document.body).margin")
    _, view = shown(UNIQUE)
    verdict(notebook, view, "unique")
    assert (page.evaluate(look), page.evaluate("getComputedStyle(document.body).margin")) == before
    # The board handles digits, and the notebook must not see them.
    enter(notebook, view, *LAST, "4")
    assert page.evaluate("keys") == []
    assert [each for each in said if not each.startswith("blob:")] == []
    assert view.locator(".nonet-paper").bounding_box()["width"] > 100
