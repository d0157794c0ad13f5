"""nonet checks grids against puzzles, and names the cells that break a rule."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from examples import RULES, case, classic, rule_id, share_or_whole, some_fillings
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles, raw_puzzles

from nonet import rules as r
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.board.houses import quick_test
from nonet.system.errors import PuzzleError
from nonet.validity import is_solution, violations
from nonet.validity.arrays import wrong_grids

SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
EMPTY = classic("." * 16)


def messages(puzzle, values):
    return [str(violation) for violation in violations(puzzle, values)]


def changed(**cells):
    values = list(SOLVED)
    for name, value in cells.items():
        values[EMPTY.grid.cell(name)] = value
    return values


def test_a_solution_and_an_empty_board_break_nothing():
    rules = (r.Rows(), r.Columns(), r.Boxes(1, 1), r.Diagonals(), r.Windoku(), r.AntiKnight())
    assert violations(Puzzle(Grid(1, 1), rules=rules), [1]) == []
    assert violations(EMPTY, SOLVED) == []
    assert violations(EMPTY, [None] * 16) == []
    assert violations(classic("1234" + "." * 12), changed(r2c2=None)) == []


def test_values_may_be_a_text_or_an_array():
    text = "".join(map(str, SOLVED))
    assert violations(EMPTY, text) == violations(EMPTY, np.array(SOLVED)) == []
    assert violations(EMPTY, " ".join(text)) == violations(EMPTY, "\n".join(text)) == []
    assert messages(EMPTY, f"2.2{text[3:]}\n") == messages(EMPTY, [2, None, 2, *SOLVED[3:]])


@pytest.mark.parametrize("text", ["1234", "x" * 16])
def test_a_text_that_is_not_the_values_of_the_board_is_refused(text):
    with pytest.raises(PuzzleError, match="value"):
        violations(EMPTY, text)


@pytest.mark.parametrize(
    "values",
    [
        [str(value) for value in SOLVED],
        [SOLVED[:4], SOLVED[4:8], SOLVED[8:12], SOLVED[12:]],
        np.array(SOLVED).reshape(4, 4),
        dict(enumerate(SOLVED)),
        [1.5, *SOLVED[1:]],
        [float("nan"), *SOLVED[1:]],
        bytes(SOLVED),
        None,
    ],
    ids=["texts", "rows", "2-D", "dict", "fraction", "nan", "bytes", "None"],
)
def test_invalid_values_raise_an_error_instead_of_a_violation(values):
    with pytest.raises(TypeError, match="not a filled grid"):
        violations(EMPTY, values)


@pytest.mark.parametrize("length", [0, 15, 17])
def test_another_number_of_values_is_said(length):
    assert messages(EMPTY, [None] * length) == [f"{length} values for 16 cells"]


def test_a_value_outside_the_range_is_the_only_violation():
    assert messages(EMPTY, changed(r1c1=5, r2c2=0)) == [
        "r1c1 is 5, not from 1 to 4",
        "r2c2 is 0, not from 1 to 4",
    ]


def test_a_value_too_large_to_print_is_a_violation():
    for value in (10**5000, -(10**5000)):
        assert messages(EMPTY, changed(r1c1=value)) == ["r1c1 is a huge number, not from 1 to 4"]


HOUSES = (r.Rows(), r.Columns(), r.Boxes(2, 2), r.Diagonals(), r.DisjointGroups(2, 2))


@given(
    st.lists(st.sampled_from(HOUSES), unique=True).map(tuple),
    st.one_of(
        st.permutations([1, 2, 3, 4] * 4),
        st.lists(st.sampled_from([None, 0, 1, 2, 3, 4, 5]), min_size=16, max_size=16),
        st.tuples(st.integers(0, 15), st.sampled_from([None, 1, 2, 3, 4])).map(
            lambda change: [change[1] if n == change[0] else v for n, v in enumerate(SOLVED)]
        ),
    ),
)
def test_the_quick_test_of_houses_agrees_with_the_groups(rules, values):
    # Full or partly filled boards with the values 1 to 4.
    grid = EMPTY.grid
    groups = [group for rule in rules for group in rule.groups(grid)]
    fill = set(values) <= {1, 2, 3, 4}
    differ = all(len({values[cell] for cell in group}) == len(group) for group in groups)
    assert quick_test(rules, grid)(values) is (fill and differ)


def solved_board(order):
    return [
        (order * (row % order) + row // order + column) % order**2 + 1
        for row in range(order**2)
        for column in range(order**2)
    ]


@pytest.mark.parametrize("order", [3, 4])
@given(data=st.data())
def test_the_quick_test_finds_changed_cells(order, data):
    board, changed = classic("." * order**4), solved_board(order)
    obeys_houses, _ = board.geometry.tested
    assert obeys_houses(changed)
    for cell in data.draw(st.lists(st.integers(0, order**4 - 1), min_size=1, max_size=4)):
        changed[cell] = data.draw(st.sampled_from([*range(order**2 + 2), None]))
    is_full = set(changed) <= set(board.grid.values)
    is_right = is_full and all(rule.holds(board.grid, changed) for rule in board.rules)
    assert obeys_houses(changed) == is_right


def test_houses_of_the_largest_boards_are_judged_without_the_quick_test():
    order, solved = 5, solved_board(5)
    board = classic("." * order**4)
    obeys_houses, _ = board.geometry.tested
    assert not obeys_houses(solved)
    assert violations(board, solved) == []
    solved[0] = solved[1]
    assert messages(board, solved)[0] == f"r1c1 and r1c2 are both {solved[1]}"


def test_a_subclass_of_houses_with_its_own_holds_is_checked():
    @dataclass(frozen=True)
    class NoOneInTheCorner(r.Rows):
        def holds(self, grid, values):
            return values[0] != 1

    board = Puzzle(EMPTY.grid, rules=(NoOneInTheCorner(), r.Columns()))
    assert [violation.rule for violation in violations(board, SOLVED)] == [NoOneInTheCorner()]
    assert_the_same([board], [tuple(SOLVED)])


def test_a_given_is_kept():
    puzzle = classic("12" + "." * 14)
    assert messages(puzzle, [2] + [None] * 15) == ["r1c1 is 2, but 1 is given"]
    zero = Puzzle(Grid(1, 2, range(2)), givens=(0, None))
    assert messages(zero, [1, None]) == ["r1c1 is 1, but 0 is given"]
    assert messages(puzzle, [None] * 16) == []


@given(puzzles(), st.data())
def test_a_solution_is_full_and_breaks_nothing(puzzle, data):
    values = [*puzzle.grid.values, None]
    cells = len(puzzle.grid.cells)
    for grid in [
        *sorted(brute_force(puzzle))[:1],
        data.draw(st.lists(st.sampled_from(values), min_size=cells, max_size=cells)),
    ]:
        is_full = None not in grid
        assert is_solution(puzzle, grid) == (is_full and not violations(puzzle, grid))
    assert not is_solution(puzzle, (puzzle.grid.values[0],) * (cells + 1))


def test_marks_are_kept():
    puzzle = Puzzle(Grid(1, 2), marks=(0b10, 0b11))
    assert messages(puzzle, [1, 1]) == ["r1c1 is 1, which its marks leave out"]
    assert messages(puzzle, [2, 1]) == []


def test_one_violation_a_broken_rule():
    found = violations(EMPTY, changed(r1c1=2, r1c2=2))
    assert [violation.rule for violation in found] == [r.Rows(), r.Columns(), r.Boxes(2, 2)]
    assert found[0].cells == (0, 1)


@pytest.mark.parametrize(
    ("rule", "filled", "cells", "message"),
    [
        (r.Cage((0, 1), 5), {0: 1, 1: 2, 2: 4}, (0, 1), "r1c1 is 1, r1c2 is 2, which breaks cage"),
        (r.Cage((0, 1, 2), 9), {0: 1, 1: 4, 2: 3}, (0, 2), "which breaks cage r1c1 r1c2 r1c3 = 9"),
        (r.Cage((0, 1, 2), 3), {0: 1, 1: 4, 2: 3}, (1,), "r1c2 is 4, which breaks"),
        (r.Thermo((0, 5, 10)), {0: 1, 5: 3, 10: 2}, (5, 10), "r3c3 is 2, which breaks thermo"),
        (r.Odd((3, 4)), {3: 1, 4: 4}, (4,), "r2c1 is 4, which breaks odd r1c4 r2c1"),
        (r.WhiteDot(3, 4), {3: 1, 4: 3}, (3, 4), "which breaks white dot between r1c4 and r2c1"),
        (r.BlackDot(0, 1), {0: 3, 1: 3}, (0, 1), "r1c1 and r1c2 are both 3"),
        (r.AntiKnight(), {0: 3, 6: 3, 12: 3}, (0, 6), "r1c1 and r2c3 are both 3"),
        (r.Diagonals(), {0: 3, 15: 3}, (0, 15), "r1c1 and r4c4 are both 3"),
        (r.Windoku(), {5: 3, 10: 3}, (5, 10), "r2c2 and r3c3 are both 3"),
    ],
)
def test_the_culprits_are_found_and_the_message_names_them(rule, filled, cells, message):
    puzzle = Puzzle(EMPTY.grid, rules=(rule,))
    [violation] = violations(puzzle, [filled.get(cell) for cell in EMPTY.grid.cells])
    assert violation.rule == rule
    assert violation.cells == cells
    assert message in str(violation)


def test_where_nothing_fills_a_rule_no_cell_is_a_culprit():
    puzzle = Puzzle(EMPTY.grid, rules=(r.Cage((0,), 20),))
    [violation] = violations(puzzle, [None, 1, *[None] * (len(EMPTY.grid.cells) - 2)])
    assert violation.cells == ()
    assert str(violation).endswith("no digits fill it")


@given(puzzles(), st.data())
def test_no_culprit_can_be_spared(puzzle, data):
    grid = puzzle.grid
    values = data.draw(st.tuples(*[st.none() | st.sampled_from(grid.values) for _ in grid.cells]))
    for violation in violations(puzzle, values):
        if violation.rule is None:
            continue
        kept = [value if cell in violation.cells else None for cell, value in enumerate(values)]
        assert not violation.rule.holds(grid, kept)
        for cell in violation.cells:
            spared = [None if other == cell else value for other, value in enumerate(kept)]
            assert violation.rule.holds(grid, spared)


@given(puzzles(solvable=True), st.data())
def test_a_full_board_that_is_no_solution_breaks_something(puzzle, data):
    solutions = brute_force(puzzle)
    assert solutions
    values = list(data.draw(st.sampled_from(sorted(solutions))))
    values[data.draw(st.sampled_from(puzzle.grid.cells))] = data.draw(
        st.sampled_from(puzzle.grid.values)
    )
    assert (violations(puzzle, values) == []) == (tuple(values) in solutions)


# --- arrays of grids -----------------------------------------------------------------------------


def assert_the_same(chosen, grids):
    expected = [
        row
        for row, (puzzle, values) in enumerate(zip(chosen, grids, strict=True))
        if violations(puzzle, values)
    ]
    assert wrong_grids(chosen, grids) == expected


@st.composite
def candidates(draw, puzzle):
    """Draw a filling: a solution, nearly a solution, or any values."""
    grid = puzzle.grid
    solutions = sorted(brute_force(puzzle))
    anything = st.tuples(*[st.sampled_from(grid.values)] * len(grid.cells))
    values = list(draw(st.sampled_from(solutions) if solutions else anything))
    beyond = st.sampled_from([-1, grid.values[0] - 1, grid.values[-1] + 1, 70, 1000])
    for cell in draw(st.lists(st.sampled_from(grid.cells), max_size=3)):
        values[cell] = draw(st.sampled_from(grid.values) | beyond)
    return tuple(values)


@st.composite
def siblings(draw, puzzle):
    """Draw a puzzle with the same rules and other givens and marks."""
    grid = puzzle.grid
    givens = [draw(st.none() | st.just(given)) for given in puzzle.givens]
    marks = [
        draw(st.sampled_from([grid.full, mark, draw(st.integers(0, grid.full))]))
        for mark in puzzle.marks
    ]
    return replace(puzzle, givens=tuple(givens), marks=tuple(marks))


@given(puzzle=puzzles() | raw_puzzles(), data=st.data())
def test_it_says_the_same_as_violations(puzzle, data):
    chosen = [puzzle, *data.draw(st.lists(siblings(puzzle), max_size=3))]
    grids = [data.draw(candidates(puzzle)) for _ in chosen]
    assert_the_same(chosen, grids)


@share_or_whole("most", 60, 300)
def test_each_rule_on_its_fillings(most):
    for grid, rule in RULES:
        grids = [tuple(filling) for filling in some_fillings(grid, rule, most)]
        puzzle = Puzzle(grid, rules=(rule,))
        with case(rule_id(grid, rule)):
            wrong = [row for row, values in enumerate(grids) if not rule.holds(grid, values)]
            assert wrong_grids([puzzle] * len(grids), grids) == wrong


def test_no_grids_are_all_right():
    assert wrong_grids([], []) == []


@pytest.mark.parametrize("side", [63, 64, 65])
def test_sets_of_values_at_the_size_of_a_machine_word(side):
    puzzle = Puzzle(Grid(side, side), rules=(r.Rows(), r.Columns()))
    right = [1 + (row + column) % side for row in range(side) for column in range(side)]
    wrong = right.copy()
    wrong[side - 1], wrong[side - 2] = wrong[side - 2], wrong[side - 1]
    assert wrong_grids([puzzle, puzzle], [tuple(right), tuple(wrong)]) == [1]


def test_grids_of_other_sizes_are_wrong():
    huge, short = (10**30, *SOLVED[1:]), SOLVED[1:]
    assert wrong_grids([EMPTY] * 3, [SOLVED, huge, SOLVED]) == [1]
    assert wrong_grids([EMPTY] * 2, [short, SOLVED]) == [0]
    assert wrong_grids([EMPTY] * 2, [short, short]) == [0, 1]
