"""Tests of the fields of rules, and of the errors that name a wrong one."""

import numpy as np
import pytest
from examples import RULES, case, rule_id

from nonet import rules
from nonet.formats import parse
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.fields import _TABLES, _TABLES_KEPT, hints
from nonet.system.errors import PuzzleError, TooLarge

NINE = Grid(9, 9)
TWO = Grid(2, 2)


@pytest.mark.parametrize(
    ("passed", "stored"),
    [
        (rules.Cage("r1c1-r1c3", 15), rules.Cage((0, 1, 2), 15)),
        (rules.Cage(["A1", "r1c2", 2], np.int64(15)), rules.Cage((0, 1, 2), 15)),
        (rules.Cage(np.array([0, 1, 2]), 15), rules.Cage((0, 1, 2), 15)),
        (rules.Cage({4}), rules.Cage((4,))),
        (rules.Thermo("r5c1 r5c2 r5c3"), rules.Thermo((36, 37, 38))),
        (rules.Thermo("r5c3-r5c1"), rules.Thermo((38, 37, 36))),
        (rules.Even("r1c1"), rules.Even((0,))),
        (rules.Odd("A1,B1"), rules.Odd((0, 9))),
        (rules.Among("r1c1", [1, 2]), rules.Among((0,), (1, 2))),
        (rules.Among(["r1c1"], range(1, 3)), rules.Among((0,), (1, 2))),
        (rules.WhiteDot("r1c1 r1c2"), rules.WhiteDot(0, 1)),
        (rules.WhiteDot("r1c1-r1c2"), rules.WhiteDot(0, 1)),
        (rules.WhiteDot("r1c1", "r1c2"), rules.WhiteDot(0, 1)),
        (rules.BlackDot([0, 1]), rules.BlackDot(0, 1)),
        (rules.BlackDot(0, "A2"), rules.BlackDot(0, 1)),
        (rules.ExtraRegion("r1c1-r3c3"), rules.ExtraRegion((0, 1, 2, 9, 10, 11, 18, 19, 20))),
    ],
    ids=str,
)
def test_names_of_cells_become_numbers(passed, stored):
    assert passed.on(NINE) == stored
    assert hash(passed.on(NINE)) == hash(stored)
    assert repr(Puzzle(NINE, rules=(passed,)).rules) == repr((stored,))


def test_regions_are_lists_of_texts_or_of_lists():
    regions = rules.Regions(((0, 1), (2, 3)))
    assert rules.Regions(["A1-A2", "B1-B2"]).on(TWO) == regions
    assert rules.Regions([[0, 1], ["r2c1", 3]]).on(TWO) == regions


def test_a_rule_with_numbered_cells_is_unchanged_by_its_grid():
    for grid, rule in RULES:
        with case(rule_id(grid, rule)):
            assert rule.on(grid) is rule


