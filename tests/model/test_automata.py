"""Automata accept the right words, and have a canonical form."""

import pickle
from itertools import product

import pytest
from clocks import ticking
from hypothesis import given
from hypothesis import strategies as st

from nonet.model.automata import Automaton
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to

VALUES = (0, 1, 4)
LENGTH = 5
WORDS = [word for length in range(LENGTH + 1) for word in product(VALUES, repeat=length)]


@st.composite
def drafts(draw):
    """Draw transitions and accepting states, as a dictionary and a set."""
    states = st.integers(0, draw(st.integers(0, 4)))
    keys = st.tuples(states, st.sampled_from(VALUES))
    return draw(st.dictionaries(keys, states)), draw(st.sets(states))


def accepts(moves, accepting, word, state=0):
    for value in word:
        state = moves.get((state, value))
        if state is None:
            return False
    return state in accepting


def automaton(moves, accepting, name=lambda state: state):
    steps = [(name(state), value, name(after)) for (state, value), after in moves.items()]
    return Automaton(steps, name(0), map(name, accepting))


@given(drafts())
def test_the_words_are_those_of_the_transitions(draft):
    made = automaton(*draft)
    for word in WORDS:
        assert made.accepts(word) is accepts(*draft, word)


@given(drafts(), st.permutations(range(5)))
def test_names_of_states_make_no_difference(draft, order):
    moves = dict(reversed(draft[0].items()))
    made = automaton(*draft)
    again = automaton(moves, draft[1], name=lambda state: f"state {order[state]}")
    assert made is again
    assert hash(made) == hash(again)
    assert pickle.loads(pickle.dumps(made)) is made


@given(drafts())
def test_no_two_states_accept_the_same(draft):
    made = automaton(*draft)
    moves = {(state, value): to for state in made.states for value, to in made.transitions[state]}
    # Words of up to four letters distinguish any two of five states.
    languages = {
        tuple(accepts(moves, made.accepting, word, state) for word in WORDS)
        for state in made.states
    }
    assert len(languages) == len(made.states)
    if made.accepting:
        assert all(any(language) for language in languages)


@given(drafts(), drafts())
def test_equal_means_the_same_words(one, other):
    same = all(accepts(*one, word) == accepts(*other, word) for word in WORDS)
    # To distinguish all pairs of states of two automata, words of up to eight letters are needed.
    if automaton(*one) == automaton(*other):
        assert same
    elif same:
        assert len(automaton(*one).states) + len(automaton(*other).states) > LENGTH


@given(drafts(), st.lists(st.sampled_from([*VALUES, None]), max_size=4))
def test_a_gap_matches_any_value(draft, word):
    fillings = product(*[VALUES if value is None else (value,) for value in word])
    assert automaton(*draft).accepts(word) is any(accepts(*draft, full) for full in fillings)


def test_nothing_and_everything():
    nothing = Automaton([(0, 1, 0)], 0, [])
    assert nothing.transitions == ((),)
    assert nothing is Automaton([], "start", [])
    assert not nothing.accepts([])
    anything = Automaton([(0, 1, 1), (1, 1, 0)], 0, [0, 1])
    assert anything.transitions == (((1, 0),),)
    assert anything != nothing


def test_two_ways_for_one_value_are_refused():
    with pytest.raises(ValueError, match="1 leads from 'a' to two states"):
        Automaton([("a", 1, "b"), ("a", 1, "c")], "a", "b")


def test_too_many_states_are_refused_before_they_are_there():
    met = []

    def step(sum_, value):
        met.append(sum_)
        return sum_ + value

    with pytest.raises(TooLarge, match="more than 50 states"):
        Automaton.exploring(0, step, lambda sum_: sum_ == 7, (1, 2), most=50)
    assert max(met) <= 50


def test_a_large_automaton_is_minimised_in_time():
    def step(state, value):
        return (state + value) % 1009 if value else None

    made = Automaton.exploring(0, step, lambda state: state % 2 == 0, range(10))
    assert len(made.states) == 1009
    even = Automaton.exploring(0, lambda s, v: (s + v) % 4096, lambda s: s % 2, range(10))
    assert len(even.states) == 2


def test_its_states_are_found_and_told_apart_within_the_time():
    def count(limit):
        with ticking() as ticks, limited_to(limit):
            Automaton.exploring(0, lambda s, v: s + v, lambda s: s == 90, (1, 2), longest=90)
            return next(ticks)

    assert count(10**9) > 90
    with pytest.raises(TimeUp):
        count(20)
