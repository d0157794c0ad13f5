"""Rules with cells beside the board: marked and shaded cells, regions and galaxies."""

import re
from dataclasses import replace

import pytest
from examples import case
from oracle import brute_force, found_by_all

from nonet import (
    Limits,
    certify,
    check,
    classic,
    count,
    draw_svg,
    explain,
    parse,
    solutions,
    verify,
    violations,
    write,
)
from nonet import rules as r
from nonet.model.constraints import Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.modifiers import Modified
from nonet.system.errors import PuzzleError

BARE = Puzzle(Grid(3, 3), rules=(r.Rows(), r.Columns())).with_layer("region")
CHAOS = BARE.with_rules(r.ChaosConstruction())
WIDE = (
    Puzzle(Grid(2, 4, range(1, 5)), rules=(r.Rows(), r.Columns()))
    .with_layer("region", [1, 2])
    .with_rules(r.ChaosConstruction())
)
FULL = WIDE.with_givens(dict(enumerate((1, 2, 3, 4, 3, 4, 1, 2))))
SHADED = classic("1234341221434321").with_layer("shade", [1, 2])
#: A 2×2 board with a shading.
SMALL = Puzzle(Grid(2, 2, range(1, 4)), rules=(r.Rows(),)).with_layer("shade", [1, 2])
#: Rules, and how many shadings of a square with this side they allow.
SHADINGS = [
    (r.StarBattle([2], 1, boxes=(2, 2)), 4, 2),
    (r.Norinori([2], boxes=(2, 2)), 4, 15),
    (r.Norinori([2], regions=["r1", "r2", "r3 r4"]), 4, 29),
    (r.Nurimisaki([1], "r1c3 r4c3"), 4, 4),
    (r.Loop([2]), 4, 22),
    (r.Loop([2], corners=True), 4, 24),
    (r.Snake([2]), 3, 90),
    (r.Snake([2], corners=True), 3, 94),
    (r.Snake([2], "r1c1"), 4, 152),
    (r.Snake([2], "r1c1 r4c4"), 4, 20),
]
SIX = Puzzle(Grid(2, 3, range(1, 4))).with_layer("galaxy", [1, 2])
SQUARED = Puzzle(Grid(3, 3), rules=(r.Rows(), r.Columns())).with_layer("galaxy")


def latin(kind: str, *rules: r.Rule) -> Puzzle:
    """Return a 3×3 Latin square beside a rule that marks cells."""
    marks = 2 if kind in ("hotcold", "vampire") else 1
    puzzle = Puzzle(Grid(3, 3), rules=(r.Rows(), r.Columns()))
    puzzle = puzzle.with_layer("mark", range(1, marks + 2)).with_layer("marked", size=3 * marks)
    return getattr(puzzle, kind)().with_rules(*rules)


