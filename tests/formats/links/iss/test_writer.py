"""nonet writes rules without a class as primitives, and the site keeps every item."""

import re
from dataclasses import replace

import pytest
from examples import RULES, case
from hypothesis import given
from oracle import brute_force
from strategies import puzzles

from nonet import count, rules
from nonet.formats import classic, latin
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.links.iss.reader import puzzle_of
from nonet.formats.links.iss.writer import string_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def test_rules_without_a_class_are_written_as_primitives():
    for rule, string in {
        rules.Odd((0, 1)): r"\.~R1C1_1_3~R1C2_1_3",
        rules.SlowThermo((0, 1)): r"\.Pair~[\w-]+~_slowthermo~R1C1~R1C2",
        rules.WhiteDot(0, 1, 2): r"\.Pair~[\w-]+~_whitedot~R1C1~R1C2",
        rules.Cage((0, 1), totals=(3, 4)): r"\.AllDifferent~R1C1~R1C2\.Or\.Sum~3~.*\.Sum~4~.*\.End",
        rules.Boxes(1, 2): r"(\.AllDifferent~R\dC\d~R\dC\d){8}",
        rules.Contains((0, 4), (2, 2)): r"\.ContainAtLeast~2_2~R1C1~R2C1",
        # The app does not support a repeated cell on a line, or a line of three cells cut in half.
        rules.Between((0, 1, 2, 1, 3)): r".*\.Or\.Pair~.*\.End\.Pair~.*",
        rules.EqualityCage((0, 1, 2)): r"\.AllDifferent~R1C1~R1C2~R1C3\.NFA~.*",
    }.items():
        puzzle = latin(side=4).with_rules(rule)
        with case(rule):
            assert re.fullmatch(r"\.Shape~4x4\.NoBoxes" + string, string_of(puzzle))
            assert count(puzzle_of(string_of(puzzle)), 600) == count(puzzle, 600)


def test_a_gap_of_0_is_written_as_primitives():
    board = Puzzle(Grid(1, 3, range(1)), rules=(rules.Lockout((0, 1)),))
    assert brute_force(puzzle_of(string_of(board))) == brute_force(board)


def test_dots_exempt_their_cells_as_in_the_app():
    dotted = classic(order=2).with_rules(rules.WhiteDot(0, 1), rules.NonConsecutive())
    assert "AntiConsecutive" not in string_of(dotted)
    assert count(puzzle_of(string_of(dotted)), 300) == count(dotted, 300)
    strict = ".Shape~4x4.WhiteDot~R1C1~R1C2.X~R2C1~R2C2.StrictKropki.StrictXV"
    assert string_of(puzzle_of(strict)) == strict
    wide = classic(order=2).with_rules(
        rules.WhiteDot(0, 1, 2), rules.NegativeWhiteDots(), rules.NegativeBlackDots()
    )
    assert "Strict" not in string_of(wide)


@pytest.mark.parametrize("grid", sorted({grid for grid, _ in RULES}, key=repr), ids=repr)
def test_every_rule_keeps_its_solutions(grid):
    for board, rule in RULES:
        if board != grid or len(grid.values) ** len(grid.cells) > 10_000:
            continue
        try:
            puzzle = Puzzle(grid, rules=(rule,))
        except PuzzleError:
            continue
        string = attempt(string_of, puzzle)
        if isinstance(string, Inexpressible):
            assert grid.values.start > 1 or "connected cells" in str(string)
            continue
        with case(rule):
            assert brute_force(puzzle_of(string)) == brute_force(puzzle)


@given(puzzles())
def test_written_puzzles_have_the_same_solutions(puzzle):
    try:
        string = string_of(puzzle)
    except Inexpressible:
        return
    assert brute_force(puzzle_of(string)) == brute_force(puzzle)
    assert string_of(puzzle_of(string)) == string_of(puzzle_of(string_of(puzzle_of(string))))


def test_two_clues_at_one_place():
    """The site keeps only the last clue at a place, so the second clue is written as primitives."""
    row, corner = "r1c1-r1c4", "r1c1 r1c2 r2c1 r2c2"
    pairs = {
        "Quad": (rules.Quadruple(corner, (1,)), rules.Quadruple(corner, (2,))),
        "Sandwich": (rules.Sandwich(row, 0), rules.Sandwich(row, 2)),
        "Skyscraper": (rules.Skyscraper(row, 2), rules.Skyscraper(row, 3)),
        "LittleKiller": [rules.LittleKiller("r1c2", "down-right", total) for total in (5, 6)],
    }
    for name, both in pairs.items():
        with case(name):
            puzzle = classic("." * 16).with_rules(*both)
            string = string_of(puzzle)
            assert string.count(f".{name}~") == 1
            assert count(puzzle_of(string)) == count(puzzle)
    ends = rules.Skyscraper(row, 2), rules.Skyscraper("r1c4-r1c1", 2)
    assert string_of(classic("." * 16).with_rules(*ends)).count(".Skyscraper~") == 2


def test_hints_to_the_search_are_kept():
    puzzle = puzzle_of(".AntiKnight.SearchPriority~2~R1C1.Priority~3~R1C2")
    assert puzzle.meta == (("iss", '[".SearchPriority~2~R1C1",".Priority~3~R1C2"]'),)
    assert puzzle_of(string_of(puzzle)) == puzzle
    for foreign in ("{", "[" * 200_000, "[1]", '["SearchPriority"]', '[".Or"]'):
        with case(foreign[:20]):
            meta = (("iss", foreign), ("title", "Jazz"))
            assert string_of(replace(puzzle, meta=meta)) == ".AntiKnight"


def test_impossible_boards_are_refused():
    for puzzle, message in {
        classic(order=5): "a grid of 25×25",
        Puzzle(Grid(2, 2, range(3, 5))): "values from 3 to 4",
    }.items():
        with pytest.raises(Inexpressible, match=message):
            string_of(puzzle)
