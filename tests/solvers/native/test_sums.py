"""For a sum of different cells, the engine keeps exactly the marks that some filling has."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from examples import says
from general_engine import GENERAL, nodes_to_refute
from oracle import enumerate_solutions

from nonet.model.constraints import AllDifferent, Linear
from nonet.model.grid import Grid
from nonet.solvers import Backend
from nonet.solvers.native.general import GeneralEngine

#: A backend that learns early, if it learns at all.
LEARNING = [
    Backend(f"after {nodes}", lambda puzzle, _, nodes=nodes: GeneralEngine(puzzle, nodes))
    for nodes in (1, 2)
]


def found(backend, puzzle):
    with backend.open(puzzle) as session:
        solutions = enumerate_solutions(session)
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def fillings(domains, *, totals, coefficients, groups):
    """Return all fillings that obey the domains, the sum and the groups, by brute force."""
    return {
        values
        for values in product(*domains)
        if sum(c * v for c, v in zip(coefficients, values, strict=True)) in totals
        and all(len({values[cell] for cell in group}) == len(group) for group in groups)
    }


def puzzle(values, domains, *, totals, coefficients, groups):
    grid = Grid(1, len(domains), values)
    terms = tuple(zip(coefficients, range(len(domains)), strict=True))
    parts = [AllDifferent(tuple(group)) for group in groups]
    sums = Linear(terms, "in", frozenset(totals))
    marks = tuple(sum(grid.bit(value) for value in domain) for domain in domains)
    return replace(says(grid, sums, *parts), marks=marks)


def drawn(values, size, random):
    return [random.sample(values, random.randint(1, min(5, len(values)))) for _ in range(size)]


@pytest.mark.parametrize("values", [range(1, 5), range(9), range(1, 10), range(3, 10), range(12)])
def test_a_cage_has_the_fillings_that_it_has(values):
    random = Random(str(values))
    for _ in range(120):
        size = random.randint(1, min(5, len(values)))
        domains = drawn(list(values), size, random)
        said = {
            "totals": random.sample(range(-5, 45), random.choice((1, 1, 2, 10))),
            "coefficients": (random.choice((1, 1, 2, -1)),) * size,
            "groups": (range(size),),
        }
        expected = fillings(domains, **said)
        asked = puzzle(values, domains, **said)
        for backend in (GENERAL, *LEARNING):
            assert found(backend, asked) == expected, (backend.spec, domains, said)
        if size <= 3 and not expected:
            assert nodes_to_refute(asked) == 1, (domains, said)


@pytest.mark.parametrize("values", [range(1, 5), range(1, 10), range(12)])
def test_a_sum_of_several_groups_has_the_fillings_that_it_has(values):
    random = Random(str(values))
    for _ in range(80):
        sizes = [random.randint(1, 3) for _ in range(random.choice((2, 2, 3)))]
        size = sum(sizes)
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        domains = [domain[:3] for domain in drawn(list(values), size, random)]
        weights = [random.choice((1, 1, -1, 2, -3)) for _ in sizes]
        said = {
            "totals": random.sample(range(-20, 60), random.choice((1, 2, 15))),
            "coefficients": [w for w, n in zip(weights, sizes, strict=True) for _ in range(n)],
            "groups": [range(at, at + n) for at, n in zip(starts, sizes, strict=True)],
        }
        expected = fillings(domains, **said)
        asked = puzzle(values, domains, **said)
        for backend in (GENERAL, *LEARNING):
            assert found(backend, asked) == expected, (backend.spec, domains, said)
