"""Tests of true candidates, and of the cells in which solutions differ."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest
from breadth import tried
from examples import EASY, HARD, classic, rule_puzzles, share_or_whole
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles

from nonet.questions.analysis import differences, find_differences, true_candidates
from nonet.questions.analysis.coverage import SolutionPool, fill
from nonet.questions.analysis.differences import MOST_COMPARED
from nonet.questions.counting import solutions
from nonet.questions.uniqueness import Kind, check
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


# --- differences ---------------------------------------------------------------------------------


def sets_by_brute_force(every, target):
    differing = [
        frozenset(c for c, value in enumerate(other) if value != target[c])
        for other in every
        if other != target
    ]
    return {cells for cells in differing if not any(less < cells for less in differing)}


@tried(60)
@given(puzzles(), st.sampled_from([None, "norvig", "pysat"]))
def test_they_agree_with_brute_force(puzzle, backend):
    every = brute_force(puzzle)
    assume(len(every) <= MOST_COMPARED)
    found = find_differences(puzzle, most=10**6, backend=backend)
    assert found.all_cells
    assert found.all_sets
    columns = enumerate(zip(*every, strict=True))
    assert found.cells == tuple(cell for cell, column in columns if len(set(column)) > 1)
    assert found.kind == ("none", "unique", "multiple")[min(2, len(every))]
    if every:
        sets = sets_by_brute_force(every, found.solution)
        assert set(map(frozenset, found.unavoidable)) == sets
        assert len(found.unavoidable) == len(sets)


def test_of_too_many_sets_the_smallest_are_kept():
    every = find_differences(classic("12.............."), most=10**6)
    some = find_differences(classic("12.............."), most=3)
    assert some.unavoidable == every.unavoidable[:3]
    assert every.all_sets
    assert not some.all_sets
    assert some.all_cells


@pytest.mark.parametrize("backend", [None, "native"])
def test_too_many_solutions_to_list(backend):
    puzzle = classic(HARD).with_givens(dict.fromkeys((0, 6, 10, 21)))
    target = check(classic(HARD)).solution
    found = find_differences(puzzle, target, most=12, backend=backend)
    alive = true_candidates(puzzle, 1).marks
    assert found.cells == tuple(c for c, mask in enumerate(alive) if mask & (mask - 1))
    assert found.all_cells
    assert not found.all_sets
    # Twelve solutions are compared. Their order decides which sets are found before smaller sets.
    assert 6 < len(found.unavoidable) <= 12
    assert not any(
        set(one) < set(other) for one in found.unavoidable for other in found.unavoidable
    )
    assert found.solution == target
    for cells in found.unavoidable:
        # Another solution differs in exactly these cells, and no solution in only some of them.
        rest = {c: target[c] for c in puzzle.grid.cells if c not in cells}
        assert check(puzzle.with_givens(rest)).kind is Kind.MULTIPLE
        for cell in cells:
            fewer = rest | {cell: target[cell]}
            assert check(puzzle.with_givens(fewer)).kind is Kind.UNIQUE


def test_sets_are_complete_if_a_limit_left_cells_unknown(monkeypatch):
    """A set must have all cells in which a solution differs, even cells not yet known to differ."""

    def half(puzzle, **options):
        found = true_candidates(puzzle, **options)
        marks = [mask if cell % 2 else mask & -mask for cell, mask in enumerate(found.marks)]
        return replace(found, marks=tuple(marks), equal=None)

    monkeypatch.setattr(differences, "true_candidates", half)
    monkeypatch.setattr(differences, "MOST_COMPARED", 2)
    puzzle = classic("1234............")
    found = find_differences(puzzle)
    assert not found.all_cells
    possible = sets_by_brute_force(brute_force(puzzle), found.solution)
    assert found.unavoidable
    assert {frozenset(cells) for cells in found.unavoidable} <= set(possible)
    assert {cell for cells in found.unavoidable for cell in cells} <= set(found.cells)


def test_auxiliary_cells_keep_their_candidates():
    helped = classic("12..34..2......3").with_layer("helper", [1, 2], 1, auxiliary=True)
    found = true_candidates(helped)
    assert (found.marks[-1], found.possible[-1]) == (0, 0b11)
