"""Rules that lower to every primitive are solved, certified, generated and analysed like others."""

from dataclasses import replace
from itertools import product
from tempfile import TemporaryDirectory

import pytest
from examples import classic, pattern
from oracle import brute_force
from primitive_rules import Betwixt, Enclosed, HowMany, Numbered, OneOfTotals, obeyed

import nonet
from nonet.generation import generate
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import find_conflict, find_redundant, minimise, true_candidates
from nonet.questions.uniqueness import Kind, check

SPECS = ["native", "auto", "norvig", "heuristic", "pysat", "cpsat:integer", "cpsat:boolean"]
BOARD = tuple(value + 1 for value in pattern(2, 2))
IN_ROWS = [obeyed(Grid(4, 4), BOARD, tuple(range(first, first + 4))) for first in (4, 0)]
EACH = {type(rule).name: rule for rules in IN_ROWS for rule in rules}


@pytest.mark.parametrize("values", [range(4), range(1, 7), range(9)], ids=str)
def test_each_means_what_it_lowers_to(values):
    grid = Grid(1, 4, values)
    cells = (0, 1, 2, 3) if len(values) < 9 else (0, 1, 2)
    rules = [
        OneOfTotals(cells, (3, 4, 11, 99)),
        HowMany(cells, (1, 2, 5), (1, 3)),
        Enclosed(cells, 2),
        Numbered(cells, 3),
        Betwixt(cells),
    ]
    lowered = [(rule, list(rule.lower(grid))) for rule in rules]
    for filling in product(values, repeat=len(cells)):
        full = (*filling, values[0])[:4]
        for rule, parts in lowered:
            assert rule.holds(grid, full) is all(part.holds(full) for part in parts), rule


@pytest.fixture(params=EACH, scope="module")
def unique(request):
    """A puzzle with few givens and one solution."""
    [made] = generate(classic("." * 16, EACH[request.param]), seed=3, minimal=True)
    return made.puzzle


def test_a_unique_puzzle_is_unique_to_all(unique):
    [board] = brute_force(unique)
    for spec in SPECS:
        assert check(unique, spec).solution == board, spec
    assert set(find_redundant(unique).redundant) <= {*unique.rules}  # no given
    assert minimise(unique).kept


def test_the_verdicts_are_certified(unique):
    cell = next(cell for cell, given in enumerate(unique.givens) if given is None)
    [board] = brute_force(unique)
    wrong = unique.with_givens({cell: board[cell] % 4 + 1})
    several = replace(unique, givens=())
    for puzzle, kind in [(unique, "unique"), (wrong, "none"), (several, "multiple")]:
        with TemporaryDirectory() as folder:
            nonet.certify(puzzle).write(folder)
            report = nonet.verify(folder)
        assert (report.claim, report.puzzle) == (kind, puzzle)
    found = find_conflict(wrong)
    assert found.clues


def test_the_candidates_are_those_of_all_solutions(unique):
    puzzle = unique.with_givens(dict.fromkeys(range(8)))
    solutions = brute_force(puzzle)
    marks = tuple(
        puzzle.grid.mask({solution[cell] for solution in solutions}) for cell in range(16)
    )
    assert true_candidates(puzzle).marks == marks


def test_a_nine_by_nine_of_all_of_them_is_solved_by_all():
    board = tuple(value + 1 for value in pattern(3, 3))
    rules = [rule for row in range(9) for rule in obeyed(Grid(9, 9), board, row_cells(row))]
    puzzle = classic("." * 81, *rules)
    puzzle = puzzle.with_givens({cell: board[cell] for cell in range(0, 81, 4)})
    expected = check(puzzle, "pysat")
    assert expected.kind is not Kind.NONE
    for spec in ("native", "norvig", "cpsat:integer", "cpsat:boolean", "cpsat:linked"):
        found = check(puzzle, spec)
        assert found.kind is expected.kind, spec
    assert isinstance(puzzle, Puzzle)


def row_cells(row):
    return tuple(range(9 * row, 9 * row + 9))
