"""Tests of the board in a browser: mouse, touch and keyboard, live answers, and saved work."""

from dataclasses import replace

import pytest
from examples import case
from serving_pages import opened

import nonet

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
BOXES = "controls => controls.map((control) => control.getBoundingClientRect().toJSON())"


def test_by_keyboard_alone(page):
    page.new(4)
    page.focus()
    page.key("ArrowRight", "3", "ArrowDown", "Shift+ArrowRight", "4")
    assert page.values("given") == ".3...44........."
    page.key("Control+z")
    assert page.values("given") == ".3.............."
    page.key("Control+y", "Backspace")
    assert page.values("given") == ".3.............."
    assert page.text(".nonet-spoken") == "row 2 column 3, empty"
    page.key("Escape", "2")
    assert page.values("given") == ".3.............."
    page.key("Control+a", "1")
    assert page.values("given") == "1" * 16


def test_by_mouse(page):
    page.open(UNIQUE)
    page.drag("r1c3", "r1c4")
    assert page.selected() == ["r1c3", "r1c4"]
    page.click("r3c3", "Control")
    page.click("r1c4", "Control")
    assert page.selected() == ["r1c3", "r3c3"]
    page.press("Solve")
    page.page.click("[data-value='4']")
    assert page.values("value") == "..4.......4....."
    page.double_click("r1c1")
    assert page.selected() == ["r1c1"]
    page.double_click("r1c2")
    assert page.selected() == ["r1c2", "r3c1"]
    page.press("Clear")
    assert page.values("given") == UNIQUE


def test_by_touch(phone):
    phone.new(4)
    phone.tap("r2c3")
    assert phone.selected() == ["r2c3"]
    phone.page.tap("[data-value='3']")
    assert phone.values("given") == "......3........."


def test_on_a_phone_the_board_stays_in_view_and_keys_are_large(phone):
    phone.open(UNIQUE)
    phone.pick("thermo")
    (_, top), (_, bottom) = phone.places((0, 0), (0, 4))
    assert 0 <= top < bottom <= 422
    boxes = phone.page.locator(".nonet-pad button").evaluate_all(BOXES)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)


SIZES = [(390, 844), (1440, 900), (2560, 1440)]


@pytest.fixture(scope="module")
def sized(browser, board_server):
    """Return a function that opens a page in a window of a size."""
    with opened(browser, board_server.address) as page:

        def size(width, height):
            page.begin_anew()
            page.page.set_viewport_size({"width": width, "height": height})
            return page

        yield size


def test_no_control_is_cut_off(sized):
    for width, height in SIZES:
        page = sized(width, height)
        page.open(nonet.write(nonet.classic(UNIQUE).cage("r1c1 r1c2", 3), "json"))
        page.press("pen")
        for button in ("Path", "Edit cage r1c1 r1c2 = 3"):
            with case((width, button)):
                page.press(button)
                page.wait("board.palette.edited || board.hand.steps?.length")
                boxes = page.page.locator("button:visible, input[type=range]:visible")
                for box in boxes.evaluate_all(BOXES):
                    assert box["x"] >= 0
                    assert box["x"] + box["width"] <= width
                    assert width > 400 or box["height"] >= 44 or box["width"] > 150


def test_marks_and_colours(page):
    page.open(UNIQUE)
    page.press("Solve")
    page.click("r1c3")
    page.key("Shift+3", "Shift+4", "Control+3")
    assert (page.state("corner")[2], page.state("centre")[2]) == (0b1100, 0b100)
    page.key("Shift+3")
    assert page.state("corner")[2] == 0b1000
    page.key("Space", "Space", "Space", "2")
    assert page.state("colour")[2] == 2
    page.key("Backspace", "Backspace", "Backspace")
    assert [page.state(name)[2] for name in ("corner", "centre", "colour")] == [0, 0, 0]


