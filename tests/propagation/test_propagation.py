"""Tests of propagation: filters for each primitive, and sets of digits for sums."""

from dataclasses import replace
from itertools import combinations

import pytest
from clocks import ticking
from examples import EASY, case, classic, few_or, rule_puzzles, says, share_or_whole
from extremes import CONTRADICTIONS
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles, raw_puzzles

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
from nonet.model.grid import Grid
from nonet.propagation import propagator
from nonet.propagation.digit_sets import MOST_SETS, digit_sets
from nonet.puzzle import Puzzle
from nonet.rules import AntiKing, Boxes, Cage, Columns, Rows, Thermo, WhiteDot
from nonet.solvers.norvig import fewest
from nonet.system.limits import limited_to


def start(puzzle):
    return propagator(puzzle.geometry).start(puzzle.domains)


def kept(puzzle, state):
    """Return the solutions that the marks still allow."""
    bit = puzzle.grid.bit
    return {
        solution
        for solution in brute_force(puzzle)
        if all(mask & bit(value) for mask, value in zip(state.marks, solution, strict=True))
    }


def assert_transposed(puzzle, state):
    for cell, mask in enumerate(state.marks):
        held = sum(1 << index for index, places in enumerate(state.places) if places >> cell & 1)
        assert held == mask
    everywhere = (1 << len(puzzle.grid.cells)) - 1
    assert all(0 <= places <= everywhere for places in state.places)


def assert_finished(puzzle, state):
    """Fail unless the two rules and the filters have reached their fixpoint."""
    marks, geometry = state.marks, puzzle.geometry
    assert all(marks)
    for cell, mask in enumerate(marks):
        if mask.bit_count() == 1:
            assert not any(marks[other] & mask for other in geometry.exclusions[cell])
    for house in geometry.houses:
        for value in puzzle.grid.values:
            places = [cell for cell in house if marks[cell] & puzzle.grid.bit(value)]
            assert places
            if len(places) == 1:
                assert marks[places[0]] == puzzle.grid.bit(value)
    for constraint in puzzle.constraints:
        if isinstance(constraint, Relation):
            left = set(puzzle.grid.values_of(marks[constraint.a]))
            right = set(puzzle.grid.values_of(marks[constraint.b]))
            pairs = [(v, w) for v, w in constraint.allowed if v in left and w in right]
            assert {v for v, _ in pairs} == left
            assert {w for _, w in pairs} == right


@few_or(100)
def test_each_rule_alone_loses_no_solution(most):
    for name, puzzle in rule_puzzles(most):
        with case(name):
            assert_sound(puzzle)


@given(puzzles() | raw_puzzles())
def test_starting_loses_no_solution(puzzle):
    assert_sound(puzzle)


def assert_sound(puzzle):
    """Fail if the propagator loses a solution, or stops early."""
    state = start(puzzle)
    solutions = brute_force(puzzle)
    if state is None:
        assert solutions == set()
    else:
        assert kept(puzzle, state) == solutions
        assert_transposed(puzzle, state)
        assert_finished(puzzle, state)
        assert fewest(state.marks) is not None or len(solutions) == 1


@given(puzzles() | raw_puzzles(), st.data())
def test_assigning_loses_only_the_solutions_without_that_value(puzzle, data):
    propagate = propagator(puzzle.geometry)
    state = propagate.start(puzzle.domains)
    solutions = brute_force(puzzle)
    while state is not None and fewest(state.marks) is not None:
        several = [cell for cell, mask in enumerate(state.marks) if mask.bit_count() > 1]
        cell = data.draw(st.sampled_from(several))
        value = data.draw(st.sampled_from(list(puzzle.grid.values_of(state.marks[cell]))))
        left = {solution for solution in solutions if solution[cell] == value}
        trial = propagate.assign(state, cell, puzzle.grid.bit(value))
        if trial is not None:
            assert kept(puzzle, trial) == left
            assert_transposed(puzzle, trial)
            assert_finished(puzzle, trial)
            state, solutions = trial, left
        else:
            assert left == set()
            # The branch is refuted, so all solutions lack the value.
            refuted = [(cell, ~puzzle.grid.bit(value))]
            state = state if propagate.settle(state, refuted, {}) else None
            if state is None:
                assert solutions == set()
    if state is not None:
        assert len(solutions) == 1


