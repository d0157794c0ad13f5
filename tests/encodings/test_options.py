"""Tests of the words that choose an encoding, alone and in a spec."""

from itertools import permutations, product

import pytest

from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, NATIVE, REDUCTIONS, WORDS, Encoding
from nonet.solvers import BackendError, find_backend
from nonet.solvers.sat import catalogue
from nonet.system.errors import PuzzleError

ENCODINGS = [Encoding(*words) for words in product(AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS)]


def test_the_family_has_48_members():
    assert len(set(ENCODINGS)) == len(set(map(str, ENCODINGS))) == 8 * 2 * 3
    assert len(set(WORDS)) == len(WORDS)


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: str(encoding) or "default")
def test_its_words_name_it_in_any_order(encoding):
    assert Encoding.of(filter(None, str(encoding).split(","))) == encoding
    for words in permutations(encoding.words):
        assert Encoding.of(words) == encoding


def test_missing_words_take_their_defaults():
    assert Encoding.of([]) == Encoding("pairwise", "extended", "propagated")
    assert Encoding.of(["raw"]) == Encoding("pairwise", "extended", "raw")
    assert str(Encoding()) == ""
    assert str(Encoding("ladder", "minimal", "givens")) == "ladder,minimal,givens"


def test_a_word_may_be_said_twice():
    assert Encoding.of(["ladder", "raw", "ladder"]) == Encoding.of(["ladder", "raw"])


@pytest.mark.parametrize(
    "words",
    [
        *permutations(["ladder", "pairwise"]),
        *permutations(["minimal", "extended"]),
        *permutations(["raw", "givens"]),
    ],
)
def test_two_answers_to_one_question_are_refused_by_name(words):
    first, second = words
    message = f"the options '{first}' and '{second}' cannot be combined"
    with pytest.raises(PuzzleError, match=message):
        Encoding.of(words)


def test_an_unknown_word_is_refused_and_all_are_named():
    with pytest.raises(PuzzleError, match=r"unknown option 'laddder'\. Choose from ") as refused:
        Encoding.of(["raw", "laddder"])
    assert all(word in str(refused.value) for word in WORDS)


@pytest.mark.parametrize("words", [("raw",), ("ladder", "raw"), ("ladder", "minimal", "ladder")])
def test_each_word_has_its_place(words):
    with pytest.raises(PuzzleError, match=f"unknown option '{words[-1]}'"):
        Encoding(*words)


# --- in a spec -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "full"),
    [
        ("pysat:minisat22/ladder", "pysat:minisat22/ladder"),
        ("pysat:minisat22/raw,ladder", "pysat:minisat22/ladder,raw"),
        ("pysat:minisat22/pairwise,extended", "pysat:minisat22"),
        ("pysat:minicard/native", "pysat:minicard/native"),
    ],
)
def test_a_spec_is_named_by_the_words_that_are_not_the_default(spec, full):
    assert find_backend(spec).spec == full


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("laddder", "pysat: unknown option 'laddder'. Choose from pairwise, "),
        ("ladder,product", "pysat: the options 'ladder' and 'product' cannot be combined"),
        ("raw,,ladder", "pysat: unknown option ''"),
    ],
)
def test_bad_options_in_a_spec(options, complaint):
    with pytest.raises(BackendError, match=complaint):
        find_backend(f"pysat:minisat22/{options}")


def test_native_cardinality_is_refused_where_the_solver_has_none_and_who_has_is_named():
    with pytest.raises(BackendError, match="pysat:minisat22 has no native cardinality") as refused:
        find_backend("pysat:minisat22/native")
    assert all(name in str(refused.value) for name in catalogue.NATIVE_CARDINALITY)
    assert NATIVE in AT_MOST_ONE
    for crashing in ("minisatep", "ergo", "cadical195"):
        with pytest.raises(BackendError, match=f"pysat:{crashing} has no native cardinality"):
            find_backend(f"pysat:{crashing}/native,raw")
