"""Difficulty as measured by the work of `norvig`."""

import pytest
from examples import EASY, HARD

from nonet.formats import classic
from nonet.generation import Band, Difficulty, measure, parse_range
from nonet.propagation import propagator
from nonet.questions.uniqueness import check
from nonet.rules import Cage
from nonet.system.errors import PuzzleError


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


@pytest.mark.parametrize("text", ["", "evil", "nodes", "nodes=", "nodes=5-4", "depth=x", "nodes=-"])
def test_bad_bands_are_refused(text):
    with pytest.raises(PuzzleError):
        Band.parse(text)


def test_a_band_with_a_repeated_condition_is_refused():
    with pytest.raises(PuzzleError, match="names nodes twice"):
        Band.parse("singles,nodes=4")


@pytest.mark.parametrize("text", ["", "-", "a", "3-2", "1-2-3", "1.5"])
def test_bad_ranges_are_refused(text):
    with pytest.raises(PuzzleError, match=r"range"):
        parse_range(text)
