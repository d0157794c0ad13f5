"""Tests of true candidates, compared with all solutions by brute force."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest
from breadth import tried
from examples import EASY, HARD, classic, rule_puzzles, share_or_whole
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles

from nonet.questions.analysis import true_candidates
from nonet.questions.analysis.coverage import SolutionPool, fill
from nonet.questions.counting import solutions
from nonet.questions.uniqueness import Kind
from nonet.rules import Thermo, WhiteDot
from nonet.solvers import Limits, Taken, WrongAnswer, find_backend
from nonet.system.limits import TimeUp

BACKENDS = [None, "norvig", "pysat", "pysat:minisat22/ladder"]


def agrees(puzzle, found, cap):
    """Check all facts about the candidates against all fillings that satisfy the rules."""
    every = sorted(brute_force(puzzle))
    counts = Counter(mark for solution in every for mark in enumerate(solution))
    grid = puzzle.grid
    assert found.complete
    assert found.solutions in (None, len(every))
    assert found.kind == ("none", "unique")[len(every)] if len(every) < 2 else Kind.MULTIPLE
    for cell in grid.cells:
        assert set(found.values(cell)) == {value for value in grid.values if counts[cell, value]}
        for value in grid.values:
            assert min(cap, found.count(cell, value)) == min(cap, counts[cell, value])
    columns = list(zip(*every, strict=True))
    always = {
        pair
        for pair in combinations(range(len(columns)), 2)
        if columns[pair[0]] == columns[pair[1]] and len(set(columns[pair[0]])) > 1
    }
    said = {pair for group in found.equal for pair in combinations(group, 2)}
    assert said == always
    return True


@share_or_whole("step", 31, 3)
@pytest.mark.parametrize("backend", ["norvig", "native", "pysat"])
def test_they_agree_with_brute_force_for_every_rule(backend, step):
    for name, puzzle in rule_puzzles(most=40)[::step]:
        assert agrees(puzzle, true_candidates(puzzle, 3, backend=backend), 3), name


@tried(40)
@given(puzzles(), st.integers(1, 8), st.sampled_from(BACKENDS))
def test_they_agree_with_brute_force_on_random_puzzles(puzzle, cap, backend):
    assert agrees(puzzle, true_candidates(puzzle, cap, backend=backend), cap)


def test_every_contestant_agrees(contestant):
    puzzle = classic("12..34..........")
    assert agrees(puzzle, true_candidates(puzzle, 5, backend=contestant.spec), 5)


@pytest.mark.parametrize("backend", [None, pytest.param("pysat", marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", [(), (Thermo("r1c1 r1c2"), WhiteDot("r2c1", "r2c2"))])
@pytest.mark.parametrize("cap", [1, 12])
def test_a_puzzle_with_too_many_solutions_to_list(backend, rules, cap):
    puzzle = classic(EASY).with_givens(dict.fromkeys(range(18))).with_rules(*rules)
    found = true_candidates(puzzle, cap, backend=backend)
    counts = Counter(mark for solution in solutions(puzzle) for mark in enumerate(solution))
    assert found.solutions is None
    assert len(set(counts.values())) > 5
    for cell in puzzle.grid.cells:
        for value in puzzle.grid.values:
            assert min(cap, found.count(cell, value)) == min(cap, counts[cell, value])


def test_the_empty_board_has_all_of_them():
    for backend in (None, "pysat:glucose4", "pysat:cadical103"):
        assert true_candidates(classic("." * 81), 1, backend=backend).marks == (511,) * 81


def test_the_rarest_mark_is_only_named_if_it_is_known():
    board = classic("." * 81)
    assert str(true_candidates(board, cap=2)) == (
        "multiple: 729 true candidates, 0 cells fixed, each in at least 2 solutions"
    )
    assert str(true_candidates(board, cap=1)) == "multiple: 729 true candidates, 0 cells fixed"
    found = true_candidates(classic("123434122......."))
    assert "has the fewest solutions, 1" in str(found)
    assert "fewest" not in str(replace(found, equal=None))  # a limit was reached


def test_the_rarest_mark_leaves_the_fewest_solutions():
    found = true_candidates(classic("12..34.........."), 100)
    rarest = found.rarest
    counts = [c for c in found.counts if c]
    assert found.count(rarest.cell, rarest.value) == min(counts)
    assert f"r{rarest.cell // 4 + 1}c{rarest.cell % 4 + 1} = {rarest.value}" in str(found)


def test_marks_found_before_a_limit_are_kept():
    puzzle = classic(HARD).with_givens({0: None, 6: None, 8: None})
    found = true_candidates(puzzle, backend="norvig", limits=Limits(nodes=3))
    full = true_candidates(puzzle)
    for cell, domain in enumerate(puzzle.domains):
        assert found.marks[cell] & ~full.marks[cell] == 0
        assert full.marks[cell] & ~found.possible[cell] == 0
        assert found.possible[cell] & ~domain == 0


@pytest.mark.parametrize(
    ("taken", "error"),
    [(Taken(1, [(1,) * 81], True), WrongAnswer), (Taken(0, [], False), TimeUp)],
    ids=["a wrong grid", "a limit"],
)
def test_the_solutions_of_a_listing_are_checked_and_its_limit_gives_no_verdict(taken, error):
    puzzle = classic("." * 81).with_rules(Thermo("r1c1 r1c2"))
    listing = SimpleNamespace(by="lists", take=lambda most, kept, seconds: taken)
    backend = replace(find_backend("norvig"), listings=lambda puzzle, few: listing)
    pool = SolutionPool(puzzle)
    with pytest.raises(error):
        fill(pool, puzzle, backend, Limits(), 1)
    assert not pool.settled - set(enumerate(pool.solutions[0]))
