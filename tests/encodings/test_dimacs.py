"""nonet and other programs read nonet's DIMACS files, and nonet reads their answers."""

import re
from contextlib import suppress

import pytest
from examples import classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from pysat.formula import CNF
from pysat.solvers import Minisat22
from strategies import puzzles, raw_puzzles

from nonet.encodings.cnf import encode
from nonet.encodings.dimacs import Reply, read, read_reply, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rows
from nonet.system.errors import PuzzleError

# --- writing and reading -------------------------------------------------------------------------


@given(
    puzzle=puzzles() | raw_puzzles(),
    clause_set=st.sampled_from(["extended", "minimal"]),
    end=st.sampled_from(["", "\n", "\r\n"]),
)
def test_written_files_are_read_again(puzzle, clause_set, end):
    cnf = encode(puzzle, clause_set)
    assert read(line + end for line in write(cnf)) == cnf


def test_a_small_file_word_for_word():
    puzzle = Puzzle(Grid(1, 2, range(4, 6)), rules=(Rows(), Cage((0, 1), 9)))
    assert list(write(encode(puzzle, "minimal"))) == [
        "c nonet grid 1 2 4 5",
        "c nonet mark 1 r1c1=4",
        "c nonet mark 2 r1c1=5",
        "c nonet mark 3 r1c2=4",
        "c nonet mark 4 r1c2=5",
        "p cnf 5 7",
        "1 2 0",
        "3 4 0",
        "5 0",
        "-5 1 3 0",
        "-5 2 4 0",
        "-1 -3 0",
        "-2 -4 0",
    ]


def test_the_map_has_the_marks_alive_and_no_other():
    lines = list(write(encode(classic("1..."))))  # solved by propagation
    names = ["1 r1c1=1", "4 r1c2=2", "6 r2c1=2", "7 r2c2=1"]
    assert lines[1:-5] == [f"c nonet mark {name}" for name in names]


def test_a_contradiction_is_an_empty_clause():
    lines = list(write(encode(classic("11.............."))))
    assert lines[-2:] == ["p cnf 64 1", "0"]
    assert read(lines).clauses == [[]]


@given(puzzle=puzzles() | raw_puzzles())
def test_the_file_alone_is_enough_to_read_a_foreign_answer(puzzle):
    """Write a file, let another program solve it, and read a solution from its output."""
    lines = list(write(encode(puzzle)))
    foreign = CNF(from_string="\n".join(lines))
    assert foreign.clauses == read(lines).clauses
    with Minisat22(bootstrap_with=[clause for clause in foreign.clauses if clause]) as solver:
        satisfiable = [] not in foreign.clauses and solver.solve()
        model = solver.get_model() if satisfiable else []
    status = "SATISFIABLE" if satisfiable else "UNSATISFIABLE"
    reply = read_reply([f"s {status}", *(f"v {literal}" for literal in [*model, 0])])
    solutions = brute_force(puzzle)
    assert reply.satisfiable == bool(solutions)
    if reply.satisfiable:
        assert read(lines).decode(reply.model) in solutions


def test_clauses_may_stand_in_any_layout():
    lines = ["c nonet grid 1 1 1 1", "c a comment", "c", "", "c nonet mark 1 r1c1=1"]
    for text in ("1 0 -1 1 0", "1\n0 -1\n\n1 0", "1 0\nc in between\n-1 1 0", " 1  0 \n -1 1\t0"):
        cnf = read([*lines, "p cnf 1 2", *text.split("\n")])
        assert cnf.clauses == [[1], [-1, 1]]
    assert read(["p cnf 1 0", *lines]).domains == (1,)  # the order of map and header is free


# --- malformed files -----------------------------------------------------------------------------

