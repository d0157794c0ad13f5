"""Lines, thermometers and arrows in SudokuPad documents."""

import pytest
from examples import case
from sudokupad_documents import CELLS, PATH, line, patch, rules

from nonet import rules as r
from nonet.system.errors import PuzzleError


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
        with pytest.raises(PuzzleError, match="looks like this drawing: line #"):
            rules(lines=[other])


def test_a_line_passes_all_cells_between_its_corners():
    straight = line("#F067F0", 8, (0.5, 0.5), (0.5, 2.5), (1.5, 3.5))
    assert rules(lines=[straight]) == (r.Renban(CELLS),)
    loop = line("#F067F0", 8, (0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5), (0.5, 0.5))
    assert rules(lines=[loop]) == (r.Renban((0, 1, 10, 9)),)
    for bad in (((0.5, 0.5), (1.5, 2.5)), ((0.5, 0.5), (0.5, 1)), ((0.5, 0.5), (0.5, 9.5))):
        with case(bad), pytest.raises(PuzzleError, match="looks like this drawing"):
            rules(lines=[line("#F067F0", 8, *bad)])


def test_thermometers_begin_at_their_bulb():
    tube = line("#CFCFCF", 21, *PATH)
    bulb = {"rounded": True, "backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}
    first, last = patch(0.5, 0.5, 0.85, **bulb), patch(1.5, 3.5, 0.85, **bulb)
    assert rules(lines=[tube], underlays=[first]) == (r.Thermo(CELLS),)
    assert rules(lines=[tube], underlays=[last]) == (r.Thermo(CELLS[::-1]),)
    branch = line("#CFCFCF", 21, (0.5, 0.5), (1.5, 0.5))
    assert rules(lines=[tube, branch], underlays=[first]) == (r.Thermo(CELLS), r.Thermo((0, 9)))
    with pytest.raises(PuzzleError, match="line #cfcfcf, 21 wide at r1c1 r1c2 r1c3 r2c4"):
        rules(lines=[tube])
    blue = {"rounded": True, "backgroundColor": "#6495ED"}
    slow = line("#6495ED", 9.6, *PATH)
    assert rules(lines=[slow], underlays=[patch(0.5, 0.5, 0.8, **blue)]) == (r.SlowThermo(CELLS),)


def test_lines_between_circles():
    grey = {"backgroundColor": "#FFFFFF", "borderColor": "#CFCFCF", "borderSize": 2}
    ring = grey | {"rounded": True}
    ends = [patch(0.5, 0.5, 0.8, **ring), patch(1.5, 3.5, 0.8, **ring)]
    thin = line("#CFCFCF", 2, (0.5, 0.9), *PATH[1:3], (1.2, 3.2))
    assert rules(lines=[thin], overlays=ends) == (r.Between(CELLS),)
    with pytest.raises(PuzzleError, match="looks like these 2 drawings"):
        rules(lines=[thin], overlays=ends[:1])
    pink = {"rounded": True, "backgroundColor": "#C54B8B", "borderColor": "#C54B8B"}
    ends = [patch(0.5, 0.5, 0.85, **pink), patch(1.5, 3.5, 0.85, **pink)]
    double = line("#C54B8B", 4.8, *PATH)
    assert rules(lines=[double], overlays=ends) == (r.DoubleArrow(CELLS),)


BULB = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#a1a1a1", "borderSize": 5}


def arrow(*points):
    return line("#a1a1a1", 5, *points) | {"headLength": 0.3}


def test_arrows_begin_in_their_bulb():
    shafts = [arrow((0.5, 0.9), (0.5, 1.5), (0.5, 2.5)), arrow((0.783, 0.783), (1.5, 1.5))]
    circle = patch(0.5, 0.5, 0.83, **BULB)
    assert rules(arrows=shafts, overlays=[circle]) == (r.Arrow((0,), (1, 2)), r.Arrow((0,), (10,)))
    with pytest.raises(PuzzleError, match=r"circle #ffffff and #a1a1a1 of 0\.83×0\.83 at r1c1"):
        rules(overlays=[circle])
    with pytest.raises(PuzzleError, match="arrow #a1a1a1, 5 wide at r1c1 r1c2 r1c3"):
        rules(arrows=shafts[:1])


def test_pills_are_read_from_the_left_or_the_top():
    shaft = arrow((0.9, 1.5), (1.5, 1.5), (2.5, 1.5))
    wide = BULB | {"center": [0.5, 1], "width": 1.83, "height": 0.83}
    assert rules(arrows=[shaft], overlays=[wide]) == (r.Arrow((0, 1), (10, 19)),)
    shaft = arrow((1.5, 0.9), (1.5, 1.5))
    high = BULB | {"center": [1.5, 0.5], "width": 0.83, "height": 2.83}
    assert rules(arrows=[shaft], overlays=[high]) == (r.Arrow((0, 9, 18), (10,)),)
    bent = [line("#a1a1a1", 45, *PATH), line("#ffffff", 35, *PATH)]
    with pytest.raises(PuzzleError, match="perhaps part of a bent pill, whose order is not in"):
        rules(lines=bent)
