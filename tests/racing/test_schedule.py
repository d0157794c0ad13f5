"""Tests of the schedule of a race: the order of puzzles and contestants."""

from itertools import pairwise

from nonet.formats import classic
from nonet.racing.schedule import turns

SMALL, LARGE = classic(order=2), classic(order=3)
THREE = ["a", "b", "c"]


def test_each_contestant_has_a_turn_at_each_puzzle_in_each_repeat():
    found = [
        (repeat, puzzle, who)
        for repeat, puzzle, order in turns([SMALL, LARGE], THREE, repeats=2, seed=0)
        for who in order
    ]
    assert sorted(found) == [(r, p, who) for r in range(2) for p in range(2) for who in THREE]


def test_each_contestant_follows_each_other_one():
    orders = [order for _, _, order in turns([SMALL] * 50, THREE, repeats=1, seed=0)]
    pairs = {pair for order in orders for pair in pairwise(order)}
    assert pairs == {(one, other) for one in THREE for other in THREE if one != other}


def test_the_seed_determines_the_order():
    first, again, other = (list(turns([SMALL] * 9, THREE, 1, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_puzzles_under_the_same_rules_stay_together():
    for seed in range(9):
        found = turns([SMALL, LARGE, SMALL, LARGE, SMALL], THREE, repeats=1, seed=seed)
        large = [puzzle in (1, 3) for _, puzzle, _ in found]
        assert large in ([True] * 2 + [False] * 3, [False] * 3 + [True] * 2)
