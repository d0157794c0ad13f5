"""A SAT solver in this process: what it counts, and what an interrupt leaves of it."""

import pytest

from nonet.solvers.sat import loaded
from nonet.solvers.sat.loaded import LoadedSolver


def test_counters_are_those_since_they_were_taken():
    solver = LoadedSolver("minisat22", [[1, 2], [-1, -2]])
    solver.solve()
    first = solver.take_counters()
    assert first["decisions"] > 0
    assert set(solver.take_counters().values()) == {0}
    assert solver.conflicts == first["conflicts"]
    solver.close()


def test_what_a_solver_does_not_count_is_left_out():
    solver = LoadedSolver("maplesat", [[1, 2]])
    assert "propagations" not in solver.take_counters()
    solver.close()


def test_cardinality_constraints_of_its_own():
    for name in ("minicard", "cadical195"):  # which must be asked for them
        solver = LoadedSolver(name, [[1, 2, 3]], [[1, 2, 3]])
        assert solver.solve(assumptions=[2])
        assert solver.model()[:3] == [-1, 2, -3]
        assert solver.solve(assumptions=[1, 2]) is False
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
    if name != "cadical103":  # which cannot be told
        assert solver.model() == [1, -2, 3]
    solver.close()
