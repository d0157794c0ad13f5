"""Rules can be drawn in a browser by mouse, by touch, and by keyboard alone."""

import json
from random import Random

import pytest
from examples import case

from nonet.drawing.catalogue import entries
from nonet.formats.model import rule_to_json
from nonet.model.figures import Badge, between
from nonet.serving.palette import palette

pytestmark = pytest.mark.slow


@pytest.fixture
def page(page):
    page.ask_nothing()
    page.new(6)
    return page


def names_of(value):
    """Return the cells of a JSON key as one list."""
    if isinstance(value, str):
        return [value]
    return [name for item in value for name in names_of(item)]


def written(value):
    """Return the text for the field of a key."""
    if isinstance(value, list) and isinstance(value[0], list):
        return ", ".join(map(written, value))
    if isinstance(value, list):
        is_nested = isinstance(value[0], dict)
        return json.dumps(value) if is_nested else " ".join(map(str, value))
    return value if isinstance(value, (bool, str)) else str(value)


def test_every_rule_of_the_catalogue_is_drawn_with_the_mouse(page):
    shapes = {rule["name"]: rule for rule in palette()}
    examples = [entry for entry in entries() if entry.example and entry.name != "regions"]
    side = 6
    for entry in sorted(examples, key=lambda entry: entry.example.grid.rows):
        grid, rule = entry.example.grid, entry.example.rules[-1]
        if grid.layers or len(grid.values) != grid.rows:
            continue  # the page makes no such board
        said = rule_to_json(rule, grid)
        if grid.rows != side:
            side = grid.rows
            page.new(side)
        with case(said):
            before, edits = page.rules(), page.page.evaluate("board.past.length")
            if {"rule": entry.name} == said and said in before:
                page.pick(entry.name)
                assert said not in page.rules()
            elif said in before:
                page.delete(before.index(said))
                assert said not in page.rules()
            about = shapes[entry.name]
            page.pick(entry.name)
            others = {key: said[key] for key in said if key not in ("rule", *about["parts"])}
            if others and page.page.is_hidden(
                ".nonet-keys"
            ):  # a rule of the whole board is already on
                assert page.rules()[-1] == {"rule": entry.name}
                page.page.click(".nonet-list li:last-child .nonet-edit")
            for key, value in others.items():
                page.write(key, written(value))
            draw(page, about, rule, said, grid)
            assert page.rules()[-1] == said, page.text(".nonet-error")
            page.page.evaluate(f"while (board.past.length > {edits}) board.undo()")


def draw(page, about, rule, said, grid):
    """Draw a rule with the gestures of its shape."""
    parts = [said[part] for part in about["parts"]]
    shape = about["shape"]
    if shape in ("board", "rules"):
        if page.page.is_visible(".nonet-add"):
            page.page.click(".nonet-add")
    elif shape == "line":
        page.stroke(names_of(parts))
    elif shape == "groups":
        for group in parts[0] if len(parts) == 1 else parts:
            page.stroke(group)
    elif shape == "cells":
        for name in names_of(parts):
            page.click(name)
        page.page.click(".nonet-add")
    elif shape in ("edge", "corner"):
        page.press_at(*between(grid, *grid.named(names_of(parts))))
    else:
        [clue] = [figure for figure in rule.figures(grid) if isinstance(figure, Badge)]
        x, y = clue.centre
        nearer = 0.2 if "right" in said.get("direction", "") else -0.2
        page.press_at(x + nearer if shape == "diagonal" else x, y)
    if shape == "groups":
        page.page.click(".nonet-add")


