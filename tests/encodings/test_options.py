"""The 48 encodings: the words that choose them, their solutions, and their sizes."""

from functools import cache
from itertools import permutations, product

import pytest
from examples import classic, says
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from strategies import puzzles, raw_puzzles

from nonet.encodings.cnf import encode
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, NATIVE, REDUCTIONS, WORDS, Encoding
from nonet.encodings.sizes import ENCODINGS, size
from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count
from nonet.rules import Boxes, Cage, Columns, Rows
from nonet.solvers import find_backend, sat
from nonet.solvers.sat import catalogue
from nonet.system.errors import PuzzleError

# --- words ---------------------------------------------------------------------------------------


def test_the_family_has_48_members():
    assert ENCODINGS[0] == Encoding()
    assert len(set(ENCODINGS)) == len(set(map(str, ENCODINGS))) == 8 * 2 * 3
    assert len(set(WORDS)) == len(WORDS)


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: str(encoding) or "default")
def test_its_words_name_it_in_any_order(encoding):
    assert Encoding.of(filter(None, str(encoding).split(","))) == encoding
    for words in permutations(encoding.words):
        assert Encoding.of(words) == encoding


def test_missing_words_take_their_defaults_and_a_word_may_be_said_twice():
    assert Encoding.of([]) == Encoding("pairwise", "extended", "propagated")
    assert Encoding.of(["raw"]) == Encoding("pairwise", "extended", "raw")
    assert Encoding.of(["ladder", "raw", "ladder"]) == Encoding.of(["ladder", "raw"])


@pytest.mark.parametrize("words", ["ladder,pairwise", "minimal,extended", "raw,givens"])
def test_two_answers_to_one_question_are_refused_by_name(words):
    for first, second in permutations(words.split(",")):
        message = f"the options '{first}' and '{second}' cannot be combined"
        with pytest.raises(PuzzleError, match=message):
            Encoding.of([first, second])


def test_an_unknown_word_is_refused_and_all_are_named():
    with pytest.raises(PuzzleError, match=r"unknown option 'laddder'\. Choose from ") as refused:
        Encoding.of(["raw", "laddder"])
    assert all(word in str(refused.value) for word in WORDS)


@pytest.mark.parametrize("words", [("raw",), ("ladder", "raw"), ("ladder", "minimal", "ladder")])
def test_each_word_has_its_place(words):
    with pytest.raises(PuzzleError, match=f"unknown option '{words[-1]}'"):
        Encoding(*words)


# --- solutions -----------------------------------------------------------------------------------


@cache
def able(name):
    return sat.missing(name) is None


def boards(solver, encoding, puzzle):
    if not able(solver):
        pytest.skip(sat.missing(solver))
    with find_backend(f"pysat:{solver}/{','.join(encoding.words)}").open(puzzle) as session:
        found = enumerate_solutions(session)
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize("solver", ["minisat22", *catalogue.NATIVE_CARDINALITY])
def test_the_24_boards_that_begin_with_1_and_2(solver):
    begun = classic("12" + "." * 14)
    expected, is_native = brute_force(begun), solver != "minisat22"
    for encoding in ENCODINGS:
        if (encoding.at_most_one == NATIVE) == is_native:
            assert boards(solver, encoding, begun) == expected, encoding


@given(puzzle=puzzles() | raw_puzzles(), encoding=st.sampled_from(ENCODINGS), data=st.data())
def test_no_encoding_ever_has_other_solutions(puzzle, encoding, data):
    solvers = ["minisat22", "cadical153", "glucose4", "maplechrono"]
    if encoding.at_most_one == NATIVE:
        solvers = list(filter(able, catalogue.NATIVE_CARDINALITY))
    assert boards(data.draw(st.sampled_from(solvers)), encoding, puzzle) == brute_force(puzzle)


@pytest.mark.parametrize("form", AT_MOST_ONE)
def test_a_group_without_cells_always_holds(form):
    puzzle = says(Grid(1, 2), AllDifferent(()), AllDifferent((0, 1)))
    spec = f"pysat:minicard/{form}" if form == NATIVE else f"pysat/{form}"
    assert count(puzzle, backend=spec) == 2


# --- sizes ---------------------------------------------------------------------------------------

#: A puzzle that needs search.
SIX = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3)))
SIX = SIX.with_givens({0: 1, 5: 6, 14: 3, 21: 2, 28: 4, 35: 1})


def empty(order):
    return classic("." * order**4)


@pytest.mark.parametrize(("clause_set", "constraints"), [("extended", 324), ("minimal", 243)])
def test_native_constraints_replace_the_at_most_one_clauses(clause_set, constraints):
    cnf = encode(empty(3), Encoding(NATIVE, clause_set, "raw"))
    assert len(cnf.at_most_ones) == constraints
    assert all(len(literals) == 9 for literals in cnf.at_most_ones)
    assert len(cnf.clauses) == (81 + 243 if clause_set == "extended" else 81)


@pytest.mark.parametrize(
    "puzzle",
    [classic("12" + "." * 14, Cage((4, 5), 5)), SIX, classic("1" * 16)],
    ids=["a cage", "6×6", "a contradiction"],
)
def test_every_encoding_is_described_as_it_is_written(puzzle):
    for encoding in ENCODINGS:
        cnf, found = encode(puzzle, encoding), size(puzzle, encoding)
        occurring = {abs(literal) for clause in cnf.clauses for literal in clause}
        beside = {variable for variable in occurring if variable > puzzle.grid.marks}
        assert found.auxiliaries == len(beside)
        assert found.clauses == len(cnf.clauses)
        assert found.literals == sum(len(clause) for clause in cnf.clauses)
        assert found.constraints == len(cnf.at_most_ones)


def test_less_is_written_the_more_is_reduced():
    sizes = {each: size(SIX, each) for each in ENCODINGS}
    for words in product(AT_MOST_ONE, CLAUSE_SETS):
        each = [sizes[Encoding(*words, reduction)] for reduction in REDUCTIONS]
        for counts in ([found.marks for found in each], [found.clauses for found in each]):
            assert counts == sorted(counts)
        assert each[-1].marks == 216
