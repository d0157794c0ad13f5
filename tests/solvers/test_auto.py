"""`auto`: which backend it picks, and how the search hands on to the SAT solver."""

import pytest
from clocks import ticking
from examples import HARD, classic
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from requirements import require_native
from strategies import puzzles, raw_puzzles

from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.means import require_means
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Cage, Columns, ExtraRegion, Rows
from nonet.solvers import Backend, BackendError, Limits, Status, auto, find_backend, preferred
from nonet.uniqueness import Kind, check, check_many, count, solve, solve_many

AUTO = find_backend("auto")
DOZEN = classic("1234" + "." * 12)
DONE = classic("1234341221434321")
BIG = classic("." * 16**2, Cage((0, 1, 2), 20))
#: Pigeons in too few holes, in words that no solver here refutes, and a sum.
PIGEONS = Puzzle(
    Grid(1, 14, range(13)),
    rules=(
        Cage((0, 1, 2), 18),
        *(ExtraRegion((one, other)) for other in range(14) for one in range(other)),
    ),
)


@pytest.fixture
def native():
    require_native()


@pytest.fixture
def no_native(monkeypatch):
    monkeypatch.setattr(auto.native, "missing", lambda: "no compiler")


@pytest.fixture
def soon(monkeypatch):
    """Let it hand over after so many nodes."""
    require_native()
    return lambda nodes: monkeypatch.setattr(auto, "MOST_NODES", nodes)


# --- the choice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "first", "then"),
    [
        (classic(HARD), "native", None),
        (classic(HARD, AntiKnight()), "native", None),
        (classic("." * 16**2), "native", None),
        (BIG, "native", auto.SAT),
        (Puzzle(Grid(65, 65), rules=(Rows(), Columns())), auto.SAT, None),
    ],
)
def test_the_choice_depends_on_the_puzzle(native, puzzle, first, then):
    choice = auto.choose(puzzle)
    assert (choice.first, choice.then) == (first, then)
    assert preferred(puzzle).spec == ("auto" if then else first)


def test_without_the_native_engine_it_is_a_sat_solver(no_native):
    choice = auto.choose(classic(HARD))
    assert (choice.first, choice.then) == (auto.SAT, None)
    assert str(choice) == f"{auto.SAT}: the native engine is not here: no compiler"
    assert solve(DOZEN).by == auto.SAT
    assert [answer.by for answer in solve_many([DOZEN, DOZEN, BIG])] == [auto.SAT] * 3
    assert {str(verdict.kind) for verdict in check_many([classic(HARD)] * 2)} == {"unique"}


def test_what_the_native_engine_cannot_hold_is_for_the_sat_solver(native):
    wide = Puzzle(Grid(1, 2, range(70)), rules=(Rows(),))
    assert "70 values" in auto.choose(wide).reason
    assert solve(wide).by == auto.SAT


def test_auto_is_the_default(native):
    assert solve(DOZEN).by == solve(DOZEN, "auto").by == "native"
    assert check(BIG).answers[0].by == "native"


def test_it_has_no_variants():
    with pytest.raises(BackendError, match="auto has no variants and no options"):
        find_backend("auto:fast")


# --- one after the other -------------------------------------------------------------------------


def test_native_answers_what_takes_few_nodes(native):
    answer = solve(BIG)
    assert (answer.status, answer.by) == (Status.SATISFIED, "native")


def test_after_so_many_nodes_the_sat_solver_takes_over(soon):
    soon(3)
    with AUTO.open(BIG) as session:
        answer = session.solve()
        assert (answer.status, answer.by) == (Status.SATISFIED, auto.SAT)
        assert answer.counters["nodes"] == 3  # of the one, and the other's own
        assert answer.counters["decisions"] > 0
        session.block(answer.solution)
        again = session.solve()
    assert (again.by, "nodes" in again.counters) == (auto.SAT, False)


def test_the_times_are_those_of_both(soon):
    soon(3)
    alone = solve(BIG, auto.SAT).times
    both = solve(BIG).times
    assert both.encode > 0
    assert both.load > 0
    assert both.total > both.encode + both.load
    assert alone.total > 0


@settings(max_examples=40)
@given(puzzle=puzzles() | raw_puzzles(), nodes=st.integers(0, 5))
def test_no_solution_is_lost_or_found_twice_in_handing_over(puzzle, nodes):
    require_native()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "MOST_NODES", nodes)
        with AUTO.open(puzzle) as session:
            found = enumerate_solutions(session)
    assert sorted(found) == sorted(brute_force(puzzle))


def test_it_is_the_same_every_time(soon):
    soon(20)
    runs = [check(BIG) for _ in range(2)]
    assert runs[0].witnesses == runs[1].witnesses
    assert [a.counters for a in runs[0].answers] == [a.counters for a in runs[1].answers]


def test_too_many_clauses_leave_it_to_native(soon, monkeypatch):
    def make(puzzle, seed):
        raise TooLarge("too many clauses")

    soon(3)
    monkeypatch.setattr(auto, "_sat", lambda: Backend(auto.SAT, make))
    answer = solve(BIG)
    assert (answer.status, answer.by) == (Status.SATISFIED, "native")


def test_clauses_that_take_half_of_the_time_leave_it_to_native(soon, monkeypatch):
    def make(puzzle, seed):
        for _ in range(60):
            require_means()
        raise AssertionError("the time was not up")

    soon(3)
    monkeypatch.setattr(auto, "_sat", lambda: Backend(auto.SAT, make))
    with ticking():
        answer = solve(BIG, limits=Limits(seconds=100))
    assert (answer.status, answer.by) == (Status.SATISFIED, "native")


# --- limits --------------------------------------------------------------------------------------


def test_a_limit_of_nodes_below_the_hand_over(native):
    answer = solve(BIG, limits=Limits(nodes=2))
    assert (answer.status, answer.by) == (Status.UNKNOWN, "native")
    assert answer.counters["nodes"] == 2


def test_a_limit_of_nodes_is_for_both_together(soon, monkeypatch):
    soon(10)
    monkeypatch.setattr(auto, "SAT", "pysat:minisat22")  # which does not take some more
    answer = solve(PIGEONS, limits=Limits(nodes=40))
    assert (answer.status, answer.by) == (Status.UNKNOWN, auto.SAT)
    assert answer.counters["nodes"] == 10
    assert 0 < answer.counters["conflicts"] <= 31


def test_a_limit_of_seconds_is_for_both_together(soon):
    soon(10**9)
    assert solve(PIGEONS, limits=Limits(seconds=0.1)).by == "native"
    soon(10)
    answer = solve(PIGEONS, limits=Limits(seconds=0.2))
    assert (answer.status, answer.by) == (Status.UNKNOWN, auto.SAT)
    assert solve(PIGEONS, limits=Limits(seconds=0)).status is Status.UNKNOWN


# --- many puzzles --------------------------------------------------------------------------------


def test_many_are_answered_like_each_alone(native):
    field = [
        classic(HARD),
        classic(HARD),
        DOZEN,
        BIG,
        classic(HARD, AntiKnight()),
        classic("11" + "." * 14),
    ]
    together = list(check_many(field))
    assert [v.kind for v in together] == [check(puzzle).kind for puzzle in field]
    assert [v.answers[0].by for v in together] == ["native"] * 6


def test_many_may_hand_over_too(soon):
    soon(3)
    assert [answer.by for answer in solve_many([DONE, BIG, BIG])] == ["native", auto.SAT, auto.SAT]


def test_counting(native):
    assert count(DOZEN) == len(brute_force(DOZEN))
    assert check(classic("11" + "." * 14)).kind is Kind.NONE