def test_a_jigsaw_is_painted(page):
    page.new(4)
    page.pick("regions")
    page.stroke(["r1c2", "r1c3"])
    page.stroke(["r4c3", "r4c2"])
    [regions] = [rule["regions"] for rule in page.rules() if rule["rule"] == "regions"]
    assert sorted(map(len, regions)) == [3, 3, 5, 5]
    assert ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2"] in regions
    assert not any(rule["rule"] == "boxes" for rule in page.rules())
    page.stroke(["r3c1", "r4c1"], held="Shift")
    [regions] = [rule["regions"] for rule in page.rules() if rule["rule"] == "regions"]
    assert ["r3c1", "r4c1"] in regions
    page.key("ArrowUp", "Shift+ArrowRight", "Shift+ArrowRight")
    [regions] = [rule["regions"] for rule in page.rules() if rule["rule"] == "regions"]
    assert ["r3c1", "r3c2", "r3c3", "r4c1"] in regions
    page.key("Enter")
    page.double_click("r4c4")
    [regions] = [rule["regions"] for rule in page.rules() if rule["rule"] == "regions"]
    assert ["r3c3"] in regions
    assert ["r4c4"] in regions
    for _ in range(7):
        page.press("Undo")
    assert {"rule": "boxes", "height": 2, "width": 2} in page.rules()


def test_boards_of_all_sizes_and_boxes(page):
    for side, boxes, rule in (
        (7, "no boxes", {"rule": "columns"}),
        (6, "3×2 boxes", {"rule": "boxes", "height": 3, "width": 2}),
        (5, "regions to paint", None),
        (12, "2×6 boxes", {"rule": "boxes", "height": 2, "width": 6}),
        (16, "4×4 boxes", {"rule": "boxes", "height": 4, "width": 4}),
    ):
        with case((side, boxes)):
            page.page.select_option(".nonet-new", str(side))
            page.page.select_option(".nonet-boxes", boxes)
            page.press("New")
            page.wait(f"board.state.board.rows == {side}")
            last = page.rules()[-1]
            assert last == rule or (last["rule"], len(last["regions"])) == ("regions", side)


def test_a_rule_by_keyboard_alone(page):
    page.focus()
    for _ in range(60):
        page.key("Tab")
        if page.page.evaluate("document.activeElement.matches('.nonet-search')"):
            break
    page.page.keyboard.type("thermo")
    page.key("Enter", "ArrowDown", "Shift+ArrowRight", "ArrowDown", "ArrowRight", "Space", "Enter")
    assert page.rules()[-1] == {"rule": "thermo", "cells": ["r2c1", "r2c2", "r3c3"]}
    assert page.text(".nonet-spoken") == "thermo r2c1 r2c2 r3c3"
    page.key("Escape", "Control+z")
    assert page.rules()[-1]["rule"] == "boxes"
    page.pick("cage")
    page.key("Shift+ArrowRight", "1", "5", "Enter")
    assert page.rules()[-1]["total"] == 15
    page.pick("sandwich")
    page.key("ArrowUp", "ArrowUp", "Space", "Enter")
    page.page.keyboard.type("9")
    page.key("Enter")
    assert page.rules()[-1]["total"] == 9
    assert len(page.rules()[-1]["cells"]) == 6


def test_a_line_by_touch(phone):
    phone.new(6)
    phone.page.fill(".nonet-search", "renban")
    phone.page.tap("[data-rule='renban']")
    phone.touch(*phone.places((0.5, 0.5), (1.5, 1.5), (2.5, 1.5)))
    assert phone.rules()[-1] == {"rule": "renban", "cells": ["r1c1", "r2c2", "r2c3"]}


def test_pairs_by_touch(phone):
    phone.new(6)
    phone.page.tap("[data-rule='pairs']")
    phone.page.locator(".nonet-switchboard").scroll_into_view_if_needed()
    pairs = [phone.page.locator(f"[data-pair='1 {value}']") for value in (2, 3, 4)]
    phone.touch(*((box["x"] + 9, box["y"] + 9) for box in (each.bounding_box() for each in pairs)))
    for pair in ("5 5", "2 5", "1 3"):
        phone.page.tap(f"[data-pair='{pair}']")
    found = phone.page.locator("[data-pair][aria-pressed='true']")
    pairs = found.evaluate_all("buttons => buttons.map(({ dataset }) => dataset.pair)")
    assert pairs == ["1 2", "1 4", "2 1", "2 5", "4 1", "5 2", "5 5"]


