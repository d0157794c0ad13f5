"""Tests of canonical forms of puzzles, and isomorphisms between two puzzles."""

from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

import pytest
from requirements import require_native

import nonet
from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.symmetry import Isomorphism, canonical, isomorphism, searched
from nonet.racing.shuffles import random_isomorphism
from nonet.rules import AntiKnight, Boxes, Columns, Diagonals, DisjointGroups, Rows, Rule

FOUR = nonet.classic("12..34..2......3")
NINE = nonet.classic(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

PUZZLES = {
    "4×4": FOUR,
    "6×6": nonet.classic(boxes=(2, 3)).with_givens({0: 1, 1: 2, 8: 3, 20: 1, 29: 5}),
    "9×9": NINE,
    "16×16": nonet.classic(order=4).with_givens({cell: cell % 5 + 1 for cell in range(0, 256, 7)}),
    "one cell": nonet.latin("1"),
    "latin": nonet.latin("1....2....3....4....5....").with_givens({1: 5}),
    "values from 0": Puzzle(Grid(4, 4, range(4)), FOUR.givens[:0], (), (Rows(), Columns()))
    .with_rules(Boxes(2, 2))
    .with_givens({0: 0, 1: 3, 6: 1}),
    "diagonals": NINE.with_rules(Diagonals()),
    "anti-knight": NINE.with_rules(AntiKnight()),
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_isomorphs_have_the_same_form_and_an_isomorphism(puzzle):
    here = canonical(puzzle)
    assert here.isomorphism.of_puzzle(puzzle) == here.puzzle
    for seed in range(3):
        other = random_isomorphism(puzzle, Random(seed)).of_puzzle(puzzle)
        there = canonical(other)
        assert (there.puzzle, there.automorphisms) == (here.puzzle, here.automorphisms)
        found = isomorphism(puzzle, other)
        assert found is not None
        assert found.of_puzzle(puzzle) == other
        assert found.inverse().of_puzzle(other) == puzzle


def test_plain_python_and_the_native_engine_agree():
    require_native()
    empty = nonet.classic(order=3)
    full = replace(NINE, givens=nonet.solve(NINE).solution)
    for puzzle in (NINE, full, empty, empty.with_givens({80: 9})):
        native, slow = canonical(puzzle), searched(puzzle)
        assert native.puzzle == slow.puzzle
        assert native.automorphisms == slow.automorphisms


def test_forms_do_not_need_the_native_engine(monkeypatch):
    norvig = nonet.find_backend("norvig")
    monkeypatch.setattr("nonet.questions.symmetry.forms.find_backend", lambda: norvig)
    found = canonical(NINE)
    assert found.puzzle == searched(NINE).puzzle
    assert found.isomorphism.of_puzzle(NINE) == found.puzzle


def test_the_form_of_a_puzzle_is_solved_by_the_form_of_its_solution():
    found = canonical(NINE)
    solution = nonet.solve(NINE).solution
    assert nonet.solve(found.puzzle).solution == found.isomorphism.of_values(solution)


def test_different_puzzles_have_no_isomorphism():
    other = FOUR.with_givens({15: 2})
    assert isomorphism(FOUR, other) is None
    assert isomorphism(NINE, FOUR) is None
    assert isomorphism(NINE, NINE.with_rules(Diagonals())) is None
    # The order of rules does not matter.
    assert isomorphism(NINE, replace(NINE, rules=NINE.rules[::-1])) is not None


def test_the_form_does_not_depend_on_the_order_or_repetition_of_rules():
    rules = (*FOUR.rules, Diagonals(), DisjointGroups(2, 2))
    form = canonical(replace(FOUR, rules=rules)).puzzle
    assert form.rules[:3] == FOUR.rules
    for order in permutations(rules):
        assert canonical(replace(FOUR, rules=order)).puzzle == form
        assert canonical(replace(FOUR, rules=(*order, order[0]))).puzzle == form
    for order in permutations(NINE.rules):  # the native engine finds the same forms
        assert canonical(replace(NINE, rules=order)).puzzle.rules == NINE.rules


@dataclass(frozen=True)
class Apart(Rule, family=True):
    """A rule that the cells of a diagonal are different, with a mark."""

    marked: frozenset[int]

    def holds(self, grid, values):
        return True

    def lower(self, grid):
        yield AllDifferent((0, 5, 10, 15))


def test_the_form_does_not_depend_on_the_order_of_a_set():
    there, back = Apart(frozenset([0, 32])), Apart(frozenset([32, 0]))
    assert there == back
    assert repr(there) < repr(Apart(frozenset([1]))) < repr(back)
    orders = ((there, Apart(frozenset([1]))), (Apart(frozenset([1])), back))
    assert len({canonical(FOUR.with_rules(*rules)).puzzle for rules in orders}) == 1


def test_clashing_givens_have_a_form_too():
    found = canonical("11" + "." * 14)
    assert nonet.write(found.puzzle, "line") == "." * 14 + "11"
    assert canonical("." * 4 + "1" + "." * 3 + "1" + "." * 7).puzzle != found.puzzle


def test_metadata_does_not_change_the_form():
    titled = replace(FOUR, meta=(("title", "Four"), ("solution", "1234341221434321")))
    assert canonical(titled).puzzle == canonical(FOUR).puzzle
    turn = Isomorphism.identity(FOUR.grid)
    assert turn.of_puzzle(titled).meta == (("title", "Four"),)


def test_isomorphisms_compose():
    random = Random(4)
    first, second = (random_isomorphism(NINE, random) for _ in range(2))
    assert first.then(second).of_puzzle(NINE) == second.of_puzzle(first.of_puzzle(NINE))
    assert first.then(first.inverse()) == Isomorphism.identity(NINE.grid)
    with pytest.raises(nonet.PuzzleError, match="80 values for 81 cells"):
        first.of_values((None,) * 80)