def test_live_answers_follow_the_board(page):
    page.open(UNIQUE)
    assert page.verdict() == "unique"
    assert page.candidates() == [[int(str(v) == digit) for v in range(1, 5)] for digit in SOLVED]
    page.click("r4c4")
    page.key("Backspace")
    assert page.verdict() == "multiple"
    assert page.complete_count() == nonet.count(UNIQUE[:15] + ".")
    found = nonet.true_candidates(UNIQUE[:15] + ".", 8)
    assert page.candidates() == [
        [min(8, found.count(c, v)) for v in range(1, 5)] for c in range(16)
    ]
    page.click("r1c3")
    page.key("1")
    assert page.verdict() == "none"
    assert page.text(".nonet-verdict").startswith("No solution: r1c1 and r1c3 are both 1")
    assert page.page.locator("rect.nonet-clash").count() == 2
    page.press("Undo")
    assert page.verdict() == "multiple"


def test_links_are_opened_and_copied(page):
    killer = nonet.classic(order=2).cage("r1c1 r1c2", 3).thermo("r3c1-r3c3")
    for name in ("fpuzzles", "sudokupad", "iss", "json"):
        with case(name):
            page.page.fill(".nonet-text", nonet.write(killer, name))
            page.press("Open")
            page.wait("!document.querySelector('.nonet-text').value")
            assert {rule.name for rule in page.puzzle().rules} == {
                rule.name for rule in killer.rules
            }
            page.page.select_option(".nonet-format", name)
            page.press("Copy")
            page.wait("document.querySelector('.nonet-text').value")
            copied = nonet.parse(page.page.input_value(".nonet-text"))
            assert copied.rules == nonet.parse(nonet.write(killer, name)).rules
    page.open("12..341", fails=True)
    assert "characters" in page.text(".nonet-error")


def test_a_puzzle_that_is_read_does_not_show_its_solution(page, board_server):
    forced = page.page.locator("text.nonet-forced")
    page.open(UNIQUE)
    page.candidates()
    assert forced.count() == 0
    page.visit(board_server.address)
    page.candidates()
    assert forced.count() == 0, "nor does it after a reload"
    page.page.check("[data-do=candidates]")
    assert forced.count() == 16 - 6
    page.visit(board_server.address)
    page.candidates()
    assert forced.count() == 16 - 6


def test_a_hint_is_told_a_little_at_a_time(page):
    page.open(UNIQUE)
    page.press("Solve")
    expected = nonet.hint(UNIQUE)
    for level in (1, 2, 3):
        page.press("Hint")
        page.wait_for_hint(expected.say(level))
    assert page.page.locator("rect.nonet-marked").count() == 1


def test_a_step_is_done_and_the_next_hint_is_another(page):
    puzzle = nonet.classic(order=2).thermo("r3c4 r4c4 r4c3").thermo("r2c1 r1c2 r2c3")
    page.open(nonet.write(puzzle, "json"), setting=False)
    first = nonet.hint(puzzle).step
    while page.page.is_hidden("[data-do=apply]"):
        page.press("Hint")
        page.wait("board.hinted")
    assert page.page.locator("rect.nonet-scope").count() == len(first.scope)
    page.press("Apply")
    marks = page.state("centre")
    assert {cell: marks[cell] for cell in first.cells} == {
        cell: first.after.marks[cell] for cell in first.cells
    }
    page.press("Hint")
    page.wait("board.hinted")
    assert page.page.evaluate("board.hinted.levels[2]") != str(first)


def test_solutions_are_shown_one_by_one_and_filled_in(page):
    open_puzzle = UNIQUE[:15] + "."
    page.open(open_puzzle)
    page.verdict()
    count = nonet.count(open_puzzle)
    page.press("Solutions")
    page.wait("board.known.solutions")
    shown = page.page.locator("text.nonet-forced")
    for number in (1, 2):
        page.page.get_by_role("button", name=f"{number} of {count}").wait_for()
        assert shown.count() == open_puzzle.count(".")
        page.page.click("[data-step='1']")
    page.page.click("[data-step='-1']")
    page.press("Fill in")
    filled = [
        given or value
        for given, value in zip(page.state("given"), page.state("value"), strict=True)
    ]
    assert filled == page.page.evaluate("board.known.solutions.grids[1]")


