"""Drawings in SudokuPad links are recognised as rules, or refused."""

import json

import pytest
from examples import case
from link_documents import CELLS, NINE, PATH, line, link, patch, rules

from nonet import rules as r
from nonet.formats import classic, parse, write
from nonet.formats.links import recognitions
from nonet.rules import Renban
from nonet.system.errors import PuzzleError


def refused(said, **drawings):
    with case(drawings), pytest.raises(PuzzleError, match=said):
        rules(**drawings)


@pytest.mark.parametrize(
    ("colour", "thickness", "kind"),
    [
        ("#CFCFCF", 16, r.Palindrome),
        ("#F067F0", 8, r.Renban),
        ("#C9C883", 8, r.Nabner),
        ("#2ECBFF", 5, r.RegionSum),
        ("#FFCCAA", 5, r.Entropic),
        ("#33BBBB", 5, r.Modular),
        ("#cdb1ec", 5, r.Zipper),
    ],
)
def test_lines_of_one_colour_and_width(colour, thickness, kind):
    assert rules(lines=[line(colour, thickness, *PATH)]) == (kind(CELLS),)
    assert rules(lines=[line(colour.lower() + "ff", thickness + 1e-9, *PATH)]) == (kind(CELLS),)
    for other in (line(colour, thickness + 1, *PATH), line("#123456", thickness, *PATH)):
        refused("looks like this drawing: line #", lines=[other])


def test_a_line_passes_all_cells_between_its_corners():
    straight = line("#F067F0", 8, (0.5, 0.5), (0.5, 2.5), (1.5, 3.5))
    assert rules(lines=[straight]) == (r.Renban(CELLS),)
    loop = line("#F067F0", 8, (0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5), (0.5, 0.5))
    assert rules(lines=[loop]) == (r.Renban((0, 1, 10, 9)),)
    for bad in (((0.5, 0.5), (1.5, 2.5)), ((0.5, 0.5), (0.5, 1)), ((0.5, 0.5), (0.5, 9.5))):
        refused("looks like this drawing", lines=[line("#F067F0", 8, *bad)])


