"""The engine for generator searches counts nodes, keeps limits, and survives Ctrl-C."""

import signal
import threading

import pytest
from examples import HARD, classic

from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.propagation import Propagator
from nonet.puzzle import Puzzle
from nonet.rules import Rows
from nonet.solvers import BackendError, Limits, SolverCrashed, Status
from nonet.solvers.enumeration import Enumeration, provider

A, B, C = (1, 1), (1, 2), (2, 1)
ENDLESS = Puzzle(Grid(9, 9), rules=(Rows(),))  # has 9!⁹ solutions


def engine(*steps):
    """Return the engine of a search with these steps. A step that is an exception is raised."""

    def search():
        for step in steps:
            if isinstance(step, BaseException):
                raise step
            yield step

    return Enumeration("hasty", search, "steps")


def test_nodes_are_counted_for_each_solve():
    search = engine(None, None, list(A), None, B)  # lists are grids too
    answer = search.solve(Limits())
    assert (answer.status, answer.solution, answer.counters) == (Status.SATISFIED, A, {"steps": 2})
    search.block(A)
    answer = search.solve(Limits())
    assert (answer.solution, answer.counters) == (B, {"steps": 1})


def test_the_search_pauses_until_its_solution_is_blocked():
    search = engine(None, A, None, B)
    assert search.solve(Limits()).solution == A
    again = search.solve(Limits(nodes=0))
    assert (again.solution, again.counters) == (A, {"steps": 0})
    search.block(B)
    assert search.solve(Limits()).solution == A
    search.block(A)
    assert search.solve(Limits()).status is Status.UNSATISFIABLE


def test_blocked_solutions_are_passed_over_and_the_end_stays_the_end():
    search = engine(A, None, B, C)
    search.block(B)
    search.block(A)
    assert search.solve(Limits()).solution == C
    search.block(C)
    for _ in range(3):
        assert search.solve(Limits()).status is Status.UNSATISFIABLE


def test_a_limit_of_no_nodes_allows_no_step():
    assert engine().solve(Limits()).status is Status.UNSATISFIABLE
    search = engine(A)
    assert search.solve(Limits(nodes=0)).status is Status.UNKNOWN
    assert search.solve(Limits()).solution == A


@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_a_limit_counts_the_nodes_of_one_solve_only(nodes):
    search = engine(*[None] * 4, A)
    hidden = 0
    while (answer := search.solve(Limits(nodes=nodes))).status is Status.UNKNOWN:
        assert answer.counters == {"steps": nodes}
        assert answer.solution is None
        hidden += nodes
    assert answer.solution == A
    assert hidden + answer.counters["steps"] == 4


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt),
        (MemoryError(), MemoryError),
        (ValueError("a bug"), SolverCrashed),
    ],
)
def test_an_interrupted_search_never_claims_to_be_complete(error, raised):
    search = engine(None, A, None, error)
    assert search.solve(Limits()).solution == A
    search.block(A)
    with pytest.raises(raised):
        search.solve(Limits())
    for _ in range(2):
        with pytest.raises(RuntimeError, match="interrupted: open a new session"):
            search.solve(Limits())


@pytest.mark.parametrize(("owner", "method"), [(AllDifferent, "holds"), (Propagator, "assign")])
def test_an_interrupted_solver_raises_from_then_on(own, owner, method, monkeypatch):
    calls = 0
    original = getattr(owner, method)

    def interrupted(*arguments):
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        return original(*arguments)

    monkeypatch.setattr(owner, method, interrupted)
    with own.open(classic(HARD)) as session:
        try:
            session.solve(Limits(nodes=1000))
        except KeyboardInterrupt:
            with pytest.raises(RuntimeError, match="interrupted"):
                session.solve(Limits(nodes=1000))
        else:
            assert calls < 100, "a solver that does not come here"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@pytest.mark.parametrize("delay", [0.001, 0.003, 0.01, 0.02, 0.03])
def test_a_real_interrupt_at_any_moment_never_reads_as_no_solution(own, delay):
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread only")

    def interrupt(number, frame):
        raise KeyboardInterrupt

    def solve_forever(session):
        # The signal comes repeatedly, because Python ignores an error in a callback of its garbage
        # collector, and hypothesis has such a callback. The timer measures this process's CPU time.
        signal.setitimer(signal.ITIMER_VIRTUAL, delay, 0.5)
        while True:
            session.block(session.solve().solution)

    handler = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        with own.open(ENDLESS) as session:
            with pytest.raises(KeyboardInterrupt):
                solve_forever(session)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            try:
                status = session.solve().status
            except RuntimeError:
                return  # the search reports the interruption
            assert status is Status.SATISFIED
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([None, ValueError("a bug")], "hasty failed: ValueError: a bug"),
        ([None, 7], "hasty failed: TypeError: 'int' object is not iterable"),
    ],
)
def test_an_error_in_a_search_is_a_crash_with_its_name(steps, said):
    with pytest.raises(SolverCrashed, match=said):
        engine(*steps).solve(Limits())


def test_an_error_before_a_search_is_a_crash_too():
    hasty = provider("hasty", "", lambda puzzle, seed: 1 // 0, "steps").build("", ())
    with hasty.open(ENDLESS) as session, pytest.raises(SolverCrashed, match="hasty failed: Zero"):
        session.solve()


def test_a_search_has_no_variants_and_no_options(own):
    plain = provider(own.spec, "summary", lambda puzzle, seed: iter(()), "steps")
    [line] = plain.describe()
    assert (line.spec, line.summary, line.missing) == (own.spec, "summary", None)
    assert "nodes (steps)" in line.capabilities
    assert plain.build("", ()).spec == own.spec
    for variant, options in [("fast", ()), ("", ("fast",)), ("fast", ("fast",))]:
        with pytest.raises(BackendError, match=f"{own.spec} takes no variant"):
            plain.build(variant, options)
