"""Contestants to be planted in a race: liars, and worse."""

import pytest

from nonet.solvers import Answer, Backend, Family, Status
from nonet.solvers.registry import _registered


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
def plant(monkeypatch):
    """Plants contestants by what they do when they are asked, and takes them away again."""

    def add(name, act):
        family = Family(name, list, lambda *_: Backend(name, lambda puzzle, seed: Acts(act)))
        monkeypatch.setitem(_registered, name, family)
        return name

    return add


@pytest.fixture
def recite(monkeypatch):
    """Plants contestants that find these grids of every puzzle, and say that there is no other."""

    def add(name, *grids):
        def make(puzzle, seed):
            answers = [Answer(Status.SATISFIED, grid) for grid in grids]
            answers.append(Answer(Status.UNSATISFIABLE))
            return Acts(lambda limits: answers.pop(0))

        family = Family(name, list, lambda *_: Backend(name, make))
        monkeypatch.setitem(_registered, name, family)
        return name

    return add
