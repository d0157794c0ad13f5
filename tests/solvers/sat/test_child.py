"""SAT solvers that may abort or cannot be stopped run in a new worker for each solve."""

import pytest
from examples import pigeon_clauses

from nonet.solvers import Limits, Status, sat
from nonet.solvers.answers import PhaseClock
from nonet.solvers.sat.engines import child_engine, solve_once


class Clauses:
    """Clauses without a puzzle. The solution is the model itself."""

    def __init__(self, clauses):
        self.clauses = clauses

    def decode(self, model):
        return tuple(model)

    def blocking(self, model):
        return [-literal for literal in model] or None


pytestmark = pytest.mark.usefixtures("forked_workers")  # forked workers know the class above


def engine(clauses, name="minisat22"):
    return child_engine(name, Clauses(clauses), PhaseClock())


@pytest.mark.parametrize(
    ("clauses", "conflicts", "outcome"),
    [
        ([[1, 2], [-1], [3, -2]], None, (True, [-1, 2, 3])),
        ([[1], [-1]], None, (False, [])),
        ([], None, (True, [])),
        (pigeon_clauses(12), 100, (None, [])),
        *((pigeon_clauses(5), most, (False, [])) for most in (2**31 - 1, 2**32, 2**64, 10**30)),
    ],
)
def test_one_solve(clauses, conflicts, outcome):
    assert solve_once("minisat22", clauses, conflicts)[:2] == outcome


def test_each_solve_has_all_clauses_and_blocking_clauses():
    held = engine([[1, 2], [-1, -2]])
    found = set()
    while (answer := held.solve(Limits(60))).status is Status.SATISFIED:
        found.add(answer.solution)
        held.block(answer.solution)
    assert answer.status is Status.UNSATISFIABLE
    assert found == {(1, -2), (-1, 2)}
    assert answer.times.solve >= 0


def test_the_empty_clause_is_a_contradiction():
    assert engine([[1], []]).solve(Limits()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("limits", [Limits(0), Limits(nodes=0), Limits(0.2), Limits(60, 100)])
def test_a_limit_that_is_reached_is_unknown(limits):
    assert engine(pigeon_clauses(14)).solve(limits).status is Status.UNKNOWN


def test_kissat_aborts_on_a_second_solve_and_each_of_ours_is_a_first():
    if reason := sat.missing("kissat404"):
        pytest.skip(reason)
    held = engine([[1, 2], [-1]], "kissat404")
    for _ in range(2):
        assert held.solve(Limits(60)).solution == (-1, 2)


def test_the_worker_is_safe_from_modules_in_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / "pysat.py").write_text("raise SystemExit(77)")
    monkeypatch.chdir(tmp_path)
    assert engine([[1]]).solve(Limits(60)).solution == (1,)
