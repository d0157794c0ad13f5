"""The general engine's search pauses, keeps its limits, and continues where it paused."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from clocks import processor_seconds
from examples import EASY, classic, pigeons, says
from general_engine import GENERAL, LEARNING, NEVER

from nonet.model.constraints import Linear
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import AntiKing, Arrow, Cage, Pairs, SumLine
from nonet.solvers import Limits, Status
from nonet.solvers.native.core import core

#: A puzzle that needs a search.
SEARCHED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def test_the_search_pauses_until_its_solution_is_blocked():
    with GENERAL.open(classic("." * 16)) as session:
        first = session.solve()
        again = session.solve(Limits(nodes=0))
    assert again.solution == first.solution
    assert again.counters == {"nodes": 0, "propagators": 0}


def test_puzzles_of_the_same_rules_are_compiled_once(monkeypatch):
    with GENERAL.open(classic(EASY)) as session:
        session.solve()
    monkeypatch.delattr(core(), "GeneralModel")
    with GENERAL.open(classic(SEARCHED)) as session:
        assert session.solve().status is Status.SATISFIED


@pytest.mark.parametrize("text", ["." * 16, "11" + "." * 14, "1234341221434321"])
def test_no_nodes_and_no_time_are_unknown(text):
    for limits in (Limits(nodes=0), Limits(seconds=0)):
        with GENERAL.open(classic(text)) as session:
            assert session.solve(limits).status is Status.UNKNOWN
            assert session.solve().status is not Status.UNKNOWN


def test_a_limit_of_nodes_is_kept_to_the_node():
    with GENERAL.open(classic(SEARCHED)) as session:
        answer = session.solve(Limits(nodes=3))
    assert (answer.status, answer.counters["nodes"]) == (Status.UNKNOWN, 3)


def test_a_long_sum_is_divided_into_few_large_parts():
    """The least sum of these 33 cells is near 99. With parts by rows, it seems far below."""
    shaft = (
        "r8c5 r8c6 r9c6 r9c7 r9c8 r9c9 r8c9 r7c9 r7c8 r6c8 r6c9 r5c9 r5c8 r5c7 r4c7 r4c8 r4c9 r3c9 "
        "r3c8 r3c7 r3c6 r2c6 r2c5 r2c4 r3c4 r4c4 r4c3 r5c3 r5c2 r6c2 r7c2 r7c1"
    )
    puzzle = classic("." * 81).with_rules(Arrow("r7c4 r7c5", shaft), AntiKing())
    with NEVER.open(puzzle) as session:
        assert session.solve(Limits(nodes=1000)).status is not Status.UNKNOWN


def search_session():
    """Return a session on even terms with an odd sum, which no search refutes in a lifetime."""
    terms = tuple((2, cell) for cell in range(81))
    return NEVER.open(says(Grid(9, 9), Linear(terms, "==", 811)))


def learning_session():
    return LEARNING.open(pigeons(14))


endless = pytest.mark.parametrize("open_session", [search_session, learning_session])


@endless
def test_a_limit_of_seconds_is_kept(open_session):
    start = time.perf_counter()
    with open_session() as session, processor_seconds(1):
        answer = session.solve(Limits(seconds=0.05))
    assert answer.status is Status.UNKNOWN
    assert time.perf_counter() - start >= 0.05


def test_a_search_of_long_nodes_looks_at_its_limit_after_each():
    puzzle = Puzzle(Grid(1, 256, range(1, 33)), rules=(SumLine(range(256), 1500),))
    with GENERAL.open(puzzle) as session:
        answer = session.solve(Limits(seconds=0.01))
    assert answer.status is Status.UNKNOWN
    # If building the model took all the time, there are no nodes.
    assert answer.counters.get("nodes", 0) <= 2


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@endless
def test_an_interruption_acts_at_once_and_loses_nothing(open_session):
    def interrupt(number, frame):
        raise KeyboardInterrupt

    handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        with open_session() as session:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with processor_seconds(0.4), pytest.raises(KeyboardInterrupt):
                session.solve()
            assert session.solve(Limits(nodes=10)).status is Status.UNKNOWN
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def test_other_threads_run_while_it_searches():
    with search_session() as session, ThreadPoolExecutor(2) as threads:

        def is_refused(_):
            try:
                session.solve(Limits(seconds=0.1))
            except RuntimeError as error:
                return str(error) == "the search runs in another thread"
            return False

        # One of two simultaneous solves is refused. On a busy machine, they may not overlap.
        assert any(sum(threads.map(is_refused, range(2))) == 1 for _ in range(50))
        assert session.solve(Limits(nodes=5)).status is Status.UNKNOWN


@pytest.mark.slow
def test_a_search_of_millions_of_conflicts_still_tries_the_cells_that_had_none():
    """Nearly all conflicts are in eleven cells, so the weights of the other cells become tiny."""
    crowd = [Cage((a, b)) for a, b in combinations(range(11), 2)]
    key = [Pairs((11, cell), lambda a, b: (a == 1 and b < 11) or a == 2) for cell in range(11)]
    puzzle = Puzzle(Grid(3, 6, range(1, 12)), rules=(*crowd, *key, Cage((12, 13), 5)))
    with GENERAL.open(puzzle) as session:
        answer = session.solve()
    assert answer.status is Status.SATISFIED
    assert answer.counters["nodes"] > 2_000_000
