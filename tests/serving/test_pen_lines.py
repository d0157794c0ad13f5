"""The player draws lines between centres and along edges. Drawing a line again erases it."""

import pytest

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"


@pytest.fixture
def page(page):
    page.open(UNIQUE, setting=False)
    page.focus()
    page.key("b")
    return page


def draw(page, *points):
    """Drag through points in cell units."""
    first, *others = page.places(*points)
    page.page.mouse.move(*first)
    page.page.mouse.down()
    for place in others:
        page.page.mouse.move(*place, steps=3)
    page.page.mouse.up()


def painted(page):
    return sorted(
        page.page.locator("line.nonet-ink").evaluate_all(
            "lines => lines.map((line) => ['x1', 'y1', 'x2', 'y2']"
            ".map((name) => line.getAttribute(name) / 40).join(' '))"
        )
    )


def test_a_line_joins_the_centres_of_cells_and_is_erased_by_drawing_it_again(page):
    draw(page, (0.5, 0.5), (2.5, 0.5), (2.5, 1.5), (1.5, 2.5))
    stretches = ["0.5 0.5 1.5 0.5", "1.5 0.5 2.5 0.5", "2.5 0.5 2.5 1.5", "2.5 1.5 1.5 2.5"]
    assert painted(page) == sorted(page.state("lines")) == sorted(stretches)
    draw(page, (1.4, 0.6), (2.6, 0.4))
    assert painted(page) == sorted([stretches[0], *stretches[2:]])
    page.press("Undo")
    assert painted(page) == sorted(stretches)
    page.press("Undo")
    assert painted(page) == []
    assert page.values("value") == "." * 16


def test_going_back_shortens_a_line(page):
    draw(page, (0.5, 0.5), (2.5, 0.5), (1.5, 0.5))
    assert painted(page) == ["0.5 0.5 1.5 0.5"]


@pytest.mark.parametrize("start", [(0.2, 1.1), (0.5, 0.95), (0.05, 1)])
def test_a_line_near_an_edge_follows_the_edges(page, start):
    draw(page, start, (1.9, 1.02), (2, 2.9))
    stretches = ["0 1 1 1", "1 1 2 1", "2 1 2 2", "2 2 2 3"]
    assert painted(page) == stretches


def test_a_line_stays_on_the_board(page):
    draw(page, (3.5, 3.5), (4.6, 3.5))
    draw(page, (0.02, 0.02), (-0.9, 0.02))
    draw(page, (3.5, 3), (4.8, 3))
    assert painted(page) == ["3 3 4 3"]


def test_lines_have_colours(page):
    page.key("3")
    draw(page, (0.5, 0.5), (1.5, 0.5))
    page.page.click("[data-value='2']")
    draw(page, (0.5, 1.5), (1.5, 1.5))
    draw(page, (0.5, 0.5), (1.5, 0.5))
    assert page.state("lines") == {"0.5 0.5 1.5 0.5": 2, "0.5 1.5 1.5 1.5": 2}
    pressed = page.page.locator(".nonet-pad [aria-pressed=true]").get_attribute("data-value")
    assert pressed == "2"
    page.press("Clear")
    assert painted(page) == []
    page.press("Undo")
    assert len(painted(page)) == 2


def test_lines_are_drawn_with_the_keyboard_alone(page):
    page.key("Shift+ArrowRight", "Shift+ArrowDown", "Control+ArrowLeft", "Control+ArrowDown")
    edges = ["1 1 1 2", "1 2 2 2"]
    assert painted(page) == sorted(["0.5 0.5 1.5 0.5", "1.5 0.5 1.5 1.5", *edges])
    page.key("Control+ArrowDown", "Shift+ArrowUp", "Control+ArrowUp")
    assert page.text(".nonet-spoken") == "line drawn"
    assert painted(page) == sorted(["0.5 0.5 1.5 0.5", "1 0 2 0", edges[0]])
    page.key("Backspace", "Home", " ", "ArrowDown", "ArrowRight", " ")
    assert painted(page) == ["1.5 0.5 2.5 1.5"]
    page.key("Escape", "4")
    assert page.state("value")[6] == 0, "no cell is selected"
    page.key("ArrowLeft", "3")
    assert page.values("value")[5] == "."
    assert painted(page) == ["1.5 0.5 2.5 1.5"]


def test_other_tools_work_beside_the_pen(page):
    page.press("Set")
    page.pick("thermo")
    page.stroke(["r1c1", "r1c2"])
    assert page.rules()[-1]["rule"] == "thermo"
    page.page.click(".nonet-close")
    draw(page, (0.5, 2.5), (1.5, 2.5))
    assert painted(page) == ["0.5 2.5 1.5 2.5"]
    page.pick("thermo")
    page.press("value")
    assert page.page.is_hidden(".nonet-form")
    page.click("r3c3")
    page.key("1")
    assert page.state("given")[10] == 1


def test_lines_are_kept_with_the_work(page, board_server):
    draw(page, (0.5, 0.5), (1.5, 0.5))
    page.visit(board_server.address)
    page.wait("board.state.board.rows == 4")
    assert painted(page) == ["0.5 0.5 1.5 0.5"]
    page.open(UNIQUE)
    assert painted(page) == []


def test_a_line_is_drawn_by_touch(phone):
    phone.open(UNIQUE, setting=False)
    phone.page.get_by_role("button", name="pen", exact=True).tap()
    phone.touch(*phone.places((0.5, 0.5), (1, 0.5), (1.5, 0.5)))
    assert painted(phone) == ["0.5 0.5 1.5 0.5"]
