"""Chaos construction: regions that are part of the solution, and clues about them."""

import re

import pytest
from oracle import brute_force, found_by_all

from nonet import check, count, draw_svg, parse, solutions, violations, write
from nonet import rules as r
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

EMPTY = Puzzle(Grid(3, 3), rules=(r.Rows(), r.Columns())).with_layer("region")
SQUARE = EMPTY.with_rules(r.ChaosConstruction())
WIDE = (
    Puzzle(Grid(2, 4, range(1, 5)), rules=(r.Rows(), r.Columns()))
    .with_layer("region", [1, 2])
    .with_rules(r.ChaosConstruction())
)
FULL = WIDE.with_givens(dict(enumerate((1, 2, 3, 4, 3, 4, 1, 2))))


def test_regions_are_connected_and_hold_each_value_once():
    solved = FULL.with_givens(dict(enumerate((1, 1, 2, 2, 1, 1, 2, 2), start=8)))
    assert count(solved) == 1
    parted = FULL.with_givens(dict(enumerate((1, 2, 2, 1, 1, 2, 2, 1), start=8)))
    assert count(parted) == 0
    repeating = FULL.with_givens(dict(enumerate((1, 1, 1, 1, 2, 2, 2, 2), start=8)))
    assert count(repeating) == 1
    assert count(repeating.with_givens({"r1c4": 1, "r2c3": 4})) == 0


def test_regions_are_numbered_by_their_first_cells():
    assert count(FULL.with_givens({"region.r1c1": 2})) == 0
    labels = (each[9:] for each in solutions(SQUARE))
    assert all(list(dict.fromkeys(each)) == [1, 2, 3] for each in labels)


@pytest.mark.parametrize(
    "puzzle",
    [
        FULL,
        FULL.with_givens({"region.r1c3": 2}),
        WIDE.with_givens({"r1c1": 1, "r1c2": 2, "r2c1": 3}).with_rules(
            r.RegionArrow("r1c3", ["r1c3 r1c2 r1c1", "r1c3 r1c4", "r1c3 r2c3"]),
            r.RegionCount("r2c4", "r2c4 r1c4 r1c3 r2c3", own=False),
        ),
        WIDE.with_givens({"r1c1": 1, "r1c2": 2}).with_rules(
            r.RegionArrow("r2c1", ["r1c1-r1c4"]), r.Greater("region.r1c4 region.r2c1")
        ),
        WIDE.with_givens({"r1c1": 1}).with_rules(
            r.RegionCount("r2c3", "r2c3 r1c3 r2c2 r2c4"),
            r.SameValues(["region.r1c1", "region.r2c3"]),
        ),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(puzzle):
    assert found_by_all(puzzle)


def test_clues_apply_without_regions():
    puzzle = Puzzle(Grid(1, 4, range(1, 5))).with_layer("region", [1, 2])
    puzzle = puzzle.with_givens({"r1c2": 1, "r1c3": 1, "r1c4": 1})
    puzzle = puzzle.with_rules(r.RegionArrow("r1c1", ["r1c1-r1c4"]))
    assert set(solutions(puzzle)) == brute_force(puzzle)


def test_native_counts_each_division_of_a_board_once():
    """Its search names regions where it likes. Only the solution has them in their order."""
    givens = dict(enumerate((1, 2, 3, 2, 3, 1, 3, 1, 2)))
    found = list(solutions(SQUARE.with_givens(givens), backend="native"))
    assert sorted(found) == sorted(brute_force(SQUARE.with_givens(givens)))
    assert len(found) > 1


def test_cells_that_a_clue_joins_need_not_touch():
    puzzle = Puzzle(Grid(3, 4, range(1, 5))).with_layer("region", range(1, 4)).chaosconstruction()
    puzzle = puzzle.regioncount("r2c4", "r2c4 r3c4 r3c1 r2c2", own=False)
    puzzle = puzzle.with_givens({"r1c3": 1, "r2c1": 3, "r2c2": 2, "r3c4": 1, "region.r1c4": 1})
    found = sorted(solutions(puzzle, backend="native"))
    assert found == sorted(solutions(puzzle, backend="pysat"))
    assert found


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: EMPTY.with_rules(r.ChaosConstruction("regoin")), "no layer 'regoin'"),
        (lambda: EMPTY.with_rules(r.ChaosConstruction("")), "'' cannot name a layer"),
        (
            lambda: Puzzle(Grid(2, 3), rules=()).with_layer("region", [1, 2, 3, 4]),
            "4 is not a value",
        ),
        (
            lambda: Puzzle(Grid(3, 3)).with_layer("region", [1, 2]).chaosconstruction(),
            "2 regions cannot divide 9 cells equally",
        ),
        (lambda: EMPTY.regionarrow("r1c1", ["region.r1c1 r1c2"]), "only cells of the board"),
        (lambda: EMPTY.regionarrow("r1c1", ["r1c1 r1c2", "r2c2 r2c3"]), "the same cell"),
        (lambda: EMPTY.regioncount("r1c1", ""), "It needs at least 1"),
    ],
)
def test_wrong_regions_are_refused(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()


def test_json_and_judgement_know_regions():
    puzzle = WIDE.with_rules(r.RegionArrow("r1c1", ["r1c1-r1c4"], own=False))
    assert parse(write(puzzle, "json")) == puzzle
    first = next(iter(solutions(puzzle)))
    assert not violations(puzzle, first)
    assert violations(puzzle, (*first[:8], *first[:8]))
    assert check(puzzle.with_givens(dict(enumerate(first)))).kind == "unique"


def test_the_regions_of_a_solution_are_drawn():
    def heavy_lines(*values):
        (drawn,) = re.findall(r'<path [^>]*stroke-linecap="square"[^>]*>', draw_svg(WIDE, *values))
        return drawn.count("M")

    assert heavy_lines() == 4
    assert heavy_lines((1, 2, 3, 4, 3, 4, 1, 2, 1, 1, 2, 2, 1, 1, 2, 2)) == 5
