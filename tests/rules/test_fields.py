"""The fields of rules take names, ranges and lists of cells, and refuse other types."""

import numpy as np
import pytest
from examples import RULES, case, rule_id

from nonet import rules
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.fields import _TABLES, _TABLES_KEPT, hints
from nonet.system.errors import PuzzleError

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
