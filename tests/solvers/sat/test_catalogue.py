"""PySAT's solvers: which there are, loaded clauses, CaDiCaL's searches, and watched searches."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec

import pytest
from events import wait_for
from examples import DOZEN, HARD, classic, pigeon_clauses
from pysat.solvers import Solver, SolverNames

from nonet.encodings.cnf import encode
from nonet.formats import read_file
from nonet.generation import with_holes
from nonet.solvers import Limits, PhaseClock, SolverCrashed, find_backend, sat
from nonet.solvers.sat import PROVIDER, catalogue, loaded, watched
from nonet.solvers.sat import limits as sat_limits
from nonet.solvers.sat.limits import Cadical, cadical_in, solve_within
from nonet.solvers.sat.loaded import LiveEngine, LoadedSolver, others_alarm

NAMES = catalogue.names()
LIVE = [name for name in NAMES if catalogue.stopped_by(name) != "child"]
every_solver = pytest.mark.parametrize("name", NAMES)
every_live_solver = pytest.mark.parametrize("name", LIVE)


@pytest.fixture(autouse=True)
def the_alarm_is_kept():
    """Cancel the alarm that some solvers set."""
    with others_alarm():
        yield


def runs_here(name):
    if reason := sat.missing(name):
        pytest.skip(reason)


@every_solver
def test_a_solver_runs_or_gives_a_reason(name):
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        assert "pip install pycryptosat" in sat.missing(name)
    else:
        assert sat.missing(name) is None


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@every_live_solver
def test_who_sets_the_alarm_of_the_process_is_known(name):
    with Solver(name=catalogue.accepted_name(name), bootstrap_with=[[1, 2], [-1]]) as solver:
        assert solver.solve()
    assert (signal.getitimer(signal.ITIMER_REAL) != (0, 0)) == (name in catalogue.SET_ALARMS)


def test_the_names_with_traps():
    assert catalogue.accepted_name("minisatgh") == "minisat-gh"
    assert catalogue.accepted_name("cryptosat") in SolverNames.cryptosat


def test_each_solver_is_in_the_table_once():
    listed = [name for names in catalogue.STOPPED_BY.values() for name in names]
    assert len(listed) == len(set(listed))
    assert {*catalogue.NO_PROPAGATIONS, *catalogue.NO_CONFLICT_LIMIT} <= set(listed)
    for how, names in catalogue.STOPPED_BY.items():
        assert {catalogue.stopped_by(name) for name in names} == {how}


def test_of_a_solver_not_in_the_table_nothing_is_believed():
    assert catalogue.stopped_by("minisat99") == "child"


@pytest.mark.parametrize(
    "name", [name for name in LIVE if catalogue.stopped_by(name) == "interrupt"]
)
def test_solvers_listed_as_interruptible_can_be_interrupted(name):
    """An interrupt before its start must stop a solve that would take hours."""
    runs_here(name)
    clauses = pigeon_clauses(14)
    with Solver(name=catalogue.accepted_name(name), bootstrap_with=clauses) as solver:
        solver.conf_budget(100_000)  # so that a failing test ends
        solver.interrupt()
        assert solver.solve_limited(expect_interrupt=True) is None
        assert solver.accum_stats()["conflicts"] < 50_000
        solver.clear_interrupt()
        solver.conf_budget(100)
        assert solver.solve_limited() is None


@every_live_solver
def test_loadable_solvers_limit_conflicts_and_count_propagations(name):
    runs_here(name)
    assert name not in catalogue.NO_CONFLICT_LIMIT
    clauses = pigeon_clauses(14)
    with Solver(name=catalogue.accepted_name(name), bootstrap_with=clauses) as solver:
        solver.conf_budget(300)
        assert solver.solve_limited() is None
        counted = solver.accum_stats()
    assert 300 <= counted["conflicts"] < 2_000  # Glucose 3 checks only at restarts
    assert counted["decisions"] > 0
    assert (counted["propagations"] == 0) == (name in catalogue.NO_PROPAGATIONS)


def test_a_solver_that_fails_its_try_out_is_missing_with_the_reason(monkeypatch, forked_workers):
    probe = sat.missing.__wrapped__
    monkeypatch.setattr(LoadedSolver, "model", lambda _: [1, 2])
    for solve, reason in {
        lambda _: os._exit(6): "does not run here: its process ended with code 6",
        lambda _: True: "does not run here: it gives a wrong model [1, 2]",
        lambda _: None: "does not run here: it gives a wrong model None",
    }.items():
        monkeypatch.setattr(LoadedSolver, "solve", solve)
        assert probe("kissat404") == reason

    def crash(*args):
        raise RuntimeError("oops")

    monkeypatch.setattr(sat, "LoadedSolver", crash)
    assert probe("minisat22") == "does not run here: oops"


def test_a_solver_that_is_not_compiled_in_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert "does not run here" in sat.missing.__wrapped__("minisat22")


# --- specs ---------------------------------------------------------------------------------------


def test_every_solver_is_described_with_its_capabilities():
    described = {description.spec: description for description in PROVIDER.describe()}
    assert list(described) == [f"pysat:{name}" for name in NAMES]
    for name in NAMES:
        description = described[f"pysat:{name}"]
        assert description.version == metadata.version("python-sat")
        assert "every rule" in description.capabilities
        assert ("incremental" in description.capabilities) == (name in LIVE)
        counts = any(word.startswith("nodes") for word in description.capabilities)
        assert counts == (name not in catalogue.NO_CONFLICT_LIMIT)
    assert "default" in described[f"pysat:{sat.DEFAULT}"].summary


WITHOUT = """
import sys
{how}
from nonet.solvers import BackendUnavailable, find_backend, backends
[line] = [line for line in backends() if line.spec.startswith("pysat")]
try:
    find_backend("pysat:minisat22")
