"""Tests of the fewest givens, compared with brute force over all givens of all solutions."""

from itertools import combinations

import pytest
from breadth import tried
from examples import HARD, classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, verdict_of
from strategies import puzzles

from nonet.questions.analysis import completion, fewest_givens
from nonet.questions.analysis.clues import with_parts
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Limits

FOURS = [
    *("." * 16, "1...............", "12..............", "1....2..........", "12..34.........."),
    *("123434122.......", "1234............", "1..2............", "1....2....3....."),
]


def fewest_by_brute_force(every, targets):
    """Return the smallest number of cells whose values make some solution unique."""
    for size in range(len(every[0]) + 1):
        for target in targets:
            others = [solution for solution in every if solution != target]
            for cells in combinations(range(len(target)), size):
                if all(any(o[c] != target[c] for c in cells) for o in others):
                    return size
    raise AssertionError


def is_right(found):
    """Check that the givens leave one solution, and that all of them are needed."""
    assert found.confirmed_by
    assert len(found.givens) >= found.least
    verdict = verdict_of(found.completed)
    assert verdict.kind is Kind.UNIQUE
    assert verdict.solution == found.solution
    for left_out in found.givens:
        fewer = [given for given in found.givens if given != left_out]
        assert verdict_of(with_parts(found.puzzle, fewer)).kind is Kind.MULTIPLE
    return True


@pytest.mark.parametrize("text", FOURS)
def test_they_are_the_fewest_for_any_solution(text):
    puzzle = classic(text)
    every = sorted(brute_force(puzzle))
    found = fewest_givens(puzzle)
    assert found.exact
    assert is_right(found)
    # It is enough to try one of the boards that differ only by an exchange of values.
    targets = [s for s in every if s[:4] == (1, 2, 3, 4)] if text == FOURS[0] else every
    assert len(found.givens) == fewest_by_brute_force(every, targets)


@pytest.mark.parametrize("text", FOURS)
@pytest.mark.parametrize("backend", [None, "norvig"])
def test_they_are_the_fewest_for_one_solution(text, backend):
    puzzle = classic(text)
    every = sorted(brute_force(puzzle))
    target = every[len(every) // 2]
    found = fewest_givens(puzzle, target, backend=backend)
    assert found.exact
    assert found.solution == target
    assert is_right(found)
    assert len(found.givens) == fewest_by_brute_force(every, [target])


@tried(40)
@given(puzzles(solvable=True), st.sampled_from([None, "norvig", "pysat:glucose4"]))
def test_they_are_the_fewest_for_all_rules(puzzle, backend):
    every = sorted(brute_force(puzzle))
    found = fewest_givens(puzzle, backend=backend)
    assert found.exact
    if len(every) == 1:
        assert not found.givens
        return
    assert is_right(found)
    if len(every) < 30 and len(puzzle.grid.cells) < 17:
        assert len(found.givens) == fewest_by_brute_force(every, every)


@pytest.fixture
def few_listed(monkeypatch):
    monkeypatch.setattr(completion, "MOST_LISTED", 5)


@pytest.mark.parametrize("backend", ["native", "pysat:glucose4"])
def test_a_target_among_too_many_solutions_to_list(backend, few_listed):
    puzzle = classic("12..............")
    every = sorted(brute_force(puzzle))
    found = fewest_givens(puzzle, every[7], backend=backend)
    assert found.exact
    assert found.solution == every[7]
    assert is_right(found)
    assert len(found.givens) == fewest_by_brute_force(every, [every[7]])


def test_without_a_target_the_best_found_for_a_small_board_is_not_exact(few_listed):
    found = fewest_givens(classic("12.............."))
    assert is_right(found)
    assert found.least == 2 <= len(found.givens)
    assert found.exact == (len(found.givens) == 2)


@pytest.mark.slow
@pytest.mark.parametrize("backend", [None, "native", "pysat:glucose4"])
def test_a_target_among_very_many_solutions(backend):
    puzzle = classic(HARD)
    solution = check(puzzle).solution
    open_cells = dict.fromkeys((0, 6, 10, 21))
    found = fewest_givens(puzzle.with_givens(open_cells), solution, backend=backend)
    assert found.exact
    assert is_right(found)
    assert len(found.givens) == 4


def test_a_unique_puzzle_needs_no_givens_and_an_impossible_one_gets_none():
    found = fewest_givens(classic("12..34..2......3"))
    assert (found.kind, found.givens, found.exact) == (Kind.UNIQUE, (), True)
    found = fewest_givens(classic("11.............."))
    assert (found.kind, found.givens, found.exact) == (Kind.NONE, None, False)


@pytest.mark.slow
def test_givens_found_before_a_limit_are_right():
    found = fewest_givens(classic("." * 81), limits=Limits(seconds=3))
    if found.givens is not None:
        assert check(found.completed).kind is Kind.UNIQUE
        assert not found.exact
