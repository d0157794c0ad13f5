"""Drawings of SudokuPad: those of the known converter are rules, and no others are guessed."""

import json
from contextlib import suppress

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.errors import PuzzleError
from nonet.formats import classic, parse, write
from nonet.formats.links import lz, recognitions
from nonet.grid import Grid
from nonet.rules import (
    Arrow,
    Between,
    BlackDot,
    Boxes,
    Diagonals,
    DoubleArrow,
    Entropic,
    Even,
    LittleKiller,
    Maximum,
    Minimum,
    Modular,
    Nabner,
    Odd,
    PairSum,
    Palindrome,
    Quadruple,
    RegionSum,
    Renban,
    Skyscraper,
    SlowThermo,
    Thermo,
    V,
    WhiteDot,
    X,
    XSum,
    Zipper,
)

NINE = Grid(9, 9)
BOXES = [[list(NINE.place(cell)) for cell in box] for box in Boxes(3, 3).groups(NINE)]


def link(**drawings):
    return "scl" + lz.compress(json.dumps({"cells": [[{}] * 9] * 9, "regions": BOXES} | drawings))


def rules(**drawings):
    return parse(link(**drawings)).rules[3:]


def line(colour, thickness, *points):
    return {"color": colour, "thickness": thickness, "wayPoints": list(map(list, points))}


def patch(row, column, size, **style):
    return {"center": [row, column], "width": size, "height": size} | style


#: Through r1c1, r1c2, r1c3 and r2c4.
PATH = ((0.5, 0.5), (0.5, 1.5), (0.5, 2.5), (1.5, 3.5))
CELLS = (0, 1, 2, 12)


@pytest.mark.parametrize(
    ("colour", "thickness", "kind"),
    [
        ("#CFCFCF", 16, Palindrome),
        ("#F067F0", 8, Renban),
        ("#C9C883", 8, Nabner),
        ("#2ECBFF", 5, RegionSum),
        ("#FFCCAA", 5, Entropic),
        ("#33BBBB", 5, Modular),
        ("#cdb1ec", 5, Zipper),
    ],
)
def test_lines_of_one_colour_and_width(colour, thickness, kind):
    assert rules(lines=[line(colour, thickness, *PATH)]) == (kind(CELLS),)
    assert rules(lines=[line(colour.lower() + "ff", thickness + 1e-9, *PATH)]) == (kind(CELLS),)
    for other in (line(colour, thickness + 1, *PATH), line("#123456", thickness, *PATH)):
        with pytest.raises(PuzzleError, match="looks like this drawing: line #"):
            rules(lines=[other])


def test_a_line_passes_all_cells_between_its_corners():
    straight = line("#F067F0", 8, (0.5, 0.5), (0.5, 2.5), (1.5, 3.5))
    assert rules(lines=[straight]) == (Renban(CELLS),)
    loop = line("#F067F0", 8, (0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5), (0.5, 0.5))
    assert rules(lines=[loop]) == (Renban((0, 1, 10, 9)),)
    for bad in (((0.5, 0.5), (1.5, 2.5)), ((0.5, 0.5), (0.5, 1)), ((0.5, 0.5), (0.5, 9.5))):
        with case(bad), pytest.raises(PuzzleError, match="looks like this drawing"):
            rules(lines=[line("#F067F0", 8, *bad)])