except BackendUnavailable as refused:
    print(line.spec, str(refused) == line.missing, refused)
"""


@pytest.mark.parametrize(
    "how",
    [
        # A submodule of a missing package.
        pytest.param(
            "sys.modules['pysat'] = sys.modules['pysat.solvers'] = None", marks=pytest.mark.slow
        ),
        "sys.modules['pysolvers'] = None",  # installed, but its library cannot be loaded
        """
from importlib import metadata
def version(name, found=metadata.version):
    if name == "python-sat":
        raise metadata.PackageNotFoundError(name)
    return found(name)
metadata.version = version
sys.modules['pysat'] = None
""",
    ],
    ids=["gone", "broken", "never installed"],
)
def test_without_python_sat_the_reason_and_the_remedy_are_given(how):
    script = WITHOUT.format(how=how)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("pysat True ")
    assert "pip install 'python-sat>=1.9.dev16'" in run.stdout


# --- loaded clauses ------------------------------------------------------------------------------


def test_native_cardinality_constraints():
    for name in catalogue.NATIVE_CARDINALITY:
        solver = LoadedSolver(name, [[1, 2, 3]], [[1, 2, 3]])
        assert solver.solve(assumptions=[2])
        assert solver.model()[:3] == [-1, 2, -3]
        assert solver.solve(assumptions=[1, 2]) is False
        solver.close()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@pytest.mark.parametrize(
    "name", [name for name in catalogue.names() if catalogue.is_loadable(name)]
)
def test_the_alarm_of_the_process_is_left_as_it_was(name):
    solver = LoadedSolver(name, [[1, 2], [-1, 2]])
    assert solver.solve()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    solver.close()


def test_after_an_interrupt_it_can_only_be_closed(monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    solver = LoadedSolver("minisat22", [[1]])
    with monkeypatch.context() as patched:
        patched.setattr(loaded, "solve_within", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solver.solve()
    with pytest.raises(RuntimeError, match="was interrupted: open a new session"):
        solver.solve()
    solver.close()


@pytest.mark.parametrize("name", ["minisat22", "cadical153", "cadical103"])
def test_a_preference_decides_where_clauses_do_not(name):
    solver = LoadedSolver(name, [[1, 2, 3]])
    solver.prefer([1, -2, 3])
    assert solver.solve()
    if name != "cadical103":  # this solver has no setting for phases
        assert solver.model() == [1, -2, 3]
    solver.close()


@pytest.mark.parametrize("failing", ["solve_limited", "get_model", "add_atmost"])
def test_whatever_a_solver_raises_is_a_crash_with_its_name(monkeypatch, failing):
    def fails(*args, **kwargs):
        raise NotImplementedError("oh")

    monkeypatch.setattr(f"pysat.solvers.Solver.{failing}", fails)
    with pytest.raises(SolverCrashed, match=r"^pysat:minicard failed: NotImplementedError: oh$"):
        LiveEngine("minicard", encode(DOZEN, "native"), PhaseClock()).solve(Limits())


def test_a_model_that_is_no_grid_is_a_crash_too(monkeypatch):
    monkeypatch.setattr("pysat.solvers.Solver.get_model", lambda solver: [])
    with pytest.raises(SolverCrashed, match=r"^pysat:minisat22: the model gives r1c"):
        LiveEngine("minisat22", encode(DOZEN), PhaseClock()).solve(Limits())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_alarms_are_restored_after_a_solver():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 60)
        with others_alarm():
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, 2500)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with others_alarm():
            signal.setitimer(signal.ITIMER_REAL, 2500)
            time.sleep(0.02)
        wait_for(lambda: rung)  # the Ctrl-C that arrived meanwhile
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- CaDiCaL -------------------------------------------------------------------------------------

each_version = pytest.mark.parametrize("name", catalogue.STOPPED_BY["termination"])


@each_version
def test_answers_under_assumptions_reach_pysat(name):
    with Solver(name, bootstrap_with=[[1, 2], [-1, 3]]) as solver:
        assert cadical_in(solver).solve([1]) is True
        assert solver.get_model()[:3] == [1, solver.get_model()[1], 3]
        assert cadical_in(solver).solve([-2, -1]) is False
        assert set(solver.get_core()) <= {-1, -2}
        assert cadical_in(solver).solve([]) is True


@each_version
def test_another_thread_ends_the_search(name):
    with Solver(name, bootstrap_with=pigeon_clauses(14)) as solver, ThreadPoolExecutor(1) as pool:
        asked = cadical_in(solver)
        running = pool.submit(asked.solve, ())
        while not running.done():
            time.sleep(0.05)  # this would never end if the search held the interpreter lock
            asked.stop()
        assert running.result() is None


@each_version
def test_after_the_first_conflicts_the_search_is_never_begun_again(name, monkeypatch):
    searches = []
    solve = Cadical.solve
    monkeypatch.setattr(
        Cadical, "solve", lambda asked, given: searches.append(given) or solve(asked, given)
    )
    solver = LoadedSolver(name, pigeon_clauses(10))
    assert solver.solve(Limits(nodes=5_000)) is None
    assert searches == [()]
    assert solver.counters()["conflicts"] == pytest.approx(5_000, rel=0.02)
    solver.close()


@each_version
def test_a_search_that_ended_when_it_was_stopped_spoils_no_later_one(name, monkeypatch):
    """The search may end by itself just before it is stopped."""

    def late(waiting, seconds):
        [running] = waiting
        running.result()
        monkeypatch.setattr(running, "done", iter([False, True]).__next__)

    clauses = pigeon_clauses(8)
    with Solver(name, bootstrap_with=clauses) as solver:
        monkeypatch.setattr("nonet.solvers.threads.wait_for_any", late)
        assert solve_within(solver, "termination", Limits(seconds=60)) is None
        monkeypatch.undo()
        assert solve_within(solver, "termination", Limits(seconds=60)) is False


@each_version
def test_where_the_library_does_not_export_it_there_are_slices(name, monkeypatch):
    monkeypatch.setattr(sat_limits, "_methods", lambda version: None)
    board = with_holes(classic("." * 256), 0.6, seed=1)
    with find_backend(f"pysat:{name}").open(board) as session:
        assert session.solve().solution is not None
    solver = LoadedSolver(name, pigeon_clauses(14))
    assert solver.solve(Limits(seconds=0.3)) is None
    assert solver.solve(Limits(nodes=2_000)) is None
    solver.close()


# --- watched searches ----------------------------------------------------------------------------

FAMOUS = [record.puzzle for record in read_file(files("nonet") / "puzzles" / "famous.txt")]


@pytest.fixture
def solver(monkeypatch):
    """Return the counters of the CaDiCaL that is recorded, once it has been used."""
    from pysat import solvers

    found = {}

    class Kept(solvers.Solver):
        def disconnect_propagator(self):
            found.update(self.accum_stats())
            super().disconnect_propagator()

    monkeypatch.setattr(solvers, "Solver", Kept)
    return found


@pytest.mark.parametrize(
    ("options", "step"),
    [("", 2), ("/givens", 2), pytest.param("/minimal,raw", 3, marks=pytest.mark.slow)],
)
def test_decisions_and_conflicts_are_those_of_cadical(solver, options, step):
    for puzzle in (*FAMOUS[::step], classic("." * 16).thermo("r1c1-r1c3")):
        trace = find_backend(f"pysat:cadical195{options}").trace(puzzle, 50_000)
        kinds = [event.kind for event in trace.events]
        assert kinds.count("decide") == solver["decisions"]
        assert kinds.count("conflict") == solver["conflicts"]
        # The last conflict of a puzzle without a solution teaches the empty clause.
        assert kinds.count("learn") == kinds.count("conflict") - kinds.count("none")


def test_watching_does_not_change_the_search():
    """The same clauses in the same order, with and without the watcher."""
    from pysat.solvers import Solver

    cnf = encode(classic(HARD), "givens")
    used = sorted({abs(literal) for clause in cnf.clauses for literal in clause})
    number = {variable: index for index, variable in enumerate(used, 1)}
    clauses = [[number[abs(x)] * (1 if x > 0 else -1) for x in clause] for clause in cnf.clauses]
    with Solver(watched.WATCHED, bootstrap_with=clauses) as plain:
        plain.configure(watched.TEXTBOOK)
        plain.solve()
        counters = plain.accum_stats()
    trace = find_backend("pysat:cadical195/givens").trace(classic(HARD), 50_000)
    assert sum(event.kind == "decide" for event in trace.events) == counters["decisions"]
    assert sum(event.kind == "conflict" for event in trace.events) == counters["conflicts"]


def test_every_learned_clause_follows_from_the_puzzle():
    solution = find_backend("native").open(classic(HARD)).solve().solution
    trace = find_backend("pysat:cadical195").trace(classic(HARD), 50_000)
    learned = [event.clause for event in trace.events if event.kind == "learn"]
    assert learned
    for clause in learned:
        assert any((solution[cell] == value) is holds for cell, value, holds in clause)


def test_other_solvers_are_not_recorded():
    assert find_backend("pysat:cadical153").trace is None
    assert find_backend("cpsat").trace is None