@given(puzzles() | raw_puzzles())
def test_every_full_assignment_that_propagates_to_the_end_is_a_solution(puzzle):
    """Filters may be weak while cells are open, but must be exact when all cells are filled."""
    propagate = propagator(puzzle.geometry)
    solutions = brute_force(puzzle)
    state = propagate.start(puzzle.domains)
    todo, leaves = [state] if state is not None else [], set()
    while todo:
        state = todo.pop()
        if fewest(state.marks) is None:
            leaves.add(tuple(map(puzzle.grid.value_of, state.marks)))
            continue
        cell = next(cell for cell, mask in enumerate(state.marks) if mask & (mask - 1))
        for value in puzzle.grid.values_of(state.marks[cell]):
            branch = propagate.assign(state, cell, puzzle.grid.bit(value))
            if branch is not None:
                todo.append(branch)
    assert leaves == solutions


def test_a_branch_is_an_independent_state():
    puzzle = classic("1...............")
    propagate = propagator(puzzle.geometry)
    state = propagate.start(puzzle.domains)
    marks, places = list(state.marks), list(state.places)
    assert propagate.assign(state, 1, puzzle.grid.bit(2)) is not None
    assert (state.marks, state.places) == (marks, places)


def test_easy_puzzles_are_solved_without_search():
    one = Puzzle(Grid(1, 1), rules=(Rows(), Columns(), Boxes(1, 1)))
    for puzzle in (classic(EASY), classic("123.34..2.4..3.1"), one):
        assert fewest(start(puzzle).marks) is None


@pytest.mark.parametrize(
    ("columns", "values", "begun", "rules", "marks"),
    [
        # The first rule takes a value from the peers.
        (3, 4, [15, 4, 15], [AntiKing()], [0b1011, 0b0100, 0b1011]),
        # The second rule finds the last place of a value in a house.
        (3, 3, [0b011, 0b011, 0b111], [Rows()], [0b011, 0b011, 0b100]),
        (2, 3, [0b011, 0b111], [Rows()], [0b011, 0b111]),
        # Relations trim a thermometer at both ends, and follow a chain of dots.
        (3, 5, [31] * 3, [Thermo((0, 1, 2))], [0b00111, 0b01110, 0b11100]),
        (3, 7, [1, 127, 127], [WhiteDot(0, 1), WhiteDot(1, 2)], [0b1, 0b10, 0b101]),
        # A cage keeps the digits of its sets. 1 2 4 is the only set for 7, and only r1c3 can be 4.
        (3, 9, [511] * 3, [Cage((0, 1), 16), Cage((2,), 4)], [0b101000000, 0b101000000, 0b1000]),
        (3, 9, [3, 3, 511], [Cage((0, 1, 2), 7)], [3, 3, 8]),
    ],
)
def test_propagation_of_rules(columns, values, begun, rules, marks):
    puzzle = Puzzle(Grid(1, columns, range(1, values + 1)), (), begun, rules)
    assert start(puzzle).marks == marks


@pytest.mark.parametrize(
    ("sum_", "marks"),
    [
        (Linear(((1, 0), (1, 1), (2, 2)), "==", 19), [0b11000, 0b11000, 0b10000]),
        (Linear(((1, 0), (1, 1)), "<=", 4), [0b00111, 0b00111, 0b11111]),
        (Linear(((1, 0), (1, 1)), ">=", 9), [0b11000, 0b11000, 0b11111]),
        (Linear(((1, 0), (-1, 1)), ">=", 3), [0b11000, 0b00011, 0b11111]),
        (Linear(((2, 0), (-2, 1)), "==", 8), [0b10000, 0b00001, 0b11111]),
        (Linear(((2, 2),), "<=", 6), [0b11111, 0b11111, 0b00111]),
        (Linear(((1, 0), (1, 1)), "in", frozenset({2, 3, 20})), [0b00011, 0b00011, 0b11111]),
        (Linear(((3, 2),), "in", frozenset({3, 9, 10})), [0b11111, 0b11111, 0b00101]),
    ],
)
def test_a_sum_of_cells_that_may_be_equal_is_held_by_its_bounds(sum_, marks):
    assert start(says(Grid(1, 3, range(1, 6)), sum_)).marks == marks


