"""Saved work and shared addresses of the board."""

import json
from contextlib import ExitStack
from dataclasses import replace

import pytest
from examples import case
from serving_pages import Page, opened
from serving_server import running

import nonet
from nonet.formats.links.contract import are_same
from nonet.serving.server import serve_board

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
UNREAD = {"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}}
UNREAD |= {"givens": {"r1c1": 3}, "rules": [{"rule": "from_a_package"}]}


def away(page):
    page.wait("document.body.classList.contains('away')")
    return page.text(".nonet-away")


def test_the_work_continues_after_a_reload(page, board_server):
    page.open(nonet.write(nonet.classic(UNIQUE).thermo("r1c1-r1c3"), "json"))
    page.press("Solve")
    page.click("r1c3")
    page.key("3")
    before = page.everything()
    page.visit(board_server.address)
    page.wait("board.state.board.rows == 4")
    assert page.everything() == before
    assert page.puzzle().rules[-1].name == "thermo"
    assert page.page.get_attribute("[data-do=solve]", "aria-pressed") == "true"
    page.click("r1c4")
    page.key("4")
    assert page.values("given") == UNIQUE
    assert page.values("value")[2:4] == "34"
    page.press("Set")
    page.visit(board_server.address)
    page.click("r1c3")
    page.key("4")
    assert page.values("given")[2] == "4"


def test_each_tab_keeps_its_own_work_and_a_new_one_begins_with_the_newest(page, board_server):
    page.open(UNIQUE)
    other = Page(page.page.context.new_page())
    other.visit(board_server.address)
    assert other.values("given") == UNIQUE
    other.new(6)
    page.visit(board_server.address)
    assert page.values("given") == UNIQUE
    third = Page(page.page.context.new_page())
    third.visit(board_server.address)
    assert len(third.values("given")) == 36
    other.visit(board_server.address)
    assert len(other.values("given")) == 36
    for tab in (other, third):
        tab.page.close()


def test_kept_work_that_is_not_read_is_put_aside(page, board_server):
    kept = json.dumps({"model": UNREAD, "setting": False})
    page.page.evaluate("text => sessionStorage.setItem('nonet-board', text)", kept)
    page.visit(board_server.address)
    page.wait("document.querySelector('.nonet-error').textContent")
    assert "from_a_package" in page.text(".nonet-error")
    assert page.values("given") == "." * 81
    aside = "localStorage.getItem('nonet-board-unread')"
    assert page.page.evaluate(aside) == kept
    assert page.page.evaluate("sessionStorage.getItem('nonet-board')") == kept
    # All cells of the board are filled.
    page.pick("antiknight")
    assert page.rules()[-1] == {"rule": "antiknight"}


#: A script that stores a text, and restores the work as a new page does.
RESTORED = """async (text) => {
  sessionStorage.setItem("nonet-board", text);
  board.state = null;
  board.find(".nonet-error").textContent = "";
  board.find(".nonet-new").value = 9;
  await (await import("./work.js")).restore(board);
}"""


def test_other_stored_texts_are_ignored(page):
    for kept in ("", "{", "7", "null", '"x"', '{"model": 7}', '{"value": []}'):
        with case(kept):
            page.page.evaluate(RESTORED, kept)
            assert page.values("given") == "." * 81
            assert bool(page.text(".nonet-error")) == ("model" in kept)


def test_changes_of_rules_go_on_after_one_that_failed(page):
    page.new(4)
    page.page.evaluate("board.changeRules(() => { throw new Error('a slip'); }).catch(() => {}); 0")
    page.pick("antiknight")
    assert page.rules()[-1] == {"rule": "antiknight"}


def test_a_restarted_server_is_recognised_and_one_that_comes_back_is_found_again(browser):
    with ExitStack() as stack:
        with running(serve_board, "old", 0) as first:
            address = f"http://localhost:{first.port}/?token="
            page = stack.enter_context(opened(browser, f"{address}old"))
            page.verdict()
        assert away(page) == "The server does not answer. Your work is saved."
        page.focus()
        page.key("ArrowRight", "5")
        with running(serve_board, "old", first.port):
            page.wait("!document.body.classList.contains('away')")
            assert page.verdict() == "multiple"
            assert page.values("given")[1] == "5"
        assert away(page)
        with running(serve_board, "new", first.port):
            page.wait(
                "document.querySelector('.nonet-away').textContent.includes('Open the address')"
            )
            page.visit(f"{address}new")
            assert page.values("given")[1] == "5"
            stack.close()


def test_one_board_too_many_is_refused(browser, quick_processes):
    """Start a separate server, because the page of other tests would count as a board."""
    with running(serve_board, "own", 0) as server:
        address = f"http://localhost:{server.port}/?token=own"
        with opened(browser, address) as page:
            for _ in range(2):
                Page(page.page.context.new_page()).visit(address)
            one_more = page.page.context.new_page()
            one_more.goto(address)
            assert away(Page(one_more)).startswith("Three boards are open")
            assert not one_more.is_visible("main"), "there is nothing on it yet"
            page.page.context.pages[1].close()
            Page(one_more).wait("board.state")
            assert one_more.is_visible("main")
            assert not one_more.is_visible(".nonet-away")


def test_a_board_begins_with_the_puzzle_of_the_command_and_goes_on_with_the_work(
    browser, quick_processes
):
    model = nonet.write(nonet.classic(UNIQUE).thermo("r3c1-r3c3"), "json")
    with running(serve_board, "own", 0, model=model) as server:
        address = f"http://localhost:{server.port}/?token=own"
        with opened(browser, address) as page:
            page.wait("board.state.board.rows == 4")
            assert page.values("given") == UNIQUE
            assert page.puzzle().rules[-1].name == "thermo"
            page.click("r1c3")
            page.key("3")
            page.visit(address)
            page.wait("board.state.board.rows == 4")
            assert page.values("value")[2] == "3"


def test_a_text_that_is_pasted_while_the_board_loads_is_not_lost(browser, board_server):
    context = browser.new_context(bypass_csp=True)
    try:
        page = Page(context.new_page())
        page.page.goto(board_server.address)
        page.page.fill(".nonet-text", UNIQUE)
        page.wait("board.state")
        assert page.page.input_value(".nonet-text") == UNIQUE
        page.press("Open")
        page.wait("board.state.board.rows == 4")
        assert page.page.input_value(".nonet-text") == ""
    finally:
        context.close()


# --- shared addresses ----------------------------------------------------------------------------

PUZZLE = replace(
    nonet.classic(UNIQUE).thermo("r1c1-r1c3").cage("r4c1 r4c2", 5),
    meta=(("title", "Corners"), ("author", "Ann"), ("rules", "Think twice.")),
)


def copied(page):
    """Return the address of the puzzle."""
    page.page.fill(".nonet-text", "")
    page.page.get_by_role("button", name="Copy address").focus()
    page.key("Enter")
    page.wait("document.querySelector('.nonet-text').value")
    return page.page.input_value(".nonet-text")


def is_shared(puzzle):
    return are_same(puzzle, PUZZLE) and {*PUZZLE.meta} <= {*puzzle.meta}


@pytest.fixture
def address(page):
    page.open(nonet.write(PUZZLE, "json"), setting=False)
    return copied(page)


def test_a_shared_address_opens_its_puzzle_in_solve(page, address, board_server):
    origin, payload = address.split("/#")
    assert origin == f"http://localhost:{board_server.port}"
    assert "token" not in address
    tab = page.page.context.new_page()
    seen = []
    tab.on("request", lambda request: seen.append(request.url))
    tab.on("websocket", lambda socket: seen.append(socket.url))
    other = Page(tab)
    other.visit(address)
    # The tab first shows the saved work of the other tab, which is the same puzzle.
    other.wait("sessionStorage.getItem('nonet-begun') && !board.setting")
    assert is_shared(other.puzzle())
    assert other.values("value") == "." * 16
    assert any(url.startswith("ws:") for url in seen)
    for url in seen:
        assert url.split("#")[0].split("://")[1].startswith(f"localhost:{board_server.port}/")
        assert payload[:20] not in url.split("#")[0]
    # After a reload, the work of the tab goes on.
    other.click("r1c3")
    other.key("3")
    other.page.reload()
    other.wait("board.state?.board.rows == 4")
    assert other.values("value")[2] == "3"
    tab.close()


def test_another_fragment_in_the_same_tab_opens_its_puzzle(page, address):
    page.open("." * 16, setting=False)
    page.page.evaluate("hash => { location.hash = hash; }", address.split("#")[1])
    page.wait("board.state.board.model.rules.some(({ rule }) => rule === 'thermo')")
    assert is_shared(page.puzzle())
    link = nonet.write(nonet.classic(UNIQUE).antiknight(), "fpuzzles")
    page.page.evaluate("hash => { location.hash = hash; }", link)
    page.wait("board.state.board.model.rules.some(({ rule }) => rule === 'antiknight')")


def test_a_pasted_address_is_opened(page, address):
    page.open("." * 16, setting=False)
    page.open(address, setting=False)
    assert is_shared(page.puzzle())


def test_a_damaged_address_is_an_error(page, address):
    before = page.puzzle()
    page.page.evaluate("hash => { location.hash = hash; }", address.split("#")[1][:40])
    page.wait("document.querySelector('.nonet-error').textContent")
    assert page.puzzle() == before


def test_a_shared_address_waits_for_the_token(browser, board_server, address):
    with opened(browser, board_server.address) as page:
        page.page.evaluate("localStorage.clear()")
        page.page.evaluate("sessionStorage.clear()")
        shared = page.page.context.new_page()
        shared.goto(address)
        tab = Page(shared)
        tab.wait("document.body.classList.contains('away')")
        assert tab.text(".nonet-away").startswith("Open the address that nonet serve prints.")
        assert tab.page.evaluate("board.state") is None
        page.visit(board_server.address)
        tab.wait("board.state?.board.rows == 4")
        assert is_shared(tab.puzzle())
