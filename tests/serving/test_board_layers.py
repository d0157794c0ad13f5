"""The board shows the cells of layers below its own cells, and treats them like its own."""

import nonet
from nonet.validity import violations

#: A shaded puzzle with three single cells.
PUZZLE = (
    nonet.classic("12..34..2......3")
    .with_layer("shade", [1, 2])
    .with_layer("extra", size=3)
    .yinyang([2], layer="shade")
    .cage("r3c4 extra.1", 3)
)


def shaded(page):
    """Return the row and the column of each shaded square, from 0."""
    places = page.page.evaluate(
        "[...board.under.querySelectorAll('.nonet-shaded')].map(square => "
        "[square.getAttribute('y') / 40, square.getAttribute('x') / 40])"
    )
    return sorted(map(tuple, places))


def test_keys_and_the_pointer_reach_layers(page):
    page.open(nonet.write(PUZZLE, "json"))
    page.focus()
    page.key("ArrowUp", "3")  # from r1c1, the cursor goes to the last row, which is extra
    page.key("ArrowUp", "2")
    assert page.text(".nonet-spoken") == "shade row 4 column 1, given 2"
    page.page.evaluate("scrollTo(0, 500)")
    page.click("r6c2")  # the first row of the layer, because a free row is above it
    page.key("1")
    model = nonet.parse(page.page.evaluate("JSON.stringify(board.model())"))
    named = {model.grid.name(cell): value for cell, value in enumerate(model.givens) if value}
    assert {"extra.1": 3, "shade.r4c1": 2, "shade.r1c2": 1}.items() <= named.items()
    assert model.rules == PUZZLE.rules


def test_the_higher_of_two_values_shades_the_layer_and_the_board(page):
    page.open(nonet.write(PUZZLE, "json"))
    assert shaded(page) == []
    page.page.evaluate("scrollTo(0, 500)")
    page.click("r6c2")
    page.key("2")
    assert shaded(page) == [(0, 1), (5, 1)]


def test_solutions_have_values_for_layers(page):
    solution = nonet.solve(PUZZLE).solution
    page.open(nonet.write(PUZZLE.with_givens(dict(enumerate(solution[:16]))), "json"))
    page.wait("board.known.all")
    counts = page.page.evaluate("board.known.candidates.counts")
    assert len(counts) == 16 + 16 + 3
    page.press("Solutions")
    page.wait("board.known.solutions")
    page.press("Fill in")
    filled = page.page.evaluate("board.entered()")
    assert violations(PUZZLE, filled) == []


def test_rules_about_layers_are_pointed_at_and_moved(page):
    puzzle = (
        nonet.classic("." * 16)
        .with_layer("grey_2")
        .with_layer("extra", size=3)
        .cage("r1c1 grey_2.r2c1 grey_2.r2c2 extra.2", 9)
    )
    page.open(nonet.write(puzzle, "json"))
    page.page.hover(".nonet-list li:last-child")
    page.wait("board.pointed.length")
    assert sorted(page.page.evaluate("board.pointed")) == [0, 20, 21, 33]
    page.page.click(".nonet-list li:last-child .nonet-edit")
    page.press("Move")
    page.key("ArrowDown", "ArrowDown", "ArrowDown")
    moved = {"cells": ["r3c1", "grey_2.r4c1", "grey_2.r4c2", "extra.2"]}
    assert moved.items() <= page.rules()[-1].items()


def test_a_rule_adds_its_layer_and_the_setter_deletes_it(page):
    page.open("12..34..2......3")
    page.page.fill(".nonet-search", "yin")
    page.key("Enter")
    page.page.fill(".nonet-keys [name=values]", "2")
    page.page.fill(".nonet-keys [name=layer]", "shade")
    page.page.press(".nonet-keys [name=layer]", "Enter")
    page.wait("board.size.layers.length")
    assert page.page.evaluate("board.state.value.length") == 32
    page.press("Close")
    page.page.evaluate("scrollTo(0, 500)")
    page.click("r6c1")
    page.key("2")
    assert shaded(page) == [(0, 0), (5, 0)]
    page.page.click(".nonet-list li:last-child .nonet-delete")
    page.wait("board.state.board.model.rules.length === 3")
    page.press("Delete layer shade")
    page.wait("!board.size.layers.length")
    model = page.page.evaluate("JSON.stringify(board.model())")
    assert nonet.parse(model) == nonet.parse("12..34..2......3")
