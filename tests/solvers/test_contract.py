"""The contract that every contestant keeps.

The fixture `contestant` runs a test with each solver of examples.CONTESTANTS.
"""

from functools import cache
from itertools import islice

import pytest
from breadth import tried
from clocks import processor_seconds
from examples import (
    DOZEN,
    EASY,
    EMPTY,
    HARD,
    HOPELESS,
    OWN,
    SOLVED,
    UNIQUE,
    case,
    classic,
    rule_puzzles,
    share_or_whole,
)
from extremes import CONTRADICTIONS, SEARCHED, extremes
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from strategies import puzzles, raw_puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Diagonals, Rows
from nonet.solvers import Limits, Status
from nonet.validity import violations

# --- the answers are the solutions, all of them, and nothing else --------------------------------


def assert_agrees(contestant, puzzle, solutions=None):
    solutions = brute_force(puzzle) if solutions is None else solutions
    with contestant.open(puzzle) as session:
        assert_same(enumerate_solutions(session), solutions)
    if contestant.listings and (listing := contestant.listings(puzzle)) is not None:
        taken = listing.take(len(solutions) + 2, kept=len(solutions) + 1)
        assert taken.end
        assert_same(taken.kept, solutions)


def assert_same(found, solutions):
    assert len(set(found)) == len(found)
    assert set(found) == solutions


#: Solvers that find all solutions by steps of a few nodes, however few.
STEPPING = {*OWN, "native", "auto"}
#: Solvers that take a few milliseconds for each answer.
SLOW = {"cpsat:integer", "cpsat:boolean", "clingo", "exact", "z3"}


@cache
def rules_alone():
    """Return puzzles of each rule alone, with their names and their solutions."""
    return [(name, puzzle, brute_force(puzzle)) for name, puzzle in rule_puzzles(16)]


@share_or_whole("step", 7, 1)
def test_each_rule_alone_has_the_solutions_that_it_means(contestant, step):
    # Good and bad puzzles alternate, so the step is odd.
    for name, puzzle, solutions in rules_alone()[:: 3 * step if contestant.spec in SLOW else step]:
        with case(name):
            assert_agrees(contestant, puzzle, solutions)


@given(puzzle=puzzles())
@tried(40)
def test_random_puzzles_have_the_solutions_that_they_mean(contestant, puzzle):
    assert_agrees(contestant, puzzle)


@given(puzzle=raw_puzzles())
@tried(60)
def test_every_primitive_is_understood(contestant, puzzle):
    assert_agrees(contestant, puzzle)


@cache
def extreme_puzzles():
    return [(puzzle, brute_force(puzzle)) for puzzle in extremes()]


@share_or_whole("step", 7, 1)
def test_primitives_at_their_extremes_are_understood(contestant, step):
    for puzzle, solutions in extreme_puzzles()[:: 5 if contestant.spec in SLOW else step]:
        with case(puzzle.rules):
            assert_agrees(contestant, puzzle, solutions)


def test_one_cell_and_no_rules(contestant):
    rules = (Rows(), Columns(), Boxes(1, 1), Diagonals(), Cage((0,), 1))
    assert_agrees(contestant, Puzzle(Grid(1, 1), rules=rules))
    assert_agrees(contestant, Puzzle(Grid(1, 1), rules=(*rules, Cage((0,), 2))))
    assert_agrees(contestant, Puzzle(Grid(1, 1, range(1))))
    assert_agrees(contestant, Puzzle(Grid(1, 1), marks=(0,)))
    assert_agrees(contestant, Puzzle(Grid(2, 2, range(3))))


def test_contradictory_puzzles_are_unsatisfiable_not_errors(contestant):
    for name, puzzle in (CONTRADICTIONS | SEARCHED).items():
        with case(name), contestant.open(puzzle) as session:
            answer = session.solve()
            assert (answer.status, answer.solution) == (Status.UNSATISFIABLE, None)


@pytest.mark.parametrize("text", [EASY, HARD])
def test_a_published_puzzle_has_one_solution(contestant, text):
    if contestant.spec == "backtracking" and text is HARD:
        pytest.skip("takes minutes by design")
    with contestant.open(classic(text)) as session:
        [solution] = enumerate_solutions(session)
    assert violations(classic(text), solution) == []


# --- solve, block, solve -------------------------------------------------------------------------


def test_without_a_block_another_solve_is_satisfied_again(contestant):
    with contestant.open(DOZEN) as session:
        for _ in range(3):
            answer = session.solve()
            assert answer.status is Status.SATISFIED
            assert violations(session.puzzle, answer.solution) == []


def test_a_block_forbids_one_grid_and_no_other(contestant):
    every = brute_force(DOZEN)
    some = sorted(every)[::5]
    with contestant.open(DOZEN) as session:
        found = session.solve().solution
        foreign = (1,) * 16, (*SOLVED[:-1], 2), (9,) * 16  # the grid has no value 9
        for board in (*some, found, found, list(SOLVED), *foreign):
            session.block(board)
        assert set(enumerate_solutions(session)) == every - {*some, found, SOLVED}


def test_unsatisfiable_stays(contestant):
    with contestant.open(UNIQUE) as session:
        assert enumerate_solutions(session) == [SOLVED]
        for _ in range(3):
            assert session.solve().status is Status.UNSATISFIABLE
        session.block((1,) * 16)
        assert session.solve().status is Status.UNSATISFIABLE
        assert session.solve(Limits(seconds=5)).status is Status.UNSATISFIABLE