def test_a_cage_of_several_sums_keeps_the_digits_of_all_their_sets():
    totals = Linear(((1, 0), (1, 1)), "in", frozenset({3, 17}))
    assert start(says(Grid(1, 2, range(1, 10)), AllDifferent((0, 1)), totals)).marks == [387, 387]


EVEN, ODD = frozenset({2, 4}), frozenset({1, 3, 5})
ONE, FIVE = frozenset({1}), frozenset({5})
LATER_1 = Automaton([("no", 2, "no"), ("no", 3, "no"), ("no", 1, "yes")], "no", ["yes"])


@pytest.mark.parametrize(
    ("constraint", "begun", "marks"),
    [
        (Count((0, 1, 2), EVEN, frozenset({3, 7})), [31, 31, 31], [10, 10, 10]),
        (Count((0, 1, 2), EVEN, frozenset({0})), [31, 31, 31], [21, 21, 21]),
        (Count((0, 1, 2), EVEN, frozenset({1})), [2, 31, 11], [2, 21, 1]),
        (Count((0, 1, 2), EVEN, frozenset({0, 2})), [2, 1, 31], [2, 1, 10]),
        (Count((0, 1, 2), ODD, frozenset({1, 2})), [31, 31, 31], [31, 31, 31]),
        (Count((0, 0, 1), ODD, frozenset({1})), [31, 31, 31], [10, 21, 31]),
        (Regular((0, 1, 2), LATER_1), [31, 31, 31], [6, 6, 1]),
        (Regular((0, 1, 2), LATER_1), [31, 5, 31], [6, 4, 1]),
        (Connected((0, 1, 2), ODD, ((0, 1), (1, 2))), [1, 2, 31], [1, 2, 10]),
        (Connected((0, 1, 2), ODD, ((0, 1), (1, 2)), least=2), [31, 31, 2], [31, 31, 2]),
        (Connected((0, 1, 2), ODD, ((0, 1),), least=2), [31, 31, 31], [31, 31, 10]),
        (
            AnyOf(((Candidates(0, EVEN),), (Candidates(0, FIVE), Candidates(1, ONE)))),
            [31, 31, 31],
            [26, 31, 31],
        ),
        (AnyOf(((Candidates(0, EVEN),), (Candidates(0, ODD),))), [31, 31, 31], [31, 31, 31]),
        (AnyOf(((AllDifferent((0, 1)),),)), [1, 3, 31], [1, 2, 31]),
        (
            AnyOf(
                (
                    (Candidates(0, EVEN), Count((1,), ODD, frozenset({1}))),
                    (Candidates(1, frozenset({9})),),
                )
            ),
            [31, 31, 31],
            [10, 21, 31],
        ),
    ],
)
def test_propagation_of_the_other_primitives(constraint, begun, marks):
    grid = Grid(1, 3, range(1, 6))
    puzzle = replace(says(grid, constraint), marks=tuple(begun))
    assert start(puzzle).marks == marks


@pytest.mark.parametrize(
    "constraint",
    [
        Count((), EVEN, frozenset({1})),
        Count((0, 1), EVEN, frozenset({3})),
        Connected((), ODD, ()),
        Connected((0, 1), ODD, (), least=2),
        Regular((), LATER_1),
        Regular((0, 0), LATER_1),
        AnyOf(()),
        AnyOf(((Linear((), "==", 1),), (Candidates(0, frozenset({9})),))),
        AnyOf(((AllDifferent((0, 1, 2, 3, 4, 5)),),)),
        Linear(((1, 0),), "in", frozenset()),
    ],
)
def test_unsatisfiable_primitives_are_contradictions(constraint):
    assert start(says(Grid(1, 6, range(1, 6)), constraint)) is None


def test_contradictions():
    for name, puzzle in CONTRADICTIONS.items():
        with case(name):
            assert start(puzzle) is None


@share_or_whole("order", 4, 6)
def test_a_big_board_propagates(order):
    side = order * order
    puzzle = Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(order, order)))
    state = start(puzzle.with_givens({0: 1}))
    assert sum(mask == puzzle.grid.full for mask in state.marks) == side**2 - (3 * side - 2 * order)