def test_every_rule_takes_the_names_of_its_cells():
    def names(grid, value, hint):
        if value is None or "cell" not in str(hint):
            return value
        if isinstance(value, tuple):
            return [names(grid, each, hint) for each in value]
        return grid.name(value)

    for grid, rule in RULES:
        fields = hints(type(rule)).items()
        named = {name: names(grid, getattr(rule, name), hint) for name, hint in fields}
        with case(rule_id(grid, rule)):
            assert type(rule)(**named).on(grid) == rule


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (
            lambda: rules.Even(3),
            "even: 3 names no cells: use names like 'r1c1 r1c2', 'r1c1-r3c3' or 'A1'",
        ),
        (lambda: rules.Cage(None, 10), "cage: None names no cells"),
        (lambda: rules.Cage([0.5], 10), "cage: 0.5 names no cells"),
        (lambda: rules.Cage("r1c1", "10"), "cage: total must be an integer, not '10'"),
        (lambda: rules.Cage("r1c1", 10.0), "cage: total must be an integer, not 10.0"),
        (lambda: rules.Cage("r1c1", True), "cage: total must be an integer, not True"),
        (lambda: rules.Boxes("3", 3), "boxes: height must be an integer, not '3'"),
        (lambda: rules.Among("r1c1", 5), "among: values must be a list, not 5"),
        (lambda: rules.Among("r1c1", "12"), "among: values must be a list, not '12'"),
        (lambda: rules.Among("r1c1", ["1"]), "among: values[0] must be an integer, not '1'"),
        (lambda: rules.Regions("r1c1"), "regions: regions must be a list, not 'r1c1'"),
        (lambda: rules.Regions([0, 1]), "regions: 0 names no cells"),
        (lambda: rules.WhiteDot(None, 1), "whitedot: None names no cells"),
        (lambda: rules.WhiteDot(None), "whitedot: None names no cells"),
    ],
)
def test_a_wrong_type_is_a_type_error_with_the_expected_type(make, complaint):
    with pytest.raises(TypeError) as refusal:
        make()
    assert str(refusal.value).startswith(complaint)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: rules.Cage("r1x1"), "cage: 'r1x1' is not the name of a cell, like 'r1c1'"),
        (lambda: rules.Cage("r1c1-r999c999"), "cage: 'r1c1-r999c999' has more than 65536 cells"),
        (lambda: rules.Cage("r1c1 r1c10").on(NINE), "cage: r1c10 is outside the 9×9 grid"),
        (lambda: rules.Thermo("J1 I1").on(NINE), "thermo: r10c1 is outside the 9×9 grid"),
        (lambda: rules.WhiteDot("r1c1"), "whitedot: a mark needs 2 cells, not 1"),
        (lambda: rules.WhiteDot(3), "whitedot: a mark needs 2 cells, not 1"),
        (lambda: rules.BlackDot("r1c1-r1c3"), "blackdot: a mark needs 2 cells, not 3"),
        (lambda: rules.BlackDot("r1c1-r1c3", 1), "blackdot: 'r1c1-r1c3' names 3 cells, not one"),
        (lambda: Puzzle(NINE, rules=(rules.Cage("A1 r1c1"),)), "cage: r1c1 is named twice"),
        (lambda: Puzzle(NINE, rules=(rules.WhiteDot("A1 r1c1"),)), "whitedot: r1c1 is named twice"),
    ],
)
def test_an_error_about_cells_names_the_rule(make, complaint):
    with pytest.raises(PuzzleError) as refusal:
        make()
    assert str(refusal.value) == complaint


def test_a_table_is_not_confused_with_an_equal_table():
    rules.Pairs((0, 1), frozenset({(1, 1)}))
    with pytest.raises(TypeError, match="must be an integer, not True"):
        rules.Pairs((0, 1), frozenset({(1, True)}))


def test_the_memory_for_checked_tables_is_limited():
    tables = [frozenset({(1, value)}) for value in range(1, 200)]
    assert [rules.Pairs((0, 1), table).allowed for table in tables] == tables
    assert len(_TABLES) <= _TABLES_KEPT


# --- refused fields ------------------------------------------------------------------------------

