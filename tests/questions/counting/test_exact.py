"""Counts agree with known numbers, estimates have the right mean, and both obey limits."""

import threading
from dataclasses import replace
from itertools import islice
from math import factorial
from random import Random

import numpy as np
import pytest
from clocks import lasting
from examples import HARD, case, classic
from oracle import brute_force
from requirements import require_native

import nonet
from nonet.model.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.questions.counting import count, estimate, estimates, tally
from nonet.questions.counting.pieces import pieces
from nonet.questions.counting.probes import _Stratum, _together
from nonet.questions.uniqueness import LimitReached
from nonet.rules import Among, AntiKing, AntiKnight, NonConsecutive, Rows, Thermo
from nonet.solvers import Limits
from nonet.system.errors import TooLarge

DOZEN = classic("1234............")
TILTED = nonet.classic(order=2).with_rules(Thermo("r1c1 r2c2"))
SPECS = [None, "norvig", "pysat", "cpsat"]


@pytest.fixture
def at_once(monkeypatch):
    """Cut every puzzle into pieces, even one with few solutions."""
    monkeypatch.setattr("nonet.questions.counting.exact._UNDIVIDED", -1.0)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("limit", [None, 0, 5, np.uint8(5), 12, np.int64(99), 1 << 64, 10**30])
def test_counting_stops_at_the_limit(spec, limit, monkeypatch):
    expected = 12 if limit is None else min(12, int(limit))
    assert count(DOZEN, limit, spec) == expected
    monkeypatch.setattr("nonet.questions.counting.exact._UNDIVIDED", -1.0)  # cut it into pieces
    assert count(DOZEN, limit, spec) == expected


def test_more_solutions_than_a_machine_integer_are_counted_to_the_limit():
    require_native()
    row = Puzzle(Grid(1, 25), rules=(Rows(),))
    assert count(row, 10**30) == factorial(25)
    assert count(row, 1 << 64) == 1 << 64


def test_known_numbers(at_once):
    require_native()
    miracle = nonet.classic(order=3).with_rules(AntiKnight(), AntiKing(), NonConsecutive())
    known = {
        "4×4": (nonet.classic(order=2), 288),
        "Latin squares of order 5": (nonet.latin(side=5), 161_280),
        "the miracle rules on an empty grid": (miracle, 72),
        "6×6, its first row given": (nonet.classic("123456" + "." * 30), 28_200_960 // 720),
    }
    for name, (puzzle, number) in known.items():
        with case(name):
            assert count(puzzle) == number


def test_exchangeable_values_are_counted_once():
    require_native()
    six = nonet.classic(boxes=(2, 3))
    assert count(six) == 28_200_960
    # The puzzle treats 1 and 2 alike, but not the other values.
    clues = six.with_rules(Among("r1c1", [1, 2])).with_givens({"r1c2": 3})
    assert 15 * count(clues) == 28_200_960


@pytest.mark.slow
def test_millions_are_counted_one_by_one():
    """Three cells of a row increase in a sixth of all grids, so the number is known."""
    require_native()
    assert 6 * count(nonet.classic(boxes=(2, 3)).with_rules(Thermo("r1c1-r1c3"))) == 28_200_960


def test_numbers_are_the_same_when_learning_takes_over(at_once, monkeypatch):
    require_native()
    monkeypatch.setattr("nonet.solvers.native.general.PATIENCE_WITH_MANY", 1)
    for puzzle in (DOZEN, TILTED, TILTED.with_rules(Thermo("r4c4 r3c3 r2c1"))):
        with case(puzzle):
            assert count(puzzle) == len(brute_force(puzzle))


def test_the_number_of_threads_changes_nothing(at_once):
    require_native()
    assert {count(TILTED, threads=number) for number in (1, 2, 7)} == {len(brute_force(TILTED))}


def test_a_count_that_a_limit_ends_is_an_error():
    with pytest.raises(LimitReached, match="limit reached after 0 solutions") as reached:
        count(classic(HARD), backend="norvig", limits=Limits(nodes=1))
    assert reached.value.found == 0
    for limits in (Limits(seconds=0), Limits(seconds=0.3)):
        with case(limits), pytest.raises(LimitReached):
            count("." * 81, limits=limits)


def test_the_error_has_the_count_before_the_limit():
    # A search in reading order needs 30 nodes for the first solution, and more than 31 for the
    # fifth.
    limits = Limits(nodes=31)
    with pytest.raises(LimitReached, match="after 4 solutions: there may be more") as reached:
        count(DOZEN, backend="backtracking", limits=limits)
    assert reached.value.found == 4
    assert count(DOZEN, 4, "backtracking", limits) == 4  # the count stops before the limit
    assert count(DOZEN, 0, "backtracking", Limits(nodes=0)) == 0


def test_a_tally_says_how_much_is_known():
    for limit, known in ((None, (12, True, True)), (5, (5, False, True))):
        with case(limit):
            found = tally(DOZEN, limit)
            assert (found.found, found.complete, found.known) == known
    none = tally(classic("11.............."))
    assert (none.found, none.complete) == (0, True)


class Halted(Exception):
    pass


def test_an_error_of_the_progress_ends_a_count_at_once():
    """All 9×9 grids would take longer than the universe is old."""
    require_native()
    said = []

    def halt(found):
        said.append(found)
        if len(said) > 2:
            raise Halted

    before = threading.active_count()
    with pytest.raises(Halted):
        count("." * 81, progress=halt)
    assert said == sorted(said)
    assert said[-1] > 0
    assert threading.active_count() == before


def test_a_limit_that_is_noticed_late_still_counts():
    with lasting("nonet.solvers.contract.Session.solve", 1.0):
        found = tally(DOZEN, 1, "norvig", Limits(seconds=0.5))
    assert (found.found, found.complete, found.known) == (1, False, True)


@pytest.mark.parametrize("number", [2.5, 2.0, True, "3", float("nan")])
@pytest.mark.parametrize("what", ["limit", "threads"])
def test_counts_are_whole_numbers(what, number):
    with pytest.raises(TypeError, match=f"{what} is a whole number, not"):
        count(DOZEN, **{what: number})
    with pytest.raises(ValueError, match=f"{what} must be at least [01], not -1"):
        count(DOZEN, **{what: -1})


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
        estimate(TILTED, 0)
    with pytest.raises(TypeError, match="probes is a whole number"):
        estimate(TILTED, 2.5)


def test_an_estimate_beyond_floating_point_is_refused():
    [piece] = pieces(classic("12..34..2......3"), 1, exchange=True)
    stratum = _Stratum(replace(piece, weight=10**301))
    for _ in range(2):
        stratum.probe(propagator(piece.puzzle.geometry), Random(0))
    with pytest.raises(TooLarge, match=r"the estimate is 1.00e\+301 solutions"):
        _together([stratum])
