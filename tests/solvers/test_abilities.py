"""Tests of the optional abilities of backends."""

import threading
import tomllib
from pathlib import Path

import numpy as np
import pytest
from events import wait_for
from examples import EASY, HARD, Says, classic
from oracle import brute_force
from requirements import require_native

import nonet
from nonet.model.constraints import AnyOf
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rows, Thermo
from nonet.solvers import BackendUnavailable, Limits, find_backend, preferred
from nonet.solvers.auto import SAT

ROOT = Path(__file__).resolve().parents[2]

#: Variable 1 is true, 2 and 3 differ, and 4 is false.
CLAUSES = [[1], [2, 3], [-2, -3], [-4, 2], [-4, 3]]


def test_no_room_above_the_solvers_may_reach_into_them():
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    contracts = {contract["id"]: contract for contract in linter["contracts"]}
    floors = [layer.split(" | ") for layer in contracts["floors"]["layers"]]
    [solvers] = [number for number, rooms in enumerate(floors) if "solvers" in rooms]
    above = [room for rooms in floors[:solvers] for room in rooms]
    assert contracts["insides"]["source_modules"] == [f"nonet.{room}" for room in above]


@pytest.mark.parametrize(
    ("spec", "rows", "cores", "proofs"),
    [
        ("norvig", False, False, False),
        ("cpsat", False, False, False),
        ("pysat:minisat22", False, True, False),
        ("pysat:glucose4", False, True, True),
        ("pysat:glucose4/ladder", False, False, True),
        ("pysat:lingeling", False, False, False),
    ],
)
def test_each_backend_declares_its_abilities(spec, rows, cores, proofs):
    backend = find_backend(spec)
    has = [ability is not None for ability in (backend.rows, backend.cores, backend.proofs)]
    assert has == [rows, cores, proofs]


# --- rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "by"), [("native", "native"), ("native:search", "native:search"), ("auto", "native")]
)
def test_rows_are_counted_and_solutions_kept(spec, by):
    require_native()
    solver = find_backend(spec).rows
    assert solver.by == by
    rows = np.frombuffer(f"{EASY}{HARD}{'.' * 81}".encode(), np.uint8).reshape(3, 81)
    results = solver.run(rows, limit=3, kept=1)
    assert results.counts.tolist() == [1, 1, 3]
    assert results.finished.all()
    with find_backend("norvig").open(classic(EASY)) as session:
        assert tuple(results.solutions[0, 0].tolist()) == session.solve().solution


LISTERS = ["native", "native:search", "auto", "cpsat:integer", "cpsat:boolean", "clingo"]


@pytest.mark.parametrize("spec", LISTERS)
def test_a_listing_goes_past_every_solution_once(spec):
    require_native()
    puzzle = classic("12" + "." * 14)
    listing = find_backend(spec).listings(puzzle)
    assert listing.by == ("native" if spec == "auto" else spec)
    first, rest = listing.take(5, kept=3), listing.take(1000, kept=1000)
    assert (first.found, len(first.kept), first.end) == (5, 3, False)
    assert (rest.found, rest.end) == (len(brute_force(puzzle)) - 5, True)
    found = {*first.kept, *rest.kept}
    assert len(found) == 3 + rest.found
    assert found < brute_force(puzzle)
    assert listing.take(1000).found == 0


def test_a_listing_of_few_learns_as_early_as_a_session(monkeypatch):
    require_native()
    monkeypatch.setattr("nonet.solvers.native.general.PATIENCE", 0)
    puzzle = classic("." * 16).with_rules(Thermo("r1c1 r2c2"))
    found = find_backend("native").listings(puzzle, few=True).take(1000, kept=1000)
    assert (set(found.kept), found.end) == (brute_force(puzzle), True)


@pytest.mark.parametrize("spec", ["native", "cpsat", "clingo"])
def test_a_listing_keeps_a_limit_of_seconds(spec):
    require_native()
    listing = find_backend(spec).listings(classic("." * 81))
    while not (taken := listing.take(1 << 60, seconds=0.05)).found:
        pass
    assert not taken.end


@pytest.mark.parametrize("spec", ["cpsat", "clingo"])
def test_a_freed_listing_ends_its_search(spec):
    before = threading.active_count()
    listing = find_backend(spec).listings(classic("." * 81))
    listing.take(3)
    assert threading.active_count() > before
    del listing
    wait_for(lambda: threading.active_count() == before)


@pytest.mark.parametrize("spec", ["cpsat", "clingo"])
def test_a_count_uses_the_enumeration_of_the_solver(spec, monkeypatch):
    puzzle = classic("12" + "." * 14)
    monkeypatch.setattr("nonet.solvers.contract.Session.solve", None)
    assert nonet.count(puzzle, backend=spec) == len(brute_force(puzzle))
    assert set(nonet.solutions(puzzle, backend=spec)) == brute_force(puzzle)


def test_alternatives_are_counted_by_blocking_where_they_would_repeat_grids():
    puzzle = Puzzle(Grid(1, 3), rules=(Rows(), Says((AnyOf(((), (), ())),))))
    for variant in ("boolean", "integer"):
        assert find_backend(f"cpsat:{variant}").listings(puzzle) is None
        assert nonet.count(puzzle, backend=f"cpsat:{variant}") == 6


def test_without_the_engine_there_are_no_rows(monkeypatch):
    def missing() -> tuple[str, ...]:
        raise BackendUnavailable("no compiler")

    monkeypatch.setattr("nonet.solvers.native.core.isas", missing)
    backend = find_backend()
    assert (backend.spec, backend.rows, backend.isa) == ("auto", None, None)
    assert backend.listings(classic(EASY)) is None
    assert preferred(classic(EASY)).spec == SAT
    assert "no compiler" in backend.picks(classic(EASY))


# --- cores and proofs ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["minisat22", "glucose4", "cadical153", "cadical195"])
def test_clauses_are_solved_under_assumptions(name):
    solver = find_backend(f"pysat:{name}").cores(CLAUSES)
    assert solver.solve(Limits(), [2])
    assert solver.model()[:3] == [1, 2, -3]
    assert solver.solve(Limits(seconds=60), [1, 4]) is False
    assert solver.core() == [4]
    assert solver.solve()  # an assumption is forgotten with its solve
    solver.add([4])
    assert solver.solve() is False
    assert solver.core() == []
    solver.close()


def test_the_empty_clause_is_a_contradiction():
    for clauses in ([[]], [[1]]):
        solver = find_backend("pysat:minisat22").cores(clauses)
        if clauses == [[1]]:
            assert solver.solve()
            solver.add([])
        assert solver.solve(Limits(), [1]) is False
        assert solver.core() == []
        solver.close()


def test_a_prover_writes_its_derived_clauses():
    square = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    solver = find_backend("pysat:glucose4").proofs(square)
    assert solver.solve() is False
    assert solver.proof()[-1] == "0"
    solver.close()
    contradiction = find_backend("pysat:glucose4").proofs([[]])
    assert (contradiction.solve(), contradiction.proof()) == (False, ["0"])
    contradiction.close()
