"""Counts agree with known numbers, estimates have the right mean, and enumerations obey limits."""

import threading
from concurrent.futures import Future
from dataclasses import replace
from itertools import islice
from math import factorial
from threading import Thread
from types import SimpleNamespace

import numpy as np
import pytest
from clocks import lasting
from examples import HARD, case, classic, says, share_or_whole
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from requirements import require_native
from strategies import primitives

import nonet
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count, estimate, estimates, probes, solutions, tally
from nonet.questions.counting.pieces import pieces
from nonet.questions.uniqueness import LimitReached
from nonet.rules import Among, AntiKing, AntiKnight, NonConsecutive, Rows, Thermo
from nonet.solvers import Answer, Limits, Sampled, Status, Taken, WrongAnswer, find_backend
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


@given(st.data())
def test_many_solutions_of_any_primitives_are_each_found_once(data):
    """After 64 solutions, the native engine finds those of nearly full boards in another way."""
    require_native()
    grid = data.draw(st.sampled_from([Grid(2, 3, range(1, 4)), Grid(3, 3, range(2))]))
    hint = tuple(data.draw(st.sampled_from(grid.values)) for _ in grid.cells)
    parts = data.draw(st.lists(primitives(grid, hint), min_size=1, max_size=3))
    puzzle = says(grid, *parts)
    expected = brute_force(puzzle)
    found = list(solutions(puzzle, "native"))
    assert (len(found), set(found)) == (len(expected), expected)
    assert count(puzzle, backend="native") == len(expected)


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


@pytest.fixture(params=["native", "Python"])
def small_probes(request, monkeypatch):
    """Visit so few nodes in a probe that the estimates of a 4×4 board have an error."""
    if request.param == "native":
        require_native()
    else:
        backend = replace(find_backend(None), samplers=None)
        monkeypatch.setattr(probes, "find_backend", lambda spec: backend)
    for name in ("_NODES", "_NODES_IN_PYTHON", "_FIRST_NODES"):
        monkeypatch.setattr(probes, name, 4)
    monkeypatch.setattr(probes, "_QUICK", 0)


def test_a_search_tree_that_is_visited_as_a_whole_is_exact():
    for text in ("1234............", "12..34..2......3", "11.............."):
        with case(text):
            found = estimate(text)
            assert (found.mean, found.error) == (len(brute_force(classic(text))), 0)
            assert found.interval == (found.mean, found.mean)


def test_a_small_search_tree_is_visited_as_a_whole(small_probes, monkeypatch):
    assert estimate(TILTED).error > 0
    monkeypatch.setattr(probes, "_QUICK", 100_000)
    assert estimate(TILTED).interval == (len(brute_force(TILTED)),) * 2


@share_or_whole("count", 60, 200)
def test_an_interval_contains_the_number_with_its_probability(small_probes, count):
    exact = len(brute_force(TILTED))
    found = [estimate(TILTED, seed=seed) for seed in range(count)]
    within = sum(low <= exact <= high for low, high in (each.interval for each in found))
    assert within >= 0.9 * count
    average = sum(each.mean for each in found) / len(found)
    error = sum(each.error**2 for each in found) ** 0.5 / len(found)
    assert abs(average - exact) < 4 * error < exact / 20


def test_a_seed_repeats_an_estimate_and_more_probes_reduce_the_error(small_probes):
    assert estimate(TILTED, 12, seed=3) == estimate(TILTED, 12, seed=np.int64(3))
    few, many = estimate(TILTED, 8), estimate(TILTED, 200)
    assert (few.probes, many.probes) == (8, 200)
    assert many.error < few.error
    counts = [found.probes for found in islice(estimates(TILTED), 3)]
    assert counts == [4, 5, 6]
    assert 0 < few.largest < 1
    assert "standard error" in str(few)


def test_puzzles_that_the_engine_cannot_sample_are_estimated_in_python():
    grid = Grid(1, 5, range(1, 70))
    assert estimate(Puzzle(grid, rules=(Rows(),)).with_givens({0: 1, 1: 2, 2: 3})).mean == 66 * 65


def test_a_wrong_solution_in_a_sample_is_an_error(monkeypatch):
    def sample(puzzle, goals, due, most):
        return Sampled(1.0, [1.0] * len(goals), goals, [(1,) * 16])

    backend = replace(find_backend(None), samplers=lambda puzzle: sample)
    monkeypatch.setattr(probes, "find_backend", lambda spec: backend)
    with pytest.raises(WrongAnswer, match="a probe gave a wrong grid"):
        estimate(DOZEN)


def test_probes_grow_until_one_finds_a_solution(monkeypatch):
    def sample(puzzle, goals, due, most):
        return Sampled(float(most > 10_000), [1e6] * len(goals), [2.0] * len(goals), [])

    backend = replace(find_backend(None), samplers=lambda puzzle: sample)
    monkeypatch.setattr(probes, "find_backend", lambda spec: backend)
    assert 0 < estimate(DOZEN).mean < 1


