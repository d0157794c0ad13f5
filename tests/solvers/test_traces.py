"""Recorded searches: the events lead to the solution, and they are what the solvers do."""

import pytest
from examples import HARD, case, classic, rule_puzzles, share_or_whole
from oracle import brute_force

from nonet.solvers import AUXILIARY, find_backend
from nonet.validity import is_solution

SPECS = ["backtracking", "norvig", "pysat:cadical195", "pysat:cadical195/givens"]
MOST = 20_000
UNIQUE = classic("12..34..2......3")


def recorded(spec, puzzle, most=MOST):
    return find_backend(spec).trace(puzzle, most)


def positions(trace):
    """Yield each event with the masks of the cells after it."""
    masks = list(trace.start)
    for event in trace.events:
        for cell, mask in event.changes:
            assert masks[cell] != mask
            masks[cell] = mask
        yield event, masks


def count(trace, kind):
    return sum(event.kind == kind for event in trace.events)


def is_false(literal, masks, grid):
    cell, value, holds = literal
    bit = grid.bit(value)
    return not masks[cell] & bit if holds else masks[cell] == bit or not masks[cell]


@share_or_whole("step", 5, 1)
@pytest.mark.parametrize("spec", SPECS)
def test_the_events_lead_to_a_solution_for_every_rule(spec, step):
    for name, puzzle in rule_puzzles()[::step]:
        trace = recorded(spec, puzzle)
        with case(name):
            assert (trace.solution is None) == (not brute_force(puzzle))
            assert trace.events[-1].kind == ("none" if trace.solution is None else "solved")
            if trace.solution is not None:
                assert is_solution(puzzle, trace.solution)
                *_, (_, masks) = positions(trace)
                assert masks == [puzzle.grid.bit(value) for value in trace.solution]


@pytest.mark.parametrize("spec", SPECS[1:])
def test_the_depth_counts_the_open_decisions(spec):
    trace, open_ = recorded(spec, classic(HARD)), 0
    for event in trace.events:
        open_ = {"decide": open_ + 1, "back": event.depth, "restart": event.depth}.get(
            event.kind, open_
        )
        assert event.depth == open_
    assert count(trace, "conflict") == count(trace, "back") > 0


@pytest.mark.parametrize("spec", SPECS)
def test_every_reason_and_every_conflict_is_true(spec):
    puzzle = classic(HARD)
    for event, after in positions(recorded(spec, puzzle)):
        if event.kind in ("follow", "conflict"):
            others = [each for each in event.clause if each != event.literal]
            assert others or event.kind == "follow"
            assert all(is_false(each, after, puzzle.grid) for each in others), event
        if event.kind in ("follow", "decide"):
            cell, value, holds = event.literal
            assert bool(after[cell] & puzzle.grid.bit(value)) is holds


@pytest.mark.parametrize(("spec", "begun"), [("backtracking", 0), ("norvig", 1)])
def test_decisions_are_the_nodes_that_the_solver_counts(spec, begun):
    for puzzle in (UNIQUE, classic("." * 16), *([classic(HARD)] if spec == "norvig" else [])):
        with find_backend(spec).open(puzzle) as session:
            nodes = session.solve().counters["nodes"]
        assert count(recorded(spec, puzzle), "decide") == nodes - begun


@pytest.mark.parametrize("spec", SPECS)
def test_a_full_recording_is_the_beginning_of_the_whole(spec):
    whole, part = recorded(spec, classic(HARD), 1000), recorded(spec, classic(HARD), 20)
    assert len(part.events) == 20
    assert part.solution is None
    assert part.events == whole.events[:20]


def test_a_value_that_breaks_a_rule_names_the_cells():
    trace = recorded("backtracking", UNIQUE)
    conflict = next(event for event in trace.events if event.kind == "conflict")
    assert conflict.clause == ((0, 1, False), (2, 1, False))


@pytest.mark.parametrize("spec", SPECS)
def test_clashing_givens_need_no_decision(spec):
    trace = recorded(spec, classic("11" + "." * 14))
    assert trace.events[-1].kind == "none"
    assert count(trace, "decide") == 0


def test_auxiliary_variables_have_no_cell():
    puzzle = classic("." * 16).cage("r1c1 r1c2 r2c1", 8).cage("r3c3 r3c4 r4c3 r4c4", 10)
    trace = recorded("pysat:cadical195", puzzle)
    literals = [each for event in trace.events for each in (*event.clause, event.literal) if each]
    assert AUXILIARY in {cell for cell, _, _ in literals}
    for cell, number, _ in literals:
        assert number > puzzle.grid.marks if cell == AUXILIARY else number in puzzle.grid.values
