"""Tests of differences and unavoidable sets, compared with all solutions by brute force."""

from dataclasses import replace

import pytest
from breadth import tried
from examples import HARD, classic
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles

from nonet.questions.analysis import differences, find_differences, true_candidates
from nonet.questions.analysis.differences import MOST_COMPARED
from nonet.questions.uniqueness import Kind, check


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
