"""The general engine, the solvers that it is compared with, and boards of any order."""

from itertools import islice
from math import isqrt

from oracle import enumerate_solutions

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check
from nonet.questions.uniqueness.verdict import verdict_on
from nonet.solvers import Backend, Limits, Status, find_backend
from nonet.solvers.native.general import GeneralEngine, supports

GENERAL = Backend("general", lambda puzzle, seed: GeneralEngine(puzzle))
NORVIG = find_backend("norvig")


def after(nodes):
    """Return the backend that learns after this many nodes without a solution, or never."""
    return Backend(f"after {nodes}", lambda puzzle, _: GeneralEngine(puzzle, nodes))


#: A backend that learns from the root on, and one that never learns.
LEARNING, NEVER = after(1), after(None)


def found(puzzle, limits=None, backend=GENERAL):
    assert supports(puzzle) is None
    with backend.open(puzzle) as session:
        solutions = enumerate_solutions(session, limits)
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def nodes_to_refute(puzzle):
    with GENERAL.open(puzzle) as session:
        answer = session.solve()
    assert answer.status is Status.UNSATISFIABLE
    return answer.counters["nodes"]


def some(contestant, puzzle, most):
    with contestant.open(puzzle) as session:
        answers = islice(session.answers(), most)
        solutions = [answer.solution for answer in answers if answer.solution]
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def assert_like_norvig(puzzle, most=30):
    ours, theirs = some(GENERAL, puzzle, most), some(NORVIG, puzzle, most)
    assert len(ours) == len(theirs)
    if len(ours) < most:
        assert ours == theirs


def assert_verdict_of_sat(puzzle):
    with GENERAL.open(puzzle) as session:
        ours = verdict_on(puzzle, list(islice(session.answers(), 2)), Limits())
    theirs = check(puzzle, backend="pysat")
    assert ours.kind == theirs.kind
    if ours.kind == "unique":
        assert ours.solution == theirs.solution


def with_holes(board, holes, rules, random, first=1):
    """Return the puzzle that gives all but `holes` cells of a board."""
    side = isqrt(len(board))
    grid = Grid(side, side, range(first, first + side))
    given = random.sample(range(side**2), side**2 - holes)
    return Puzzle(grid, rules=rules).with_givens({cell: board[cell] for cell in given})
