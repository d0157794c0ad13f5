"""Streams of puzzles have the same answers as single puzzles, in any order."""

from contextlib import closing
from dataclasses import replace
from unittest import mock

import pytest
from breadth import tried
from examples import DOZEN, EASY, EMPTY, HARD, HOPELESS, SOLVED, UNIQUE, case, classic
from extremes import CONTRADICTIONS
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles, raw_puzzles

from nonet.encodings.cpsat import template
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check, check_many, solve, solve_many
from nonet.rules import AntiKnight, Cage, Odd, Rows
from nonet.solvers import Limits, Status, find_backend
from nonet.solvers.contract import CHUNK
from nonet.solvers.cpsat import CpSat
from nonet.solvers.sat import loaded

#: Solvers with a stream that differ in how they stop, in how they take at-most-one constraints, or
#: in their models.
LIVE = [
    "pysat:cadical153",
    "pysat:minisat22",
    "pysat:glucose4/ladder,minimal",
    "pysat:minicard/native",
    "cpsat:integer",
    "cpsat:boolean",
]
#: The same, and some solvers without a stream.
SPECS = [*LIVE, "pysat:lingeling", "norvig", "native", "auto"]

#: Each of these resembles another spec.
REPEATING = {LIVE[2], "pysat:lingeling"}


def one_of_each(specs):
    """Run specs that resemble another spec only in the slow run."""
    return pytest.mark.parametrize(
        "spec", [pytest.param(s, marks=[pytest.mark.slow] if s in REPEATING else []) for s in specs]
    )


CLASH = classic("11" + "." * 14)
MARKED = replace(EMPTY, marks=(0b0001, 0b0010, 0b0100, 0b1000) + (0b1111,) * 12)

MIXED = [
    EMPTY,
    CLASH,
    UNIQUE,
    DOZEN,
    MARKED,
    classic("." * 16, AntiKnight()),
    classic("1" + "." * 15, AntiKnight(), Odd((3,))),
    classic("4" + "." * 15, Odd((0,))),  # a rule about the cell excludes this given
    replace(EMPTY, marks=(0, *EMPTY.marks[1:])),
    replace(DOZEN, marks=(0b0010, *DOZEN.marks[1:])),  # the marks exclude this given
    replace(EMPTY, marks=(0b0110,) * 3 + EMPTY.marks[3:]),  # three cells for two values
    EMPTY,
    classic("." * 16, Cage((0, 1, 2), 9)),
    Puzzle(Grid(1, 1)),
    Puzzle(Grid(2, 3, range(3)), rules=(Rows(),)),
    Puzzle(Grid(1, 3, range(2)), rules=(Rows(),)),
    DOZEN,
]


def assert_the_same(chosen, spec):
    for puzzle, answer in zip(chosen, solve_many(chosen, spec), strict=True):
        one = solve(puzzle, spec)
        assert answer.status is one.status
        assert (answer.solution is None) == (one.solution is None)
    for puzzle, verdict in zip(chosen, check_many(chosen, spec), strict=True):
        one = check(puzzle, spec)
        assert (verdict.kind, verdict.reason) == (one.kind, one.reason)
        assert len(verdict.witnesses) == len(set(verdict.witnesses)) == len(one.witnesses)
        if verdict.kind is Kind.UNIQUE:
            assert verdict.witnesses == one.witnesses


@one_of_each(SPECS)
def test_a_mixed_stream_is_answered_as_one_by_one(request, spec):
    chosen = [*MIXED, classic(HARD), classic("2" + HARD[1:])]
    if spec == "pysat:lingeling":  # it starts a process for each answer
        request.getfixturevalue("forked_workers")
        chosen = MIXED[:6]
    assert_the_same(chosen, spec)


@one_of_each(LIVE)
@tried(25)
@given(chosen=st.lists(puzzles() | raw_puzzles() | st.sampled_from(MIXED), max_size=4))
def test_any_stream_has_every_solution_of_each_puzzle(spec, chosen):
    chosen = [puzzle for puzzle in chosen if len(brute_force(puzzle)) < 40]
    asked = [*chosen, *chosen[::-1]]
    for puzzle, answers in zip(asked, find_backend(spec).answer_many(asked, most=50), strict=True):
        *found, last = [answer.solution for answer in answers]
        assert (sorted(found), last) == (sorted(brute_force(puzzle)), None)


