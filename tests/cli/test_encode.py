"""From a puzzle to the files of solvers, and from their replies to a checked grid."""

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from examples import EASY, HARD
from ortools.sat import cp_model_pb2
from requirements import require_program

from nonet.cli.encode import export
from nonet.encodings import cnf, dimacs, minizinc, opb
from nonet.encodings.cpsat import encode_boolean, encode_integer, serialize
from nonet.encodings.sizes import ENCODINGS, size
from nonet.formats import classic
from nonet.questions.uniqueness import solve
from nonet.rules import Cage

PUZZLE = "12..34..2......3"
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
NONE = "123....4........"

#: The note if propagation solves the puzzle before it is encoded.
NOTE = (
    "nonet: note: the givens determine every cell, so the clauses contain no rules. "
    "Use --options raw to encode the rules.\n"
)


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "minimal", "ladder,raw", "raw,product,minimal"])
@pytest.mark.parametrize("to", [[], ["--to", "dimacs"]])
def test_it_writes_the_encoding(nonet, options, to):
    done = nonet("encode", PUZZLE, *to, *(["--options", options] if options else []))
    assert (done.code, done.err) == (0, "" if "raw" in options else NOTE)
    assert done.lines == list(dimacs.write(cnf.encode(classic(PUZZLE), options)))


@pytest.mark.parametrize(("to", "module"), [("opb", opb), ("minizinc", minizinc)])
def test_other_languages(nonet, to, module):
    assert nonet("encode", PUZZLE, "--to", to).answer == list(module.write(classic(PUZZLE)))


@pytest.mark.parametrize(
    ("options", "encoding"),
    [([], encode_integer), (["integer"], encode_integer), (["boolean"], encode_boolean)],
)
def test_a_cpsat_model_is_text_on_stdout(nonet, options, encoding):
    done = nonet("encode", PUZZLE, "--to", "cpsat", *(["--options", *options] if options else []))
    assert done.code == 0
    assert done.out.encode() == serialize(encoding(classic(PUZZLE)))


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["dimacs", "opb", "minizinc", "cpsat"])
def test_a_file_has_what_stdout_would_have(nonet, write, to):
    write("model.txt", "something else")
    expected = nonet("encode", PUZZLE, "--to", to).out
    done = nonet("encode", PUZZLE, "--to", to, "-o", "model.txt")
    assert (done.code, done.out, done.err) == (0, "", NOTE if to == "dimacs" else "")
    assert Path("model.txt").read_text() == expected
    assert os.listdir() == ["model.txt"]


def test_a_cpsat_model_is_binary_in_a_pb_file(nonet, write):
    write("there", "")
    assert nonet("encode", PUZZLE, "--to", "cpsat", "--out", "model.pb").code == 0
    read = cp_model_pb2.CpModelProto.FromString(Path("model.pb").read_bytes())
    assert len(read.variables) == 16
    assert nonet("encode", PUZZLE, "--to", "cpsat", "--out", "model.pbtxt").code == 0
    assert Path("model.pbtxt").read_bytes() == serialize(encode_integer(classic(PUZZLE)))


def test_a_link_stays_a_link(nonet, write):
    write("model.cnf", "")
    os.symlink("model.cnf", "link.cnf")
    assert nonet("encode", PUZZLE, "-o", "link.cnf").code == 0
    assert os.path.islink("link.cnf")
    assert Path("model.cnf").read_text().startswith("c nonet grid")


def test_a_device_is_written_to(spawn):
    done = spawn("encode", PUZZLE, "--out", "/dev/stdout")
    assert done.out.startswith("c nonet grid")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, BrokenPipeError])
def test_an_early_end_leaves_the_file_unchanged(nonet, write, monkeypatch, error):
    write("model.cnf", "as it was")

    def broken_off(puzzle, to, options):
        for number in count():
            if number == 100_000:
                raise error
            yield f"{number} 0"

    # Get the module by import, because the attribute `nonet.cli.encode` is the function.
    monkeypatch.setattr(sys.modules["nonet.cli.encode"], "_lines", broken_off)
    if error is MemoryError:
        with pytest.raises(MemoryError):
            export(None, None, "", "model.cnf")
    else:
        assert nonet("encode", PUZZLE, "-o", "model.cnf").code in (2, 130, 141)
    assert os.listdir() == ["model.cnf"]
    assert Path("model.cnf").read_text() == "as it was"


# --- sizes ---------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_encoding(nonet):
    done = nonet("encode", "--stats", "4" + "." * 15)
    assert (done.code, done.err) == (0, "")
    head, *rows = filter(None, done.lines)
    assert head.split() == ["options", "marks", "auxiliaries", "clauses", "literals", "native"]
    puzzle = classic("4" + "." * 15)
    for row, encoding in zip(rows, ENCODINGS, strict=True):
        found = size(puzzle, encoding)
        name, *numbers = row.split()
        assert name == (str(encoding) or "pairwise")
        expected = [found.marks, found.auxiliaries, found.clauses, found.literals]
        expected += [found.constraints] if found.constraints else []
        assert list(map(int, numbers)) == expected


def test_the_sizes_as_records(nonet):
    records = nonet("encode", "--stats", "--json", PUZZLE).records
    assert records[0] == {
        "options": "pairwise",
        "at_most_one": "pairwise",
        "clause_set": "extended",
        "reduction": "propagated",
        "marks": 16,
        "auxiliaries": 0,
        "clauses": 16,
        "literals": 16,
        "constraints": 0,
    }
    assert [record["options"] for record in records[1:]] == list(map(str, ENCODINGS[1:]))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("ladder,raw", ["ladder,raw", "ladder,minimal,raw"]),
        ("product,minimal,givens", ["product,minimal,givens"]),
        ("pairwise,extended", ["pairwise", "givens", "raw"]),
    ],
)
def test_options_choose_among_the_sizes(nonet, options, names):
    done = nonet("encode", "--stats", "--options", options, PUZZLE)
    assert [line.split()[0] for line in done.lines[1:] if line] == names


def test_an_encoding_too_large_is_a_line_among_the_others(nonet, monkeypatch):
    monkeypatch.setattr("nonet.encodings.writer.MOST_CLAUSES", 11_000)
    done = nonet("encode", "--stats", "--options", "raw", "." * 81)
    assert done.code == 0
    lines = {line.split()[0]: line.split()[1:] for line in done.lines}
    assert lines["totalizer,raw"] == ["too", "large"]
    assert lines["minimal,raw"][0] == "729"
    records = nonet("encode", "--stats", "--json", "--options", "totalizer,raw", "." * 81).records
    assert "11000 clauses" in records[0]["error"]


# --- decode --------------------------------------------------------------------------------------

ANSWER = "1234341223414123"


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
        assert nonet("decode", question, "reply.txt").answer == [ANSWER]
        assert nonet("decode", question, stdin=said).answer == [ANSWER]
        assert nonet("decode", question, "-", stdin=said).answer == [ANSWER]


@pytest.mark.parametrize(
    ("solver", "command"),
    [("cadical", "cadical -q {cnf}"), ("minisat", "minisat {cnf} {out} > /dev/null; cat {out}")],
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
    assert nonet("decode", "puzzle.txt", stdin=run.stdout).answer == [expected]


def test_a_pseudo_boolean_reply_is_read_too(nonet):
    text = reply(classic(PUZZLE)).replace("v ", "v x").replace(" -", " -x").replace("x-", "-x")
    assert "-x2" in text
    assert nonet("decode", PUZZLE, stdin=text).out == f"{ANSWER}\n"


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
    assert record == {"status": "satisfied", "solutions": [ANSWER]}
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
