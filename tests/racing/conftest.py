"""Fixtures that plant faulty contestants in a race."""

import pytest

from nonet.solvers import Answer, Status


class Acts:
    """An engine that calls the same function for every puzzle."""

    def __init__(self, act):
        self.act = act

    def solve(self, limits):
        return self.act(limits)

    def block(self, solution):
        pass

    def close(self):
        pass


@pytest.fixture
def plant(enlist):
    """Plant contestants by the function that their engine calls."""

    def add(name, act):
        return enlist(name, lambda puzzle, seed: Acts(act))

    return add


@pytest.fixture
def recite(enlist):
    """Plant contestants that always return these grids, whatever the puzzle."""

    def add(name, *grids):
        def make(puzzle, seed):
            answers = [Answer(Status.SATISFIED, grid) for grid in grids]
            answers.append(Answer(Status.UNSATISFIABLE))
            return Acts(lambda limits: answers.pop(0))

        return enlist(name, make)

    return add