def test_thermometers_begin_at_their_bulb():
    tube = line("#CFCFCF", 21, *PATH)
    bulb = {"rounded": True, "backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}
    first, last = patch(0.5, 0.5, 0.85, **bulb), patch(1.5, 3.5, 0.85, **bulb)
    assert rules(lines=[tube], underlays=[first]) == (Thermo(CELLS),)
    assert rules(lines=[tube], underlays=[last]) == (Thermo(CELLS[::-1]),)
    branch = line("#CFCFCF", 21, (0.5, 0.5), (1.5, 0.5))
    assert rules(lines=[tube, branch], underlays=[first]) == (Thermo(CELLS), Thermo((0, 9)))
    with pytest.raises(PuzzleError, match="line #cfcfcf, 21 wide at r1c1 r1c2 r1c3 r2c4"):
        rules(lines=[tube])
    blue = {"rounded": True, "backgroundColor": "#6495ED"}
    slow = line("#6495ED", 9.6, *PATH)
    assert rules(lines=[slow], underlays=[patch(0.5, 0.5, 0.8, **blue)]) == (SlowThermo(CELLS),)


def test_lines_between_circles():
    ring = {
        "rounded": True,
        "backgroundColor": "#FFFFFF",
        "borderColor": "#CFCFCF",
        "borderSize": 2,
    }
    ends = [patch(0.5, 0.5, 0.8, **ring), patch(1.5, 3.5, 0.8, **ring)]
    thin = line("#CFCFCF", 2, (0.5, 0.9), *PATH[1:3], (1.2, 3.2))
    assert rules(lines=[thin], overlays=ends) == (Between(CELLS),)
    with pytest.raises(PuzzleError, match="looks like these 2 drawings"):
        rules(lines=[thin], overlays=ends[:1])
    pink = {"rounded": True, "backgroundColor": "#C54B8B", "borderColor": "#C54B8B"}
    ends = [patch(0.5, 0.5, 0.85, **pink), patch(1.5, 3.5, 0.85, **pink)]
    double = line("#C54B8B", 4.8, *PATH)
    assert rules(lines=[double], overlays=ends) == (DoubleArrow(CELLS),)


BULB = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#a1a1a1", "borderSize": 5}


def arrow(*points):
    return line("#a1a1a1", 5, *points) | {"headLength": 0.3}


def test_arrows_begin_in_their_bulb():
    shafts = [arrow((0.5, 0.9), (0.5, 1.5), (0.5, 2.5)), arrow((0.783, 0.783), (1.5, 1.5))]
    circle = patch(0.5, 0.5, 0.83, **BULB)
    assert rules(arrows=shafts, overlays=[circle]) == (Arrow((0,), (1, 2)), Arrow((0,), (10,)))
    with pytest.raises(PuzzleError, match=r"circle #ffffff and #a1a1a1 of 0\.83×0\.83 at r1c1"):
        rules(overlays=[circle])
    with pytest.raises(PuzzleError, match="arrow #a1a1a1, 5 wide at r1c1 r1c2 r1c3"):
        rules(arrows=shafts[:1])


def test_pills_are_read_from_the_left_or_the_top():
    shaft = arrow((0.9, 1.5), (1.5, 1.5), (2.5, 1.5))
    wide = BULB | {"center": [0.5, 1], "width": 1.83, "height": 0.83}
    assert rules(arrows=[shaft], overlays=[wide]) == (Arrow((0, 1), (10, 19)),)
    shaft = arrow((1.5, 0.9), (1.5, 1.5))
    high = BULB | {"center": [1.5, 0.5], "width": 0.83, "height": 2.83}
    assert rules(arrows=[shaft], overlays=[high]) == (Arrow((0, 9, 18), (10,)),)
    bent = [line("#a1a1a1", 45, *PATH), line("#ffffff", 35, *PATH)]
    with pytest.raises(PuzzleError, match="perhaps part of a bent pill, whose order is not in"):
        rules(lines=bent)


WHITE = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#000000"}
BLACK = {"rounded": True, "backgroundColor": "#000000", "borderColor": "#000000"}
PAPER = {"rounded": False, "backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF"}
LETTER = PAPER | {"fontSize": 21}


def test_marks_on_edges():
    for style, size, rule in (
        (WHITE, 0.3, WhiteDot(0, 1)),
        (WHITE | {"text": "3"}, 0.3, WhiteDot(0, 1, 3)),
        (WHITE | {"text": 3, "stroke": "none"}, 0.3, WhiteDot(0, 1, 3)),
        (BLACK, 0.3, BlackDot(0, 1)),
        (BLACK | {"text": "3", "color": "#FFFFFF"}, 0.3, BlackDot(0, 1, 3)),
        (LETTER | {"text": "X"}, 0.25, X(0, 1)),
        (LETTER | {"text": "V"}, 0.25, V(0, 1)),
        (LETTER | {"text": 7}, 0.25, PairSum(0, 1, 7)),
    ):
        with case(style):
            assert rules(overlays=[patch(0.5, 1, size, **style)]) == (rule,)
    assert rules(overlays=[patch(1, 0.5, 0.3, **WHITE)]) == (WhiteDot(0, 9),)


def test_what_is_nearly_a_mark_is_refused():
    for drawing in (
        patch(0.5, 1, 0.3, **WHITE | {"borderColor": "#FF0000"}),
        patch(0.5, 1, 0.3, **WHITE | {"rounded": False}),
        patch(0.5, 1, 0.4, **WHITE),
        patch(0.5, 0.5, 0.3, **WHITE),
        patch(1, 1, 0.3, **WHITE),
        patch(0.5, 9, 0.3, **WHITE),
        patch(0.5, 1, 0.3, **WHITE, text="½"),
        patch(0.5, 1, 0.3, **WHITE, text="0"),
        patch(0.5, 1, 0.3, **WHITE, opacity=0.5),
        patch(0.5, 1, 0.25, **LETTER, text="Z"),
        patch(0.5, 1, 0.25, text="X"),
        patch(0.5, 1, 0.25, **LETTER, text="X", angle=45),
    ):
        with case(drawing), pytest.raises(PuzzleError, match="looks like this drawing"):
            rules(overlays=[drawing])


def test_signs_in_cells():
    grey = {"backgroundColor": "#CFCFCF"}
    shapes = [patch(0.5, 0.5, 0.7, **grey, rounded=True), patch(0.5, 1.5, 0.7, **grey)]
    assert rules(underlays=shapes) == (Odd((0,)), Even((1,)))


def chevrons(row, column, end, tip):
    """Return the four of a cell, by the distances of their ends and tips from the centre."""
    return [
        line(
            *("#000000", 1),
            (row + end * down - 0.1 * right, column + end * right - 0.1 * down),
            (row + tip * down, column + tip * right),
            (row + end * down + 0.1 * right, column + end * right + 0.1 * down),
        )
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]


def test_extremes_have_four_chevrons_that_point_to_what_is_lower():
    shade = patch(1.5, 1.5, 1, backgroundColor="#ccc")
    inward, outward = chevrons(1.5, 1.5, 0.45, 0.35), chevrons(1.5, 1.5, 0.32, 0.43)
    assert rules(underlays=[shade], lines=inward) == (Minimum((10,)),)
    assert rules(underlays=[shade], lines=outward) == (Maximum((10,)),)
    for few in ([], inward[:3], [*inward[:3], outward[3]], [*inward[:3], inward[0]]):
        with case(few), pytest.raises(PuzzleError, match="no known rule looks like"):
            rules(underlays=[shade], lines=few)


def test_extremes_have_no_chevrons_between_them_nor_at_the_edge():
    shades = [patch(0.5, column + 0.5, 1, backgroundColor="#ccc") for column in (0, 1)]
    right, below, left, _ = chevrons(0.5, 0.5, 0.44, 0.39)
    two = [below, *chevrons(0.5, 1.5, 0.44, 0.39)[:2]]
    assert rules(underlays=shades, lines=two) == (Minimum((0,)), Minimum((1,)))
    assert rules(underlays=shades[:1], lines=[right, below]) == (Minimum((0,)),)
    assert rules(underlays=shades[:1], lines=[right, below, left]) == (Minimum((0,)),)
    drawn = write(classic("." * 81).minimum("r1c1 r1c2").maximum("r2c1"), "sudokupad")
    assert set(parse(drawn).rules[3:]) == {Minimum((0,)), Minimum((1,)), Maximum((9,))}


def test_quadruples():
    for text in ("1124", 1124, "1 1\n2 4"):
        with case(text):
            circle = patch(1, 1, 0.7, **WHITE, fontSize=14, text=text)
            assert rules(overlays=[circle]) == (Quadruple((0, 1, 9, 10), (1, 1, 2, 4)),)
    for text in ("", "10", "12345", "1?"):
        with case(text), pytest.raises(PuzzleError, match="no known rule looks like"):
            rules(overlays=[patch(1, 1, 0.7, **WHITE, text=text)])


def test_little_killers():
    def clue(row, column, down, right, text):
        ends = [(row + far * down, column + far * right) for far in (0.3, 0.48)]
        shaft = line("#000000", 2, *ends) | {"headLength": 0.1}
        return {"arrows": [shaft], "overlays": [patch(row, column, 0.25, **PAPER, text=text)]}

    assert rules(**clue(-0.5, 0.5, 1, 1, "12")) == (LittleKiller(1, "down-right", 12),)
    assert rules(**clue(9.5, 4.5, -1, -1, 7)) == (LittleKiller(75, "up-left", 7),)
    for text in ("_", "?"):
        with pytest.raises(PuzzleError, match="looks like these 2 drawings"):
            rules(**clue(-0.5, 0.5, 1, 1, text))


def test_clues_with_a_sign():
    def clue(row, column, sign, number):
        texts = (patch(row, column, 0.25, text=text) for text in (sign, number))
        return {"overlays": list(texts)}

    row, column = NINE.cells[9:18], NINE.cells[4::9]
    for at, cells in (
        ((1.5, -0.5), tuple(row)),
        ((1.5, 9.5), tuple(row[::-1])),
        ((-0.5, 4.5), tuple(column)),
        ((9.5, 4.5), tuple(column[::-1])),
    ):
        with case(at):
            assert rules(**clue(*at, "◯", "15")) == (XSum(cells, 15),)
            assert rules(**clue(*at, "▯", 3)) == (Skyscraper(cells, 3),)
    for bad in (
        clue(-0.5, -0.5, "◯", "15"),
        clue(4.5, 4.5, "◯", "15"),
        clue(4.5, -0.5, "◯", "?"),
        clue(4.5, -0.5, "o", "15"),
        clue(4.5, -0.5, "▯", "0"),
        clue(4.5, -0.5, "◯", "▯"),
    ):
        with case(bad), pytest.raises(PuzzleError, match="looks like these 2 drawings"):
            rules(**bad)


def test_diagonals():
    falling, rising = line("#34BBE6", 2, (0, 0), (9, 9)), line("#34BBE6", 2, (9, 0), (0, 9))
    assert rules(lines=[falling]) == (Diagonals(rising=False),)
    assert rules(lines=[rising]) == (Diagonals(falling=False),)


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
    ],
)
def test_what_is_lost_in_the_link_is_not_guessed(drawings, said):
    with pytest.raises(PuzzleError, match=said):
        rules(**drawings)