def test_an_arrow_with_a_bulb_of_several_cells_is_one_stroke(page):
    page.pick("arrow")
    page.stroke(["r1c1", "r1c2"])
    assert page.rules()[-1] == {"rule": "arrow", "bulb": ["r1c1"], "shaft": ["r1c2"]}
    page.write("bulb", "2")
    page.stroke(["r3c2", "r3c1", "r4c1", "r4c2"])
    arrow = {"rule": "arrow", "bulb": ["r3c2", "r3c1"], "shaft": ["r4c1", "r4c2"]}
    assert page.rules()[-1] == arrow
    for wrong in ("4", "two", "0"):
        page.write("bulb", wrong)
        page.stroke(["r5c1", "r5c2", "r5c3", "r5c4"])
        assert page.rules()[-1] == arrow
        assert "has 0 cells. It needs at least 1" in page.text(".nonet-error")


def test_compound_rules_take_rules_by_number(page):
    page.pick("cage")
    for total, names in (("3", ["r1c1", "r1c2"]), ("11", ["r2c1", "r2c2"])):
        page.stroke(names)
        page.write("total", total)
        page.page.click(".nonet-add")
    first = len(page.rules()) - 1
    cages = page.rules()[-2:]
    page.pick("either")
    page.write("rules", f"{first} 99")
    page.page.click(".nonet-add")
    page.wait("document.querySelector('.nonet-error').textContent")
    assert "99" in page.text(".nonet-error")
    page.write("rules", f"{first} {first + 1}")
    page.page.click(".nonet-add")
    assert page.rules()[first - 1 :] == [{"rule": "either", "rules": cages}]
    page.press("Undo")
    assert page.rules()[-2:] == cages


def test_a_table_is_rows_of_numbers(page):
    page.pick("lookandsay")
    assert page.page.get_attribute(".nonet-keys [name='counts']", "placeholder") == "1 3, 2 1"
    for name in ("r1c1", "r1c2", "r1c3"):
        page.click(name)
    for text, said in (
        ("2, 1", "must be a list of 2, not of 1"),
        ("2 one", "must be a whole number, not text"),
    ):
        page.write("counts", text)
        page.page.click(".nonet-add")
        page.wait(f"document.querySelector('.nonet-error').textContent.includes('{said}')")
    page.write("counts", "1 2, 1 3")
    page.page.click(".nonet-add")
    assert page.rules()[-1]["counts"] == [[1, 2], [1, 3]]
    page.page.click(".nonet-list li:last-child .nonet-edit")
    assert page.page.input_value(".nonet-keys [name='counts']") == "1 2, 1 3"


def test_a_rule_is_refused_accepted_edited_and_deleted(page):
    page.pick("cage")
    page.stroke(["r1c1", "r1c2", "r2c2"])
    page.write("total", "<b>many</b>")
    page.page.click(".nonet-add")
    page.wait("document.querySelector('.nonet-error').textContent")
    assert page.text(".nonet-error") == "“Total” must be a whole number, not text"
    assert page.rules()[-1]["rule"] == "boxes", "the rule is refused, but its drawing stays"
    page.write("total", "9")
    page.page.click(".nonet-add")
    assert page.rules()[-1] == {"rule": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "total": 9}
    page.page.click(".nonet-list li:last-child .nonet-edit")
    page.write("total", "11")
    page.write("cells", "r1c1-r1c3")
    page.key("Enter")
    assert page.rules()[-1] == {"rule": "cage", "cells": ["r1c1", "r1c2", "r1c3"], "total": 11}
    assert page.text(".nonet-list li:last-child span") == "cage r1c1 r1c2 r1c3 = 11"
    page.page.click(".nonet-list li:last-child .nonet-delete")
    assert page.rules()[-1]["rule"] == "boxes"
    for _ in range(2):
        page.press("Undo")
    assert page.rules()[-1]["total"] == 9


