"""Rules that lower to every primitive are solved, certified, generated and analysed like others."""

from dataclasses import replace
from itertools import combinations
from tempfile import TemporaryDirectory

import pytest
from examples import classic, pattern
from oracle import brute_force

import nonet
from nonet.generation import generate
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import find_conflict, find_redundant, minimise, true_candidates
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Between, Cage, ConnectedValues, LookAndSay, NumberedRoom, Sandwich

#: Values for `ConnectedValues`, fewer first.
CHOICES = [values for size in range(2, 10) for values in combinations(range(1, 10), size)]


def obeyed(grid, board, cells):
    """Return rules for each primitive, on a row of a solved board that obeys the rules."""
    held, few = [board[cell] for cell in cells], cells[: len(cells) // 2]
    low, high = sorted((held.index(grid.values[0]), held.index(grid.values[-1])))
    counts = [(held[: len(few)].count(value), value) for value in grid.values[:2]]
    rules = [Cage(few, totals=(sum(held[: len(few)]), 1)), LookAndSay(few, counts)]
    rules.append(Sandwich(cells, sum(held[low + 1 : high])))
    if high - low > 1:
        rules.append(Between(cells[low : high + 1]))
    connected = next(v for v in CHOICES if ConnectedValues(v).holds(grid, board))
    return [*rules, NumberedRoom(cells, held[held[0] - 1]), ConnectedValues(connected)]


SPECS = ["native", "auto", "norvig", "heuristic", "pysat", "cpsat:integer", "cpsat:boolean"]
BOARD = tuple(value + 1 for value in pattern(2, 2))
IN_ROWS = [obeyed(Grid(4, 4), BOARD, tuple(range(first, first + 4))) for first in (4, 0)]
EACH = {type(rule).name: rule for rules in IN_ROWS for rule in rules}


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
