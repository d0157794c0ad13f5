"""Tests of the symmetries that other rules preserve, compared with trying all symmetries."""

from dataclasses import replace
from itertools import product

import pytest

import nonet
from nonet.model.constraints import AllDifferent
from nonet.questions.symmetry.forms import frame_of, more_rules
from nonet.questions.symmetry.rule_symmetries import moves, orders
from nonet.questions.symmetry.search import moved
from nonet.rules import AntiKing, AntiKnight, Diagonals, DisjointGroups, Windoku
from nonet.system.errors import PuzzleError, TooLarge


def left(puzzle):
    return moves(puzzle.geometry, frame_of(puzzle), more_rules(puzzle))


def filtered(puzzle):
    """Return the moves that preserve all groups of cells, by trying each."""
    frame = frame_of(puzzle)
    groups = {
        frozenset(part.cells) for part in puzzle.constraints if isinstance(part, AllDifferent)
    }
    lines = [list(orders(frame.bands, frame.height)), list(orders(frame.stacks, frame.width))]
    for turned in (False, True)[: 1 + frame.can_turn]:
        for rows, columns in product(*lines):
            cells = moved(puzzle.grid.columns, rows, columns, turned)
            if {frozenset(map(cells.__getitem__, group)) for group in groups} == groups:
                yield cells


@pytest.mark.parametrize(
    "puzzle",
    [
        nonet.classic(order=2).with_rules(rule)
        for rule in (Diagonals(), AntiKnight(), AntiKing(), DisjointGroups(2, 2))
    ]
    + [
        nonet.classic(boxes=(2, 3)).with_rules(rule)
        for rule in (Diagonals(), AntiKnight(), DisjointGroups(2, 3))
    ],
)
def test_exactly_the_moves_that_preserve_the_rules_are_found(puzzle):
    assert sorted(left(puzzle)) == sorted(filtered(puzzle))


@pytest.mark.parametrize(
    ("rule", "number"), [(Diagonals(), 96), (Windoku(), 128), (AntiKnight(), 8)]
)
def test_the_symmetries_of_well_known_variants(rule, number):
    assert len(left(nonet.classic(order=3).with_rules(rule))) == number


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        (nonet.classic(order=3).thermo("r1c1-r1c3"), "thermo does not treat all values alike"),
        (nonet.classic(order=3).cage("r1c1-r1c3", 10), "cage does not treat all values alike"),
        (nonet.classic(order=3).nonconsecutive(), "nonconsecutive does not treat all values"),
        (nonet.Puzzle(nonet.Grid(9, 9)), "the rule rows is missing"),
        (replace(nonet.classic(order=2), marks=(1,) * 16), "the puzzle has candidate sets"),
    ],
)
def test_rules_without_exact_symmetries_are_refused_by_name(puzzle, complaint):
    with pytest.raises(PuzzleError, match=f"no canonical form: .*{complaint}"):
        nonet.canonical(puzzle)


def test_too_many_orders_of_rows_are_refused():
    puzzle = nonet.classic(order=4).with_rules(AntiKnight())
    with pytest.raises(TooLarge, match=r"7962624 orders of rows, .* the limit is 10000"):
        nonet.canonical(puzzle)
