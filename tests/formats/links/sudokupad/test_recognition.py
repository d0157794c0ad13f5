"""Drawings that are rules, and drawings that are refused, kept or ignored."""

import json
from contextlib import suppress

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st
from link_documents import CELLS, PATH, line, link, patch, rules

from nonet.formats import classic, parse, write
from nonet.formats.links import recognitions
from nonet.rules import Renban
from nonet.system.errors import PuzzleError


@pytest.mark.parametrize(
    ("drawings", "said"),
    [
        ({"lines": [line("#67F067", 6, *PATH)]}, "perhaps a whisper, whose gap is not in the link"),
        ({"lines": [line("#FF9A00", 6, *PATH)]}, "perhaps a whisper, whose gap is not in the link"),
        (
            {"underlays": [patch(0.5, 0.5, 1, backgroundColor="#CFCFCF")]},
            "rectangle #cfcfcf of 1×1 .perhaps a clone, whose copy is not in the link",
        ),
        (
            {"overlays": [patch(0.5, -0.5, 1, text="12", fontSize=32)]},
            "text '12' .perhaps a clue, whose kind is not in the link",
        ),
        ({"lines": [line("#F067F0", 8, *PATH) | {"stroke-dasharray": "1,2"}]}, "stroke-dasharray"),
        ({"metadata": {"bgimage": "fish.png"}}, "picture at the whole board"),
        ({"overlays": [patch(0.5, 0.5, 1, image="fish.png")]}, "text image at r1c1"),
    ],
)
def test_lost_details_are_not_guessed(drawings, said):
    with pytest.raises(PuzzleError, match=said):
        rules(**drawings)


def test_the_error_lists_the_drawings_and_the_way_out():
    lines = [line("#F00", 8, (number + 0.5, 0.5), (number + 0.5, 1.5)) for number in range(9)]
    shades = [patch(0.5, number + 0.5, 1, backgroundColor="#00F") for number in range(16)]
    with pytest.raises(PuzzleError) as caught:
        rules(lines=lines, underlays=shades)
    said = caught.value.message
    said = said.removeprefix("sudokupad: no known rule looks like these 25 drawings: ")
    assert said.startswith("line #ff0000, 8 wide at r1c1 r1c2, r2c1 r2c2, ")
    assert said.endswith("; and 5 more. Use ignore_drawings=True (--lossy) to leave them out.")


def test_ignored_drawings_are_kept_and_written_again():
    unknown = line("#F00", 8, (0.5, 0.5), (0.5, 1.5))
    text = link(
        lines=[unknown, line("#F067F0", 8, *PATH)], cages=[{"cells": [[0, 0]], "value": "A"}]
    )
    puzzle = parse(text, ignore_drawings=True)
    assert puzzle.rules[3:] == (Renban(CELLS),)
    kept = json.loads(dict(puzzle.meta)["sudokupad"])
    assert kept == {"lines": [unknown], "cages": [{"cells": [[0, 0]], "value": "A"}]}
    for kept in (puzzle, puzzle.taxicab(2)):  # the second link also needs the model
        again = write(kept, "sudokupad")
        assert set(parse(again, ignore_drawings=True).rules) == set(kept.rules)
        with pytest.raises(PuzzleError, match="looks like these 2 drawings: line #ff0000"):
            parse(again)


def test_invisible_drawings_are_ignored():
    for drawings in (
        {"lines": [line("#00000000", 8, *PATH)]},
        {"lines": [line("#F00", 0, *PATH)]},
        {"lines": [{"color": "#F00", "thickness": 8}]},
        {"overlays": [patch(-2, 4.5, 1, text=" ")]},
        {"underlays": [patch(4, 4, 9, backgroundColor="transparent", borderColor=None)]},
    ):
        with case(drawings):
            puzzle = parse(link(**drawings))
            assert puzzle.rules == classic("." * 81).rules
            assert json.loads(dict(puzzle.meta)["sudokupad"]).keys() == drawings.keys()


def test_colours_of_cells_are_not_rules():
    looks = {0.5: "#a8a8a8a8", 1.5: "#000"}
    shades = [patch(row, 0.5, 1, backgroundColor=colour) for row, colour in looks.items()]
    puzzle = parse(link(underlays=shades))
    assert puzzle.rules == classic("." * 81).rules
    assert json.loads(dict(puzzle.meta)["sudokupad"]) == {"underlays": shades}
    assert recognitions(puzzle) == [
        "rectangle #a8a8a8a8 of 1×1, r1c1: a colour without a rule",
        "rectangle #000000 of 1×1, r2c1: a colour without a rule",
    ]
    for other in (
        patch(0.5, 0.5, 1, backgroundColor="#123456"),
        patch(0.5, 0.5, 1, backgroundColor="#000", text="!"),
        patch(0.5, 1, 1, backgroundColor="#000"),
    ):
        with case(other), pytest.raises(PuzzleError, match="looks like this drawing"):
            rules(underlays=[other])
    with pytest.raises(PuzzleError, match="looks like this drawing"):
        rules(overlays=shades[:1])


def test_recognitions_list_drawings_and_their_rules():
    puzzle = parse(link(lines=[line("#F067F0", 8, *PATH)]))
    said = "line #f067f0, 8 wide, r1c1 r1c2 r1c3 r2c4: renban r1c1 r1c2 r1c3 r2c4"
    assert recognitions(puzzle) == [said]
    assert recognitions(classic("." * 16)) == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 99) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)

KEYS = {
    **{"lines": ("color", "thickness", "wayPoints", "fill", "opacity")},
    **{"overlays": ("center", "width", "height", "rounded", "backgroundColor", "text", "angle")},
    **{"cages": ("cells", "value", "sum", "unique", "style", "hidden", "borderColor")},
}


@given(st.data(), st.sampled_from(sorted(KEYS)))
def test_any_values_are_read_or_refused(data, section):
    entries = st.dictionaries(st.sampled_from(KEYS[section]), json_values, max_size=5)
    drawings = {section: data.draw(st.lists(entries, max_size=2) | json_values)}
    for ignore in (False, True):
        with suppress(PuzzleError):
            parse(link(**drawings), ignore_drawings=ignore)
