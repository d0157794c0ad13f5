"""The CNF encoding has the right models, and leaves out unneeded marks and clauses."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from breadth import tried
from examples import (
    DOZEN,
    EASY,
    EMPTY,
    HARD,
    SOLVED,
    case,
    classic,
    few_or,
    full_board,
    rule_puzzles,
    says,
)
from extremes import CONTRADICTIONS, extremes
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from pysat.solvers import Minisat22
from strategies import puzzles, raw_puzzles

from nonet.encodings import cnf as module
from nonet.encodings import writer
from nonet.encodings.cnf import Cnf, encode
from nonet.encodings.primitives import write_constraint
from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Count, Linear, Partition, Regular
from nonet.model.grid import Grid
from nonet.propagation import digit_sets
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, ExtraRegion, Rows, Thermo
from nonet.system.errors import TooLarge

both_sets = pytest.mark.parametrize("clause_set", ["extended", "minimal"])


def models(cnf, *more):
    """Return every model over all variables in the clauses, including auxiliary variables."""
    clauses = [*cnf.clauses, *more]
    if [] in clauses:
        return []
    occurring = sorted({abs(literal) for clause in clauses for literal in clause})
    found = []
    with Minisat22(bootstrap_with=clauses) as solver:
        while solver.solve():
            values = solver.get_model()
            found.append([values[variable - 1] for variable in occurring])
            solver.add_clause([-literal for literal in found[-1]])
    return found


def grids_of(cnf: Cnf) -> list[tuple[int, ...]]:
    """Return every grid that has a model, for any values of the auxiliary variables."""
    if [] in cnf.clauses:
        return []
    found = []
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            found.append(cnf.decode(solver.get_model()))
            blocking = cnf.blocking(found[-1])
            if blocking is None:
                break
            solver.add_clause(blocking)
    return found


def assert_means(puzzle, clause_set):
    """Assert that each solution has exactly one model, including its auxiliary variables.

    There is one exception: in an alternative that is not chosen, auxiliary variables are free, so a
    grid may have millions of models.
    """
    cnf = encode(puzzle, clause_set)
    chooses = any(isinstance(part, AnyOf | Partition) for part in puzzle.constraints)
    grids = grids_of(cnf) if chooses else [cnf.decode(model) for model in models(cnf)]
    assert len(grids) == len(set(grids))
    assert set(grids) == brute_force(puzzle)


# --- meaning -------------------------------------------------------------------------------------


@both_sets
@few_or(100)
def test_each_rule_has_one_model_a_solution(clause_set, most):
    for name, puzzle in rule_puzzles(most):
        with case(name):
            assert_means(puzzle, clause_set)


@both_sets
@given(puzzle=puzzles() | raw_puzzles())
@tried(150)
def test_random_puzzles_have_one_model_a_solution(clause_set, puzzle):
    assert_means(puzzle, clause_set)


@both_sets
def test_primitives_at_their_extremes(clause_set):
    for puzzle in extremes():
        with case(puzzle.rules):
            assert_means(puzzle, clause_set)


_ROW = Grid(1, 4)


@both_sets
def test_a_sum_around_cells_that_are_known(clause_set):
    """Givens inside a cage count for its sum, and belong to its digit sets."""
    givens = {}, {1: 2}, {0: 3, 2: 1}, {0: 1, 1: 2, 2: 4}
    for total, known in product(range(12), givens):
        cage = Cage((0, 1, 2), total)
        either = Linear(tuple((1, cell) for cell in cage.cells), "==", total)
        with case(f"{total} with {known}"):
            assert_means(Puzzle(_ROW, rules=(cage,)).with_givens(known), clause_set)
            assert_means(says(_ROW, either).with_givens(known), clause_set)


@both_sets
def test_more_digit_sets_than_are_written_are_summed_instead(clause_set, monkeypatch):
    monkeypatch.setattr("nonet.propagation.digit_sets.MOST_SETS", 1)
    monkeypatch.setattr("nonet.propagation.digit_sets._sets", digit_sets._sets.__wrapped__)
    monkeypatch.setattr("nonet.propagation.propagator", module.propagator.__wrapped__)
    puzzle = Puzzle(Grid(1, 5), rules=(ExtraRegion((0, 1, 2, 3, 4)), Cage((0, 1, 2), 8)))
    cnf = encode(puzzle, clause_set)
    assert cnf.variables > puzzle.grid.marks + 2  # there are two sets: 125 and 134
    assert_means(puzzle, clause_set)


# --- marks and clauses left out ------------------------------------------------------------------


def test_alternatives_that_share_a_value_have_its_literal_once():
    one, two = (Candidates(0, frozenset(values)) for values in ({1, 2}, {2}))
    clauses = encode(says(Grid(1, 1, range(1, 4)), AnyOf(((one,), (two,))))).clauses
    assert [1, 2] in clauses


@both_sets
@given(puzzle=puzzles() | raw_puzzles())
def test_clauses_contain_only_open_marks(clause_set, puzzle):
    cnf, grid = encode(puzzle, clause_set), puzzle.grid
    assert len(cnf.domains) == len(grid.cells)
    assert cnf.variables >= grid.marks
    if cnf.clauses == [[]]:
        assert brute_force(puzzle) == set()
        assert cnf.variables == grid.marks
        return
    pairs = zip(cnf.domains, puzzle.domains, strict=True)
    assert all(domain & ~begun == 0 for domain, begun in pairs)
    seen = set()
    for clause in cnf.clauses:
        variables = [abs(literal) for literal in clause]
        assert len(set(variables)) == len(variables), f"{clause}: a literal twice, or a tautology"
        assert all(1 <= variable <= cnf.variables for variable in variables)
        seen.update(variables)
    for variable in seen:
        if variable <= grid.marks:
            cell, value = grid.unmark(variable)
            assert cnf.domains[cell] & grid.bit(value), f"{grid.name(cell)}={value} is out"
    for cell, domain in enumerate(cnf.domains):
        alive = [grid.mark(cell, value) for value in grid.values_of(domain)]
        assert cnf.clauses.count(alive) >= 1  # fixed cells have unit clauses
    # Auxiliary variables come after all marks, without a gap.
    assert {variable for variable in seen if variable > grid.marks} == set(
        range(grid.marks + 1, cnf.variables + 1)
    )


@both_sets
def test_a_puzzle_solved_by_propagation_has_only_unit_clauses(clause_set):
    cnf = encode(classic(EASY), clause_set)
    assert len(cnf.clauses) == 81
    assert {len(clause) for clause in cnf.clauses} == {1}
    assert [cnf.grid.unmark(clause[0])[0] for clause in cnf.clauses] == list(range(81))


def test_the_number_of_a_mark_is_the_grids():
    puzzle = Puzzle(Grid(1, 3, range(5, 8)), marks=(0b110, 0b001, 0b111))
    one_value, no_second = [[2, 3], [4], [7, 8, 9]], [[-2, -3], [-7, -8], [-7, -9], [-8, -9]]
    assert encode(puzzle).clauses == [*one_value, *no_second]


@both_sets
def test_a_contradiction_is_the_empty_clause(clause_set):
    for name, puzzle in CONTRADICTIONS.items():
        with case(name):
            assert [] in encode(puzzle, clause_set).clauses


# --- how many ------------------------------------------------------------------------------------


def expected_clauses(side, height, width, *, extended):
    """Write the clauses of an empty board from the definition."""
    grid = Grid(side, side)
    rules = (Rows(), Columns(), Boxes(height, width))
    houses = [house for rule in rules for house in rule.groups(grid)]
    clauses = [[grid.mark(cell, value) for value in grid.values] for cell in grid.cells]
    if extended:
        for house in houses:
            clauses += [[grid.mark(cell, value) for cell in house] for value in grid.values]
        for cell in grid.cells:
            pairs = combinations(grid.values, 2)
            clauses += [[-grid.mark(cell, v), -grid.mark(cell, w)] for v, w in pairs]
    pairs = {frozenset(pair) for house in houses for pair in combinations(house, 2)}
    for one, other in map(sorted, pairs):
        clauses += [[-grid.mark(one, value), -grid.mark(other, value)] for value in grid.values]
    return Counter(map(frozenset, clauses))


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (3, 3)])
def test_an_empty_board_has_each_clause_once(height, width):
    side = height * width
    puzzle = Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(height, width)))
    for clause_set in ("extended", "minimal"):
        cnf = encode(puzzle, clause_set)
        assert cnf.variables == side**3
        found = Counter(map(frozenset, cnf.clauses))
        assert found == expected_clauses(side, height, width, extended=clause_set == "extended")


def test_36_by_36_with_half_its_cells_empty_needs_less_than_100_000_clauses():
    random = Random(1)
    board = full_board(6, random)
    kept = random.sample(range(1296), 648)
    puzzle = Puzzle(Grid(36, 36), rules=(Rows(), Columns(), Boxes(6, 6)))
    puzzle = puzzle.with_givens({cell: board[cell] for cell in kept})
    cnf = encode(puzzle)
    assert 10_000 < len(cnf.clauses) < 100_000
    assert cnf.variables == 36**3
    true = {cnf.grid.mark(cell, value) for cell, value in enumerate(board)}
    for clause in cnf.clauses:
        assert any((literal > 0) == (abs(literal) in true) for literal in clause)


def test_a_board_too_large_is_refused_with_the_limit():
    puzzle = Puzzle(Grid(1, 300, range(300)), rules=(Rows(),))
    with pytest.raises(TooLarge, match=rf"1×300 .*{writer.MOST_CLAUSES}.*the limit"):
        encode(puzzle)


def test_the_limit_counts_the_clauses_of_the_board(monkeypatch):
    board = classic("." * 81)
    monkeypatch.setattr(writer, "MOST_CLAUSES", len(encode(board).clauses))
    encode(board)
    monkeypatch.setattr(writer, "MOST_CLAUSES", 10_000)
    with pytest.raises(TooLarge):
        encode(board)
    encode(classic(HARD))  # givens make the encoding smaller


# --- auxiliary variables -------------------------------------------------------------------------


def auxiliaries(puzzle):
    return encode(puzzle).variables - puzzle.grid.marks


@pytest.mark.parametrize(
    ("cells", "total", "givens", "sets"),
    [
        ((0, 1), 15, {}, 2),  # 69 78
        ((0, 1), 17, {}, 1),
        ((0, 1, 2), 24, {}, 1),
        ((0, 1, 2), 15, {}, 8),  # 159 168 249 258 267 348 357 456: three of them have a 4
        ((0, 1, 2), 15, {0: 4}, 3),
        (tuple(range(9)), 45, {}, 1),
    ],
)
def test_a_cage_has_a_variable_for_each_digit_set(cells, total, givens, sets):
    assert auxiliaries(classic("." * 81, Cage(cells, total)).with_givens(givens)) == sets


def test_a_cage_without_a_sum_and_a_thermometer_need_no_variables():
    assert auxiliaries(classic("." * 81, Cage((0, 10, 20)), Thermo((0, 1, 2, 3)))) == 0


def test_a_sum_that_may_repeat_digits_has_a_variable_for_each_partial_sum():
    puzzle = says(Grid(1, 3), Linear(((1, 0), (1, 1), (1, 2)), "==", 6))
    # from the partial sums 0 | 1 2 3 | 3 4 5 | 6, the total 6 can be reached
    assert auxiliaries(puzzle) == 1 + 3 + 3 + 1


@pytest.mark.parametrize("size", [3, 5])
def test_a_count_of_half_the_values_counts_cells_that_hold_any_of_them(size):
    # One of `size` cells holds 1 or 2, and each of the others 3 or 4.
    counted = Count(tuple(range(size)), frozenset({1, 2}), frozenset({1}))
    puzzle = says(Grid(1, size, range(1, 5)), counted)
    assert len(models(encode(puzzle))) == size * 2**size


def test_a_regular_word_takes_a_variable_a_state_that_matters():
    # The automaton accepts every word that contains a 1.
    seen = Automaton(
        [(0, 1, 1), *((s, v, s) for s in (0, 1) for v in (1, 2, 3) if (s, v) != (0, 1))], 0, [1]
    )
    puzzle = says(Grid(1, 5, range(1, 4)), Regular(tuple(range(5)), seen))
    assert len(brute_force(puzzle)) == 3**5 - 2**5
    assert auxiliaries(puzzle) == 1 + 2 * 4 + 1


def test_sums_that_can_no_longer_fail_share_a_variable():
    terms = tuple((1, cell) for cell in range(4))
    puzzle = says(Grid(1, 4, range(10)), Linear(terms, ">=", 9))
    assert auxiliaries(puzzle) == 1 + 3 * 10 + 1


@pytest.mark.parametrize(
    ("allowed", "clauses"),
    [({1, 2, 3}, [[1, 3, 4, 6, 7, 9]]), ({0, 1, 2}, [[2, 5, 8]]), ({0, 1, 2, 3}, [])],
)
def test_some_counts_are_one_clause_without_auxiliaries(allowed, clauses):
    puzzle = says(Grid(1, 3), Count((0, 1, 2), frozenset({1, 3}), frozenset(allowed)))
    cells = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    found = [clause for clause in encode(puzzle).clauses if min(clause) > 0]
    assert [clause for clause in found if clause not in cells] == clauses
    assert auxiliaries(puzzle) == 0


def test_too_many_partial_sums_are_refused_before_memory_is_spent():
    terms = tuple((10**cell, cell) for cell in range(9))
    with pytest.raises(TooLarge, match="steps, which is the limit"):
        encode(says(Grid(9, 9), Linear(terms, "<=", 5 * 10**8)))


# --- models as grids, and grids as clauses -------------------------------------------------------


def test_decode_reads_a_model_and_nothing_but_marks_alive():
    cnf = encode(DOZEN)
    true = [cnf.grid.mark(cell, value) for cell, value in enumerate(SOLVED)]
    assert cnf.decode(true) == SOLVED
    assert cnf.decode([*true, 2, 999, -5]) == SOLVED  # mark 2, r1c1=2, is not live
    assert cnf.decode(sorted(true, reverse=True)) == SOLVED


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({17: True}, r"r2c1 the values \[1, 3\]"),
        ({19: False}, r"r2c1 the values \[\]"),
        ({61: False}, r"r4c4 the values \[\]"),
        ({62: True, 64: True}, r"r4c4 the values \[1, 2, 4\]"),
        (dict.fromkeys(range(1, 65), False), r"r1c1 the values \[\]"),
    ],
)
def test_decode_refuses_a_model_that_is_no_grid(wrong, complaint):
    cnf = encode(EMPTY)
    true = {cnf.grid.mark(cell, value): True for cell, value in enumerate(SOLVED)} | wrong
    with pytest.raises(ValueError, match=complaint):
        cnf.decode(mark if holds else -mark for mark, holds in true.items())


@both_sets
def test_blocking_forbids_that_grid_and_no_other(clause_set):
    cnf = encode(DOZEN, clause_set)
    every = {cnf.decode(model) for model in models(cnf)}
    assert len(every) == 12
    for board in every:
        clause = cnf.blocking(board)
        assert {cnf.decode(model) for model in models(cnf, clause)} == every - {board}


@given(puzzle=puzzles() | raw_puzzles(), choice=st.data())
def test_blocking_speaks_of_open_cells_only(puzzle, choice):
    cnf, grid = encode(puzzle), puzzle.grid
    values = st.sampled_from(grid.values)
    board = choice.draw(st.tuples(*[values] * len(grid.cells)))
    clause = cnf.blocking(board)
    pairs = zip(cnf.domains, board, strict=True)
    if not all(domain & grid.bit(value) for domain, value in pairs):
        assert clause is None
    else:
        several = [cell for cell in grid.cells if cnf.domains[cell].bit_count() > 1]
        assert clause == [-grid.mark(cell, board[cell]) for cell in several]


@pytest.mark.parametrize("value", [-1, 0, 5, 10**6])
def test_grids_with_other_values_need_no_blocking(value):
    assert encode(EMPTY).blocking((value,) * 16) is None


def test_constraints_without_clauses_are_refused_by_name():
    class Strange:
        cells = (0,)

    with pytest.raises(NotImplementedError, match="the CNF encoding does not support Strange"):
        write_constraint(Strange(), None)
