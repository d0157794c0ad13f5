"""The primitives agree with arithmetic and set theory, on every filling of a few cells."""

from itertools import product

import pytest
from extremes import PRIMITIVES, ROW

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Count,
    Linear,
    Regular,
    Relation,
)

VALUES = range(3)
FULL = list(product(VALUES, repeat=3))


def test_all_different_is_no_value_twice():
    for cells in ((2, 0), (0, 1, 2), (1,)):
        for filling in FULL:
            held = [filling[cell] for cell in cells]
            assert AllDifferent(cells).holds(filling) is (len({*held}) == len(held))


def test_a_relation_is_a_set_of_pairs_in_the_order_of_its_cells():
    allowed = frozenset({(0, 1), (2, 2)})
    for filling in FULL:
        assert Relation(2, 0, allowed).holds(filling) is ((filling[2], filling[0]) in allowed)
    assert Relation(2, 0, allowed).cells == (2, 0)


@pytest.mark.parametrize(
    "terms",
    [
        ((1, 0), (1, 1), (1, 2)),
        ((1, 2),),
        ((2, 0), (-1, 1)),
        ((1, 0), (1, 0)),  # a cell may repeat
        ((1, 0), (-1, 0), (0, 1)),
    ],
)
def test_linear_compares_the_weighted_sum(terms):
    for filling, total in product(FULL, range(-5, 8)):
        found = sum(coefficient * filling[cell] for coefficient, cell in terms)
        assert Linear(terms, "==", total).holds(filling) is (found == total)
        assert Linear(terms, "<=", total).holds(filling) is (found <= total)
        assert Linear(terms, ">=", total).holds(filling) is (found >= total)


@pytest.mark.parametrize("values", [range(3), range(9), range(1, 7)], ids=str)
def test_the_new_primitives_on_all_fillings(values):
    ends_in_even = Automaton([(s, v, v % 2 == 0) for s in (0, 1) for v in values], 0, [1])
    odd, low = frozenset(v for v in values if v % 2), frozenset(values[:2])
    for filling in product(values, repeat=3):
        a, b, c = filling
        for cells in ((0, 1, 2), (2,), (), (0, 0, 1)):
            found = sum(filling[cell] in odd for cell in cells)
            for allowed in (frozenset({0, 2}), frozenset({1, 3, 7}), frozenset()):
                assert Count(cells, odd, allowed).holds(filling) is (found in allowed)
        for cells in ((0, 1, 2), (2, 0), (1, 1)):
            assert Regular(cells, ends_in_even).holds(filling) is (filling[cells[-1]] % 2 == 0)
        totals = frozenset({2, 5, 11})
        assert Linear(((1, 0), (2, 1)), "in", totals).holds(filling) is (a + 2 * b in totals)
        assert not Linear(((1, 0),), "in", frozenset()).holds(filling)
        smallest = AnyOf(
            (
                (Candidates(0, low), Count((1, 2), low, frozenset({0}))),
                (AnyOf(((Candidates(2, frozenset({b})),), ())), AllDifferent((0, 1))),
            )
        )
        first = a in low and b not in low and c not in low
        assert smallest.holds(filling) is (first or a != b)
        assert not AnyOf(()).holds(filling)
        assert AnyOf(((),)).holds(filling)


def test_the_cells_of_alternatives_are_named_once():
    inner = AnyOf(((AllDifferent((3, 0)),),))
    assert AnyOf(((Candidates(1, frozenset()), inner), (AllDifferent((0, 1)),))).cells == (1, 3, 0)
    assert AnyOf(((),)).cells == ()


@pytest.mark.parametrize(("op", "total"), [("in", 3), ("==", frozenset({3})), ("<=", frozenset())])
def test_a_sum_takes_a_set_or_a_number_as_its_operator_says(op, total):
    with pytest.raises(TypeError, match="only 'in' takes a set"):
        Linear(((1, 0),), op, total)


def test_a_sum_refuses_other_operators():
    with pytest.raises(TypeError, match="a sum compares by ==, <=, >= or in, not '='"):
        Linear(((1, 0),), "=", 3)


def test_primitives_of_different_types_differ():
    always, never = AllDifferent(()), AnyOf(())
    assert always != never
    assert [always].count(never) == 0
    assert always == AllDifferent(())


CONNECTED = [
    *(
        Connected((0, 1, 2), frozenset(values), ((0, 1), (1, 2)), least)
        for values in [{1}, {2, 3}, ()]
        for least in (1, 2)
    ),
    Connected((0, 2), frozenset({1}), ()),
    AnyOf(((Connected((0, 1), frozenset({1}), ((0, 1),), 2),), (Candidates(2, frozenset({3})),))),
]


@pytest.mark.parametrize(
    ("grid", "constraint"), [*PRIMITIVES, *((ROW, part) for part in CONNECTED)]
)
def test_nothing_is_refused_that_can_still_be_completed(grid, constraint):
    fillings = list(product(grid.values, repeat=3))
    for partial in product((*grid.values, None), repeat=3):
        completions = [
            full
            for full in fillings
            if all(value in (None, other) for value, other in zip(partial, full, strict=True))
        ]
        if any(map(constraint.holds, completions)):
            assert constraint.holds(partial), partial