GRID = "c nonet grid 2 2 1 2"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no header 'p cnf'"),
        (GRID, "no header 'p cnf'"),
        ("p cnf 8 1\n1 0", "no comment 'c nonet grid'"),
        (f"{GRID}\n1 2 0", "line 2: the clauses must come after the header"),
        (f"{GRID}\np cnf 8 1\n1 9 0", "line 3: there is no literal 9 among 8 variables"),
        (f"{GRID}\np cnf 8 1\n1 x 0", "line 3: '1 x 0' is not DIMACS"),
        (f"{GRID}\np cnf 8 1\n{'z' * 99}", f"line 3: '{'z' * 40}' is not DIMACS"),
        (f"{GRID}\np cnf 8 0\np cnf 8 0", "line 3: 'p cnf 8 0' is not DIMACS"),
        (f"{GRID}\np cnf 8 one", "line 2: 'p cnf 8 one' is not DIMACS"),
        (f"{GRID}\np wcnf 8 0", "line 2: .*"),
        (f"{GRID}\np cnf 8 2\n1 0", "line 3: the header promises 2 clauses, but the file has 1"),
        (f"{GRID}\np cnf 8 1\n1 0\n2", "line 4: the last clause does not end with 0"),
        (f"{GRID}\np cnf 7 0", "the header has 7 variables, but the grid needs at least 8"),
        (f"{GRID}\np cnf -1 0", "the header has -1 variables"),
        ("c nonet mark 1 r1c1=1", "line 1: the comment 'c nonet mark' must come after"),
        (f"{GRID}\nc nonet mark 1 r1c1=2", "line 2: variable 1 does not mean r1c1=2"),
        (f"{GRID}\nc nonet mark 9 r3c1=1", "line 2: variable 9 does not mean r3c1=1"),
        (f"{GRID}\nc nonet mark -1 r1c1=1", "line 2: variable -1 does not mean r1c1=1"),
        (f"{GRID}\nc nonet mark one r1c1=1", "line 2: .* is not DIMACS"),
        ("c nonet grid 0 2 1 2", "line 1: a grid of 0×2 has no cells"),
        ("\nc nonet grid 2 two 1 2", "line 2: .* is not DIMACS"),
        ("c nonet grid 2 2 5 1", "line 1: values must be consecutive"),
        ("c nonet grid 99999 99999 1 9", "line 1: .* The limit is"),
    ],
)
def test_bad_files_are_refused_by_line(text, complaint):
    with pytest.raises(PuzzleError, match=complaint) as refused:
        read(text.split("\n"))
    assert str(refused.value).count("\n") == 0
    if complaint.startswith("line"):
        assert re.match(complaint, str(refused.value))


@given(st.lists(st.text("c nonetgridmark p cnf 0123 r1=-\t", max_size=25), max_size=6))
def test_whatever_the_text_the_error_is_a_puzzle_error(lines):
    with suppress(PuzzleError):
        read([GRID, *lines])


# --- a solver's answer ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("s SATISFIABLE\nv 1 -2 3\nv -4 0", Reply(True, (1, -2, 3, -4))),
        ("c hello\ns SATISFIABLE\nc s UNSATISFIABLE\nv 1 0\nc bye", Reply(True, (1,))),
        ("v 1\nv 0\ns SATISFIABLE", Reply(True, (1,))),
        ("s SATISFIABLE\nv -1\nv 2\nv 0", Reply(True, (-1, 2))),
        ("  s   SATISFIABLE  \n\n v  1   0 \r\n", Reply(True, (1,))),
        ("s UNSATISFIABLE", Reply(False)),
        ("s UNKNOWN", Reply(None)),
        ("c only\ns INDETERMINATE", Reply(None)),
        ("SAT\n1 -2 3 0", Reply(True, (1, -2, 3))),  # MiniSat's result file
        ("SAT\n0", Reply(True)),
        ("UNSAT", Reply(False)),
        ("INDET", Reply(None)),
        ("UNSATISFIABLE", Reply(False)),
        ("v 1 2 0\ns UNSATISFIABLE", Reply(False)),
    ],
)
def test_replies_in_the_forms_that_solvers_print(text, reply):
    assert read_reply(text.split("\n")) == reply


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("v 1 2 0", "has 0 status lines"),
        ("c s SATISFIABLE", "has 0 status lines"),
        ("s SATISFIABLE\nv 1 0\ns SATISFIABLE", "has 2 status lines"),
        ("s MAYBE", "line 1: 's MAYBE' is not a line of a SAT solver's output"),
        ("s SATISFIABLE\n\nv 1 x 0", "line 3: '1 x 0' is not a line"),
        ("Segmentation fault", "line 1: 'Segmentation fault' is not a line"),
        ("s SATISFIABLE UNSATISFIABLE", "line 1: "),
        ("y" * 99, f"line 1: '{'y' * 40}' is not a line"),
    ],
)
def test_malformed_replies_are_refused(text, complaint):
    with pytest.raises(PuzzleError, match=complaint):
        read_reply(text.split("\n"))
