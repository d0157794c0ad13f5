"""For a word of different cells, the engine keeps exactly the marks that some filling has."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from examples import says
from general_engine import GENERAL, found

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, Regular
from nonet.model.grid import Grid
from nonet.solvers import Limits, Status


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


@pytest.mark.parametrize("values", [range(1, 5), range(9), range(1, 10), range(1, 12)], ids=str)
def test_a_word_has_the_fillings_that_it_has(values):
    random = Random(str(values))
    for _ in range(40):
        domains, word, puzzle = lines(values, random)
        expected = {
            filling
            for filling in product(*domains)
            if len({*filling}) == len(filling) and word.holds(filling)
        }
        assert found(puzzle) == expected, (domains, word)


@pytest.mark.parametrize("values", [range(1, 7), range(8), range(1, 9), range(1, 10)], ids=str)
def test_without_a_filling_it_takes_no_guess(values):
    random, refuted = Random(str(values)), 0
    while refuted < 8:
        domains, word, puzzle = lines(values, random)
        alone = [domains[cell] for cell in word.cells]
        word = replace(word, cells=tuple(range(len(alone))))
        if len(alone) < len(domains):
            continue
        if any(len({*f}) == len(f) and word.holds(f) for f in product(*alone)):
            continue
        refuted += 1
        with GENERAL.open(puzzle) as session:
            answer = session.solve(Limits())
        assert answer.status is Status.UNSATISFIABLE, (domains, word)
        assert answer.counters["nodes"] == 1, (domains, word)