def test_an_error_lists_the_drawings_and_says_how_to_go_on():
    lines = [line("#F00", 8, (number + 0.5, 0.5), (number + 0.5, 1.5)) for number in range(9)]
    shades = [patch(0.5, number + 0.5, 1, backgroundColor="#00F") for number in range(16)]
    with pytest.raises(PuzzleError) as caught:
        rules(lines=lines, underlays=shades)
    said = caught.value.message
    said = said.removeprefix("sudokupad: no known rule looks like these 25 drawings: ")
    assert said.startswith("line #ff0000, 8 wide at r1c1 r1c2, r2c1 r2c2, ")
    assert said.endswith("; and 5 more; ignore_drawings=True (--ignore-drawings) leaves them out")


def test_ignored_drawings_are_kept_and_written_again():
    unknown = line("#F00", 8, (0.5, 0.5), (0.5, 1.5))
    text = link(
        lines=[unknown, line("#F067F0", 8, *PATH)], cages=[{"cells": [[0, 0]], "value": "A"}]
    )
    puzzle = parse(text, ignore_drawings=True)
    assert puzzle.rules[3:] == (Renban(CELLS),)
    kept = json.loads(dict(puzzle.meta)["sudokupad"])
    assert kept == {"lines": [unknown], "cages": [{"cells": [[0, 0]], "value": "A"}]}
    for kept in (puzzle, puzzle.taxicab(2)):  # the second one needs its model
        again = write(kept, "sudokupad")
        assert set(parse(again, ignore_drawings=True).rules) == set(kept.rules)
        with pytest.raises(PuzzleError, match="looks like these 2 drawings: line #ff0000"):
            parse(again)


def test_pictures_may_show_rules():
    with pytest.raises(PuzzleError, match="looks like this drawing: picture at the whole board"):
        rules(metadata={"bgimage": "https://example.org/fish.png"})
    with pytest.raises(PuzzleError, match="looks like this drawing: text image at r1c1"):
        rules(overlays=[patch(0.5, 0.5, 1, image="https://example.org/fish.png")])


def test_what_cannot_be_seen_is_no_drawing():
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


def test_colours_of_cells_are_no_rules():
    shades = [
        patch(0.5, 0.5, 1, backgroundColor="#a8a8a8a8"),
        patch(1.5, 0.5, 1, backgroundColor="#000"),
    ]
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


def test_recognitions_say_what_was_taken_for_what():
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