#: One or more rules, a part of the error message, and the grid if it is not 9×9.
REFUSED = [
    (rules.WhiteDot(0, 1, difference=0), "whitedot: the difference must be at least 1, not 0"),
    (rules.BlackDot("r1c1 r1c2", ratio=1), "blackdot: the ratio must be at least 2, not 1"),
    (rules.Greater("r1c1"), "greater has 1 cell. It needs at least 2"),
    (rules.Quadruple("r1c1-r1c4", [1]), "r1c1 r1c2 r1c3 r1c4 are not a 2×2 square"),
    (rules.Quadruple("r1c1-r2c2", [1, 2, 3, 4, 5]), "quadruple: 4 cells cannot hold 5 values"),
    (rules.Quadruple("r1c1-r2c2", []), "quadruple: the list of values is empty"),
    (rules.Contains("r1c1-r2c2", [0]), "0 is not a value from 1 to 9"),
    (rules.Slingshot("r1c1", "r1c2", "r1c2 r1c3"), "slingshot: r1c2 is named twice"),
    (rules.CountDistinct("r1c1", "r1c1 r1c2"), "countdistinct: r1c1 is named twice"),
    (rules.LittleKiller("r2c2", "down-left", 9), "r2c2 does not begin a diagonal down-left"),
    (rules.LittleKiller("r1c2", "south", 9), "unknown direction 'south'. Choose one of down-right"),
    (rules.LittleKiller("r1c2", "down-left", -1), "the total must be at least 0, not -1"),
    (rules.Sandwich("r1", 5, crusts=(1, 1)), "sandwich: the crusts must be two different values"),
    (rules.Sandwich("r1", 5, crusts=(1, 10)), "10 is not a value from 1 to 9"),
    (rules.Sandwich("r1", -5), "sandwich: the total must be at least 0, not -5"),
    (rules.XSum("c10", 5), "xsum: c10 is outside the 9×9 grid"),
    (rules.Skyscraper("r1", 0), "skyscraper: the count must be at least 1, not 0"),
    (rules.NumberedRoom("r1", 0), "0 is not a value from 1 to 9"),
    (rules.BoxIndexer("r1c1", 2, 3), "boxindexer of 2×3 do not tile a 9×9 grid"),
    (rules.Taxicab(0), "taxicab: the distance must be at least 1, not 0"),
    (rules.Diagonals(False, False), "neither the falling nor the rising diagonal is chosen"),
    (rules.Windoku(height=3), "windoku: give both height and width, or neither"),
    (rules.Windoku(2, 3), "windoku of 2×3 do not tile a 9×9 grid"),
    (rules.AntiLeaper(0, 0), "antileaper: 0 rows and 0 columns do not lead to another cell"),
    (rules.NonConsecutive(exempt=["r1c1"]), "nonconsecutive: exempt has 1 cell. It needs at least"),
    (rules.NonConsecutive(exempt=["A1-A3"]), "exempt must have pairs of cells, not groups of 3"),
    (rules.ConnectedValues([]), "connectedvalues: the list of values is empty"),
    (rules.ConnectedValues([10]), "10 is not a value from 1 to 9"),
    (rules.ConnectedValues([1], 82), "connectedvalues: the size must be from 1 to 81, not 82"),
    (rules.GlobalModular(5), "globalmodular: the modulus must be from 2 to 4, not 5"),
    (Grid(4, 4), rules.Flatmates(), "flatmates: 4 values have no middle value"),
    (Grid(4, 9), rules.TopBottom(), "topbottom: 4 rows need 4 values, not 9"),
    (rules.Boxes(2, 3), "boxes of 2×3 do not tile a 9×9 grid"),
    (rules.Boxes(0, 3), "boxes of 0×3 do not tile"),
    (rules.Boxes(3, -3), "boxes of 3×-3 do not tile"),
    (Grid(2, 3), rules.Boxes(3, 2), "do not tile a 2×3 grid"),
    (rules.DisjointGroups(2, 2), "disjoint groups of 2×2 do not tile"),
    (Grid(2, 3), rules.Diagonals(), "diagonals: the grid must be square, not 2×3"),
    (Grid(6, 6), rules.Windoku(), "give a height and a width, because a 6×6 grid"),
    (Grid(4, 9), rules.Windoku(), "because a 4×9 grid"),
    (Grid(2, 2), rules.Regions(((0, 1), (2,))), "r2c2 is not in a region"),
    (Grid(2, 2), rules.Regions(((0, 1), (1, 2, 3))), "r1c2 is named twice"),
    (Grid(2, 2), rules.Regions(((0, 1), (2, 3, 4))), "cell 4 is outside the 2×2 grid"),
    (rules.ExtraRegion(()), "0 cells"),
    (rules.ExtraRegion((0, 0)), "r1c1 is named twice"),
    (rules.Cage((), 3), "0 cells"),
    (rules.Cage((0, 81), 3), "cell 81 is outside"),
    (rules.Cage((-1, 0), 3), "cell -1 is outside"),
    (rules.Cage((0, 1), -3), "the total must be at least 0, not -3"),
    (rules.Thermo((4,)), "has 1 cell. It needs at least 2"),
    (rules.Thermo((4, 5, 4)), "r1c5 is named twice"),
    (rules.WhiteDot(3, 3), "whitedot: r1c4 is named twice"),
    (rules.BlackDot(3, 99), "blackdot: cell 99 is outside"),
    (rules.Odd((0, 0)), "odd: r1c1 is named twice"),
    (rules.Even(()), "even has 0 cells"),
    (rules.Among((0,), ()), "the list of values is empty"),
    (rules.Among((0,), (0,)), "0 is not a value from 1 to 9"),
    (rules.Among((0,), (1, 10)), "10 is not a value from 1 to 9"),
    (rules.RegionSum((0, 1, 2)), "the puzzle has neither boxes nor regions"),
    (
        [rules.Boxes(3, 3), rules.Boxes(1, 9), rules.RegionSum((0, 1, 2))],
        "the puzzle has several sorts of regions",
    ),
    ([rules.Boxes(3, 3), rules.RegionSum((0, 1, 2))], "the line stays in one region"),
    (rules.RegionSum((0, 1, 2), regions=((0, 1), (1, 2))), "r1c2 is named twice"),
    (rules.RegionSum((0, 1), boxes=(2, 2)), "boxes of 2×2 do not tile"),
    (rules.RegionSum((0, 1), ((0,),), boxes=(3, 3)), "only one of boxes and regions"),
    (rules.RegionSum((0, 1), regions=((0,),)), "r1c2 is not in a region"),
    (rules.RegionSum((0, 1), regions=((0,), (1, 1))), "r1c2 is named twice"),
    (rules.SlowThermo((0, 1, 0)), "slowthermo: r1c1 is named twice"),
    (rules.Palindrome((0,)), "palindrome has 1 cell. It needs at least 2"),
    (rules.Whisper((0, 99)), "whisper: cell 99 is outside"),
    (rules.Whisper((0, 1), gap=0), "whisper: the gap must be at least 1, not 0"),
    (rules.Lockout((0, 1), gap=-1), "lockout: the gap must be at least 1, not -1"),
    (rules.Modular((0, 1), modulus=1), "the modulus must be at least 2, not 1"),
    (rules.Renban((0, 1, 0)), "renban: r1c1 is named twice"),
    (rules.Nabner((3,)), "nabner has 1 cell"),
    (rules.Between((0, 1)), "between has 2 cells. It needs at least 3"),
    (rules.DoubleArrow((0, 1)), "doublearrow has 2 cells. It needs at least 3"),
    (rules.Zipper((0, 1)), "zipper has 2 cells. It needs at least 3"),
    (rules.Arithmetic((0, 1)), "arithmetic has 2 cells. It needs at least 3"),
    (rules.Arrow((), (1,)), "arrow: bulb has 0 cells"),
    (rules.Arrow((0, 0), (1,)), "arrow: bulb: r1c1 is named twice"),
    (rules.Arrow((0,), ()), "arrow: shaft has 0 cells"),
    (rules.SumLine((0, 1), 0), "sumline: the total must be at least 1, not 0"),
    (rules.EqualSums(((0, 1),)), "equalsums: at least 2 groups are needed"),
    (rules.EqualSums(((0, 1), ())), "equalsums has 0 cells"),
    (rules.SameValues(((0, 1), (2,))), "groups of 1 and 2 cells cannot hold the same values"),
    (rules.SameValues(((0, 0), (2, 3))), "samevalues: r1c1 is named twice"),
    (rules.Clone((0, 1), (2,)), "clone: the copy has 1 cells. It needs 2"),
    (rules.Cage((0, 1), 3, totals=(3, 4)), "give only one of total, totals and root"),
    (rules.Cage((0, 1), totals=()), "cage: the list of totals is empty"),
    (rules.Cage((0, 1), root=10), "a digital root is from 0 to 9, not 10"),
    (rules.Sum((0, 1)), "sum: give either total or totals"),
    (rules.Sum((0, 1), 3, coefficients=(1,)), "sum needs a coefficient for each cell: 2, not 1"),
    (rules.LookAndSay((0, 1), ()), "lookandsay: the list of counts is empty"),
    (rules.LookAndSay((0, 1), ((1, 10),)), "10 is not a value from 1 to 9"),
    (rules.LookAndSay((0, 1), ((1, 3), (1, 3))), "a value is counted twice"),
    (rules.LookAndSay((0, 1), ((-1, 3),)), "a count is negative"),
    (rules.Rellik((0, 1), 0), "rellik: the total must be at least 1, not 0"),
    (rules.EqualityCage((0, 0)), "equalitycage: r1c1 is named twice"),
]
LARGE = [
    (Grid(1, 1200), rules.XSum("r1", 5), "xsum has 1440000 pairs of cells. The limit is"),
    (Grid(64, 64), rules.RowIndexer("r1c1"), "rowindexer has 16777216 entries of tables"),
    (Grid(64, 64), rules.SelfTaxicab(), "selftaxicab has 16777216 pairs of cells. The limit is"),
    (Grid(250, 250), rules.Taxicab(200), "taxicab has 25000000 pairs of cells. The limit is"),
    (Grid(1, 1100), rules.Minimum("r1c1"), "minimum has 1210000 pairs of values. The limit is"),
    (Grid(1, 10, range(5, 15)), rules.Arrow(range(10), (9,)), "512 ways to read a bulb of 10"),
    (Grid(1, 3, range(150)), rules.Arithmetic((0, 1, 2)), "arithmetic: the automaton has more"),
    (
        Grid(1, 40, range(1, 90)),
        rules.Rellik(range(40), 400, repeats=True),
        "rellik: the automaton",
    ),
    (
        Grid(100, 100),
        rules.SameValues((range(5000), range(5000, 10000))),
        "1000200 counts of values",
    ),
    (Grid(1, 2, range(2000)), rules.Whisper((0, 1)), "4000000 pairs of values"),
    (Grid(5, 1000), rules.SumLine(range(5000), 9, loop=True), "25000000 cells in all rotations"),
    (Grid(2, 1000), rules.Modular(range(1500), modulus=999), "1498500 pairs of cells"),
    (Grid(4, 1024), rules.Rellik(range(4096), 10**9), "4194305 partial sums. The limit is 4096"),
    (Grid(1, 4096), rules.SumLine(range(9), 9000), "more than 1048576 transitions"),
]


