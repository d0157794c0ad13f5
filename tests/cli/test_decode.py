"""Tests of ``nonet decode``: from a CNF through an external solver to a checked grid."""

import re
import subprocess

import pytest
from examples import EASY, HARD
from requirements import require_program

from nonet.encodings import cnf, dimacs
from nonet.formats import classic
from nonet.questions.uniqueness import solve
from nonet.rules import Cage

PUZZLE = "12..34..2......3"
SOLVED = "1234341223414123"
NONE = "123....4........"


def reply(puzzle, *changed):
    """Return the output of a solver: the marks of the solution, with some changes."""
    grid = puzzle.grid
    solution = list(solve(puzzle).solution)
    for cell, value in changed:
        solution[cell] = value
    true = {grid.mark(cell, value) for cell, value in enumerate(solution)}
    model = tuple(mark if mark in true else -mark for mark in range(1, grid.marks + 1))
    return f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n"


# --- round trips ---------------------------------------------------------------------------------


def test_a_reply_is_decoded_by_the_puzzle(nonet, write):
    write("puzzle.txt", PUZZLE)
    said = reply(classic(PUZZLE))
    write("reply.txt", said)
    for question in ("puzzle.txt", PUZZLE):
        assert nonet("decode", question, "reply.txt").answer == [SOLVED]
        assert nonet("decode", question, stdin=said).answer == [SOLVED]
        assert nonet("decode", question, "-", stdin=said).answer == [SOLVED]


@pytest.mark.parametrize(
    ("solver", "command"),
    [
        ("cadical", "cadical -q {cnf}"),
        ("minisat", "minisat {cnf} {out} > /dev/null; cat {out}"),
    ],
)
@pytest.mark.parametrize(
    ("options", "text"),
    [("", PUZZLE), ("", EASY), ("", HARD), ("raw", HARD), ("commander,givens", HARD)],
)
def test_a_solver_of_the_system_joins_by_files(nonet, write, solver, command, options, text):
    require_program(solver)
    write("puzzle.txt", text)
    nonet("encode", "puzzle.txt", "-o", "puzzle.cnf", *(["--options", options] if options else []))
    line = command.format(cnf="puzzle.cnf", out="out.txt")
    run = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=120, check=False)
    expected = "".join(map(str, solve(classic(text)).solution))
    for question in ("puzzle.txt", "puzzle.cnf"):
        assert nonet("decode", question, stdin=run.stdout).answer == [expected]


def test_a_pseudo_boolean_reply_is_read_too(nonet):
    text = reply(classic(PUZZLE)).replace("v ", "v x").replace(" -", " -x").replace("x-", "-x")
    assert "-x2" in text
    assert nonet("decode", PUZZLE, stdin=text).out == f"{SOLVED}\n"


def test_variants_are_decoded_from_their_model(nonet, write):
    from nonet.formats import write as written

    puzzle = classic("." * 16).with_rules(Cage((0, 1), 3))
    write("model.json", written(puzzle, "json"))
    done = nonet("decode", "model.json", stdin=reply(puzzle))
    assert done.code == 0
    assert sorted(done.out[:2]) == ["1", "2"]


# --- replies without a model ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "out"),
    [
        ("s UNSATISFIABLE", 1, "unsatisfiable\n"),
        ("c hello\ns UNKNOWN\n", 124, "unknown\n"),
        ("UNSAT", 1, "unsatisfiable\n"),
        ("INDET", 124, "unknown\n"),
    ],
)
def test_without_a_solution_the_exit_codes_are_those_of_solve(nonet, text, code, out):
    done = nonet("decode", NONE, stdin=text)
    assert (done.code, done.out, done.err) == (code, out, "")


def test_a_record(nonet):
    [record] = nonet("decode", "--json", PUZZLE, stdin=reply(classic(PUZZLE))).records
    assert record == {"status": "satisfied", "solutions": [SOLVED]}
    [record] = nonet("decode", "--json", NONE, stdin="s UNSATISFIABLE").records
    assert record == {"status": "unsatisfiable", "solutions": []}


def test_a_terminal_gets_a_drawing(terminal, write):
    write("reply.txt", reply(classic(PUZZLE)))
    done = terminal("decode", PUZZLE, "reply.txt", env={"NO_COLOR": "1"})
    assert done.code == 0
    assert len(done.lines) > 4


# --- replies that are not solutions ---------------------------------------------------------------

WRONG = {
    "another given": (reply(classic(EASY), (2, 1)), "r1c3 the values []"),
    "no value": (
        "s SATISFIABLE\nv 0",
        "the value of r1c1 is missing. The reply may be incomplete.",
    ),
    "cut off": (reply(classic(EASY))[:400], ". The reply may be incomplete."),
}


@pytest.mark.parametrize(("text", "complaint"), WRONG.values(), ids=list(WRONG))
def test_a_wrong_reply_is_refused(nonet, text, complaint):
    done = nonet("decode", EASY, stdin=text)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("nonet: the reply is not a solution: ")
    assert complaint in done.err


def test_a_grid_against_the_rules_is_refused(nonet):
    empty = classic("." * 16)
    done = nonet("decode", "." * 16, stdin=reply(empty, *((cell, 1) for cell in range(16))))
    assert (done.code, done.out) == (3, "")
    assert "r1c1 and r1c2 are both 1" in done.err


def test_a_cnf_file_has_its_clauses_checked(nonet, write):
    empty = classic("." * 16)
    lines = dimacs.write(cnf.encode(empty))
    write("puzzle.cnf", "\n".join(lines))
    right = nonet("decode", "puzzle.cnf", stdin=reply(empty))
    assert right.code == 0
    done = nonet("decode", "puzzle.cnf", stdin=reply(empty, *((cell, 1) for cell in range(16))))
    assert (done.code, done.out) == (3, "")
    assert re.search(r"not a solution: the clause [\d -]+ is not satisfied", done.err)
