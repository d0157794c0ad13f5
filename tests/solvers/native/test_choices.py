"""The engine gives up trials of alternatives that take too long, and its answers stay right."""

import pytest
from examples import says
from general_engine import GENERAL

from nonet.model.constraints import AnyOf, Candidates, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.solvers import Limits, Status


def all_equal(first: int, count: int, grid: Grid) -> tuple[Relation, ...]:
    """Return the constraints of a chain, in an order in which each pass reaches two more links."""
    same = frozenset((value, value) for value in grid.values)
    links = [*range(0, count - 1, 2), *range(1, count - 1, 2)]
    return tuple(Relation(first + link, first + link + 1, same) for link in links)


def end_below(first: int, count: int, grid: Grid) -> Relation:
    below = frozenset((v, w) for v in grid.values for w in grid.values if v < w)
    return Relation(first + count - 1, first, below)


@pytest.mark.parametrize("values", [range(1, 4), range(2, 4)])
def test_a_chain_that_no_trial_follows_to_its_end_is_refuted(values):
    grid, cells = Grid(1, 600, range(1, 4)), 600
    never = (*all_equal(0, cells, grid), end_below(0, cells, grid))
    begins_with_1 = (Candidates(0, frozenset({1})),)
    puzzle = says(grid, AnyOf((never, begins_with_1)), Candidates(0, frozenset(values)))
    with GENERAL.open(puzzle) as session:
        answer = session.solve(Limits(nodes=10_000))
    if 1 in values:
        assert answer.solution[0] == 1
    else:
        assert answer.status is Status.UNSATISFIABLE


def nested(depth: int, cells: int, grid: Grid) -> tuple[AnyOf, ...]:
    """Return alternatives with a chain. The chain contains such alternatives for other cells."""
    if depth == 0:
        return ()
    first = (depth - 1) * cells
    never = (*all_equal(first, cells, grid), end_below(first, cells, grid))
    options = ((Candidates(first, frozenset({1})),), (Candidates(first, frozenset({2, 3, 4})),))
    return (AnyOf(((*nested(depth - 1, cells, grid), *never), *options)),)


def test_alternatives_in_alternatives_are_not_tried_for_ever():
    """Without a limit, each of six levels would take seventy times as long as the next level."""
    grid = Grid(1, 120, range(1, 17))
    puzzle: Puzzle = says(grid, *nested(6, 20, grid), Candidates(100, frozenset({7, 4})))
    with GENERAL.open(puzzle) as session:
        assert session.solve().solution[100] == 4
