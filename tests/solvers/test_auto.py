"""Tests of the backend `auto` and its choices."""

import pytest
from examples import DOZEN, HARD, classic
from requirements import require_native

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check, check_many, solve, solve_many
from nonet.rules import AntiKnight, Cage, Columns, Rows
from nonet.solvers import auto, find_backend, preferred

AUTO = find_backend("auto")
BIG = classic("." * 16**2, Cage((0, 1, 2), 20))


@pytest.fixture
def native():
    require_native()


@pytest.fixture
def no_native(monkeypatch):
    monkeypatch.setattr(auto.native, "missing", lambda: "no compiler")


# --- the choice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "spec"),
    [
        (classic(HARD), "native"),
        (classic(HARD, AntiKnight()), "native"),
        (classic("." * 16**2), "native"),
        (BIG, "native"),
        (Puzzle(Grid(65, 65), rules=(Rows(), Columns())), auto.SAT),
    ],
)
def test_the_choice_depends_on_the_puzzle(native, puzzle, spec):
    assert auto.choose(puzzle).spec == preferred(puzzle).spec == spec


def test_without_the_native_engine_it_is_a_sat_solver(no_native):
    choice = auto.choose(classic(HARD))
    assert choice.spec == auto.SAT
    assert str(choice) == f"{auto.SAT}: the native engine is not available: no compiler"
    assert solve(DOZEN).by == auto.SAT
    assert [answer.by for answer in solve_many([DOZEN, DOZEN, BIG])] == [auto.SAT] * 3
    assert {str(verdict.kind) for verdict in check_many([classic(HARD)] * 2)} == {"unique"}


def test_the_sat_solver_gets_puzzles_too_large_for_native(native):
    wide = Puzzle(Grid(1, 2, range(70)), rules=(Rows(),))
    assert "70 values" in auto.choose(wide).reason
    assert solve(wide).by == auto.SAT


def test_auto_is_the_default(native):
    assert solve(DOZEN).by == solve(DOZEN, "auto").by == "native"
    assert check(BIG).answers[0].by == "native"