def test_without_time_for_the_first_probes_an_error_is_raised():
    with pytest.raises(LimitReached):
        estimate("." * 81, limits=0)
    with pytest.raises(ValueError, match="probes must be at least 1, not 0"):
        estimate(TILTED, 0)
    with pytest.raises(TypeError, match="probes is a whole number"):
        estimate(TILTED, 2.5)


def test_an_estimate_beyond_floating_point_is_refused(small_probes, monkeypatch):
    monkeypatch.setattr("nonet.solvers.native.general.MOST_WEIGHT", 8)
    monkeypatch.setattr(probes, "MOST_WEIGHT", 8)
    with pytest.raises(TooLarge, match="the estimate is more than 8 solutions"):
        estimate(TILTED)


# --- enumeration ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [None, "norvig", "pysat"])
def test_the_order_is_the_same_on_any_number_of_threads(spec):
    first, *others = (list(nonet.solutions(TILTED, spec, threads=number)) for number in (1, 2, 5))
    assert all(found == first for found in others)
    assert len(first) == len(set(first))
    assert set(first) == brute_force(TILTED)
    assert list(nonet.solutions("11..............", spec, threads=2)) == []


def test_closing_the_iterator_stops_the_search():
    before = threading.active_count()
    found = nonet.solutions("." * 81, threads=2)
    assert len(set(islice(found, 1000))) == 1000
    found.close()
    assert threading.active_count() == before


def test_a_limit_is_an_error_with_the_number_so_far():
    for limits in (Limits(nodes=0), Limits(seconds=0)):
        with case(limits), pytest.raises(LimitReached) as reached:
            list(nonet.solutions("." * 81, limits=limits, threads=2))
        assert reached.value.found == 0
    with pytest.raises(ValueError, match="threads must be at least 1, not 0"):
        nonet.solutions(TILTED, threads=0)
    with pytest.raises(TypeError, match="threads is a whole number"):
        nonet.solutions(TILTED, threads=2.5)


@pytest.fixture
def listed(enlist):
    """Return a function that registers a backend whose listings have this method `take`."""

    def add(take):
        listing = SimpleNamespace(by="lists", side_by_side=True, take=take)
        enlist("lists", None, listings=lambda puzzle: listing)

    return add


@pytest.mark.parametrize("ask", [lambda *asked: list(nonet.solutions(*asked)), nonet.count])
def test_a_wrong_solution_is_an_error(ask, listed):
    listed(lambda most, kept=0, seconds=None: Taken(1, [(1,) * 16][:kept], end=True))
    with pytest.raises(WrongAnswer, match="lists gave a wrong grid: r1c1 is 1"):
        ask(classic("2..............."), *[None] * (ask is nonet.count), "lists")


def test_an_error_of_a_listing_is_raised(listed):
    def take(most, kept=0, seconds=None):
        raise SystemExit("a listing ends it all")

    raised = Future()

    def ask():
        try:
            list(nonet.solutions(classic("2..............."), "lists", threads=2))
        except BaseException as error:
            raised.set_result(error)

    listed(take)
    Thread(target=ask, daemon=True).start()  # this call may wait for ever
    assert str(raised.result(timeout=120)) == "a listing ends it all"


@pytest.mark.parametrize("taken", [0, 1, 3])
def test_an_abandoned_enumeration_closes_its_session(taken, enlist):
    grids = sorted(brute_force(TILTED))
    log = []

    class Lists:
        def solve(self, limits):
            blocked = {grid for what, grid in log if what == "block"}
            left = [grid for grid in grids if grid not in blocked]
            log.append(("solve", None))
            return Answer(Status.SATISFIED, left[0]) if left else Answer(Status.UNSATISFIABLE)

        def block(self, solution):
            log.append(("block", solution))

        def close(self):
            log.append(("close", None))

    enlist("lists", lambda puzzle, seed: Lists())
    found = nonet.solutions(TILTED, "lists")
    assert [next(found) for _ in range(taken)] == grids[:taken]
    assert [what for what, _ in log].count("solve") == taken  # the next solve has not begun
    found.close()
    assert list(found) == []
    assert [what for what, _ in log].count("close") == (taken > 0)


PUZZLES = {
    "empty": nonet.classic(order=2),
    "with givens": classic("1.....3........."),
    "with a rule that tells values apart": TILTED,
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


def test_about_as_many_pieces_as_wanted_come_in_order():
    assert len(pieces(PUZZLES["empty"], 1, exchange=False)) == 1
    parts = pieces(PUZZLES["empty"], 50, exchange=False)
    assert 50 <= len(parts) < 54
    assert [piece.path for piece in parts] == sorted(piece.path for piece in parts)