def test_clues_that_clash_are_shown(page):
    page.new(4)
    page.ask_again()
    page.pick("thermo")
    page.stroke(["r1c1", "r1c2", "r1c3", "r1c4"])
    page.page.click(".nonet-close")
    page.click("r1c1")
    page.key("3")
    page.wait("board.known.conflict")
    assert page.text(".nonet-count").startswith("given r1c1 = 3")
    assert page.page.locator("rect.nonet-clash").count() >= 4


def test_two_hundred_edits_are_undone_and_done_again(page):
    random = Random(17)
    before = page.page.evaluate("board.past.length")
    start = everything(page)
    names = [f"r{row}c{column}" for row in range(1, 7) for column in range(1, 7)]
    edits = [
        {
            "cells": random.sample(range(36), 2),
            "layer": random.choice(("value", "corner", "centre", "colour")),
            "setting": random.random() < 0.5,
            "value": random.randrange(7),
            "rule": random.choice(("even", "renban", "cage", None))
            if random.random() < 0.1
            else "",
            "names": random.sample(names, 3),
        }
        for _ in range(200)
    ]
    page.page.evaluate(
        """async edits => { for (const { cells, layer, setting, value, rule, names } of edits) {
             board.setting = setting; board.layer = layer; board.selected = new Set(cells);
             if (rule === "") board.enter(value);
             else if (rule) await board.changeRules((rules) => [...rules, { rule, cells: names }]);
             else await board.changeRules((rules) => rules.slice(0, -1)); } }""",
        edits,
    )
    last = everything(page)
    assert page.page.evaluate("board.past.length") - before > 140
    page.page.evaluate(f"while (board.past.length > {before}) board.undo()")
    assert everything(page) == start
    page.page.evaluate("while (board.future.length) board.redo()")
    assert everything(page) == last


def everything(page):
    return {"model": page.page.evaluate("board.model()"), **page.everything()}


FOUND = {
    "german whispers": "whisper",
    "kropki": "whitedot",
    "killer": "cage",
    "anti-knight": "antiknight",
    "knight": "antiknight",
    "queen": "antileaper",
    "x sum": "xsum",
    "x-sums": "xsum",
    "sudoku x": "diagonals",
    "XV": "x",
    "irregular": "regions",
    "pill": "arrow",
    "hyper": "windoku",
    "159": "columnindexer",
    "outside": "littlekiller",
    "region sum": "regionsum",
}


def test_the_search_knows_the_words_of_setters(page):
    for text, name in FOUND.items():
        with case(text):
            page.page.fill(".nonet-search", text)
            assert page.page.evaluate("board.palette.best().name") == name
            assert page.page.is_visible(f"[data-rule='{name}']")
            assert not page.page.is_visible(".nonet-none")
    for text, names in (("parity", {"even", "odd", "pairs", "equalitycage"}), ("ten", {"x"})):
        page.page.fill(".nonet-search", text)
        shown = page.page.evaluate("board.palette.found().map(({ name }) => name)")
        assert names <= {*shown}
        assert "contains" not in shown, "its summary has the word 'written'"
    page.page.fill(".nonet-search", "rhubarb")
    assert page.text(".nonet-none").startswith("No rule fits “rhubarb”, so try another word")
    page.page.press(".nonet-search", "Enter")
    assert page.page.is_hidden(".nonet-form")


def test_a_rule_of_the_palette_has_an_icon(page):
    for name, label in (("thermo", "thermometer"), ("littlekiller", "little killer")):
        button = page.page.get_by_role("button", name=label, exact=True)
        assert button.get_attribute("data-rule") == name
        assert button.locator("svg").evaluate("icon => icon.getBBox().width") > 10