def test_impossible_and_too_large_rules_are_refused():
    for error, refused in ((PuzzleError, REFUSED), (TooLarge, LARGE)):
        for *grid, rule, complaint in refused:
            together = rule if isinstance(rule, list) else [rule]
            with case(rule), pytest.raises(error) as refusal:
                Puzzle(*(grid or [NINE]), rules=tuple(together))
            assert complaint in str(refusal.value), rule


def test_too_many_states_are_refused_with_the_name_of_the_rule():
    line = Grid(1, 40)
    puzzle = Puzzle(line, rules=(rules.CountDistinct("r1c1", "r1c2-r1c20"),))
    with pytest.raises(TooLarge, match="countdistinct: the automaton has more than 10000 states"):
        _ = puzzle.constraints


def test_a_letter_and_a_number_name_a_whole_row_or_column():
    assert rules.Sandwich("r2", 5).on(NINE) == rules.Sandwich(range(9, 18), 5)
    assert rules.Sandwich("c9", 5).on(NINE) == rules.Sandwich(range(8, 81, 9), 5)
    assert NINE.named("C9") == (26,)  # the cell in row C
    text = (
        '{"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}, '
        '"rules": [{"rule": "sandwich", "cells": "c2", "total": 5}]}'
    )
    assert parse(text).rules == (rules.Sandwich((1, 5, 9, 13), 5),)
    with pytest.raises(PuzzleError, match="whitedot: 'r3' is not the name of a cell"):
        rules.WhiteDot("r1c1", "r3").on(NINE)