def test_thermometers_begin_at_their_bulb():
    tube = line("#CFCFCF", 21, *PATH)
    bulb = {"rounded": True, "backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}
    first, last = patch(0.5, 0.5, 0.85, **bulb), patch(1.5, 3.5, 0.85, **bulb)
    assert rules(lines=[tube], underlays=[first]) == (r.Thermo(CELLS),)
    assert rules(lines=[tube], underlays=[last]) == (r.Thermo(CELLS[::-1]),)
    branch = line("#CFCFCF", 21, (0.5, 0.5), (1.5, 0.5))
    assert rules(lines=[tube, branch], underlays=[first]) == (r.Thermo(CELLS), r.Thermo((0, 9)))
    refused("line #cfcfcf, 21 wide at r1c1 r1c2 r1c3 r2c4", lines=[tube])
    blue = {"rounded": True, "backgroundColor": "#6495ED"}
    slow = line("#6495ED", 9.6, *PATH)
    assert rules(lines=[slow], underlays=[patch(0.5, 0.5, 0.8, **blue)]) == (r.SlowThermo(CELLS),)


def test_lines_between_circles():
    grey = {"backgroundColor": "#FFFFFF", "borderColor": "#CFCFCF", "borderSize": 2}
    ring = grey | {"rounded": True}
    ends = [patch(0.5, 0.5, 0.8, **ring), patch(1.5, 3.5, 0.8, **ring)]
    thin = line("#CFCFCF", 2, (0.5, 0.9), *PATH[1:3], (1.2, 3.2))
    assert rules(lines=[thin], overlays=ends) == (r.Between(CELLS),)
    refused("looks like these 2 drawings", lines=[thin], overlays=ends[:1])
    pink = {"rounded": True, "backgroundColor": "#C54B8B", "borderColor": "#C54B8B"}
    ends = [patch(0.5, 0.5, 0.85, **pink), patch(1.5, 3.5, 0.85, **pink)]
    double = line("#C54B8B", 4.8, *PATH)
    assert rules(lines=[double], overlays=ends) == (r.DoubleArrow(CELLS),)


BULB = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#a1a1a1", "borderSize": 5}


def arrow(*points):
    return line("#a1a1a1", 5, *points) | {"headLength": 0.3}


def test_arrows_begin_in_their_bulb_and_pills_are_read_from_the_left_or_the_top():
    shafts = [arrow((0.5, 0.9), (0.5, 1.5), (0.5, 2.5)), arrow((0.783, 0.783), (1.5, 1.5))]
    circle = patch(0.5, 0.5, 0.83, **BULB)
    assert rules(arrows=shafts, overlays=[circle]) == (r.Arrow((0,), (1, 2)), r.Arrow((0,), (10,)))
    refused(r"circle #ffffff and #a1a1a1 of 0\.83×0\.83 at r1c1", overlays=[circle])
    refused("arrow #a1a1a1, 5 wide at r1c1 r1c2 r1c3", arrows=shafts[:1])
    shaft = arrow((0.9, 1.5), (1.5, 1.5), (2.5, 1.5))
    wide = BULB | {"center": [0.5, 1], "width": 1.83, "height": 0.83}
    assert rules(arrows=[shaft], overlays=[wide]) == (r.Arrow((0, 1), (10, 19)),)
    shaft = arrow((1.5, 0.9), (1.5, 1.5))
    high = BULB | {"center": [1.5, 0.5], "width": 0.83, "height": 2.83}
    assert rules(arrows=[shaft], overlays=[high]) == (r.Arrow((0, 9, 18), (10,)),)
    bent = [line("#a1a1a1", 45, *PATH), line("#ffffff", 35, *PATH)]
    refused("perhaps part of a bent pill, whose order is not in", lines=bent)


WHITE = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#000000"}
BLACK = {"rounded": True, "backgroundColor": "#000000", "borderColor": "#000000"}
PAPER = {"rounded": False, "backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF"}
LETTER = PAPER | {"fontSize": 21}


def test_marks_on_edges():
    for style, size, rule in (
        (WHITE, 0.3, r.WhiteDot(0, 1)),
        (WHITE | {"text": "3"}, 0.3, r.WhiteDot(0, 1, 3)),
        (WHITE | {"text": 3, "stroke": "none"}, 0.3, r.WhiteDot(0, 1, 3)),
        (BLACK, 0.3, r.BlackDot(0, 1)),
        (BLACK | {"text": "3", "color": "#FFFFFF"}, 0.3, r.BlackDot(0, 1, 3)),
        (LETTER | {"text": "X"}, 0.25, r.X(0, 1)),
        (LETTER | {"text": "V"}, 0.25, r.V(0, 1)),
        (LETTER | {"text": 7}, 0.25, r.PairSum(0, 1, 7)),
    ):
        with case(style):
            assert rules(overlays=[patch(0.5, 1, size, **style)]) == (rule,)
    assert rules(overlays=[patch(1, 0.5, 0.3, **WHITE)]) == (r.WhiteDot(0, 9),)


def test_almost_a_mark_is_refused():
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
        refused("looks like this drawing", overlays=[drawing])


def test_signs_in_cells_and_diagonals():
    grey = {"backgroundColor": "#CFCFCF"}
    shapes = [patch(0.5, 0.5, 0.7, **grey, rounded=True), patch(0.5, 1.5, 0.7, **grey)]
    assert rules(underlays=shapes) == (r.Odd((0,)), r.Even((1,)))
    falling, rising = line("#34BBE6", 2, (0, 0), (9, 9)), line("#34BBE6", 2, (9, 0), (0, 9))
    assert rules(lines=[falling]) == (r.Diagonals(rising=False),)
    assert rules(lines=[rising]) == (r.Diagonals(falling=False),)


def chevrons(row, column, end, tip):
    """Return a cell's four chevrons, by the distances of their ends and tips from the centre."""
    return [
        line(
            *("#000000", 1),
            (row + end * down - 0.1 * right, column + end * right - 0.1 * down),
            (row + tip * down, column + tip * right),
            (row + end * down + 0.1 * right, column + end * right + 0.1 * down),
        )
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]


def test_extremes_have_chevrons_that_point_to_the_lower_cell_but_none_at_the_edge():
    shade = patch(1.5, 1.5, 1, backgroundColor="#ccc")
    inward, outward = chevrons(1.5, 1.5, 0.45, 0.35), chevrons(1.5, 1.5, 0.32, 0.43)
    assert rules(underlays=[shade], lines=inward) == (r.Minimum((10,)),)
    assert rules(underlays=[shade], lines=outward) == (r.Maximum((10,)),)
    for few in ([], inward[:3], [*inward[:3], outward[3]], [*inward[:3], inward[0]]):
        refused("no known rule looks like", underlays=[shade], lines=few)
    shades = [patch(0.5, column + 0.5, 1, backgroundColor="#ccc") for column in (0, 1)]
    right, below, left, _ = chevrons(0.5, 0.5, 0.44, 0.39)
    two = [below, *chevrons(0.5, 1.5, 0.44, 0.39)[:2]]
    assert rules(underlays=shades, lines=two) == (r.Minimum((0,)), r.Minimum((1,)))
    assert rules(underlays=shades[:1], lines=[right, below]) == (r.Minimum((0,)),)
    assert rules(underlays=shades[:1], lines=[right, below, left]) == (r.Minimum((0,)),)
    drawn = write(classic("." * 81).minimum("r1c1 r1c2").maximum("r2c1"), "sudokupad")
    assert set(parse(drawn).rules[3:]) == {r.Minimum((0,)), r.Minimum((1,)), r.Maximum((9,))}


def test_quadruples():
    for text in ("1124", 1124, "1 1\n2 4"):
        with case(text):
            circle = patch(1, 1, 0.7, **WHITE, fontSize=14, text=text)
            assert rules(overlays=[circle]) == (r.Quadruple((0, 1, 9, 10), (1, 1, 2, 4)),)
    for text in ("", "10", "12345", "1?"):
        circle = patch(1, 1, 0.7, **WHITE, text=text)
        refused("no known rule looks like", overlays=[circle])


def test_little_killers():
    def clue(row, column, down, right, text):
        ends = [(row + far * down, column + far * right) for far in (0.3, 0.48)]
        shaft = line("#000000", 2, *ends) | {"headLength": 0.1}
        return {"arrows": [shaft], "overlays": [patch(row, column, 0.25, **PAPER, text=text)]}

    assert rules(**clue(-0.5, 0.5, 1, 1, "12")) == (r.LittleKiller(1, "down-right", 12),)
    assert rules(**clue(9.5, 4.5, -1, -1, 7)) == (r.LittleKiller(75, "up-left", 7),)
    for text in ("_", "?"):
        refused("looks like these 2 drawings", **clue(-0.5, 0.5, 1, 1, text))


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
            assert rules(**clue(*at, "◯", "15")) == (r.XSum(cells, 15),)
            assert rules(**clue(*at, "▯", 3)) == (r.Skyscraper(cells, 3),)
    for bad in (
        clue(-0.5, -0.5, "◯", "15"),
        clue(4.5, 4.5, "◯", "15"),
        clue(4.5, -0.5, "◯", "?"),
        clue(4.5, -0.5, "o", "15"),
        clue(4.5, -0.5, "▯", "0"),
        clue(4.5, -0.5, "◯", "▯"),
    ):
        refused("looks like these 2 drawings", **bad)


# --- recognition ---------------------------------------------------------------------------------


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
