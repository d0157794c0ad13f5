"""The answers are still right when tree search hands over to learning."""

from itertools import combinations, islice, product
from random import Random

import pytest
from breadth import tried
from examples import case, classic, pigeons, says
from general_engine import LEARNING, NEVER, after, found
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from requirements import data
from strategies import puzzles, raw_puzzles, static

from nonet import rules, solve, with_holes
from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, Count, Linear, Regular, Relation
from nonet.model.grid import Grid
from nonet.questions.uniqueness import Kind, check
from nonet.questions.uniqueness.verdict import verdict_on
from nonet.solvers import Limits, find_backend
from nonet.solvers.native.general import learns


def kind(backend, puzzle, limits=None):
    with backend.open(puzzle) as session:
        answers = list(islice(session.answers(limits or Limits()), 2))
        return verdict_on(puzzle, answers, Limits()).kind


def counters(backend, puzzle, limits=None):
    with backend.open(puzzle) as session:
        return session.solve(limits or Limits()).counters


# --- the same answers ----------------------------------------------------------------------------


@st.composite
def related(draw):
    """Draw a puzzle of relations between a few cells."""
    cells, values = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    pairs = [(a, b) for a in range(values) for b in range(values)]
    parts = [
        Relation(a, b, frozenset(draw(st.sets(st.sampled_from(pairs), min_size=1))))
        for a in range(cells)
        for b in range(cells)
        if a != b and draw(st.booleans())
    ]
    if draw(st.booleans()):
        parts.append(AllDifferent(tuple(range(min(cells, values)))))
    return says(Grid(1, cells, range(values)), *parts)


@given(
    puzzle=static(puzzles() | raw_puzzles() | related()),
    nodes=st.sampled_from([1, 2, 3, 8]),
    limit=st.none() | st.integers(1, 40),
)
@tried(400)
def test_it_finds_every_solution_once_wherever_the_hand_over_is(puzzle, nodes, limit):
    """With the limit, search and learning take turns in small steps."""
    assert found(puzzle, limit and Limits(nodes=limit), after(nodes)) == brute_force(puzzle)


@pytest.mark.slow
def test_the_hardest_puzzles_are_unique_by_learning_too():
    for text in data("hard375.txt"):
        [solution] = found(classic(text), backend=LEARNING)
        assert found(classic(text), backend=NEVER) == {solution}


@pytest.mark.parametrize(
    ("rule", "givens"),
    [
        (rules.AntiKnight(), 22),
        (rules.Diagonals(), 20),
        (rules.NonConsecutive(), 7),
        (rules.Thermo((0, 10, 20)), 24),
        (rules.GlobalEntropy(), 19),  # counts
        (rules.Skyscraper(range(9), 4), 24),  # a word
        (
            rules.Either(rules.Thermo((0, 10, 20)), rules.Skyscraper(range(72, 81), 3)),
            24,
        ),  # words in a choice
    ],
)
def test_other_rules_have_the_same_solutions(rule, givens):
    puzzle = with_rule(rule, givens)
    expected = found(puzzle, backend=NEVER)
    assert 1 < len(expected) < 3000
    assert learns(puzzle)
    assert found(puzzle, backend=LEARNING) == expected


def with_rule(rule, givens=22):
    puzzle = classic("." * 81).with_rules(rule)
    solution = solve(puzzle, "pysat").solution
    kept = Random(4).sample(range(81), givens)
    return puzzle.with_givens({cell: solution[cell] for cell in kept})


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.5, 0.57, 0.6])
@pytest.mark.parametrize("order", [4, 5])
def test_large_boards_get_the_verdict_that_others_give(order, share):
    puzzle = with_holes(classic("." * order**4), share, order, balanced=True)
    assert kind(LEARNING, puzzle) is check(puzzle, "pysat").kind


# --- when it hands over --------------------------------------------------------------------------


def test_learning_starts_after_the_patience():
    hard = pigeons(9)
    assert "conflicts" not in counters(NEVER, hard, Limits(nodes=1000))
    late = counters(after(100), hard)
    assert late["nodes"] == 100
    assert late["conflicts"] > 0
    assert counters(LEARNING, hard)["nodes"] == 1


def test_a_tree_is_not_left_that_is_near_its_end():
    hard = pigeons(8)
    whole = counters(NEVER, hard)
    assert whole["nodes"] > 1000
    assert counters(after(100), hard) == whole


