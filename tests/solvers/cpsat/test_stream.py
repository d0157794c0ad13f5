"""CP-SAT answers a stream of puzzles with one model."""

from contextlib import closing
from itertools import islice
from unittest import mock

import pytest
from breadth import tried
from cpsat_sessions import HARD, contestant, every_variant, session
from examples import rule_puzzles, some_or_all
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles as random_puzzles

from nonet.encodings.cpsat import template
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Even, Rows
from nonet.solvers import Limits, Status
from nonet.solvers.cpsat.runner import CpSat


def statuses(variant, puzzles, limits=Limits(), most=2):
    answers = contestant(variant).answer_many(puzzles, limits, most)
    return [[answer.status for answer in of_puzzle] for of_puzzle in answers]


SMALL = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Boxes(2, 2)))
MIXED = [
    SMALL,
    SMALL.with_givens({0: 1, 1: 1}),  # clashing givens
    SMALL.with_givens({0: 1, 5: 1}),
    Puzzle(SMALL.grid, marks=(0b0110,) * 3 + (0b1111,) * 13, rules=SMALL.rules),  # three of two
    Puzzle(SMALL.grid, marks=(0b0110, 0b1000) + (0b1111,) * 14, rules=SMALL.rules),
    Puzzle(SMALL.grid, marks=(0,) + (0b1111,) * 15, rules=SMALL.rules),
    SMALL.with_rules(Even((0,))).with_givens({0: 1}),  # a rule about the cell excludes this given
    SMALL.with_rules(Even((0,))).with_givens({0: 2}),
    SMALL,
    HARD[1],
    HARD[1].with_givens({1: 2}),
    HARD[0],
]


@every_variant
def test_a_stream_agrees_with_fresh_sessions(variant):
    expected = []
    for puzzle in MIXED:
        with session(variant, puzzle) as asked:
            expected.append([answer.status for answer in islice(asked.answers(), 2)])
    assert statuses(variant, MIXED) == expected
    assert statuses(variant, MIXED[::-1]) == expected[::-1]


@every_variant
@given(puzzles=st.lists(random_puzzles(), min_size=1, max_size=4))
@tried(10)
def test_a_stream_finds_every_solution_of_any_puzzles(variant, puzzles):
    puzzles = [puzzle for puzzle in puzzles if len(brute_force(puzzle)) < 40]
    asked = [*puzzles, *puzzles[::-1]]
    found = list(contestant(variant).answer_many(asked, most=50))
    for puzzle, answers in zip(asked, found, strict=True):
        assert {a.solution for a in answers if a.solution} == brute_force(puzzle)
        assert answers[-1].status is Status.UNSATISFIABLE


@some_or_all()
@every_variant
def test_a_stream_takes_every_rule(variant, step):
    puzzles = [puzzle for _, puzzle in rule_puzzles(12)][:: 5 * step]
    found = contestant(variant).answer_many(puzzles, most=2)
    for puzzle, answers in zip(puzzles, found, strict=True):
        solved = [answer for answer in answers if answer.solution is not None]
        assert len(solved) == min(2, len(brute_force(puzzle)))


@every_variant
@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0)], ids=str)
def test_limits_in_a_stream_are_no_verdicts_and_leave_no_trace(variant, limits):
    with closing(contestant(variant).stream(None)) as stream:
        for _ in range(2):
            [[answer]] = stream.ask([HARD[0]], limits, 2)
            assert answer.status is Status.UNKNOWN
            [answers] = stream.ask([HARD[1]], Limits(), 2)
            found = [answer.status for answer in answers]
            assert found == [Status.SATISFIED, Status.UNSATISFIABLE]


@every_variant
def test_a_stream_continues_after_a_failure(variant, monkeypatch):
    with closing(contestant(variant).stream(None)) as stream:
        with monkeypatch.context() as patched:
            patched.setattr(CpSat, "solve", _interrupted)
            with pytest.raises(KeyboardInterrupt):
                stream.ask([HARD[0]], Limits(), 2)
        [answers] = stream.ask([HARD[1]], Limits(), 2)
        found = [answer.status for answer in answers]
        assert found == [Status.SATISFIED, Status.UNSATISFIABLE]


def _interrupted(*_):
    raise KeyboardInterrupt


@every_variant
def test_a_stream_builds_its_model_once(variant):
    puzzles = [SMALL.with_givens({0: value}) for value in (1, 2, 3)]
    with mock.patch.object(template, "Template", wraps=template.Template) as built:
        assert len(list(contestant(variant).answer_many(puzzles))) == 3
    assert built.call_count == 1


def test_a_stream_can_go_on_for_longer_than_a_template(monkeypatch):
    monkeypatch.setattr(template, "MOST_EMPTIED", 5)
    puzzles = [SMALL.with_givens({0: 1 + number % 4}) for number in range(12)]
    with mock.patch.object(template, "Template", wraps=template.Template) as built:
        found = statuses("boolean", puzzles)
    assert found == [[Status.SATISFIED, Status.SATISFIED]] * 12
    assert built.call_count > 1
