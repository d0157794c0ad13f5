"""Estimates of the number of solutions have the right mean and the right standard error."""

from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest
from examples import case, classic
from oracle import brute_force

import nonet
from nonet.propagation import propagator
from nonet.questions.counting import estimate, estimates
from nonet.questions.counting.pieces import pieces
from nonet.questions.counting.probes import _Stratum, _together
from nonet.questions.uniqueness import LimitReached
from nonet.rules import Thermo
from nonet.system.errors import TooLarge

FOUR = nonet.classic(order=2)
TILTED = FOUR.with_rules(Thermo("r1c1 r2c2"))


def test_a_puzzle_cut_into_single_solutions_is_exact():
    for text in ("1234............", "12..34..2......3", "11.............."):
        with case(text):
            found = estimate(text)
            assert (found.mean, found.error) == (len(brute_force(classic(text))), 0)
            assert found.interval == (found.mean, found.mean)


def test_an_interval_contains_the_number_with_its_probability():
    exact = len(brute_force(TILTED))
    found = [estimate(TILTED, 64, seed=seed) for seed in range(40)]
    within = sum(low <= exact <= high for low, high in (each.interval for each in found))
    assert within >= 34
    average = sum(each.mean for each in found) / len(found)
    assert abs(average - exact) < exact / 20


def test_a_seed_repeats_an_estimate_and_more_probes_reduce_the_error():
    assert estimate(TILTED, 100, seed=3) == estimate(TILTED, 100, seed=np.int64(3))
    few, many = estimate(TILTED, 64), estimate(TILTED, 1600)
    assert many.probes >= 1600
    assert many.error < few.error
    counts = [found.probes for found in islice(estimates(TILTED), 3)]
    assert counts == sorted(counts)


def test_a_number_of_grids_too_large_to_count():
    """There are 6.67e21 grids of 9×9."""
    found = estimate("." * 81, 200)
    assert 0.5 < found.mean / 6.67e21 < 2
    assert 0 < found.largest < 1
    assert "standard error" in str(found)


def test_without_time_for_two_probes_of_each_piece_an_error_is_raised():
    with pytest.raises(LimitReached):
        estimate("." * 81, limits=0)
    with pytest.raises(ValueError, match="probes must be at least 1, not 0"):
        estimate(FOUR, 0)
    with pytest.raises(TypeError, match="probes is a whole number"):
        estimate(FOUR, 2.5)


def test_an_estimate_beyond_floating_point_is_refused():
    [piece] = pieces(classic("12..34..2......3"), 1, exchange=True)
    stratum = _Stratum(replace(piece, weight=10**301))
    for _ in range(2):
        stratum.probe(propagator(piece.puzzle.geometry), Random(0))
    with pytest.raises(TooLarge, match=r"the estimate is 1.00e\+301 solutions"):
        _together([stratum])
