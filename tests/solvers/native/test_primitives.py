"""Tests of counts, words, choices and sets of totals, against norvig and results by hand."""

from itertools import product
from random import Random

import pytest
from examples import full_board, says
from general_engine import GENERAL, assert_like_norvig, found, nodes_to_refute, some
from oracle import brute_force

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import Limits

CLASSIC = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3))).constraints


def forced(puzzle):
    """Return the only solution, which must need no guess."""
    with GENERAL.open(puzzle) as session:
        answer = session.solve(Limits())
    assert answer.counters["nodes"] == 1
    return answer.solution


# --- as norvig -----------------------------------------------------------------------------------


def count(board, random):
    cells = random.sample(range(81), random.randint(1, 12))
    values = frozenset(random.sample(range(1, 10), random.randint(1, 6)))
    number = sum(board[cell] in values for cell in cells)
    return Count(tuple(cells), values, frozenset({number, *random.sample(range(12), 1)}))


def word(board, random):
    """Return a random automaton of up to 200 states that accepts the board's values."""
    cells = random.sample(range(81), random.randint(1, 8))
    if random.random() < 0.3:
        cells += random.sample(cells, 1)
    states = random.choice((2, 3, 5, 64, 70, 128, 129, 200))
    moves = {
        (state, value): random.randrange(states)
        for state, value in product(range(states), range(1, 10))
        if random.random() < 0.8
    }
    state = 0
    for cell in cells:
        state = moves.setdefault((state, board[cell]), random.randrange(states))
    accepting = {state, *random.sample(range(states), states // 3)}
    steps = [(start, value, end) for (start, value), end in moves.items()]
    return Regular(tuple(cells), Automaton(steps, 0, accepting))


def totals(board, random):
    cells = random.sample(range(81), random.randint(1, 6))
    if random.random() < 0.4:
        cells = random.sample(range(9), random.randint(2, 6))
    coefficients = (1,) if random.random() < 0.4 else (1, 1, -1, 2, -3)
    terms = tuple((random.choice(coefficients), cell) for cell in cells)
    total = sum(coefficient * board[cell] for coefficient, cell in terms)
    others = random.sample(range(-60, 90), random.choice((1, 3, 20)))
    return Linear(terms, "in", frozenset({total, *others}))


def relation(board, random):
    a, b = random.sample(range(81), 2)
    pairs = {(v, w) for v, w in product(range(1, 10), repeat=2) if random.random() < 0.4}
    return Relation(a, b, frozenset(pairs | {(board[a], board[b])}))


def candidates(board, random):
    cell = random.randrange(81)
    values = random.sample(range(1, 10), 3)
    return Candidates(cell, frozenset(values) | {board[cell]})


def different(board, random):
    places = {board[cell]: cell for cell in random.sample(range(81), 5)}
    return AllDifferent(tuple(places.values()))


def choice(board, random, depth=1):
    """Return alternatives. The board obeys at least one of them."""
    other = [random.randint(1, 9) for _ in board]
    kinds = [count, word, totals, relation, candidates, candidates, different]
    kinds += [lambda board, random: choice(board, random, 0)] * depth
    alternatives = [
        tuple(random.choice(kinds)(model, random) for _ in range(random.randint(1, 3)))
        for model in [board] + [other] * random.randint(0, 4)
    ]
    random.shuffle(alternatives)
    return AnyOf(tuple(alternatives))


KINDS = [[count], [word], [totals], [choice], [count, word, totals, relation, choice]]


@pytest.mark.parametrize("kinds", KINDS, ids=["count", "word", "totals", "choice", "all"])
@pytest.mark.parametrize("seed", range(12))
def test_primitives_answer_as_norvig(kinds, seed):
    random = Random(seed)
    board = full_board(3, random)
    parts = [kind(board, random) for kind in kinds for _ in range(5 if len(kinds) > 1 else 12)]
    given = random.sample(range(81), random.randint(20, 32) if len(kinds) > 1 else 30)
    puzzle = says(Grid(9, 9), *CLASSIC, *parts)
    puzzle = puzzle.with_givens({cell: board[cell] for cell in given})
    assert_like_norvig(puzzle)
    assert tuple(board) in some(GENERAL, puzzle, 10_000)


@pytest.mark.parametrize("values", [range(12), range(1, 21), range(64)], ids=len)
@pytest.mark.parametrize("cells", [6, 130, 450])
def test_sets_of_every_width(values, cells):
    """Only two of the cells are free, so brute force can try them."""
    last = (0, cells // 2, cells - 1)
    low = frozenset(values[: len(values) // 2])
    steps = [(s, v, (s + v) % 67) for s in range(67) for v in values]
    parts = [
        Count(last, low, frozenset({1, 2})),
        Regular(last, Automaton(steps, 0, range(0, 67, 5))),
        AnyOf(
            ((Candidates(cells - 1, low), Count(last, low, frozenset({1}))), (AllDifferent(last),))
        ),
        Linear(tuple((1, cell) for cell in last), "in", frozenset(range(0, 200, 7))),
    ]
    puzzle = says(Grid(1, cells, values), *parts)
    given = {cell: values[0] for cell in range(cells) if cell not in last[1:]}
    puzzle = puzzle.with_givens(given)
    expected = {
        filling
        for filling in product(values, repeat=2)
        if all(part.holds(_board(cells, values[0], filling)) for part in parts)
    }
    assert {(solution[cells // 2], solution[-1]) for solution in found(puzzle)} == expected


def _board(cells, value, filling):
    board = [value] * cells
    board[cells // 2], board[-1] = filling
    return board


# --- conclusions without a guess -----------------------------------------------------------------


ODD, EVEN = frozenset({1, 3, 5}), frozenset({2, 4})


def test_a_count_decides_all_undecided_cells_at_once():
    none = Count((0, 1, 2), ODD, frozenset({0, 5}))
    small = Linear(((1, 0), (1, 1), (1, 2)), "<=", 6)
    assert forced(says(Grid(1, 3, range(1, 6)), none, small)) == (2, 2, 2)
    assert nodes_to_refute(says(Grid(1, 3), Count((0, 1), ODD, frozenset({3})))) == 1


def test_a_counted_value_is_removed_from_cells_that_see_all_its_places():
    """One of the first two cells is 1, so both of the last two cells would be 3."""
    one = Count((0, 1), frozenset({1}), frozenset({1, 2}))
    others = (Candidates(cell, frozenset({1, 3})) for cell in (2, 3))
    differ = AllDifferent((0, 1, 2, 3))
    assert nodes_to_refute(says(Grid(1, 4, range(1, 6)), differ, one, *others)) == 1


def test_values_that_agree_only_with_themselves_leave_cells_that_differ():
    """Only 1 and 2 are compatible. The first two cells take them, so none is left for the third."""
    pairs = frozenset({(1, 1), (2, 2), (3, 3), (1, 2), (2, 1)})
    differ, last = AllDifferent((0, 1, 2)), Candidates(2, frozenset({1, 2}))
    assert nodes_to_refute(says(Grid(1, 3, range(1, 4)), differ, Relation(0, 1, pairs), last)) == 1


def test_a_word_is_followed_from_both_ends():
    rises = [(s, v, v) for s in range(6) for v in range(1, 6) if v > s]
    up = Regular((0, 1, 2, 3, 4), Automaton(rises, 0, range(1, 6)))
    assert forced(says(Grid(1, 5), up)) == (1, 2, 3, 4, 5)
    assert (
        nodes_to_refute(says(Grid(1, 6, range(1, 6)), Regular(tuple(range(6)), up.automaton))) == 1
    )


def test_marks_that_all_alternatives_remove_are_removed():
    both_end = AnyOf(((Candidates(0, frozenset({1})),), (Candidates(0, frozenset({5})),)))
    middle = Candidates(0, frozenset({2, 3, 5}))
    puzzle = says(Grid(1, 1, range(1, 6)), both_end, middle)
    assert forced(puzzle) == (5,)


def test_the_last_alternative_is_posted():
    less = frozenset((v, w) for v in range(1, 4) for w in range(1, 4) if v < w)
    chain = (Relation(0, 1, less), Relation(1, 2, less))
    refuted = (Candidates(3, frozenset({9})),), (Count((3,), frozenset({2}), frozenset({2})),)
    same = tuple((Linear(((1, 3),), "==", 1),) for _ in range(1))
    puzzle = says(Grid(1, 4, range(1, 4)), AnyOf((refuted[0], chain, refuted[1])), *same[0])
    assert forced(puzzle) == (1, 2, 3, 1)


def test_alternatives_that_are_all_refuted_take_one_node():
    crowd = AllDifferent(tuple(range(4)))
    nothing = (Candidates(0, frozenset()),)
    assert nodes_to_refute(says(Grid(1, 4, range(1, 4)), AnyOf(((crowd,), nothing)))) == 1
    assert nodes_to_refute(says(Grid(1, 4), AnyOf(()))) == 1


def test_an_alternative_may_hold_more_cells_that_differ_than_there_are_values():
    """The group has more cells than values, so no alternative holds."""
    cells = tuple(range(5))
    crowded = AllDifferent(cells)
    sum_ = Linear(tuple((1, cell) for cell in cells), "==", 9)
    puzzle = says(Grid(1, 5, range(1, 5)), crowded, AnyOf(((sum_,), (Candidates(0, ODD),))))
    assert found(puzzle) == brute_force(puzzle) == set()


def test_a_cage_of_several_sums_takes_the_sets_of_all():
    cells = tuple(range(4))
    cage = Linear(tuple((1, cell) for cell in cells), "in", frozenset({10, 30, 99}))
    puzzle = says(
        Grid(1, 4, range(1, 10)), AllDifferent(cells), cage, Candidates(0, frozenset({9}))
    )
    assert {frozenset(solution) for solution in found(puzzle)} == {frozenset({6, 7, 8, 9})}


def test_values_between_distant_totals_are_excluded():
    terms = ((100, 0), (1, 1))
    puzzle = says(Grid(1, 2, range(10)), Linear(terms, "in", frozenset({5, 407, 910, 909})))
    assert found(puzzle) == {(0, 5), (4, 7), (9, 9)}