@pytest.mark.parametrize(
    "puzzle",
    [
        latin("doubler", r.Cage("r1c1 r1c2 r2c1", 8)),
        latin("doubler", r.Thermo("r1c1 r1c2 r2c2"), r.BlackDot("r3c1 r3c2")),
        latin("negator", r.LittleKiller("r1c1", "down-right", 2)),
        latin("negator", r.Either(r.Sum("r1c1 r1c2", 1), r.X("r1c1 r1c2"))),
        latin("multiplier", r.Sum("r1c1 marked.1", 5)),
        latin("hotcold", r.Whisper("r1c1 r1c2", 3)).with_givens({"r3c3": 1}),
        latin("vampire", r.Cage("r1c1 r1c2", 5), r.SumLine("r2c1-r2c3", 6)),
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
        *(
            SMALL.with_givens({"r1c1": 1}).with_rules(rule)
            for rule in (
                r.StarBattle([2, 3], 1, regions=["r1c1", "r2c1"]),
                r.Norinori([2], "shade", boxes=(2, 2)),
                r.Nurimisaki([1], "r1c1 r2c2", "shade", counted=True),
                r.Loop([1], "shade"),
                r.Snake([2], layer="shade"),
                r.Snake([1, 3], "r1c1"),
            )
        ),
        SIX.galaxies(["r1c2 r2c2"]).with_givens(dict(enumerate((1, 2, 3, 3, 1)))),
        SIX.galaxies(["r1c1 r2c1", "r1c2 r1c3 r2c2 r2c3"], repeats=True).with_givens(
            dict.fromkeys(range(5), 1)
        ),
        SQUARED.galaxies(["r1c2", "r2c2", "r3c2"]).with_givens({"r1c1": 1}),
        SQUARED.galaxies(["r2c2", "r1c1", "r3c3"], repeats=True).with_givens({"r1c1": 1}),
        SQUARED.galaxies(["r2c2", "r1c1"]).with_givens({"r1c1": 1, "r3c3": 1, "r1c2": 2}),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(puzzle):
    found_by_all(puzzle)
    assert parse(write(puzzle, "json")) == puzzle


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda: latin("doubler", r.NonConsecutive()),
            "nonconsecutive: nonet cannot apply the rule",
        ),
        (lambda: latin("doubler", r.Cage("r1c1 r1c2", root=3)).constraints, "digital root"),
        (lambda: latin("negator", r.SumLine("r1", 3)), "count less than 0"),
        (lambda: latin("negator", r.Arrow("r1c1 r1c2", "r1c3")), "count less than 0"),
        (lambda: latin("doubler", r.Negator()), "changes what cells count, too"),
        (lambda: latin("hotcold").with_rules(r.Doubler()), "the layer mark must have 2 values"),
        (
            lambda: (
                classic("." * 16).with_layer("mark", [1, 2]).with_layer("marked", size=3).doubler()
            ),
            "the layer marked must have 4 cells, not 3",
        ),
        (lambda: BARE.with_rules(r.ChaosConstruction("regoin")), "no layer 'regoin'"),
        (lambda: BARE.with_rules(r.ChaosConstruction("")), "'' cannot name a layer"),
        (
            lambda: Puzzle(Grid(2, 3), rules=()).with_layer("region", [1, 2, 3, 4]),
            "4 is not a value",
        ),
        (
            lambda: Puzzle(Grid(3, 3)).with_layer("region", [1, 2]).chaosconstruction(),
            "2 regions cannot divide 9 cells equally",
        ),
        (lambda: BARE.regionarrow("r1c1", ["region.r1c1 r1c2"]), "only cells of the board"),
        (lambda: BARE.regionarrow("r1c1", ["r1c1 r1c2", "r2c2 r2c3"]), "the same cell"),
        (lambda: BARE.regioncount("r1c1", ""), "It needs at least 1"),
        (
            lambda: SMALL.with_rules(r.StarBattle([2], 0, "shade")).constraints,
            "the count must be at least 1",
        ),
        (
            lambda: SMALL.with_rules(r.StarBattle([2], 1)).constraints,
            "neither boxes nor regions. Give the rule `boxes` or `regions`",
        ),
        (
            lambda: SMALL.with_rules(r.Norinori([2], regions=["shade.r1"])).constraints,
            "only cells of the board",
        ),
        (
            lambda: SMALL.with_rules(r.Nurimisaki([1], "r1c1", counted=True)).constraints,
            "only cells with one value of a layer",
        ),
        (
            lambda: SMALL.with_rules(r.Nurimisaki([1], "r1c1 r1c1")).constraints,
            "r1c1 is named twice",
        ),
        (
            lambda: SMALL.with_rules(r.Snake([2], "r1 r2c1")).constraints,
            "a snake has two ends, not 3",
        ),
        (lambda: SIX.galaxies([]), "cannot number 0 galaxies. It may hold 2 values"),
        (lambda: SIX.galaxies(["r1c1", "r1c2", "r1c3"]), "cannot number 3 galaxies"),
        (lambda: SIX.galaxies(["r1c1", []]), "It needs at least 1"),
        (lambda: SIX.galaxies(["r1c1 r1c2", "r1c2"]), "r1c2 is named twice"),
        (lambda: SIX.galaxies(["r1c1-r1c3"]), "a centre is a cell, two cells that share an edge"),
        (lambda: SIX.galaxies(["r1c2 r2c1"]), "or a square of four, not r1c2 r2c1"),
        (lambda: SIX.galaxies(["galaxy.r1c1"]), "has no place on the board"),
        (lambda: SIX.with_rules(r.Galaxies(["r1c1"], "galxy")), "no layer 'galxy'"),
        (
            lambda: classic(order=6).with_layer("galaxy", [1, 2]).galaxies(["r18c18"]),
            "pairs of cells may be in one galaxy. The limit is 131072",
        ),
    ],
)
def test_wrong_rules_are_refused_by_name(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()


# --- marked cells ---------------------------------------------------------------------------------


def test_each_row_column_box_and_digit_is_doubled_once():
    # A Latin square of order 3 has three sets of cells with all rows, columns and digits.
    assert count(latin("doubler")) == 12 * 3
    found = next(iter(solutions(latin("doubler"))))
    board, marks, listed = found[:9], found[9:18], found[18:]
    doubled = [digit for digit, mark in zip(board, marks, strict=True) if mark == 2]
    assert sorted(doubled) == [1, 2, 3]
    assert list(listed) == doubled


def test_doublers_lie_in_the_boxes_of_the_puzzle():
    puzzle = classic("." * 16).with_layer("mark", [1, 2]).with_layer("marked", size=4).doubler()
    assert puzzle.meant[-1].boxes == (2, 2)
    assert count(puzzle.with_givens({"mark.r1c1": 2, "mark.r2c2": 2})) == 0
    found = next(iter(solutions(puzzle)))
    assert not violations(puzzle, found)
    assert violations(puzzle, (*found[:-1], found[-2]))


def test_large_boards_have_doublers():
    puzzle = classic(order=5).with_layer("mark", [1, 2]).with_layer("marked", size=25)
    assert next(solutions(puzzle.doubler()))


def test_a_cage_adds_up_doubled_digits_but_repeats_none():
    puzzle = latin("doubler").with_givens({"r1c1": 1, "r1c2": 2, "mark.r1c1": 2})
    assert count(puzzle.with_rules(r.Cage("r1c1 r1c2", 4))) > 0  # both count 2
    assert count(puzzle.with_rules(r.Cage("r1c1 r2c2", 4))) == 0  # r2c2 is 3 or 1
    assert count(puzzle.with_rules(r.Cage("r1c1 r1c2", 3))) == 0


def test_cages_that_need_nearly_all_digits_doubled_leave_few_to_other_cells():
    puzzle = latin("doubler", r.Cage("r1", 9), r.Cage("r2", 8))  # doubled digits add up to 3 and 2
    one_is_doubled = Relation(15, 6, frozenset({(1, 1), (1, 2), (1, 3), (2, 1)}))
    assert one_is_doubled in puzzle.constraints  # mark.r3c1 and r3c1
    assert set(solutions(puzzle)) == brute_force(puzzle)


def test_a_published_killer_with_doublers_is_quickly_proved_unique():
    cages = {  # Overkill, by Jay Dyer
        "r1c2 r1c3 r2c1 r2c2 r3c1": 30,
        "r1c7 r1c8 r2c8 r2c9 r3c9": 34,
        "r7c9 r8c8 r8c9 r9c7 r9c8": 33,
        "r7c1 r8c1 r8c2 r9c2 r9c3": 16,
        "r2c3 r3c3 r3c4 r4c1-r4c3 r5c3 r5c4": 53,
        "r1c6 r2c6 r3c5-r3c8 r4c5 r4c7": 60,
        "r5c6 r5c7 r6c7-r6c9 r7c6 r7c7 r8c7": 55,
        "r6c3 r6c5 r7c2-r7c5 r8c4 r9c4": 52,
    }
    puzzle = classic(order=3).with_layer("mark", [1, 2]).with_layer("marked", size=9).doubler()
    puzzle = puzzle.with_rules(*(r.Cage(cells, total) for cells, total in cages.items()))
    assert check(puzzle, "native", Limits(nodes=20_000)).kind == "unique"


def test_the_usual_gap_of_a_whisper_does_not_grow():
    [whisper] = latin("doubler", r.Whisper("r1c1 r1c2")).meant[-1].rules[0].split(Grid(3, 3))[1]
    assert whisper.gap == 2


def test_a_rule_applies_once_whatever_the_number_of_calls():
    puzzle = latin("doubler", r.Sum("r1c1 r1c2", 5))
    again = Puzzle(puzzle.grid, rules=puzzle.meant)
    assert again.meant == puzzle.meant
    assert isinstance(again.meant[-1], Modified)


def test_steps_and_pictures_name_the_marks():
    puzzle = latin("doubler", r.Cage("r1c1 r1c2 r2c1", 8))
    found = sorted(brute_force(puzzle))[0]
    solved = puzzle.with_givens({cell: found[cell] for cell in range(len(found)) if cell != 9})
    assert check(solved).kind == "unique"
    assert str(explain(solved).steps[-1]).startswith(f"naked single: mark.r1c1 = {found[9]}")
    picture = draw_svg(puzzle, found)
    assert "A grey cell has the value 2" in picture
    assert f"marked: {' '.join(map(str, found[18:]))}" in picture


# --- regions --------------------------------------------------------------------------------------


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
    labels = (each[9:] for each in solutions(CHAOS))
    assert all(list(dict.fromkeys(each)) == [1, 2, 3] for each in labels)


def test_clues_apply_without_regions():
    puzzle = Puzzle(Grid(1, 4, range(1, 5))).with_layer("region", [1, 2])
    puzzle = puzzle.with_givens({"r1c2": 1, "r1c3": 1, "r1c4": 1})
    puzzle = puzzle.with_rules(r.RegionArrow("r1c1", ["r1c1-r1c4"]))
    assert set(solutions(puzzle)) == brute_force(puzzle)


def test_native_counts_each_division_of_a_board_once():
    """Its search names regions where it likes. Only the solution has them in their order."""
    givens = dict(enumerate((1, 2, 3, 2, 3, 1, 3, 1, 2)))
    found = list(solutions(CHAOS.with_givens(givens), backend="native"))
    assert sorted(found) == sorted(brute_force(CHAOS.with_givens(givens)))
    assert len(found) > 1


def test_cells_that_a_clue_joins_need_not_touch():
    puzzle = Puzzle(Grid(3, 4, range(1, 5))).with_layer("region", range(1, 4)).chaosconstruction()
    puzzle = puzzle.regioncount("r2c4", "r2c4 r3c4 r3c1 r2c2", own=False)
    puzzle = puzzle.with_givens({"r1c3": 1, "r2c1": 3, "r2c2": 2, "r3c4": 1, "region.r1c4": 1})
    found = sorted(solutions(puzzle, backend="native"))
    assert found == sorted(solutions(puzzle, backend="pysat"))
    assert found


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


# --- shaded cells ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "side", "shadings"), SHADINGS)
def test_rules_allow_a_number_of_shadings(rule, side, shadings):
    on_board = Puzzle(Grid(side, side, range(1, 3)), rules=(rule,))
    assert len(brute_force(on_board)) == shadings
    filled = Puzzle(Grid(side, side)).with_givens(dict.fromkeys(range(side * side), 1))
    on_layer = filled.with_layer("shade", [1, 2]).with_rules(replace(rule, layer="shade"))
    assert count(on_layer) == shadings


def test_the_digits_in_capes_count_cells():
    capes = r.Nurimisaki([1], "r1c3 r4c3", "shade", counted=True)
    (solution,) = solutions(SHADED.with_rules(capes))
    assert solution[16:] == (1, 1, 1, 2, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 2)


def test_regions_are_those_of_the_puzzle():
    for rule in (r.StarBattle([2], 1, "shade"), r.Norinori([2], "shade")):
        with_boxes = replace(rule, boxes=(2, 2))
        assert set(solutions(SHADED.with_rules(rule))) == set(
            solutions(SHADED.with_rules(with_boxes))
        )


def test_all_cells_may_be_shaded():
    assert count(Puzzle(Grid(2, 2), rules=(r.Loop([1, 2]),))) == 16
    assert count(Puzzle(Grid(2, 2), rules=(r.Snake([1, 2]),))) == 0


@pytest.mark.parametrize("rule", [rule for rule, *_ in SHADINGS])
def test_verdicts_are_certified_and_explained(rule, tmp_path):
    puzzle = SHADED.with_rules(replace(rule, layer="shade"))
    assert parse(write(puzzle, "json")) == puzzle
    first = next(iter(solutions(puzzle)))
    unique = puzzle.with_givens(dict(enumerate(first[:31])))
    certify(unique).write(tmp_path / "proof")
    assert verify(tmp_path / "proof").claim == check(unique).kind
    assert explain(unique).steps


def test_players_read_a_sentence():
    grid = SHADED.grid
    assert r.Snake([2], "r1c1", "shade").on(grid).sentence(grid) == (
        "All cells with 2 in the layer shade form a snake, one cell wide, that does not touch "
        "itself, not even at a corner, with an end in r1c1."
    )


# --- galaxies -------------------------------------------------------------------------------------

#: The centres of puzzle 1 of Galaxien on janko.at, and its galaxies. It has no digits.
CENTRES = ("r1c2", "r1c6 r1c7 r2c6 r2c7", "r3c4", "r3c6 r4c6", "r4c1 r4c2 r5c1 r5c2")
CENTRES += ("r5c7", "r6c3 r7c3", "r6c5", "r7c6")
PUBLISHED = Puzzle(Grid(7, 7, range(1, 10))).with_layer("galaxy").galaxies(CENTRES, repeats=True)
PUBLISHED = PUBLISHED.with_givens(dict.fromkeys(range(49), 1))
FOUND = "1113322 5533322 5533346 5533346 5533886 5578886 5578896"


@pytest.mark.parametrize("spec", ["native", "pysat", "cpsat"])
def test_a_published_puzzle_has_its_one_solution(spec):
    [solution] = check(PUBLISHED, spec).witnesses
    assert "".join(map(str, solution[49:])) == FOUND.replace(" ", "")


def test_no_digit_repeats_in_a_galaxy_unless_repeats_are_allowed():
    shaped = SQUARED.with_givens(dict(enumerate((1, 1, 2, 1, 1, 2, 3, 2, 2), start=9)))
    centres = ["r1c1 r1c2 r2c1 r2c2", "r2c3", "r3c1"]
    assert count(shaped.galaxies(centres)) == 0
    straight = SQUARED.with_givens(dict(enumerate((1, 1, 2, 1, 1, 2, 3, 3, 2), start=9)))
    centres = ["r1c1 r1c2 r2c1 r2c2", "r2c3", "r3c1 r3c2"]
    assert (count(straight.galaxies(centres)), count(straight.galaxies(centres, repeats=True))) == (
        0,
        12,
    )


@pytest.mark.parametrize("repeats", [False, True])
def test_galaxies_of_more_cells_than_digits_repeat_a_digit(repeats):
    for centre in ("r1c1", "r1c2", "r1c3", "r1c2 r1c3", "r1c1 r1c2 r2c1 r2c2"):
        board = Puzzle(Grid(2, 4, range(1, 4))).with_layer("galaxy", [1, 2])
        puzzle = board.galaxies([centre], repeats=repeats).with_givens(
            dict(enumerate((1, 2, None, None, None, 1, 2, 3)))
        )
        with case(centre):
            found_by_all(puzzle, "dlx", "heuristic", "backtracking", "clingo")
    few = Puzzle(Grid(2, 2)).with_layer("galaxy", [1, 2]).galaxies(["r1c1-r2c2"], repeats=repeats)
    for spec in ("native", "norvig", "pysat", "cpsat"):
        assert count(few, backend=spec) == (16 if repeats else 0)


def test_json_pictures_and_judgement_know_galaxies():
    puzzle = SIX.galaxies(["r1c1 r2c1", "r1c2 r1c3 r2c2 r2c3"], repeats=True)
    assert parse(write(puzzle, "json")) == puzzle
    solution = (1, 2, 3, 3, 1, 2, 1, 2, 2, 1, 2, 2)
    assert not violations(puzzle, solution)
    assert violations(puzzle, (*solution[:6], 1, 1, 2, 1, 2, 2))
    # The wall between the galaxies lies on a line between cells.
    assert (draw_svg(puzzle).count("M40 0"), draw_svg(puzzle, solution).count("M40 0")) == (1, 2)
