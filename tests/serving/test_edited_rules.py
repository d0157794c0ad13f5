"""A rule of the list can be drawn again, moved, and copied: by mouse, by touch and by keyboard."""

import json
import re

import pytest
from examples import case

from nonet.drawing.catalogue import entries
from nonet.formats.model import rule_to_json
from nonet.serving.palette import palette

pytestmark = pytest.mark.slow

CAGE = {"rule": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "total": 9}


@pytest.fixture
def page(page):
    page.ask_nothing()
    page.new(6)
    put(page, CAGE)
    return page


def put(page, *rules):
    page.page.evaluate("rules => board.changeRules((old) => [...old, ...rules])", list(rules))


def edit(page):
    """Press the pencil of the last rule."""
    page.page.click(".nonet-list li:last-child .nonet-edit")


def wait_for(page, rule):
    page.page.wait_for_function(
        "rule => JSON.stringify(board.state.board.model.rules.at(-1)) === JSON.stringify(rule)",
        arg=rule,
    )


def moved(rule, down, right):
    def name(cell):
        row, column = cell[1:].split("c")
        return f"r{int(row) + down}c{int(column) + right}"

    return {**rule, "cells": [name(cell) for cell in rule["cells"]]}


def pressed(page):
    return page.page.locator(".nonet-form button[aria-pressed=true]").all_text_contents()


def drag(page, start, end, held=None):
    page.stroke([start, end], held=held)


def test_a_rule_is_dragged_to_other_cells(page):
    edit(page)
    drag(page, "r1c1", "r3c4")
    wait_for(page, moved(CAGE, 2, 3))
    page.wait("document.querySelector('.nonet-keys [name=cells]').value == 'r3c4 r3c5 r4c5'")
    drag(page, "r6c6", "r1c1")
    wait_for(page, moved(CAGE, 0, 0))
    assert page.page.is_visible(".nonet-form"), "the rule is still selected"
    page.press("Undo")
    wait_for(page, moved(CAGE, 2, 3))
    assert page.page.is_hidden(".nonet-form")


def test_the_cells_are_shown_while_a_rule_is_dragged(page):
    edit(page)
    drawn = page.page.locator("rect.nonet-drawn")
    assert drawn.count() == 3
    (x, y), (left, top) = page._place("r1c1"), page._place("r2c2")
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(left, top)
    assert [float(rect.get_attribute("x")) for rect in drawn.all()] == [40, 80, 80]
    page.page.mouse.up()
    wait_for(page, moved(CAGE, 1, 1))


