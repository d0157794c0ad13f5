"""Each solution of a puzzle is in exactly one of its pieces."""

import pytest
from examples import classic
from oracle import brute_force

import nonet
from nonet.questions.counting.pieces import pieces
from nonet.rules import Thermo

PUZZLES = {
    "empty": nonet.classic(order=2),
    "with givens": classic("1.....3........."),
    "with a rule that tells values apart": nonet.classic(order=2).with_rules(Thermo("r1c1 r2c2")),
    "with one solution": classic("12..34..2......3"),
    "with none": classic("11.............."),
}


@pytest.mark.parametrize("wanted", [1, 7, 1000])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_pieces_have_all_solutions_once(puzzle, wanted):
    every = brute_force(puzzle)
    parts = [brute_force(piece.puzzle) for piece in pieces(puzzle, wanted, exchange=False)]
    assert sum(map(len, parts)) == len(set().union(*parts))
    assert set().union(*parts) == every
    weighted = pieces(puzzle, wanted, exchange=True)
    assert sum(piece.weight * len(brute_force(piece.puzzle)) for piece in weighted) == len(every)


def test_exchangeable_values_give_weights():
    assert max(piece.weight for piece in pieces(PUZZLES["empty"], 7, exchange=True)) == 24
    rule = PUZZLES["with a rule that tells values apart"]
    assert {piece.weight for piece in pieces(rule, 7, exchange=True)} == {1}


def test_pieces_come_in_order():
    parts = pieces(PUZZLES["empty"], 50, exchange=False)
    assert [piece.path for piece in parts] == sorted(piece.path for piece in parts)