def test_two_solutions_are_compared_in_the_cells_in_which_they_differ(page):
    page.open(UNIQUE[:15] + ".")
    page.wait("board.known.verdict?.kind == 'multiple'")
    page.press("Solutions")
    page.wait("board.known.solutions")
    grids = page.page.evaluate("board.known.solutions.grids")
    page.press("Compare")
    page.wait("document.querySelector('[data-step=\"1\"]').textContent.startsWith('1 and 2 of ')")
    pairs = [(one, other) for one, other in zip(*grids[:2], strict=True) if one != other]
    texts = """[...document.querySelectorAll('text.nonet-kept')].map(
        (each) => [each, each.nextSibling].map((text) => Number(text.textContent)))"""
    assert page.page.evaluate(texts) == list(map(list, pairs))
    page.press("Compare")
    assert page.page.evaluate(texts) == []


def test_a_selection_does_not_paint_the_digits_again(page):
    page.open(UNIQUE, setting=False)
    page.wait("board.known.clashes")
    page.page.evaluate("before = document.querySelector('.nonet-given'); 0")
    page.click("r1c3")
    assert page.page.locator("rect.nonet-selected").count() == 1
    assert page.page.evaluate("before.isConnected")
    page.key("3")
    assert not page.page.evaluate("before.isConnected")


def test_keys_choose_the_kind_and_are_listed(page):
    page.open(UNIQUE, setting=False)
    page.click("r1c3")
    page.key("x", "3", "c", "4", "v", "2", "z", "3")
    found = [page.state(name)[2] for name in ("corner", "centre", "colour", "value")]
    assert found == [0b100, 0b1000, 0b10, 3]
    page.key("?")
    assert "Arrow keys" in page.text(".nonet-help")
    page.key("Escape")
    assert page.page.is_hidden(".nonet-help")


def test_a_puzzle_is_opened_and_solved_by_keys_alone(page):
    page.page.fill(".nonet-text", SOLVED[:-1] + ".")
    page.key("Enter")
    page.wait("document.activeElement === board.paper")
    page.key("h")
    page.wait_for_hint(nonet.hint(SOLVED[:-1] + ".").say(1))
    page.key(*["ArrowDown", "ArrowRight"] * 3, "3")
    page.wait("document.querySelector('.nonet-hint').textContent.startsWith('Solved in ')")


def test_a_pause_hides_the_board(page):
    page.open(UNIQUE, setting=False)
    page.page.evaluate("board.timer.seconds = 60")
    page.page.click(".nonet-timer")
    assert page.page.locator("text.nonet-given").first.is_hidden()
    page.focus()
    page.key("ArrowRight")
    assert page.page.locator("text.nonet-given").first.is_visible()


def test_the_last_value_is_checked_at_once(page):
    page.open(SOLVED[:-1] + ".", setting=False)
    page.click("r4c4")
    page.key("2")
    page.wait_for_hint("1 value is wrong.")
    page.key("3")
    page.wait("document.querySelector('.nonet-hint').textContent.startsWith('Solved in ')")


def test_a_pasted_or_dropped_puzzle_is_opened(page):
    for name in ("paste", "drop"):
        with case(name):
            page.begin_anew()
            page.page.evaluate(
                """([name, text]) => {
                  const data = new DataTransfer();
                  data.setData("text/plain", text);
                  const event = name === "paste"
                    ? new ClipboardEvent(name, { bubbles: true, clipboardData: data })
                    : new DragEvent(name, { bubbles: true, dataTransfer: data });
                  document.querySelector(".nonet-paper").dispatchEvent(event);
                }""",
                [name, UNIQUE],
            )
            page.wait("board.state.given[0] == 1")


