"""Difficulty: the work of `norvig`, and the steps that a person needs."""

from types import SimpleNamespace

import pytest
from examples import CHAINS, EASY, HARD, case

import nonet
from nonet.formats import classic
from nonet.generation import (
    Band,
    Difficulty,
    Tried,
    generate,
    measure,
    outcomes,
    parse_range,
    production,
)
from nonet.generation.difficulty import EASIER, HARDER, UNDECIDED
from nonet.generation.difficulty import misfit as misfit_of
from nonet.generation.request import Request, Unmet
from nonet.propagation import propagator
from nonet.questions.uniqueness import check
from nonet.rules import Cage
from nonet.system.errors import PuzzleError

EMPTY, SMALL = classic(order=3), classic(order=2)


@pytest.mark.parametrize(("text", "singles"), [(EASY, True), (HARD, False)])
def test_one_node_means_that_singles_solve_it(text, singles):
    puzzle = classic(text)
    state = propagator(puzzle.geometry).start(puzzle.domains)
    assert all(mask & (mask - 1) == 0 for mask in state.marks) == singles
    found = measure(puzzle)
    assert found.singles == singles == (found.nodes == 1)
    nodes = [answer.counters["nodes"] for answer in check(puzzle, "norvig").answers]
    assert found.nodes == sum(nodes)


def test_the_depth_is_the_length_of_the_longest_chain():
    # In a row with one empty cell, its value follows from the givens in one step.
    assert measure(classic("123456789" * 9)).depth == 0
    full = check(classic(EASY)).solution
    text = "".join(map(str, full))
    one_step = measure(classic("." + text[1:])).depth
    assert 1 <= one_step < measure(classic(EASY)).depth
    assert measure(classic(text)).depth <= one_step


def test_other_rules_are_propagated_too():
    cage = classic(order=2).with_rules(Cage((0, 1), 3), Cage((4, 5), 7))
    assert measure(cage).nodes > 1
    assert measure(classic("12..34..2......3").with_rules(Cage((2, 3), 7))).singles


def test_bands():
    assert Band.parse("search").holds(Difficulty(2, 5))
    assert not Band.parse("search").holds(Difficulty(1, 5))
    assert Band.parse("nodes=3-4,depth=-7").holds(Difficulty(4, 7))
    assert not Band.parse("nodes=3-4,depth=-7").holds(Difficulty(4, 8))
    assert Band.parse("2.6") == Band(er=(2.6, 2.6))
    assert Band.parse("7-, search") == Band(er=(7.0, None), nodes=(2, None))


@pytest.mark.parametrize(
    "text",
    [
        *("", "evil", "nodes", "nodes=", "nodes=5-4", "depth=x", "nodes=-"),
        *("3.0-2.9", "3.05", "-", "ER=3-4", "2.6, 2.7"),
    ],
)
def test_bad_bands_are_refused(text):
    with pytest.raises(PuzzleError):
        Band.parse(text)
    with pytest.raises(PuzzleError, match="names nodes twice"):
        Band.parse("singles,nodes=4")


@pytest.mark.parametrize("text", ["", "-", "a", "3-2", "1-2-3", "1.5"])
def test_bad_ranges_are_refused(text):
    with pytest.raises(PuzzleError, match=r"range"):
        parse_range(text)


# --- steps ----------------------------------------------------------------------------------------


def misfit(line, **asked):
    """Compare the steps of a puzzle with a band."""
    return misfit_of(classic(line), nonet.solve(line).solution, Band(**asked))


@pytest.mark.parametrize("word", ["easy", "hard"])
def test_a_word_stands_for_a_range_of_the_er(word):
    [made] = generate(EMPTY, seed=5, difficulty=word)
    assert nonet.rate(made.puzzle).difficulty == word


@pytest.mark.parametrize(("low", "high", "count"), [(3.0, 4.5, 1), (1.0, 1.5, 2), (6.0, None, 1)])
def test_the_er_is_within_the_requested_range(low, high, count):
    for made in generate(EMPTY, count, seed=7, difficulty=(low, high)):
        assert low <= nonet.rate(made.puzzle).er <= (high or 12)


def test_a_full_grid_is_easier_than_any_range():
    full = "".join(map(str, nonet.solve(EASY).solution))
    assert misfit(full, er=(1.0, None)) == EASIER


def test_the_hardest_step_is_within_the_requested_range():
    [made] = generate(EMPTY, seed=1, hardest_step=2)
    assert made.rating.path.hardest == 2
    knights = SMALL.with_rules(nonet.rules.Diagonals())
    [made] = generate(knights, seed=1, hardest_step=(1, 2))
    assert made.rating.path.exact


def test_singles_alone_need_no_path(monkeypatch):
    monkeypatch.setattr("nonet.generation.difficulty.each_step", None)
    assert misfit(EASY, er=(1.0, 1.5)) is None
    assert misfit(EASY, er=(2.0, None)) == EASIER
    assert misfit(CHAINS, er=(1.0, 1.9)) == HARDER


def test_the_search_stops_at_a_step_that_is_too_hard():
    assert misfit(CHAINS, er=(2.0, 4.0)) == HARDER
    assert misfit(CHAINS, hardest=(1, 2)) == HARDER
    assert misfit(CHAINS, hardest=(6, None)) == EASIER
    assert misfit(CHAINS, hardest=(5, 5)) is None


def test_a_step_that_was_not_proven_is_undecided(monkeypatch):
    monkeypatch.setattr("nonet.explanations.path.NODES", 1)
    assert misfit(CHAINS, hardest=(5, 5)) == UNDECIDED


def test_an_er_is_for_classic_puzzles():
    with pytest.raises(PuzzleError, match="Ask for a hardest step instead"):
        next(generate(SMALL, difficulty=(2.0, 3.0)))
    with pytest.raises(PuzzleError, match="Ask for a hardest step instead"):
        next(generate(SMALL, difficulty="easy"))


def test_only_an_impossible_er_is_refused_at_once():
    for er in ("1", "-1.4", "1.6-1.9", "12.1-", "13-14"):
        with case(er), pytest.raises(PuzzleError, match=r"no puzzle has an ER .*: estimates are"):
            Band.parse(er)
    for er in ("1.5", "-1.5", "1-2", "1.9-2.0", "12", "11-20"):
        assert Band.parse(er).er is not None


def test_unmet_requests_report_the_steps_of_attempts():
    with pytest.raises(Unmet, match="in 3 attempts, 3 had easier steps"):
        list(generate(SMALL, seed=1, hardest_step=9, attempts=3))


def test_the_time_ends_the_attempts(monkeypatch):
    with pytest.raises(Unmet, match="in 0 attempts; then the time was up"):
        list(generate(SMALL, seed=1, hardest_step=9, seconds=0))
    clock = SimpleNamespace(perf_counter=iter([0, 0, 0, 3]).__next__)
    monkeypatch.setattr(production, "time", clock)
    with pytest.raises(Unmet, match="in 2 attempts, 2 had easier steps; then the time was up"):
        list(generate(SMALL, seed=1, hardest_step=9, seconds=3))


def test_slow_attempts_report_progress():
    request = Request(SMALL, difficulty=Band(hardest=(9, 9)), attempts=3)
    found = list(outcomes(request, 1))
    assert found[:-1] == [Tried(0, 1), Tried(0, 2)]
    assert isinstance(found[-1], Unmet)