@one_of_each(LIVE)
def test_rules_that_nothing_obeys(spec):
    """The clauses contain the empty clause, even if the same rules come again."""
    for name, puzzle in CONTRADICTIONS.items():
        given = puzzle.with_givens({puzzle.givens.index(None): puzzle.grid.values[0]})
        kinds = [verdict.kind for verdict in check_many([puzzle, given, EMPTY, puzzle], spec)]
        with case(name):
            assert kinds == [Kind.NONE, Kind.NONE, Kind.MULTIPLE, Kind.NONE]


@one_of_each([*LIVE, "norvig"])
def test_the_stream_is_read_as_it_is_answered(spec, monkeypatch):
    """The stream is endless, so it must be answered puzzle by puzzle."""
    monkeypatch.setattr("nonet.solvers.contract.CHUNK", 8)

    def endless():
        while True:
            yield DOZEN

    answers = solve_many(endless(), spec)
    assert [next(answers).status for _ in range(3)] == [Status.SATISFIED] * 3


def test_more_than_a_chunk_keeps_its_order():
    givens = [{cell: value} for cell in range(16) for value in range(1, 5)] * 10
    chosen = [EMPTY.with_givens(given) for given in givens]
    assert len(chosen) > 2 * CHUNK
    for answer, given_ in zip(solve_many(chosen), givens, strict=True):
        [(cell, value)] = given_.items()
        assert answer.solution[cell] == value


@one_of_each(LIVE[:4])
def test_a_worn_solver_is_replaced_without_other_changes(spec, monkeypatch):
    monkeypatch.setattr(loaded, "MOST_CONFLICTS", -1)
    monkeypatch.setattr(loaded, "MOST_CONFLICTS_CADICAL", -1)
    loads = []
    load = loaded.LoadedSolver
    monkeypatch.setattr(
        loaded, "LoadedSolver", lambda name, *parts: loads.append(name) or load(name, *parts)
    )
    verdicts = list(check_many([classic(HARD), classic(EASY), classic("." * 81)], spec))
    assert [verdict.kind for verdict in verdicts] == [Kind.UNIQUE, Kind.UNIQUE, Kind.MULTIPLE]
    assert len(loads) == 3


# --- limits --------------------------------------------------------------------------------------


@one_of_each(LIVE)
def test_limits_apply_to_each_puzzle_of_a_stream(spec):
    stream = [UNIQUE, HOPELESS, DOZEN, HOPELESS, UNIQUE]
    verdicts = list(check_many(stream, spec, Limits(nodes=200)))
    unknown, unique = Kind.UNKNOWN, Kind.UNIQUE
    assert [verdict.kind for verdict in verdicts] == [
        *(unique, unknown, Kind.MULTIPLE, unknown, unique)
    ]


@one_of_each(LIVE)
@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0), Limits(0.05)], ids=str)
def test_a_limit_is_no_verdict_and_leaves_no_trace(spec, limits):
    with closing(find_backend(spec).stream(None)) as stream:
        for _ in range(2):
            [[answer]] = stream.ask([HOPELESS], limits, 2)
            assert answer.status is Status.UNKNOWN
            [answers] = stream.ask([UNIQUE], Limits(), 2)
            assert [answer.solution for answer in answers] == [SOLVED, None]


# --- the templates of CP-SAT ---------------------------------------------------------------------


@one_of_each(LIVE[4:])
def test_a_stream_continues_after_a_failure(spec, monkeypatch):
    with closing(find_backend(spec).stream(None)) as stream:
        with monkeypatch.context() as patched:
            patched.setattr(CpSat, "solve", _interrupted)
            with pytest.raises(KeyboardInterrupt):
                stream.ask([HOPELESS], Limits(), 2)
        [answers] = stream.ask([UNIQUE], Limits(), 2)
        assert [answer.solution for answer in answers] == [SOLVED, None]


def _interrupted(*_):
    raise KeyboardInterrupt


@one_of_each(LIVE[4:])
def test_a_stream_builds_its_model_once(spec):
    puzzles = [EMPTY.with_givens({0: value}) for value in (1, 2, 3)]
    with mock.patch.object(template, "Template", wraps=template.Template) as built:
        assert len(list(find_backend(spec).answer_many(puzzles))) == 3
    assert built.call_count == 1


def test_a_stream_can_go_on_for_longer_than_a_template(monkeypatch):
    monkeypatch.setattr(template, "MOST_EMPTIED", 5)
    puzzles = [EMPTY.with_givens({0: 1 + number % 4}) for number in range(12)]
    with mock.patch.object(template, "Template", wraps=template.Template) as built:
        assert {verdict.kind for verdict in check_many(puzzles, "cpsat:boolean")} == {Kind.MULTIPLE}
    assert built.call_count > 1
