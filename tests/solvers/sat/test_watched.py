"""The recorded search of CaDiCaL is its own search: its counters, its clauses and its decisions."""

from importlib.resources import files

import pytest
from examples import HARD, classic

from nonet.encodings.cnf import encode
from nonet.formats import read_file
from nonet.solvers import find_backend
from nonet.solvers.sat import watched

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


@pytest.mark.parametrize("options", ["", "/givens", "/minimal,raw"])
def test_decisions_and_conflicts_are_those_of_cadical(solver, options):
    for puzzle in (*FAMOUS, classic("." * 16).thermo("r1c1-r1c3")):
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
