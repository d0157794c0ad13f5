"""Contestants to be planted in a race: liars, and worse."""

import pytest

from nonet.solvers import Answer, Backend, Provider, Status, register, unregister


class Acts:
    """An engine that does the same for every puzzle."""

    def __init__(self, act):
        self.act = act

    def solve(self, limits):
        return self.act(limits)

    def block(self, solution):
        pass

    def close(self):
        pass


@pytest.fixture
def enlist():
    """Registers contestants by the engines that they make, and takes them away again."""
    names = []

    def add(name, make):
        register(Provider(name, list, lambda *_: Backend(name, make)))
        names.append(name)
        return name

    yield add
    for name in names:
        unregister(name)


@pytest.fixture
def plant(enlist):
    """Plants contestants by what they do when they are asked."""

    def add(name, act):
        return enlist(name, lambda puzzle, seed: Acts(act))

    return add


@pytest.fixture
def recite(enlist):
    """Plants contestants that find these grids of every puzzle, and say that there is no other."""

    def add(name, *grids):
        def make(puzzle, seed):
            answers = [Answer(Status.SATISFIED, grid) for grid in grids]
            answers.append(Answer(Status.UNSATISFIABLE))
            return Acts(lambda limits: answers.pop(0))

        return enlist(name, make)

    return add