def test_a_rule_is_moved_and_copied_with_the_keyboard_alone(page):
    page.page.focus(".nonet-list li:last-child .nonet-edit")
    page.key("Enter")
    assert page.page.evaluate("document.activeElement.name") == "cells"
    page.page.get_by_role("button", name="Move", exact=True).focus()
    page.key("Enter", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp")
    wait_for(page, moved(CAGE, 0, 2))
    page.wait("document.querySelector('.nonet-spoken').textContent == 'cage r1c3 r1c4 r2c4 = 9'")
    before = len(page.rules())
    page.key("Control+ArrowDown", "ArrowDown", "ArrowDown")
    wait_for(page, moved(CAGE, 3, 2))
    assert page.rules()[-2:] == [moved(CAGE, 0, 2), moved(CAGE, 3, 2)]
    page.page.get_by_role("button", name="Copy rule").focus()
    page.key("Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    wait_for(page, moved(CAGE, 3, 0))
    assert len(page.rules()) == before + 2
    page.key("Delete")
    wait_for(page, moved(CAGE, 3, 2))
    assert page.page.is_hidden(".nonet-form")
    edit(page)
    page.key("Escape")
    page.click("r6c6")
    page.key("5")
    assert page.state("given")[35] == 5


def test_a_copy_is_dragged(page):
    edit(page)
    drag(page, "r1c1", "r5c1", held="Control")
    wait_for(page, moved(CAGE, 4, 0))
    assert page.rules()[-2] == CAGE
    page.press("Copy rule")
    assert pressed(page) == ["Copy rule"]
    drag(page, "r1c1", "r1c4")
    wait_for(page, moved(CAGE, 4, 3))
    page.wait("document.querySelector('.nonet-move').ariaPressed == 'true'")
    assert pressed(page) == ["Move"], "the next drag moves the copy"
    assert len([rule for rule in page.rules() if rule["rule"] == "cage"]) == 3


def test_a_rule_is_drawn_again_and_keeps_its_other_keys(page):
    edit(page)
    page.press("Redraw")
    page.stroke(["r5c5", "r5c6", "r6c6", "r6c5"])
    page.press("Save")
    wait_for(page, {**CAGE, "cells": ["r5c5", "r5c6", "r6c5", "r6c6"]})
    page.page.wait_for_selector(".nonet-move[aria-pressed=true]")  # it can be moved now
    page.key("ArrowUp")
    wait_for(page, {**CAGE, "cells": ["r4c5", "r4c6", "r5c5", "r5c6"]})
    edit(page)
    page.page.get_by_role("button", name="Redraw").focus()
    page.key("Enter", "Home", " ", "ArrowDown", " ", "Enter")
    wait_for(page, {**CAGE, "cells": page.rules()[-1]["cells"][:2]})
    assert page.rules()[-1]["total"] == 9


def test_a_pill_keeps_the_length_of_its_bulb(page):
    put(page, {"rule": "arrow", "bulb": ["r4c1", "r4c2"], "shaft": ["r4c3", "r4c4"]})
    edit(page)
    page.press("Redraw")
    page.stroke(["r6c1", "r6c2", "r6c3", "r6c4", "r6c5"])
    bulb, shaft = ["r6c1", "r6c2"], ["r6c3", "r6c4", "r6c5"]
    wait_for(page, {"rule": "arrow", "bulb": bulb, "shaft": shaft})


def test_an_outside_clue_is_moved_and_drawn_again(page):
    clue = {"rule": "littlekiller", "cell": "r1c2", "direction": "down-right", "total": 11}
    put(page, clue)
    edit(page)
    drag(page, "r3c2", "r3c3")
    wait_for(page, {**clue, "cell": "r1c3"})
    page.press("Redraw")
    page.press_at(4.8, -0.5)
    wait_for(page, {**clue, "cell": "r1c6"})
    put(page, {"rule": "sandwich", "cells": [f"r2c{n}" for n in range(1, 7)], "total": 5})
    edit(page)
    page.press("Move")
    page.key("ArrowDown", "ArrowRight")
    cells = [f"r3c{number}" for number in range(1, 7)]
    wait_for(page, {"rule": "sandwich", "cells": cells, "total": 5})


def test_rules_that_belong_to_no_cells_are_not_moved(page):
    put(page, {"rule": "diagonals"})
    edit(page)
    for name in ("Redraw", "Move", "Copy rule"):
        assert page.page.get_by_role("button", name=name, exact=True).count() == 0


def test_a_refused_change_leaves_the_rule_as_it_was(page):
    put(page, {"rule": "littlekiller", "cell": "r1c2", "direction": "down-right", "total": 11})
    before = page.rules()
    edit(page)
    page.press("Move")
    page.key("ArrowDown")
    page.wait("document.querySelector('.nonet-error').textContent")
    assert page.rules() == before
    page.key("ArrowRight")
    wait_for(page, {**before[-1], "cell": "r1c3"})


#: A script that adds a rule, presses its pencil, moves it down, and undoes all.
MOVE = """async (rule) => {
  const before = board.past.length;
  await board.changeRules((rules) => [...rules, rule]);
  board.find(".nonet-list li:last-child .nonet-edit").click();
  board.paper.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
  await board.changing;
  const found = [board.state.board.model.rules.at(-1), board.find(".nonet-error").textContent];
  board.palette.close();
  while (board.past.length > before) board.undo();
  return found;
}"""


def test_every_rule_of_the_catalogue_is_moved_or_refused(page):
    of_cells = {rule["name"] for rule in palette() if rule["shape"] not in ("board", "regions")}
    examples = [each.example for each in entries() if each.example and each.name in of_cells]
    moves = 0
    for puzzle in examples:
        said = rule_to_json(puzzle.rules[-1], puzzle.grid)
        if puzzle.grid.rows != 6 or puzzle.grid.layers or not cells_of(said):
            continue
        with case(said):
            after, error = page.page.evaluate(MOVE, said)
            down = min(1, 6 - max(int(row) for row, _ in cells_of(said)))
            assert after == shifted(said, down) or (error and after == said)
            moves += after != said
    assert moves > 20


def cells_of(said):
    return re.findall(r"r(\d+)c(\d+)", json.dumps(said))


def shifted(said, down):
    moved = re.sub(r"r(\d+)c", lambda row: f"r{int(row[1]) + down}c", json.dumps(said))
    return json.loads(moved)


def test_a_rule_is_moved_by_touch_on_a_phone(phone):
    phone.ask_nothing()
    phone.new(6)
    put(phone, CAGE)
    phone.page.tap(".nonet-list li:last-child .nonet-edit")
    (x, y), end = phone._place("r1c1"), phone._place("r3c2")
    phone.touch((x, y), (x, y + 9), end)
    wait_for(phone, moved(CAGE, 2, 1))


def test_the_list_of_rules_stays_where_it_is_while_a_rule_is_edited(page):
    put(page, *[{**CAGE, "cells": [f"r{row}c5", f"r{row}c6"]} for row in (1, 2, 3, 4, 5, 6)] * 3)
    page.page.wait_for_function("document.querySelectorAll('.nonet-list li').length > 18")
    top = "document.querySelector('.nonet-list').scrollTop"
    assert page.page.evaluate(top) > 0, "the newest rule is in view"
    page.page.evaluate(f"{top} = 0")
    page.page.click(".nonet-list li:nth-child(3) .nonet-edit")
    page.page.wait_for_selector(".nonet-form:not([hidden])")
    assert page.page.evaluate(top) == 0
