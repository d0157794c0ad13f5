"""Tests of sums, words and alternatives: exactly the marks that some filling has, and in time."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from examples import says
from general_engine import GENERAL, LEARNING, after, found, nodes_to_refute

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, AnyOf, Candidates, Linear, Regular, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.solvers import Limits, Status

# --- a sum of different cells --------------------------------------------------------------------


def fillings(domains, *, totals, coefficients, groups):
    """Return all fillings that obey the domains, the sum and the groups, by brute force."""
    return {
        values
        for values in product(*domains)
        if sum(c * v for c, v in zip(coefficients, values, strict=True)) in totals
        and all(len({values[cell] for cell in group}) == len(group) for group in groups)
    }


def puzzle_of(values, domains, *, totals, coefficients, groups):
    grid = Grid(1, len(domains), values)
    terms = tuple(zip(coefficients, range(len(domains)), strict=True))
    parts = [AllDifferent(tuple(group)) for group in groups]
    sums = Linear(terms, "in", frozenset(totals))
    marks = tuple(sum(grid.bit(value) for value in domain) for domain in domains)
    return replace(says(grid, sums, *parts), marks=marks)


@pytest.mark.parametrize("values", [range(1, 5), range(9), range(1, 10), range(3, 10), range(12)])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_a_sum_of_groups_has_the_fillings_that_it_has(values, groups):
    """One group is a cage. Its cells have the same weight."""
    random = Random(f"{values} {groups}")
    for _ in range(120 if groups == 1 else 30):
        sizes = [
            random.randint(1, min(len(values), 5 if groups == 1 else 3)) for _ in range(groups)
        ]
        starts = [sum(sizes[:at]) for at in range(groups)]
        most = min(len(values), 5 if groups == 1 else 3)
        domains = [random.sample(values, random.randint(1, most)) for _ in range(sum(sizes))]
        weights = [random.choice((1, 1, 2, -1, -3)) for _ in sizes]
        said = {
            "totals": random.sample(range(-20, 60), random.choice((1, 1, 2, 15))),
            "coefficients": [w for w, n in zip(weights, sizes, strict=True) for _ in range(n)],
            "groups": [range(at, at + n) for at, n in zip(starts, sizes, strict=True)],
        }
        expected = fillings(domains, **said)
        asked = puzzle_of(values, domains, **said)
        for backend in (GENERAL, LEARNING, after(2)):
            assert found(asked, backend=backend) == expected, (backend.spec, domains, said)
        if groups == 1 and len(domains) <= 3 and not expected:
            assert nodes_to_refute(asked) == 1, (domains, said)


# --- a word of different cells -------------------------------------------------------------------


def automaton(values, random):
    """Return a random automaton with a few states, or with more than 64."""
    states = random.choice((2, 3, 7, 64, 70))
    moves = [
        (state, value, random.randrange(states))
        for state, value in product(range(states), values)
        if random.random() < 0.9
    ]
    return Automaton(moves, 0, random.sample(range(states), max(1, states // 3)))


def lines(values, random):
    """Return domains, a word of cells in any order, and the puzzle of both."""
    size = random.randint(3, min(5, len(values)))
    grid = Grid(1, size, values)
    domains = [random.sample(values, random.randint(2, min(5, len(values)))) for _ in grid.cells]
    cells = tuple(random.sample(grid.cells, random.randint(3, size)))
    word = Regular(cells, automaton(values, random))
    marks = tuple(sum(grid.bit(value) for value in domain) for domain in domains)
    return domains, word, replace(says(grid, AllDifferent(tuple(grid.cells)), word), marks=marks)


@pytest.mark.parametrize("values", [range(1, 7), range(8), range(1, 10), range(1, 12)], ids=str)
def test_a_word_has_the_fillings_that_it_has(values):
    """If the word's cells have no filling, no guess is needed."""
    random, refuted = Random(str(values)), 0
    while refuted < 8:
        domains, word, puzzle = lines(values, random)
        differing = [each for each in product(*domains) if len({*each}) == len(each)]
        expected = {filling for filling in differing if word.holds(filling)}
        assert found(puzzle) == expected, (domains, word)
        if len(word.cells) == len(domains) and not expected:
            refuted += 1
            assert nodes_to_refute(puzzle) == 1, (domains, word)


# --- alternatives whose trials take too long -----------------------------------------------------


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
