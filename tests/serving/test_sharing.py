"""An address has its puzzle in the fragment, which no server sees."""

from dataclasses import replace

import pytest
from serving_pages import Page, opened

import nonet
from nonet.formats.links.contract import are_same

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
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
