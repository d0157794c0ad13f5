"""Every rule agrees with a second definition, which is written from the page of rules alone."""

import json

import pytest
from examples import RULES, case, rule_id, share_or_whole, some_fillings
from fuzz import meanings
from oracle import brute_force

from nonet.formats.model import rule_to_json
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    DisjointGroups,
    Rows,
    Thermo,
    Windoku,
)

NINE = Grid(9, 9)


@share_or_whole("most", 100, 2000)
def test_each_rule_means_what_its_page_says(most):
    """The definitions in `meanings` are written from the page of rules alone."""
    for grid, rule in RULES:
        model = json.loads(json.dumps(rule_to_json(rule, grid)))
        world = meanings.World(grid.rows, grid.columns, grid.values, [model])
        places = [meanings.place(grid.name(cell)) for cell in grid.cells]
        with case(rule_id(grid, rule)):
            for filling in some_fillings(grid, rule, most):
                at = dict(zip(places, filling, strict=True))
                assert rule.holds(grid, filling) == meanings.holds(model, world, at), filling


def test_houses_of_a_large_board_are_those_of_the_page():
    world = meanings.World(9, 9, NINE.values, [])
    tilings = Boxes(3, 3), Boxes(1, 9), Boxes(9, 3), DisjointGroups(3, 3), DisjointGroups(3, 1)
    for rule in (Rows(), Columns(), Diagonals(), Windoku(), *tilings):
        expected = meanings.groups(rule_to_json(rule, NINE), world)
        with case(rule):
            assert [[*map(NINE.place, group)] for group in rule.groups(NINE)] == expected


def test_a_partial_filling_is_refused_as_soon_as_a_value_is_too_high():
    row = Grid(1, 3, range(10))
    assert Cage((0, 1, 2), 6).holds(row, (1, 2, None))
    assert not Cage((0, 1, 2), 6).holds(row, (4, 3, None))
    assert not Thermo((0, 1, 2)).holds(row, (2, None, 2))


@pytest.mark.parametrize(
    ("rules", "solutions"),
    [
        ((Rows(), Columns()), 576),  # the Latin squares of order 4
        ((Rows(), Columns(), Boxes(2, 2)), 288),
        ((Rows(), Columns(), Boxes(2, 2), Diagonals()), 48),
        ((Rows(), Columns(), Boxes(2, 2), AntiKing()), 0),
    ],
)
def test_known_numbers_of_boards(rules, solutions):
    assert len(brute_force(Puzzle(Grid(4, 4), rules=rules))) == solutions
