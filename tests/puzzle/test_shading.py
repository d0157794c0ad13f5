"""Star battle, norinori, nurimisaki, loops and snakes, on the board and in layers."""

from dataclasses import replace

import pytest
from oracle import brute_force, found_by_all

from nonet import certify, check, classic, count, explain, parse, solutions, verify, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Loop, Norinori, Nurimisaki, Rows, Snake, StarBattle
from nonet.system.errors import PuzzleError

SOLVED = classic("1234341221434321").with_layer("shade", [1, 2])
#: A 2×2 board with a shading.
SMALL = Puzzle(Grid(2, 2, range(1, 4)), rules=(Rows(),)).with_layer("shade", [1, 2])
SHADINGS = [
    (StarBattle([2], 1, boxes=(2, 2)), 2),
    (Norinori([2], boxes=(2, 2)), 15),
    (Norinori([2], regions=["r1", "r2", "r3 r4"]), 29),
    (Nurimisaki([1], "r1c3 r4c3"), 4),
    (Loop([2]), 22),
    (Loop([2], corners=True), 24),
    (Snake([2]), 860),
    (Snake([2], corners=True), 1004),
    (Snake([2], "r1c1"), 152),
    (Snake([2], "r1c1 r4c4"), 20),
]


@pytest.mark.parametrize(("rule", "shadings"), SHADINGS)
def test_rules_allow_a_number_of_shadings(rule, shadings):
    on_board = Puzzle(Grid(4, 4, range(1, 3)), rules=(rule,))
    assert len(brute_force(on_board)) == shadings
    assert count(SOLVED.with_rules(replace(rule, layer="shade"))) == shadings


@pytest.mark.parametrize(
    "rule",
    [
        StarBattle([2, 3], 1, regions=["r1c1", "r2c1"]),
        Norinori([2], "shade", boxes=(2, 2)),
        Nurimisaki([1], "r1c1 r2c2", "shade", counted=True),
        Loop([1], "shade"),
        Snake([2], layer="shade"),
        Snake([1, 3], "r1c1"),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(rule):
    found_by_all(SMALL.with_givens({"r1c1": 1}).with_rules(rule))


def test_the_digits_in_capes_count_cells():
    capes = Nurimisaki([1], "r1c3 r4c3", "shade", counted=True)
    (solution,) = solutions(SOLVED.with_rules(capes))
    assert solution[16:] == (1, 1, 1, 2, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 2)


def test_regions_are_those_of_the_puzzle():
    for rule in (StarBattle([2], 1, "shade"), Norinori([2], "shade")):
        with_boxes = replace(rule, boxes=(2, 2))
        assert set(solutions(SOLVED.with_rules(rule))) == set(
            solutions(SOLVED.with_rules(with_boxes))
        )


def test_all_cells_may_be_shaded():
    assert count(Puzzle(Grid(2, 2), rules=(Loop([1, 2]),))) == 16
    assert count(Puzzle(Grid(2, 2), rules=(Snake([1, 2]),))) == 0


@pytest.mark.parametrize("rule", [rule for rule, _ in SHADINGS])
def test_verdicts_are_certified_and_explained(rule, tmp_path):
    puzzle = SOLVED.with_rules(replace(rule, layer="shade"))
    assert parse(write(puzzle, "json")) == puzzle
    first = next(iter(solutions(puzzle)))
    unique = puzzle.with_givens(dict(enumerate(first[:31])))
    certify(unique).write(tmp_path / "proof")
    assert verify(tmp_path / "proof").claim == check(unique).kind
    assert explain(unique).steps


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (StarBattle([2], 0, "shade"), "the count must be at least 1"),
        (StarBattle([2], 1), "neither boxes nor regions. Give the rule `boxes` or `regions`"),
        (Norinori([2], regions=["shade.r1"]), "only cells of the board"),
        (Nurimisaki([1], "r1c1", counted=True), "only cells with one value of a layer"),
        (Nurimisaki([1], "r1c1 r1c1"), "r1c1 is named twice"),
        (Snake([2], "r1 r2c1"), "a snake has two ends, not 3"),
    ],
)
def test_wrong_rules_are_refused(rule, why):
    with pytest.raises(PuzzleError, match=why):
        SMALL.with_rules(rule).constraints  # noqa: B018


def test_players_read_a_sentence():
    grid = SOLVED.grid
    assert Snake([2], "r1c1", "shade").on(grid).sentence(grid) == (
        "All cells with 2 in the layer shade form a snake, one cell wide, that does not touch "
        "itself, not even at a corner, with an end in r1c1."
    )
