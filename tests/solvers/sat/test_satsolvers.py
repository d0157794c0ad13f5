"""The table of what PySAT's solvers can do, checked by trying each of them."""

import sys
from importlib import metadata

import pytest
from pysat.solvers import Solver, SolverNames

from nonet.solvers.sat import child, satsolvers

NAMES = satsolvers.names()
LIVE = [name for name in NAMES if satsolvers.stopped_by(name) != "child"]
every_solver = pytest.mark.parametrize("name", NAMES)
every_live_solver = pytest.mark.parametrize("name", LIVE)


def clauses_of_pigeons(pigeons):
    """Return a formula that is hard for clause learning: one hole less than pigeons."""
    holes = pigeons - 1
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(pigeons)]
    for one in range(pigeons):
        for other in range(one):
            for hole in range(holes):
                at.append([-at[one][hole], -at[other][hole]])
    return at


def runs_here(name):
    if reason := satsolvers.missing(name):
        pytest.skip(reason)


def test_the_names_are_those_of_the_installed_library():
    assert list(NAMES) == sorted(NAMES)
    assert set(NAMES) == {name for name in vars(SolverNames) if not name.startswith("_")}
    some = {"cadical153", "glucose4", "minisat22", "minisatgh", "cryptosat", "kissat404"}
    assert some <= set(NAMES)


@every_solver
def test_a_solver_either_runs_or_says_why_not(name):
    reason = satsolvers.missing(name)
    if reason is not None:
        assert reason.strip()
        assert name == "cryptosat", f"{name} {reason}"


def test_cryptosat_names_the_package_that_it_needs():
    try:
        metadata.version("pycryptosat")
    except metadata.PackageNotFoundError:
        assert "pip install pycryptosat" in satsolvers.missing("cryptosat")
    else:
        assert satsolvers.missing("cryptosat") is None


@every_live_solver
def test_the_accepted_name_is_accepted(name):
    runs_here(name)
    with Solver(name=satsolvers.accepted_name(name), bootstrap_with=[[1, 2], [-1]]) as solver:
        assert solver.solve()
        assert solver.get_model() == [-1, 2]
        solver.add_clause([-2])
        assert not solver.solve()


def test_the_names_with_traps():
    assert satsolvers.accepted_name("minisatgh") == "minisat-gh"
    assert satsolvers.accepted_name("cryptosat") in SolverNames.cryptosat


def test_each_solver_stands_once_in_the_table():
    listed = [name for names in satsolvers.STOPPED_BY.values() for name in names]
    assert len(listed) == len(set(listed))
    assert {*satsolvers.NO_PROPAGATIONS, *satsolvers.NO_CONFLICT_LIMIT} <= set(listed)
    for how, names in satsolvers.STOPPED_BY.items():
        assert {satsolvers.stopped_by(name) for name in names} == {how}


def test_of_a_solver_not_in_the_table_nothing_is_believed():
    assert satsolvers.stopped_by("minisat99") == "child"


@pytest.mark.parametrize(
    "name", [name for name in LIVE if satsolvers.stopped_by(name) == "interrupt"]
)
def test_what_is_stopped_by_an_interrupt_can_be_interrupted(name):
    """An interrupt that is there from the start stops a solve that would take hours."""
    runs_here(name)
    clauses = clauses_of_pigeons(14)
    with Solver(name=satsolvers.accepted_name(name), bootstrap_with=clauses) as solver:
        solver.conf_budget(100_000)  # not for ever, should it fail
        solver.interrupt()
        assert solver.solve_limited(expect_interrupt=True) is None
        assert solver.accum_stats()["conflicts"] < 50_000
        solver.clear_interrupt()
        solver.conf_budget(100)
        assert solver.solve_limited() is None


@every_live_solver
def test_what_is_live_can_limit_its_conflicts_and_counts_propagations(name):
    runs_here(name)
    assert name not in satsolvers.NO_CONFLICT_LIMIT
    clauses = clauses_of_pigeons(14)
    with Solver(name=satsolvers.accepted_name(name), bootstrap_with=clauses) as solver:
        solver.conf_budget(300)
        assert solver.solve_limited() is None
        counted = solver.accum_stats()
    assert 300 <= counted["conflicts"] < 2_000  # Glucose 3 looks only when it restarts
    assert counted["decisions"] > 0
    assert (counted["propagations"] == 0) == (name in satsolvers.NO_PROPAGATIONS)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(LIVE)))
def test_what_runs_in_a_child_solves_there(name):
    runs_here(name)
    accepted = satsolvers.accepted_name(name)
    assert child.solve(accepted, [[1, 2], [-1]], 60, None)["model"] == [-1, 2]
    assert child.solve(accepted, [[1], [-1]], 60, None)["status"] == "unsatisfiable"


def test_a_solver_that_fails_its_try_out_is_missing_with_the_reason(monkeypatch):
    def crash(*args):
        raise RuntimeError("it ended with code -6")

    probe = satsolvers.missing.__wrapped__
    monkeypatch.setattr(child, "solve", crash)
    assert probe("kissat404") == "does not run here: it ended with code -6"
    monkeypatch.setattr(child, "solve", lambda *args: None)  # the time was up
    assert "does not run here" in probe("kissat404")
    monkeypatch.setattr(child, "solve", lambda *args: {"model": [1, 2]})
    assert probe("kissat404") == "does not run here: [1, 2] is no model"
    monkeypatch.setattr(satsolvers, "_try_live", crash)
    assert probe("minisat22") == "does not run here: it ended with code -6"


def test_a_solver_that_is_not_compiled_in_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert "does not run here" in satsolvers.missing.__wrapped__("minisat22")
