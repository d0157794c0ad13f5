"""The path to the solution plays forward and back on the board. The difficulty is told in words."""

import pytest

import nonet
from nonet.explanations.ratings import DIFFICULTIES

pytestmark = pytest.mark.slow

UNIQUE = "12..34..2......3"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: A puzzle whose path has eliminations.
HARDER = "000921003009000060000000500080403006007000800500700040003000000020000700800195000"


def ask_for_path(page, steps):
    page.press("Path")
    page.wait(f"board.hand.steps?.length == {steps}")


def shown(page):
    """Return the number of the shown step, and its text."""
    place, _, said = page.text(".nonet-hint").partition(": ")
    return int(place.split()[0]), said


def large(page):
    return page.page.locator("text.nonet-value").count()


@pytest.fixture
def path(page):
    page.open(UNIQUE, setting=False)
    ask_for_path(page, 10)
    return page


def test_the_path_plays_forward_and_back(path):
    steps = nonet.explain(UNIQUE)
    assert (shown(path), large(path)) == ((1, str(steps[0])), 1)
    for keys, place in (
        (["ArrowRight"], 2),
        (["ArrowDown", " "], 4),
        (["ArrowLeft"], 3),
        (["ArrowUp"], 2),
        (["End"], 10),
        (["ArrowRight"], 10),
        (["Home", "ArrowLeft"], 1),
    ):
        path.key(*keys)
        assert (shown(path), large(path)) == ((place, str(steps[place - 1])), place)
    path.page.get_by_role("button", name="Next step").click()
    path.page.get_by_role("button", name="Next step").click()
    assert shown(path)[0] == 3
    path.page.get_by_role("button", name="Previous step").click()
    assert shown(path)[0] == 2
    path.page.get_by_role("slider", name="Step").fill("8")
    assert (shown(path)[0], large(path)) == (8, 8)
    assert path.values("value") == "." * 16, "the work has not changed"


def test_escape_or_a_second_press_ends_the_path(path):
    path.key("Escape")
    assert (large(path), path.text(".nonet-hint")) == (0, "")
    assert path.page.is_hidden(".nonet-path")
    ask_for_path(path, 10)
    path.press("Path")
    assert large(path) == 0
    path.click("r1c3")
    path.key("3")
    assert path.values("value")[2] == "3"


def test_the_steps_up_to_the_shown_one_are_applied_as_one_change(path):
    path.key("ArrowRight", "ArrowRight")
    path.press("Apply")
    assert large(path) == 3
    assert path.page.is_hidden(".nonet-path")
    ask_for_path(path, 7)
    path.key("End", "Enter")
    path.wait("document.querySelector('.nonet-hint').textContent.startsWith('Solved')")
    path.press("Undo")
    assert large(path) == 3
    path.press("Undo")
    assert large(path) == 0


def test_a_path_begins_at_the_entered_values_and_names_a_wrong_one(page):
    page.open(UNIQUE, setting=False)
    page.click("r1c3")
    page.key("4")
    page.press("Path")
    page.wait_for_hint("wrong: r1c3 = 4")
    page.key("3")
    page.page.evaluate("before = board.state")
    ask_for_path(page, 9)
    page.key("End")
    assert page.page.evaluate("board.state === before")


def test_eliminated_candidates_are_struck_out_and_applied_to_the_marks(page):
    puzzle = nonet.classic(order=2).thermo("r1c1-r1c3").cage("r4c1 r4c2", 4).with_givens({3: 1})
    page.open(nonet.write(puzzle, "json"), setting=False)
    path = nonet.explain(puzzle)
    number = next(number for number, step in enumerate(path) if step.placed is None)
    ask_for_path(page, len(path))
    for _ in range(number):
        page.key("ArrowRight")
    gone = page.page.locator("text.nonet-gone").all_text_contents()
    step = path[number]
    assert sorted(gone) == sorted(str(value) for _, value in step.removed)
    page.press("Apply")
    for cell, _ in step.removed:
        assert page.state("centre")[cell] == step.after.marks[cell]


def test_a_tap_and_a_small_screen_suffice(phone):
    phone.open(UNIQUE, setting=False)
    phone.page.get_by_role("button", name="Path", exact=True).tap()
    phone.wait("board.hand.steps?.length == 10")
    phone.page.get_by_role("button", name="Next step").tap()
    assert shown(phone)[0] == 2
    phone.page.get_by_role("button", name="Apply").tap()
    assert large(phone) == 2


def test_the_difficulty_is_a_word_and_shows_no_value(page):
    page.open(EASY, setting=False)
    assert page.text(".nonet-difficulty span") == ""
    page.press("Difficulty")
    page.wait("board.known.rating?.type")
    assert page.text(".nonet-difficulty span") == "easy (ER about 1.5 ± 0.1)"
    assert large(page) == 0
    page.open(HARDER, setting=False)
    assert page.text(".nonet-difficulty span") == ""
    page.press("Difficulty")
    page.wait("board.known.rating?.type")
    assert page.text(".nonet-difficulty span").split(" (")[0] in {*DIFFICULTIES} - {"easy"}
    puzzle = nonet.parse(UNIQUE).thermo("r1c1-r1c3")
    for text, said in (
        (
            nonet.write(puzzle, "json"),
            "10 steps, the hardest uses 1 rule. Only classic puzzles have a word.",
        ),
        ("." * 16, "no rating: the puzzle has several solutions"),
    ):
        page.open(text)
        page.press("Difficulty")
        page.wait("board.known.rating?.type")
        assert page.text(".nonet-difficulty span") == said


def test_another_question_ends_the_rating(page):
    page.open(EASY, setting=False)
    page.page.evaluate(
        "() => { board.find('[data-do=rate]').click(); board.find('[data-do=copy]').click(); }"
    )
    page.wait("document.querySelector('.nonet-text').value")
    assert page.text(".nonet-difficulty span") == ""