def test_a_solution_gives_the_search_new_patience():
    puzzle = with_rule(rules.AntiKnight())
    patience = counters(NEVER, puzzle)["nodes"]
    with after(patience).open(puzzle) as session:
        first = session.solve()
        session.block(first.solution)
        second = session.solve()
    assert second.solution
    assert "conflicts" not in second.counters


def test_learning_skips_earlier_solutions():
    puzzle = with_rule(rules.AntiKnight())
    everything = found(puzzle, backend=NEVER)
    with after(30).open(puzzle) as session:
        assert sorted(enumerate_solutions(session)) == sorted(everything)


def test_with_cages_alone_it_searches_on():
    cages = rules.Cage((0, 1, 2), 23), rules.Cage((9, 10, 11), 22)
    puzzle = classic("." * 81).with_rules(*cages)
    assert not learns(puzzle)
    assert "conflicts" not in counters(LEARNING, puzzle)
    for rule in (rules.Sum((0, 40), 9), rules.Skyscraper(range(9), 4), rules.Either(*cages)):
        assert learns(puzzle.with_rules(rule)), rule


def test_search_and_learning_take_turns_with_other_sums():
    puzzle = pigeons(8).with_rules(rules.Sum((0, 1), coefficients=(1, 2), totals=tuple(range(20))))
    spent = counters(LEARNING, puzzle)
    assert spent["conflicts"] > 0
    assert spent["nodes"] > 64  # the nodes of the first turn
    assert counters(LEARNING, puzzle) == spent


def test_groups_of_one_relation_are_never_learnt():
    # Any two of seven cells differ by at most six, so they are a clique.
    near = frozenset((a, b) for a in range(1, 10) for b in range(1, 10) if 0 < abs(a - b) < 7)
    puzzle = says(Grid(9, 9), *(Relation(a, b, near) for a, b in combinations(range(7), 2)))
    assert not learns(puzzle)
    assert "conflicts" not in counters(LEARNING, puzzle)


def test_a_formula_that_would_fill_the_memory_is_not_written():
    few, many = range(20), range(1500)
    steps = [(s, v, (3 * s + v) % 7001) for s in range(7001) for v in range(3)]
    large = Automaton(steps, 0, [0])
    small = Automaton([(0, 0, 0), (0, 1, 1), (1, 2, 0)], 0, [0])
    odd, one = frozenset(range(1, 1500, 2)), frozenset({1})
    sums = [Linear(tuple((1, cell) for cell in many[at:]), "==", 1700) for at in range(3)]
    unequal = frozenset((a, b) for a, b in product(range(3), repeat=2) if a != b)
    holes = [Relation(a, b, unequal) for a, b in combinations(many[-8:], 2)]
    for is_learnt, *parts in (
        (True, Regular(tuple(few), small)),
        (False, Regular(tuple(few) * 3, large)),
        (True, Count(tuple(few), one, odd)),
        (False, Count(tuple(many), one, odd)),
        (False, *sums),
    ):
        with case((parts[0].__class__, is_learnt)):
            puzzle = says(Grid(1, len(many), range(3)), *parts, *holes)
            assert learns(puzzle)
            spent = counters(LEARNING, puzzle, Limits(nodes=30))
            assert (spent.get("conflicts", 0) > 0) == is_learnt
    assert "conflicts" not in counters(LEARNING, classic("." * 8**4), Limits(nodes=50))


def test_native_search_never_learns():
    hard, limits = pigeons(10), Limits(nodes=2000)
    assert "conflicts" not in counters(find_backend("native:search"), hard, limits)
    assert counters(find_backend("native"), hard, limits)["conflicts"] > 0


def test_learning_solves_puzzles_beyond_tree_search():
    # No tree search has solved this board within a minute.
    puzzle = with_holes(classic("." * 5**4), 0.57, 1003, balanced=True)
    assert kind(find_backend("native"), puzzle, Limits(nodes=50_000)) is Kind.MULTIPLE


# --- limits and interruptions --------------------------------------------------------------------


def test_nodes_and_conflicts_share_a_limit():
    spent = counters(LEARNING, pigeons(10), Limits(nodes=50))
    assert spent["nodes"] + spent["conflicts"] == 50
