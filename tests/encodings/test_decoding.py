"""A model is read as a grid, and a grid is blocked by a clause."""

import pytest
from clause_models import models
from examples import classic
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles, raw_puzzles

from nonet.encodings.cnf import encode
from nonet.encodings.primitives import write_constraint
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rows

both_sets = pytest.mark.parametrize("clause_set", ["extended", "minimal"])
EMPTY = classic("." * 16)
DOZEN = classic("1234" + "." * 12)  # has 12 solutions
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def test_decode_reads_a_model_and_nothing_but_marks_alive():
    cnf = encode(DOZEN)
    true = [cnf.grid.mark(cell, value) for cell, value in enumerate(SOLVED)]
    assert cnf.decode(true) == SOLVED
    assert cnf.decode([*true, 2, 999, -5]) == SOLVED  # 2 is r1c1=2, which is out
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


@pytest.mark.parametrize("value", [-1, 0, 5, 9, 10**6])
def test_grids_with_other_values_need_no_blocking(value):
    assert encode(EMPTY).blocking((value,) * 16) is None


def test_blocking_the_only_grid_left_is_the_empty_clause():
    cnf = encode(classic("1234341221434321"))
    assert cnf.blocking(SOLVED) == []
    assert cnf.blocking((*SOLVED[:-1], 2)) is None


def test_auxiliary_variables_are_never_blocked():
    cnf = encode(Puzzle(Grid(1, 4), rules=(Rows(), Cage((0, 1), 5))))
    assert cnf.variables > 16
    assert cnf.blocking((1, 4, 2, 3)) == [-1, -8, -10, -15]


def test_constraints_without_clauses_are_refused_by_name():
    class Strange:
        cells = (0,)

    with pytest.raises(NotImplementedError, match="no clauses for Strange"):
        write_constraint(Strange(), None)
