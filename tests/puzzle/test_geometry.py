"""Geometries are built once for each grid and rules, and freed with the last reference."""

import copy
import gc
import pickle
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest

from nonet.drawing import draw
from nonet.encodings.writer import cell_pairs
from nonet.formats import classic
from nonet.model.constraints import AllDifferent, AnyOf, Linear, Relation
from nonet.model.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.rules import AntiKnight, Cage, Rule
from nonet.solvers import native
from nonet.solvers.native.general import compiled
from nonet.system.errors import PuzzleError
from nonet.validity import violations


@pytest.fixture
def puzzle() -> Puzzle:
    return classic(order=3).with_rules(Cage("r1c1 r1c2 r2c2", 20), AntiKnight())


@pytest.fixture
def collected_by_hand():
    """Switch off the garbage collector, so that only reference counting frees objects."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        ((0, 1), r"\(0, 1\) instead of a primitive such as AllDifferent"),
        (Cage((0, 1), 3), "instead of a primitive"),
        (AllDifferent((0, -1)), "but the cells are the numbers 0 to 15"),
        (AllDifferent((0, 99)), "but the cells are the numbers 0 to 15"),
        (AllDifferent(("r1c1", "r1c2")), "but the cells are the numbers 0 to 15"),
        (AllDifferent((0, 1, 0)), "but a cell occurs twice"),
        (AllDifferent([0, 1]), "but primitives have tuples and frozensets"),
        (Relation(0, 1, {(1, 2)}), "but primitives have tuples and frozensets"),
        (Linear((0, 1), "==", 3), "but primitives have tuples and frozensets"),
        (AnyOf((AllDifferent((0, 1)),)), "but primitives have tuples and frozensets"),
    ],
)
def test_what_a_users_rule_yields_is_checked(part, complaint):
    @dataclass(frozen=True)
    class Users(Rule):
        def holds(self, grid, values):
            return True

        def lower(self, grid):
            yield part

    with pytest.raises(PuzzleError, match=f"users: lower yields .*{complaint}"):
        assert Puzzle(Grid(4, 4), rules=(Users(),)).constraints


def test_a_users_rule_whose_method_returns_nothing_is_named():
    @dataclass(frozen=True)
    class Forgetful(Rule):
        def holds(self, grid, values):
            values.count(1) == 4  # noqa: B015 - the author forgot to return it

        def lower(self, grid):
            AllDifferent((0, 1))  # the author forgot to yield it

        def describe(self, grid):
            pass

    puzzle = Puzzle(Grid(4, 4), rules=(Forgetful(),))
    for method, asked in (
        ("holds", lambda: violations(puzzle, [1] * 16)),
        ("lower", lambda: puzzle.constraints),
        ("describe", lambda: draw(puzzle)),
    ):
        with pytest.raises(PuzzleError, match=f"^forgetful: the method {method} returns None$"):
            asked()


MAKERS = [
    cell_pairs,
    propagator,
    pytest.param(
        compiled, marks=pytest.mark.skipif(bool(native.missing()), reason="no native engine")
    ),
]


@pytest.mark.parametrize("make", MAKERS)
def test_results_for_a_geometry_are_computed_once(make, puzzle):
    geometry = puzzle.unshared().geometry
    assert make(geometry) is make(geometry)
    assert make(geometry) is not make(puzzle.unshared().geometry)


@pytest.mark.parametrize("make", MAKERS)
def test_results_for_a_geometry_are_freed_with_it(make, puzzle, collected_by_hand):
    geometry = puzzle.unshared().geometry
    make(geometry)
    gone = weakref.ref(geometry)
    del geometry
    assert gone() is None


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
@pytest.mark.parametrize("make", MAKERS)
def test_results_for_a_geometry_are_not_pickled(make, copied, puzzle):
    assert make(puzzle.geometry) is make(copied(puzzle.geometry))
    alone = puzzle.unshared().geometry
    make(alone)
    other = copied(alone)
    assert (other.grid, other.rules) == (alone.grid, alone.rules)
    assert make(other) is not make(alone)


def test_two_functions_with_one_name_do_not_share_results(puzzle):
    def counting(step):
        @once_for_geometry
        def count(geometry: Geometry) -> int:
            return step

        return count

    one, two = counting(1), counting(2)
    geometry = puzzle.geometry
    assert (one(geometry), two(geometry)) == (1, 2)


def test_a_geometry_under_other_rules_has_its_own():
    @once_for_geometry
    def names(geometry: Geometry) -> list[str]:
        return [rule.name for rule in geometry.rules]

    geometry = classic(order=2).geometry
    assert names(geometry) == ["rows", "columns", "boxes"]
    assert names(replace(geometry, rules=())) == []


def test_threads_that_ask_at_once_get_the_same():
    @once_for_geometry
    def board(geometry: Geometry) -> object:
        time.sleep(0.01)
        return object()

    geometry = classic(order=2).geometry
    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(board, [geometry] * 8))) == 1
