"""Tests of redundant clues: another solver checks each removal."""

from itertools import combinations

import pytest
from breadth import tried
from examples import EASY, classic
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import verdict_of
from strategies import puzzles

from nonet.questions.analysis import find_redundant, minimise
from nonet.questions.analysis.clues import Given, clues_of, with_parts, without_clues
from nonet.questions.uniqueness import Kind, check
from nonet.rules import AntiKnight, Cage, Thermo

BACKENDS = [None, "norvig", "native", "pysat:glucose4"]


def is_unique(puzzle, parts):
    return verdict_of(with_parts(without_clues(puzzle), parts)).kind is Kind.UNIQUE


@tried(50)
@given(puzzles(solvable=True), st.sampled_from(BACKENDS))
def test_a_clue_is_redundant_exactly_if_the_puzzle_without_it_is_unique(puzzle, backend):
    found = find_redundant(puzzle, backend=backend)
    assert found.kind is verdict_of(puzzle).kind
    assume(found.kind is Kind.UNIQUE)
    clues = clues_of(puzzle)
    spare = [
        clue
        for number, clue in enumerate(clues)
        if is_unique(puzzle, clues[:number] + clues[number + 1 :])
    ]
    assert list(found.redundant) == spare
    assert found.complete
    assert len(found.needed) == len(clues) - len(spare)


@tried(50)
@given(puzzles(solvable=True), st.sampled_from(BACKENDS))
def test_a_minimised_puzzle_needs_all_its_clues(puzzle, backend):
    found = minimise(puzzle, backend=backend)
    assume(found.kind is Kind.UNIQUE)
    assert found.minimal
    assert found.confirmed_by
    assert sorted(map(repr, found.kept + found.removed)) == sorted(map(repr, clues_of(puzzle)))
    assert check(found.reduced).solution == check(puzzle).solution
    for left_out in range(len(found.kept)):
        kept = [clue for number, clue in enumerate(found.kept) if number != left_out]
        assert not is_unique(puzzle, kept)


@pytest.mark.parametrize("text", ["1234341221434321", "12..34..2......3", "1.3.3..22.4..3.1"])
def test_the_smallest_is_the_smallest_by_brute_force(text):
    puzzle = classic(text)
    clues = clues_of(puzzle)
    size = next(
        size
        for size in range(len(clues) + 1)
        if any(is_unique(puzzle, some) for some in combinations(clues, size))
    )
    found = minimise(puzzle, smallest=True)
    assert found.smallest
    assert len(found.kept) == size
    assert "as few as possible" in str(found)


def test_added_rules_are_clues_but_the_board_is_not():
    rules = (AntiKnight(), Cage((0, 1), 99))
    assert clues_of(classic("1" + "." * 80, *rules)) == (Given(0, 1), *rules)


def test_a_redundant_cage_is_named():
    solution = check(classic(EASY)).solution
    cage = Cage((0, 1), solution[0] + solution[1])
    thermo = Thermo(tuple(sorted((0, 1), key=lambda cell: solution[cell])))
    found = find_redundant(classic(EASY, cage, thermo))
    assert {cage, thermo} <= set(found.redundant)
    assert f"cage r1c1 r1c2 = {cage.total}" in str(found)


def test_givens_are_removed_before_rules():
    solution = check(classic(EASY)).solution
    cages = [Cage((c, c + 1), solution[c] + solution[c + 1]) for c in range(0, 8, 2)]
    found = minimise(classic(EASY, *cages))
    first_given = next(n for n, clue in enumerate(found.kept) if not isinstance(clue, Cage))
    assert set(found.kept[:first_given]) <= set(cages)


@pytest.mark.parametrize("text", ["." * 16, "11" + "." * 14])
def test_only_a_unique_puzzle_has_redundant_clues(text):
    for found in (find_redundant(classic(text)), minimise(classic(text))):
        assert found.kind is not Kind.UNIQUE
        assert "look for" in str(found)
