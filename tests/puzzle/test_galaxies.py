"""Galaxies: connected regions in a layer, each symmetric by half a turn about a given centre."""

import pytest
from examples import case
from oracle import found_by_all

from nonet import check, classic, count, draw_svg, parse, violations, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Galaxies, Rows
from nonet.system.errors import PuzzleError

SMALL = Puzzle(Grid(2, 3, range(1, 4))).with_layer("galaxy", [1, 2])
LATIN = Puzzle(Grid(3, 3), rules=(Rows(), Columns())).with_layer("galaxy")

#: The centres of puzzle 1 of Galaxien on janko.at, and its galaxies. It has no digits.
CENTRES = ("r1c2", "r1c6 r1c7 r2c6 r2c7", "r3c4", "r3c6 r4c6", "r4c1 r4c2 r5c1 r5c2")
CENTRES += ("r5c7", "r6c3 r7c3", "r6c5", "r7c6")
PUBLISHED = Puzzle(Grid(7, 7, range(1, 10))).with_layer("galaxy").galaxies(CENTRES, repeats=True)
PUBLISHED = PUBLISHED.with_givens(dict.fromkeys(range(49), 1))
FOUND = "1113322 5533322 5533346 5533346 5533886 5578886 5578896"


@pytest.mark.parametrize(
    "puzzle",
    [
        SMALL.galaxies(["r1c2 r2c2"]).with_givens(dict(enumerate((1, 2, 3, 3)))),
        SMALL.galaxies(["r1c1 r2c1", "r1c2 r1c3 r2c2 r2c3"], repeats=True).with_givens(
            dict.fromkeys(range(4), 1)
        ),
        LATIN.galaxies(["r1c2", "r2c2", "r3c2"]).with_givens({"r1c1": 1}),
        LATIN.galaxies(["r2c2", "r1c1", "r3c3"], repeats=True).with_givens({"r1c1": 1}),
        LATIN.galaxies(["r2c2", "r1c1"]).with_givens({"r1c1": 1, "r3c3": 1, "r1c2": 2}),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(puzzle):
    assert found_by_all(puzzle)


@pytest.mark.parametrize("spec", ["native", "pysat", "cpsat"])
def test_a_published_puzzle_has_its_one_solution(spec):
    [solution] = check(PUBLISHED, spec).witnesses
    assert "".join(map(str, solution[49:])) == FOUND.replace(" ", "")


def test_no_digit_repeats_in_a_galaxy_unless_repeats_are_allowed():
    shaped = LATIN.with_givens(dict(enumerate((1, 1, 2, 1, 1, 2, 3, 2, 2), start=9)))
    centres = ["r1c1 r1c2 r2c1 r2c2", "r2c3", "r3c1"]
    assert count(shaped.galaxies(centres)) == 0
    straight = LATIN.with_givens(dict(enumerate((1, 1, 2, 1, 1, 2, 3, 3, 2), start=9)))
    centres = ["r1c1 r1c2 r2c1 r2c2", "r2c3", "r3c1 r3c2"]
    assert (count(straight.galaxies(centres)), count(straight.galaxies(centres, repeats=True))) == (
        0,
        12,
    )


@pytest.mark.parametrize("repeats", [False, True])
def test_galaxies_of_more_cells_than_digits_repeat_a_digit(repeats):
    for centre in ("r1c1", "r1c2", "r1c3", "r1c2 r1c3", "r1c1 r1c2 r2c1 r2c2"):
        board = Puzzle(Grid(2, 4, range(1, 4))).with_layer("galaxy", [1, 2])
        puzzle = board.galaxies([centre], repeats=repeats).with_givens({0: 1, 5: 1, 6: 2, 7: 3})
        with case(centre):
            found_by_all(puzzle, "dlx", "heuristic", "backtracking", "clingo")
    few = Puzzle(Grid(2, 2)).with_layer("galaxy", [1, 2]).galaxies(["r1c1-r2c2"], repeats=repeats)
    for spec in ("native", "norvig", "pysat", "cpsat"):
        assert count(few, backend=spec) == (16 if repeats else 0)


def test_json_pictures_and_judgement_know_galaxies():
    puzzle = SMALL.galaxies(["r1c1 r2c1", "r1c2 r1c3 r2c2 r2c3"], repeats=True)
    assert parse(write(puzzle, "json")) == puzzle
    solution = (1, 2, 3, 3, 1, 2, 1, 2, 2, 1, 2, 2)
    assert not violations(puzzle, solution)
    assert violations(puzzle, (*solution[:6], 1, 1, 2, 1, 2, 2))
    # The wall between the galaxies lies on a line between cells.
    assert (draw_svg(puzzle).count("M40 0"), draw_svg(puzzle, solution).count("M40 0")) == (1, 2)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: SMALL.galaxies([]), "cannot number 0 galaxies. It may hold 2 values"),
        (lambda: SMALL.galaxies(["r1c1", "r1c2", "r1c3"]), "cannot number 3 galaxies"),
        (lambda: SMALL.galaxies(["r1c1", []]), "It needs at least 1"),
        (lambda: SMALL.galaxies(["r1c1 r1c2", "r1c2"]), "r1c2 is named twice"),
        (lambda: SMALL.galaxies(["r1c1-r1c3"]), "a centre is a cell, two cells that share an edge"),
        (lambda: SMALL.galaxies(["r1c2 r2c1"]), "or a square of four, not r1c2 r2c1"),
        (lambda: SMALL.galaxies(["galaxy.r1c1"]), "has no place on the board"),
        (lambda: SMALL.with_rules(Galaxies(["r1c1"], "galxy")), "no layer 'galxy'"),
        (
            lambda: classic(order=6).with_layer("galaxy", [1, 2]).galaxies(["r18c18"]),
            "pairs of cells may be in one galaxy. The limit is 131072",
        ),
    ],
)
def test_wrong_galaxies_are_refused(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()
