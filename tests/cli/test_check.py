"""``nonet check`` prints a verdict for each puzzle. The worst verdict decides the exit code."""

from importlib import import_module

import pytest
from clocks import lasting
from deaths import die
from examples import HARD

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
NONE = "123....4........"
CLASH = "11.............."
MULTIPLE = "12.............2"
FIELDS = ["index", "file", "line", "puzzle", "verdict", "solutions", "backend", "seconds"]


def test_several_solutions_are_told_apart(nonet):
    done = nonet("check", MULTIPLE)
    assert done.code == 1
    kind, text, cells = done.out.rstrip().split(": ")
    assert (kind, text) == ("multiple", f"two solutions differ in {len(cells.split())} cells")
    [record] = nonet("check", "--json", MULTIPLE).records
    first, second = record["solutions"]
    differing = [
        f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in range(16) if first[cell] != second[cell]
    ]
    assert record["verdict"] == "multiple"
    assert record["differences"] == differing == cells.split()


@pytest.mark.parametrize("backend", ["norvig", "pysat:cadical153/minimal", "cpsat:boolean"])
def test_records(nonet, write, backend):
    write("a.txt", f"{UNIQUE}\n{NONE}\n{CLASH}\n")
    done = nonet("check", "--json", "--backend", backend, "a.txt")
    assert [list(record)[: len(FIELDS)] for record in done.records] == [FIELDS] * 3
    unique, none, clash = done.records
    assert (unique["verdict"], unique["solutions"]) == ("unique", [SOLVED])
    assert unique["backend"] == backend
    assert unique["seconds"] > 0
    assert (none["verdict"], none["solutions"], none["line"]) == ("none", [], 2)
    assert clash["reason"] == "r1c1 and r1c2 are both 1"


@pytest.mark.parametrize("limit", [["--nodes", "0"], ["--time", "0"]])
def test_a_limit_is_no_verdict(nonet, limit):
    done = nonet("check", "--backend", "norvig", *limit, HARD)
    assert done.code == 124
    assert done.out.startswith("unknown: limit reached: 0")
    [record] = nonet("check", "--json", "--backend", "norvig", *limit, HARD).records
    assert (record["verdict"], record["solutions"]) == ("unknown", [])
    assert record["reason"].startswith("limit reached: 0")


def test_a_record_says_why_there_is_no_proof(nonet, tmp_path):
    with lasting("nonet.certificates.certify", seconds=10):
        done = nonet("check", "--json", "--time", "9", "--proof", tmp_path / "proof", UNIQUE)
    [record] = done.records
    assert record["verdict"] == "unique"
    assert record["proof_error"] == "no proof, because a limit was reached"
    assert "proof" not in record


def test_after_the_death_of_a_worker_each_puzzle_has_an_error(nonet, monkeypatch):
    monkeypatch.setattr(import_module("nonet.cli.check"), "_checked", die)
    done = nonet("check", "--jobs", 2, "-b", "norvig", stdin=f"{UNIQUE}\n{NONE}\nbad\n{UNIQUE}\n")
    assert (done.code, done.lines) == (2, ["error"] * 4)
    said = "a worker process died: "
    assert [said in line for line in done.err.splitlines()] == [True, True, False, True]
    assert "--resume" not in done.err


def test_a_file_of_blank_lines_contains_no_puzzle(nonet, write):
    write("in.txt", "\n" * 2)
    assert nonet("check", "in.txt").refusal == "nonet: in.txt: contains no puzzle"
