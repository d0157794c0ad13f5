"""Tests of smallest sets: of clues in conflict, of clues that suffice, and of givens to add."""

import threading
from itertools import combinations

import pytest
from breadth import tried
from examples import EASY, HARD, RULES, classic, share_or_whole
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import brute_force, verdict_of
from strategies import puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import (
    completion,
    fewest_givens,
    find_conflict,
    find_redundant,
    minimise,
)
from nonet.questions.analysis.clues import Given, clues_of, with_parts, without_clues
from nonet.questions.analysis.subsets import HittingSets
from nonet.questions.uniqueness import Kind, check
from nonet.rules import AntiKing, AntiKnight, Cage, Columns, Rows, Thermo
from nonet.solvers import Limits

BACKENDS = [None, "norvig", "native", "pysat:glucose4"]


def can_hold(base, parts):
    return verdict_of(with_parts(base, parts)).kind is not Kind.NONE


def is_minimal(found):
    """Check that the parts contradict each other, but not without any one of them.

    If all rules of the board apply, also check this for the clues alone.
    """
    bare, whole = Puzzle(found.puzzle.grid), without_clues(found.puzzle)
    assert found.minimal
    assert found.confirmed_by
    for base, parts in ((bare, found.parts), (whole, found.clues)):
        assert not can_hold(base, parts)
        for left_out in parts:
            assert can_hold(base, [part for part in parts if part is not left_out])
    return True


@tried(60)
@given(puzzles(), st.sampled_from(BACKENDS), st.booleans())
def test_a_puzzle_has_a_minimal_conflict_exactly_if_it_has_no_solution(puzzle, backend, smallest):
    found = find_conflict(puzzle, backend=backend, smallest=smallest)
    if brute_force(puzzle):
        assert found.solution in brute_force(puzzle)
        assert found.clues is None
    else:
        assert found.solution is None
        assert is_minimal(found)


def test_a_given_that_its_layer_leaves_out_is_a_conflict():
    shaded = classic("12..34..2......3").with_layer("shade", values=[1, 2])
    found = find_conflict(shaded.with_givens({"shade.r1c1": 3}))
    assert str(found) == "given shade.r1c1 = 3 cannot be satisfied"
    assert is_minimal(found)


@share_or_whole("step", 17, 3)
def test_every_rule_can_be_in_a_conflict(step):
    for grid, rule in RULES[::step]:
        # Give all values of a filling that the rule forbids.
        values = [grid.values[0]] * len(grid.cells)
        if rule.holds(grid, values):
            continue
        puzzle = Puzzle(grid, rules=(rule,)).with_givens(dict(enumerate(values)))
        for backend in (None, "norvig"):
            found = find_conflict(puzzle, backend=backend)
            assert is_minimal(found), rule.describe(grid)
            assert found.parts, rule.describe(grid)


@pytest.mark.parametrize("backend", [None, "norvig"])
def test_the_smallest_conflict_is_the_smallest_by_brute_force(backend):
    text = "1.3..2....4...1."
    rules = (Cage((0, 1), 3), Cage((1, 4), 8), Thermo((3, 7, 11)), AntiKing())
    puzzle = classic(text, *rules)
    clues = clues_of(puzzle)
    sizes = (
        len(some)
        for size in range(len(clues) + 1)
        for some in combinations(clues, size)
        if not brute_force(with_parts(without_clues(puzzle), some))
    )
    found = find_conflict(puzzle, smallest=True, backend=backend)
    assert found.smallest
    assert is_minimal(found)
    assert len(found.clues) == next(sizes)


def test_the_text_names_clues_and_houses():
    puzzle = classic("....9" + "." * 76, Cage((0, 1, 2), 24))
    assert str(find_conflict(puzzle)) == (
        "given r1c5 = 9 and cage r1c1 r1c2 r1c3 = 24 contradict each other: row 1"
    )
    assert find_conflict(puzzle).cells == (0, 1, 2, 4)


def test_clashing_givens_need_no_sat_solver():
    found = find_conflict(classic("1.........1....." + "." * 65))
    assert found.clues == (Given(0, 1), Given(10, 1))
    assert is_minimal(found)


def test_a_given_outside_its_candidates():
    puzzle = Puzzle(Grid(1, 2), givens=(1, None), marks=(2, 3))
    assert str(find_conflict(puzzle)) == "given r1c1 = 1 and r1c1 among 2 contradict each other"


def test_a_board_without_any_filling():
    found = find_conflict(Puzzle(Grid(2, 3, range(1, 3)), rules=(Rows(), Columns())))
    assert found.clues == ()
    assert len(found.houses) == 1
    assert is_minimal(found)


def test_the_same_cage_twice_is_two_clues():
    cage = Cage((0, 1), 1)
    assert find_conflict(classic("." * 16, cage, cage)).clues == (cage,)


def test_the_houses_are_found_with_a_backend_without_cores():
    """On a board with few houses, a search without cores would never end."""
    givens = {"r1c5": 2, "r1c6": 3, "r1c7": 4, "r1c8": 5, "r2c2": 8, "r3c3": 9}
    puzzle = classic("." * 81).with_givens(givens | {"r5c1": 6, "r6c1": 7, "r9c1": 1})
    found = find_conflict(puzzle, backend="backtracking", limits=Limits(nodes=10_000))
    assert [house.describe(puzzle.grid) for house in found.houses] == ["row 1", "column 1", "box 1"]
    assert found.minimal


@given(st.lists(st.sets(st.integers(0, 8), min_size=1), min_size=1, max_size=12))
def test_they_hit_all_sets_and_are_smallest(sets):
    with HittingSets() as hitting:
        for number, members in enumerate(sets):
            hitting.hit(members)
            if number % 3 == 0:  # ask again, because earlier questions must not change the answer
                hitting.smallest()
        chosen = hitting.smallest()
    assert all(chosen & members for members in sets)
    for fewer in combinations(range(9), len(chosen) - 1):
        assert any(members.isdisjoint(fewer) for members in sets)


class Endless:
    """A MaxSAT solver that runs until an interrupt."""

    def __init__(self, *_, **__):
        self.interrupt_came = threading.Event()
        self.interrupt = self.interrupt_came.set

    def compute(self, expect_interrupt):
        assert self.interrupt_came.wait(120)
        return []

    def delete(self):
        assert self.interrupt_came.is_set()


def test_ctrl_c_as_a_search_begins_stops_it(monkeypatch, early_ctrl_c):
    monkeypatch.setattr("pysat.examples.rc2.RC2", Endless)
    with HittingSets() as hitting, pytest.raises(KeyboardInterrupt):
        hitting.smallest()


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


def test_a_single_clue_is_enough():
    assert str(minimise("1...")).startswith("1 clue is enough")


@pytest.mark.parametrize("text", ["1234341221434321", "12..34..2......3", "1.3.3..22.4..3.1"])
def test_the_smallest_puzzle_is_the_smallest_by_brute_force(text):
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


# --- the fewest givens ---------------------------------------------------------------------------

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
