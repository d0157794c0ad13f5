"""The described sizes of encodings are equal to the sizes of the written clauses."""

from itertools import product

import pytest
from examples import classic

from nonet.encodings.at_most_one import FORMULATIONS
from nonet.encodings.cnf import encode
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, NATIVE, REDUCTIONS, Encoding
from nonet.encodings.sizes import clauses_of_empty, describe
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Rows

#: A puzzle that needs search.
SIX = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3)))
SIX = SIX.with_givens({0: 1, 5: 6, 14: 3, 21: 2, 28: 4, 35: 1})


def empty(order):
    grid = Grid(order**2, order**2)
    return Puzzle(grid, rules=(Rows(), Columns(), Boxes(order, order)))


def test_an_empty_board_has_as_many_clauses_as_the_formula():
    """All reductions are the same for an empty board, so the larger board is tested with one."""
    two, three = (
        product([order], FORMULATIONS, CLAUSE_SETS, reductions)
        for order, reductions in ((2, REDUCTIONS), (3, ["raw"]))
    )
    for order, *words in (*two, *three):
        at_most_one, clause_set, _ = words
        cnf = encode(empty(order), Encoding(*words))
        assert len(cnf.clauses) == clauses_of_empty(order, at_most_one, clause_set), words


@pytest.mark.parametrize(("clause_set", "constraints"), [("extended", 324), ("minimal", 243)])
def test_native_constraints_replace_the_at_most_one_clauses(clause_set, constraints):
    cnf = encode(empty(3), Encoding(NATIVE, clause_set, "raw"))
    assert len(cnf.at_most_ones) == constraints
    assert all(len(literals) == 9 for literals in cnf.at_most_ones)
    assert len(cnf.clauses) == (81 + 243 if clause_set == "extended" else 81)


@pytest.mark.parametrize(
    "puzzle",
    [classic("12" + "." * 14, Cage((4, 5), 5)), SIX, classic("1" * 16)],
    ids=["a cage", "6×6", "a contradiction"],
)
def test_every_encoding_is_described_as_it_is_written(puzzle):
    sizes = list(describe(puzzle))
    encodings = {size.encoding for size in sizes}
    every = product(AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS)
    assert encodings == {Encoding(*words) for words in every}
    assert len(sizes) == len(encodings) == 48
    assert sizes[0].encoding == Encoding()
    for size in sizes:
        cnf = encode(puzzle, size.encoding)
        occurring = {abs(literal) for clause in cnf.clauses for literal in clause}
        beside = {variable for variable in occurring if variable > puzzle.grid.marks}
        assert size.auxiliaries == len(beside)
        assert size.clauses == len(cnf.clauses)
        assert size.literals == sum(len(clause) for clause in cnf.clauses)
        assert size.constraints == len(cnf.at_most_ones)


def test_less_is_written_the_more_is_reduced():
    sizes = {str(size.encoding): size for size in describe(SIX)}
    alive = [sizes[reduction].marks for reduction in ("", "givens", "raw")]
    assert alive == sorted(alive)
    assert alive[-1] == 216
    for at_most_one, clause_set in product(AT_MOST_ONE, CLAUSE_SETS):
        clauses = [
            sizes[str(Encoding(at_most_one, clause_set, reduction))].clauses
            for reduction in REDUCTIONS
        ]
        assert clauses == sorted(clauses)
