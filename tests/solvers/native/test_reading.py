"""The general engine refuses models beyond its limits, with the reason."""

from functools import reduce
from itertools import permutations

import pytest
from examples import says
from general_engine import GENERAL
from oracle import enumerate_solutions

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers.native.core import core
from nonet.solvers.native.general import supports

CLASSIC = (Rows(), Columns(), Boxes(3, 3))
ONE = Linear(((1, 0),), "==", 1)
KINDS = (AllDifferent, Relation, Linear, Count, Regular, Candidates, AnyOf, Partition, Runs)


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle(Grid(81, 81)), "6561 cells"),
        (Puzzle(Grid(1, 2, range(65))), "65 values"),
        (Puzzle(Grid(1, 2, range(2**31, 2**31 + 3))), "a value of 2147483650"),
        (says(Grid(1, 1), Linear(((1 << 41, 0),), "==", 0)), "weight"),
        (says(Grid(1, 1), Linear(((1, 0),), "in", frozenset({1, 1 << 41}))), "weight"),
        (says(Grid(1, 1), Linear(((1, 0),), "==", -(1 << 63))), "weight"),
        (says(Grid(1, 1), Linear(((-(1 << 63), 0),), "==", 0)), "weight"),
        (says(Grid(1, 1), AnyOf(((Linear(((1 << 41, 0),), "==", 0),),))), "weight"),
        (
            says(Grid(1, 1, range(1 << 30, (1 << 30) + 1)), Linear(((1 << 30, 0),), "<=", 0)),
            "first value",
        ),
        (says(Grid(1, 2), Runs(0, 1, ())), "a run outside the regions"),
        (says(Grid(1, 1), Partition((0,) * 257, (0,) * 257, (), (1,))), "256 cells"),
        (says(Grid(1, 1), reduce(lambda inner, _: AnyOf(((inner,),)), range(17), ONE)), "16 deep"),
    ],
)
def test_models_beyond_the_limits_are_refused_with_the_reason(puzzle, reason):
    assert reason in supports(puzzle)


def test_a_primitive_that_it_does_not_know_is_refused_by_name():
    class Novelty:
        cells = (0,)

    assert model(Novelty()).refusal.startswith("Novelty: ")


def test_cells_may_be_any_sequence():
    puzzle = says(Grid(1, 3), AllDifferent(range(3)))
    assert supports(puzzle) is None
    assert set(enumerate_solutions(GENERAL.open(puzzle))) == set(permutations((1, 2, 3)))


def model(*constraints, cells=2, values=range(1, 4), **changes):
    """Read primitives as `nonet.solvers.native.general` does."""
    said = {"kinds": KINDS, "partners": lambda *_: [7, 7, 7], "automaton": None, "depth": 16}
    said["automaton"] = lambda *_: core().GeneralAutomaton(len(values), [0] * len(values), [0])
    return core().GeneralModel(cells, values, constraints, **said | changes)


def machine(next, accepting):
    return core().GeneralAutomaton(3, next, accepting)


RELATED = Relation(0, 1, frozenset({(1, 2)}))
WORD = Regular((0,), Automaton([(0, 1, 0)], 0, [0]))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: model(AllDifferent((0, 2))),
        lambda: model(AllDifferent((-1,))),
        lambda: model(RELATED, partners=lambda *_: [7, 7]),
        lambda: model(RELATED, partners=lambda *_: [8, 0, 0]),
        lambda: model(Relation(0, 2, RELATED.allowed)),
        lambda: model(Linear(((1, 5),), "==", 1)),
        lambda: model(Linear(((1, 0),), "==", 1)._replace(op="=>")),
        lambda: model(Linear(((1, 0),), "==", 1)._replace(op="!=")),
        lambda: model(Count((2,), frozenset({1}), frozenset({1}))),
        lambda: model(WORD, automaton=lambda *_: machine([0, 0, 0, 0, 0, 0], [0]), values=range(5)),
        lambda: model(Regular((2,), WORD.automaton)),
        lambda: model(WORD, automaton=lambda *_: machine([0, 0, 1], [0])),
        lambda: model(WORD, automaton=lambda *_: machine([0, 0, -2], [0])),
        lambda: model(WORD, automaton=lambda *_: machine([0] * 4, [])),
        lambda: model(WORD, automaton=lambda *_: machine([], [])),
        lambda: model(WORD, automaton=lambda *_: machine([0, 0, 0], [1])),
        lambda: model(AnyOf(((Candidates(2, frozenset({1})),),))),
        lambda: model(AnyOf(((AnyOf(((Regular((2,), WORD.automaton),),)),),))),
        lambda: model(Linear(((1 << 62, 0),), "==", 1)),
        lambda: model(AnyOf(((AnyOf(((RELATED,),)),),)), depth=1),
        lambda: model(kinds=KINDS[1:]),
        lambda: model(Partition((0, 2), (1, 1), (), (1,))),
        lambda: model(Partition((0,), (1,), ((0, 2),), (1,))),
        lambda: model(Partition((0,), (1,), (), (4,))),
        lambda: model(Partition((0, 1), (1,), (), (1,))),
        lambda: model(Partition((0,), (0,), (), (1,)), Runs(2, 0, ())),
    ],
)
def test_a_model_that_does_not_hold_together_is_refused(spoil):
    complaints = r"outside|lacks|weight|leaves|deep|compares|nine kinds"
    with pytest.raises(ValueError, match=complaints):
        core().GeneralEngine(spoil())


@pytest.mark.parametrize(
    "sizes", [{"cells": 0}, {"cells": 4097}, {"values": range(0)}, {"values": range(65)}]
)
def test_sizes_beyond_the_engine_are_refused(sizes):
    with pytest.raises(ValueError, match="the engine holds"):
        core().GeneralEngine(model(**sizes))


@pytest.mark.parametrize("domains", [[], [1], [1, 1, 1], [1, 8]])
def test_domains_that_do_not_fit_are_refused(domains):
    with pytest.raises(ValueError, match="domain"):
        core().GeneralEngine(model()).search(domains)
