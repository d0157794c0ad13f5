"""nonet and other programs read nonet's DIMACS files, and nonet reads their answers."""

import pytest
from examples import classic
from hypothesis import given
from oracle import brute_force
from pysat.formula import CNF
from pysat.solvers import Minisat22
from strategies import puzzles, raw_puzzles

from nonet.encodings.cnf import encode
from nonet.encodings.dimacs import Reply, read_reply, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rows
from nonet.system.errors import PuzzleError

# --- writing -------------------------------------------------------------------------------------


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


@given(puzzle=puzzles() | raw_puzzles())
def test_another_program_reads_the_file_and_nonet_its_answer(puzzle):
    """Write a file, let another program solve it, and read a solution from its output."""
    cnf = encode(puzzle)
    foreign = CNF(from_string="\n".join(write(cnf)))
    assert foreign.clauses == cnf.clauses
    with Minisat22(bootstrap_with=[clause for clause in foreign.clauses if clause]) as solver:
        satisfiable = [] not in foreign.clauses and solver.solve()
        model = solver.get_model() if satisfiable else []
    status = "SATISFIABLE" if satisfiable else "UNSATISFIABLE"
    reply = read_reply([f"s {status}", *(f"v {literal}" for literal in [*model, 0])])
    solutions = brute_force(puzzle)
    assert reply.satisfiable == bool(solutions)
    if reply.satisfiable:
        assert cnf.decode(reply.model) in solutions


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
