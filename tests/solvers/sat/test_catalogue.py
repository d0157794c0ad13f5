"""Tests of the table of PySAT's solvers, checked by running each of them."""

import os
import signal
import subprocess
import sys
from functools import partial
from importlib import metadata
from importlib.util import find_spec

import pytest
from examples import pigeon_clauses
from pysat.solvers import Solver, SolverNames

from nonet.solvers import sat
from nonet.solvers.answers import Times
from nonet.solvers.sat import PROVIDER, catalogue
from nonet.solvers.sat.loaded import others_alarm

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
    for found, reason in {
        "end": "does not run here: its process ended with code 6",
        (True, (1, 2)): "does not run here: it gives a wrong model [1, 2]",
        (None, ()): "does not run here: it gives a wrong model None",
    }.items():
        monkeypatch.setattr(sat, "solve_once", partial(solved, found))
        assert probe("kissat404") == reason

    def crash(*args):
        raise RuntimeError("oops")

    monkeypatch.setattr(sat, "LoadedSolver", crash)
    assert probe("minisat22") == "does not run here: oops"


def solved(found, *_):
    if found == "end":
        os._exit(6)
    satisfiable, model = found
    return satisfiable, list(model), Times()


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
