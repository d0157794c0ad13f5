"""Any number of threads finds all solutions of a puzzle, in the same order."""

import threading
from concurrent.futures import Future
from itertools import islice
from threading import Thread
from types import SimpleNamespace

import pytest
from examples import case, classic
from oracle import brute_force

import nonet
from nonet.questions.counting.pieces import pieces
from nonet.questions.uniqueness import LimitReached
from nonet.rules import Thermo
from nonet.solvers import Answer, Limits, Status, Taken, WrongAnswer

PUZZLE = nonet.classic(order=2).with_rules(Thermo("r1c1 r2c2"))


@pytest.mark.parametrize("spec", [None, "norvig", "pysat"])
def test_the_order_is_the_same_on_any_number_of_threads(spec):
    first, *others = (list(nonet.solutions(PUZZLE, spec, threads=number)) for number in (1, 2, 5))
    assert all(found == first for found in others)
    assert len(first) == len(set(first))
    assert set(first) == brute_force(PUZZLE)


def test_an_impossible_puzzle_yields_nothing():
    assert list(nonet.solutions("11..............", threads=2)) == []


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
        nonet.solutions(PUZZLE, threads=0)
    with pytest.raises(TypeError, match="threads is a whole number"):
        nonet.solutions(PUZZLE, threads=2.5)


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
    grids = sorted(brute_force(PUZZLE))
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
    found = nonet.solutions(PUZZLE, "lists")
    assert [next(found) for _ in range(taken)] == grids[:taken]
    assert [what for what, _ in log].count("solve") == taken  # the next solve has not begun
    found.close()
    assert list(found) == []
    assert [what for what, _ in log].count("close") == (taken > 0)


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