def test_settling_looks_at_its_means_for_each_cell():
    puzzle = classic(EASY)
    with ticking() as ticks, limited_to(10**9):
        propagator(puzzle.geometry).start(puzzle.domains)
        assert next(ticks) >= 81


# --- sets of digits ------------------------------------------------------------------------------


def geometry(columns, values, *rules):
    grid = Grid(1, columns, values)
    return Puzzle(grid, rules=rules or (Rows(),)).geometry


def plain_sum(cells, total, coefficient=1):
    return Linear(tuple((coefficient, cell) for cell in range(cells)), "==", total)


@pytest.mark.parametrize("values", [range(1, 10), range(6), range(3, 8), range(1, 2)], ids=str)
def test_every_sum_has_all_its_sets_and_no_other(values):
    for size in range(1, len(values) + 1):
        board = geometry(size, values)
        for total in range(-1, sum(values) + 2):
            expected = {
                board.grid.mask(digits)
                for digits in combinations(values, size)
                if sum(digits) == total
            }
            found = digit_sets(board, plain_sum(size, total))
            assert len(found) == len(expected)
            assert set(found) == expected


def test_more_cells_than_values_have_no_set():
    assert digit_sets(geometry(3, range(1, 3)), plain_sum(3, 3)) == ()


@pytest.mark.parametrize(
    ("coefficient", "total", "same_as"), [(2, 12, 6), (-1, -6, 6), (-3, -18, 6), (2, 7, None)]
)
def test_equal_weights_are_divided_out(coefficient, total, same_as):
    board = geometry(3, range(1, 6))
    expected = () if same_as is None else digit_sets(board, plain_sum(3, same_as))
    assert digit_sets(board, plain_sum(3, total, coefficient)) == expected


@pytest.mark.parametrize(
    "sum_",
    [
        Linear(((1, 0), (1, 1)), "<=", 5),
        Linear(((1, 0), (1, 1)), ">=", 5),
        Linear(((1, 0), (2, 1)), "==", 5),
        Linear(((1, 0), (-1, 1)), "==", 1),
        Linear(((1, 0), (1, 0)), "==", 4),
        Linear(((0, 0), (0, 1)), "==", 0),
    ],
)
def test_other_sums_have_no_such_form(sum_):
    assert digit_sets(geometry(3, range(1, 6)), sum_) is None


def test_cells_that_may_be_equal_have_no_such_form():
    total = plain_sum(3, 6)
    assert digit_sets(geometry(3, range(1, 6), AntiKing()), total) is None  # r1c1 may equal r1c3
    assert digit_sets(geometry(3, range(1, 6), Cage((0, 1))), total) is None


def test_cells_may_differ_for_any_reason():
    expected = digit_sets(geometry(2, range(1, 6)), plain_sum(2, 6))
    for rule in (Cage((0, 1)), AntiKing(), Thermo((1, 0))):
        assert digit_sets(geometry(2, range(1, 6), rule), plain_sum(2, 6)) == expected


def test_too_many_sets_are_none_rather_than_some():
    # Sums of 16 of 32 values: a sum in the middle has millions of sets, and the smallest and the
    # largest sum have one set each.
    board = geometry(16, range(1, 33))
    assert digit_sets(board, plain_sum(16, 264)) is None
    assert len(digit_sets(board, plain_sum(16, 136))) == 1
    small = geometry(8, range(1, 17))
    assert 0 < len(digit_sets(small, plain_sum(8, 68))) <= MOST_SETS


def test_an_absurd_total_is_refuted_at_once():
    board = geometry(50, range(1, 101))
    for total in (0, 10**9, -5):
        assert digit_sets(board, plain_sum(50, total)) == ()


def test_thousands_of_cells_are_no_calls_in_calls():
    whole = Linear(tuple((1, cell) for cell in range(2000)), "==", sum(range(1, 2001)))
    puzzle = says(Grid(1, 2000), AllDifferent(tuple(range(2000))), whole)
    assert digit_sets(puzzle.geometry, whole) == (puzzle.grid.full,)
