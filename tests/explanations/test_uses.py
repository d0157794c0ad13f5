"""Each use has a unique name."""

from nonet.explanations.uses import Unit, uses_of
from nonet.formats import classic
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Diagonals, ExtraRegion, Rows


def names(puzzle, kind):
    """Return the names of the uses of a kind."""
    described = [use.describe(puzzle.grid) for use in uses_of(puzzle, Unit.RULE)]
    return [name for name in described if kind in name]


def test_houses_of_several_rules_are_numbered_in_the_order_of_the_puzzle():
    puzzle = classic("." * 16).with_rules(ExtraRegion((1, 4, 11)), ExtraRegion((0, 6, 9)))
    assert names(puzzle, "extra region") == ["extra region 1", "extra region 2"]
    puzzle = classic("." * 16).with_rules(Diagonals(rising=False), Diagonals(falling=False))
    assert names(puzzle, "diagonal") == ["diagonal 1", "diagonal 2"]
    puzzle = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3), Boxes(3, 2)))
    assert names(puzzle, "box") == [f"box {number}" for number in range(1, 13)]


def test_a_region_that_is_a_row_keeps_the_name_of_the_row_and_takes_a_number():
    puzzle = classic("." * 16).with_rules(ExtraRegion((0, 1, 2, 3)), ExtraRegion((0, 6, 9)))
    assert names(puzzle, "extra region") == ["extra region 2"]


def test_other_rules_than_houses_are_named_by_their_cells():
    puzzle = classic("." * 16).cage("r1c1 r1c2", 3).cage("r2c1 r2c2", 7)
    puzzle = puzzle.thermo("r3c1-r3c3").thermo("r3c3 r3c2 r3c1")
    others = [use.describe(puzzle.grid) for use in uses_of(puzzle, Unit.RULE) if not use.house]
    assert len(others) == len({*others}) == 4
