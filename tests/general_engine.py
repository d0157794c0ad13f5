"""How the tests ask the general engine, and whom they ask besides; boards of any order."""

from math import isqrt

from examples import pattern
from oracle import enumerate_solutions

from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, find_backend
from nonet.solvers.native.general.engine import GeneralEngine
from nonet.solvers.native.general.model import supports
from nonet.uniqueness import check, check_in

GENERAL = Backend("general", lambda puzzle, seed: GeneralEngine(puzzle))
NORVIG = find_backend("norvig")


def found(puzzle, limits=None):
    assert supports(puzzle) is None
    with GENERAL.open(puzzle) as session:
        solutions = enumerate_solutions(session, limits)
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def some(contestant, puzzle, most):
    """Return up to so many solutions."""
    solutions = []
    with contestant.open(puzzle) as session:
        while len(solutions) < most and (solution := session.solve().solution):
            solutions.append(solution)
            session.block(solution)
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def assert_like_norvig(puzzle, most=30):
    ours, theirs = some(GENERAL, puzzle, most), some(NORVIG, puzzle, most)
    assert len(ours) == len(theirs)
    if len(ours) < most:
        assert ours == theirs


def assert_verdict_of_sat(puzzle):
    with GENERAL.open(puzzle) as session:
        ours = check_in(session)
    theirs = check(puzzle, backend="pysat")
    assert ours.kind == theirs.kind
    if ours.kind == "unique":
        assert ours.solution == theirs.solution


def full_board(order, random, first=1):
    """Return a solved board, shuffled in every way that keeps rows, columns and boxes."""
    side = order**2
    solved = pattern(order, order)
    values = random.sample(range(first, first + side), side)

    def lines():
        bands = random.sample(range(order), order)
        return [b * order + line for b in bands for line in random.sample(range(order), order)]

    rows, columns = lines(), lines()
    return [values[solved[row * side + column]] for row in rows for column in columns]


def with_holes(board, holes, rules, random, first=1):
    """Return the puzzle that gives the board, but for so many cells."""
    side = isqrt(len(board))
    grid = Grid(side, side, range(first, first + side))
    given = random.sample(range(side**2), side**2 - holes)
    return Puzzle(grid, rules=rules).with_givens({cell: board[cell] for cell in given})