def test_the_search_is_cleared_when_a_rule_is_picked(page):
    for name in ("cage", "antiknight"):
        page.page.fill(".nonet-search", name)
        page.page.click(f"[data-rule='{name}']")
        assert page.page.input_value(".nonet-search") == ""
        assert page.page.is_visible("[data-rule='windoku']")


def test_own_pairs_are_made_on_a_switchboard(page):
    page.pick("pairs")
    page.stroke(["r1c1", "r1c2"])
    assert page.page.evaluate("document.activeElement.dataset.pair") == "1 1", "it needs pairs"
    switch = page.page.get_by_label("1, then 2", exact=True)
    switch.click()
    page.page.get_by_label("2, then 2", exact=True).click()
    page.page.get_by_label("2, then 2", exact=True).click()
    page.page.focus("[data-pair='1 1']")
    page.key("ArrowDown", "ArrowRight", "ArrowRight", "Enter")
    for names in (["r1c1", "r1c2"], ["r2c1", "r2c2"]):
        page.stroke(names)
        pairs = [[1, 2], [2, 1], [2, 3], [3, 2]]
        drawn = {"rule": "pairs", "look": "teal line", "cells": names, "allowed": pairs}
        assert page.rules()[-1] == drawn
    page.page.locator("[data-pair='3 4']").hover()
    page.page.mouse.down()
    for pair in ("3 5", "3 6"):
        page.page.locator(f"[data-pair='{pair}']").hover()
    page.page.mouse.up()
    page.page.uncheck("text=in both directions")
    page.page.click("[data-pair='6 3']")
    page.stroke(["r3c1", "r3c2"])
    more = [[3, 2], [3, 4], [3, 5], [3, 6], [4, 3], [5, 3]]
    assert page.rules()[-1]["allowed"] == [[1, 2], [2, 1], [2, 3], *more]
    page.page.click(".nonet-list li:last-child .nonet-edit")
    assert not page.page.is_checked("text=in both directions")
    page.write("look", "")
    page.page.click(".nonet-add")
    assert "look" not in page.rules()[-1]
    page.page.click(".nonet-list li:last-child .nonet-edit")
    assert page.page.input_value(".nonet-keys [name='look']") == ""
    page.key("Escape")


def test_rare_keys_are_folded_away(page):
    page.pick("cage")
    assert page.page.is_hidden(".nonet-keys [name='totals']")
    page.stroke(["r1c1", "r1c2"])
    page.write("totals", "3 5")
    page.page.click(".nonet-add")
    assert page.rules()[-1]["totals"] == [3, 5]
    page.page.click(".nonet-list li:last-child .nonet-edit")
    assert page.page.is_visible(".nonet-keys [name='totals']")
    assert page.text(".nonet-keys details label") == "Any of these totals"


def test_two_quick_deletions_both_take_effect_and_of_two_equal_rules_one_is_deleted(page):
    page.pick("antiknight")
    page.pick("antiking")
    assert page.rules()[-2:] == [{"rule": "antiknight"}, {"rule": "antiking"}]
    page.page.evaluate(
        "() => { const found = [...document.querySelectorAll('.nonet-delete')];"
        " found.at(-1).click(); found.at(-2).click(); }"
    )
    assert not {"antiknight", "antiking"} & {rule["rule"] for rule in page.rules()}
    for _ in range(2):
        page.pick("thermo")
        page.stroke(["r1c1", "r1c2"])
        page.rules()
        page.key("Escape", "Escape")
    before = page.rules()
    assert before[-1] == before[-2]
    page.delete(len(before) - 1)
    assert page.rules() == before[:-1]


def test_an_exact_name_goes_before_a_longer_one(page):
    names = [rule["name"] for rule in palette()]
    for name in ("regions", "sum"):
        assert name in names
        with case(name):
            page.page.fill(".nonet-search", name)
            page.page.press(".nonet-search", "Enter")
            assert page.page.evaluate("board.palette.drawn.name") == name
            page.page.evaluate("board.palette.close()")
    page.page.fill(".nonet-search", "")
