"""Sessions of each form of CP-SAT, and two hard puzzles."""

import pytest

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import find_backend

#: A quick run tests only the two basic forms.
every_variant = pytest.mark.parametrize(
    "variant",
    [
        "integer",
        pytest.param("integer/table", marks=pytest.mark.slow),
        "boolean",
        pytest.param("linked", marks=pytest.mark.slow),
    ],
)
SUDOKU = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3)))


def printed(line):
    return SUDOKU.with_givens({cell: int(v) for cell, v in enumerate(line) if v != "."})


#: Arto Inkala's puzzle of 2010, and AI Escargot: hard, with one solution each.
HARD = [
    printed("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    printed("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
]


def contestant(variant):
    return find_backend(f"cpsat:{variant}")


def session(variant, puzzle, seed=0):
    return contestant(variant).open(puzzle, seed=seed)