def test_a_text_dropped_into_a_field_stays_there(page):
    page.open(UNIQUE)
    page.page.click(".nonet-edited summary")
    taken = page.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "Think twice.");
          const field = document.querySelector("[aria-label=rules]");
          const options = { bubbles: true, cancelable: true, dataTransfer: data };
          return ["dragover", "drop"].map((name) =>
            !field.dispatchEvent(new DragEvent(name, options)));
        }"""
    )
    assert taken == [False, False]


def test_a_dropped_file_that_cannot_be_read_is_an_error(page):
    page.page.evaluate(
        """() => {
          const file = new File([], "folder");
          file.text = () => Promise.reject(new DOMException("gone", "NotFoundError"));
          const event = new Event("drop", { bubbles: true });
          event.dataTransfer = { files: [file], types: ["Files"] };
          document.querySelector(".nonet-paper").dispatchEvent(event);
        }"""
    )
    page.wait("document.querySelector('.nonet-error').textContent == 'folder cannot be read.'")


def test_the_page_keeps_to_its_policy(browser, board_server):
    context = browser.new_context()
    page = context.new_page()
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(board_server.address)
    page.wait_for_selector(".nonet-paper svg")
    page.wait_for_selector("[data-verdict=multiple]")
    context.close()
    assert said == []
    assert {url.split("/")[2] for url in asked if not url.startswith("data:")} == {
        f"localhost:{board_server.port}"
    }


def test_a_puzzle_that_is_read_opens_in_solve_without_a_verdict(page):
    page.open(UNIQUE, setting=False)
    assert page.page.get_attribute("[data-do=solve]", "aria-pressed") == "true"
    assert page.page.is_hidden(".nonet-verdict")
    page.press("Set")
    assert page.verdict() == "unique"


def test_entered_values_that_break_a_rule_are_shaded_in_solve(page):
    page.open(UNIQUE, setting=False)
    clashes = page.page.locator("rect.nonet-clash")
    page.click("r1c3")
    page.key("1")
    page.wait("board.known.clashes?.cells.length")
    assert clashes.count() == 2
    page.key("3")
    page.wait("board.known.clashes?.cells.length === 0")
    assert clashes.count() == 0


def test_title_author_and_rules_are_shown_and_written_into_links(page):
    page.open(UNIQUE)
    page.page.click(".nonet-edited summary")
    for key, text in (("title", "Corners"), ("author", "Ann")):
        page.page.fill(f".nonet-edited [aria-label={key}]", text)
        page.page.press(f".nonet-edited [aria-label={key}]", "Tab")
    page.press("Write from the rules")
    page.press("Solve")
    assert page.text(".nonet-shown") == "Corners\n\nby Ann\n\nNormal sudoku rules apply."
    about = {"title": "Corners", "author": "Ann", "rules": "Normal sudoku rules apply."}
    assert dict(page.puzzle().meta) == about
    page.press("Undo")
    assert "rules" not in dict(page.puzzle().meta)


def test_an_edited_title_keeps_the_other_texts(page):
    texts = (("source", "a book"), ("title", "Old"), ("source", "a newspaper"))
    puzzle = replace(nonet.parse(UNIQUE), meta=texts)
    page.open(nonet.write(puzzle, "json"))
    page.page.click(".nonet-edited summary")
    page.page.fill("[aria-label=title]", "New")
    page.page.press("[aria-label=title]", "Tab")
    assert page.puzzle().meta == (texts[0], texts[2], ("title", "New"))


def test_the_board_is_large_and_stands_still(sized):
    puzzle = nonet.classic(order=2)
    for size in SIZES:
        page = sized(*size)
        places = []
        for shown in (puzzle, puzzle.thermo("r1c1-r1c3"), puzzle.whisper("r4c1-r4c3", gap=2)):
            page.open(nonet.write(shown, "json"), setting=False)
            places.append(page.places((0, 0), (4, 0)))
        assert places[1:] == places[:-1]
        (left, _), (right, _) = places[0]
        assert right - left >= 0.8 * min(size)
        page.open(nonet.write(puzzle.sandwich("r1c1-r1c4", 0), "json"), setting=False)
        margin = page.places((0, 0), (4, 0))
        page.open(nonet.write(puzzle.skyscraper("r4c4-r1c4", 1), "json"), setting=False)
        assert page.places((0, 0), (4, 0)) == margin


def test_a_printed_page_has_the_puzzle_and_not_its_solution(page):
    page.open(UNIQUE)
    page.candidates()
    page.page.check("[data-do=candidates]")
    digits = page.page.locator("text.nonet-given")
    found = page.page.locator("text.nonet-forced")
    assert found.first.is_visible()
    page.page.emulate_media(media="print")
    assert digits.first.is_visible()
    assert not found.first.is_visible()
    assert page.page.is_hidden(".nonet-side")
    assert page.text(".nonet-sentences") == "Normal sudoku rules apply."
    page.page.emulate_media(media="screen")