def test_sessions_know_nothing_of_one_another(contestant):
    with contestant.open(UNIQUE) as one, contestant.open(UNIQUE) as other:
        one.block(SOLVED)
        assert one.solve().status is Status.UNSATISFIABLE
        assert other.solve().solution == SOLVED
    with contestant.open(UNIQUE) as again:
        assert again.solve().solution == SOLVED


@given(puzzle=puzzles(solvable=True), blocks=st.data())
@tried(32)
def test_blocks_and_solves_in_any_order(contestant, puzzle, blocks):
    left = brute_force(puzzle)
    with contestant.open(puzzle) as session:
        for _ in range(4):
            if left and blocks.draw(st.booleans(), label="block one that was not found"):
                board = blocks.draw(st.sampled_from(sorted(left)))
                session.block(board)
                left.remove(board)
            answer = session.solve()
            if not left:
                assert answer.status is Status.UNSATISFIABLE
            else:
                assert answer.solution in left
                if blocks.draw(st.booleans(), label="block it"):
                    session.block(answer.solution)
                    left.remove(answer.solution)


# --- limits --------------------------------------------------------------------------------------


@given(puzzle=puzzles(), nodes=st.integers(0, 3))
@tried(32)
def test_a_limit_may_hide_an_answer_but_never_change_it(contestant, puzzle, nodes):
    solutions = brute_force(puzzle)
    with contestant.open(puzzle) as session:
        answer = session.solve(Limits(nodes=nodes))
        if answer.status is Status.SATISFIED:
            assert answer.solution in solutions
        elif answer.status is Status.UNSATISFIABLE:
            assert not solutions
        else:
            assert answer.solution is None
        # After a solve has reached its limit, the session continues, without a limit or with one.
        limits = Limits(nodes=nodes) if nodes and contestant.spec in STEPPING else None
        assert_same(enumerate_solutions(session, limits), solutions)


def test_blocked_grids_stay_blocked_after_a_limit(contestant):
    every = brute_force(DOZEN)
    blocked = {min(every)}
    with contestant.open(DOZEN) as session:
        session.block(min(every))  # before the engine is built
        for _ in range(2):
            assert session.solve(Limits(seconds=0)).status is Status.UNKNOWN
            blocked.add(found := session.solve().solution)
            session.block(found)
        assert set(enumerate_solutions(session)) == every - blocked


def test_a_limit_that_is_reached_is_no_verdict(contestant):
    with contestant.open(HOPELESS) as session:
        for limits in (Limits(nodes=0), Limits(nodes=5), Limits(seconds=0), Limits(seconds=0.05)):
            with case(limits), processor_seconds(5):
                answer = session.solve(limits)
            assert (answer.status, answer.solution) == (Status.UNKNOWN, None)


def test_an_ample_limit_does_not_disturb(contestant):
    # Test large numbers, because solvers have integers of different sizes.
    for limits in [
        Limits(60, 10**6),
        Limits(memory=1 << 40),
        Limits(1e300),
        Limits(float("inf"), 10**30),
    ] + [Limits(1e12, 1 << bits) for bits in (31, 32, 63, 64)]:
        with case(limits), contestant.open(UNIQUE) as session:
            assert session.solve(limits).solution == SOLVED


def test_at_least_one_answer_to_each_puzzle_is_required(contestant):
    for most in (0, -1):
        with pytest.raises(ValueError, match="must be at least 1"):
            next(contestant.answer_many([UNIQUE], most=most))


# --- the answer ----------------------------------------------------------------------------------


def test_an_answer_has_integers_counters_and_times(contestant):
    with contestant.open(classic(EASY)) as session:
        answer = session.solve()
    assert type(answer.solution) is tuple
    assert {type(value) for value in answer.solution} == {int}
    assert all(isinstance(name, str) for name in answer.counters)
    assert all(count >= 0 for count in answer.counters.values())
    times = answer.times
    assert min(times.encode, times.load, times.solve, times.decode) >= 0
    assert times.solve > 0
    assert times.total == times.encode + times.load + times.solve + times.decode


def test_encoding_is_paid_once(contestant):
    with contestant.open(EMPTY) as session:
        first, *later = islice(session.answers(), 6)
    # Other processes may slow down one of the later solves, but not all.
    assert min(answer.times.encode for answer in later) <= first.times.encode


def test_a_spec_names_its_backend(contestant):
    with contestant.open(EMPTY, seed=1) as session:
        assert session.spec == contestant.spec
        assert session.puzzle is EMPTY


@pytest.mark.parametrize("seed", [0, 7, -1, 10**30])
def test_the_same_seed_gives_the_same_search(contestant, seed):
    def search():
        with contestant.open(EMPTY, seed=seed) as session:
            return [(each.solution, each.counters) for each in islice(session.answers(), 5)]

    assert search() == search()


def test_answers_are_found_one_by_one(contestant):
    """The puzzle has a huge number of solutions, which cost nothing until they are requested."""
    puzzle = Puzzle(Grid(9, 9), rules=(Rows(),))

    with contestant.open(puzzle) as session:
        answers = list(islice(session.answers(), 5))
    assert len({answer.solution for answer in answers}) == 5
