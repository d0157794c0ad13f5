"""Tests of ``nonet solve``: solutions in the order of the puzzles, records, exit codes."""

import json
import re
import sys

import pytest
from examples import HARD, classic, pattern
from requirements import require_native

from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import Reading
from nonet.formats import write as written
from nonet.rules import Cage
from nonet.solvers import auto, sat

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
OTHER = "4321214334121234"
#: A puzzle on which every solver has to guess several times.
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
CLASH = "11.............."
FIELDS = ["index", "file", "line", "puzzle", "status"]
FIELDS += ["solutions", "backend", "seconds", "counters"]


def test_each_solution_is_on_a_line_in_the_order_of_the_puzzles(nonet, write):
    write("a.txt", f"{UNIQUE}\n{HARD}\n")
    write("b.txt", "1 . | . .\n. . | . 2\n----+----\n2 . | . .\n. . | . 3\n")
    done = nonet("solve", "a.txt", "-", "b.txt", OTHER, stdin=f"\n# a comment\n{SOLVED}\n")
    assert done.code == 0
    first, second, third, fourth, fifth = done.lines
    assert (first, third, fifth) == (SOLVED, SOLVED, OTHER)
    assert second.startswith("417369825632158947")
    assert (fourth[0], fourth[7], fourth[8], fourth[15]) == ("1", "2", "2", "3")
    assert done.err == ""


def test_a_record_names_the_puzzle_and_the_result(nonet, write):
    write("a.txt", f"# two puzzles\n{UNIQUE} a name\n\n{SOLVED}\n")
    done = nonet("solve", "--json", "--backend", "norvig", "a.txt", UNIQUE, "-", stdin=SOLVED)
    assert [list(record) for record in done.records[1:]] == [FIELDS] * 3
    assert [(record["index"], record["file"], record["line"]) for record in done.records] == [
        *((0, "a.txt", 2), (1, "a.txt", 4), (2, "<argument 2>", 1), (3, "<stdin>", 1))
    ]
    first = done.records[0]
    assert first.pop("seconds") > 0
    assert first == {
        "index": 0,
        "file": "a.txt",
        "line": 2,
        "label": "a name",
        "puzzle": UNIQUE,
        "status": "satisfied",
        "solutions": [SOLVED],
        "backend": "norvig",
        "counters": {"nodes": 1},
    }


@pytest.mark.parametrize("options", [["--limit", "3"], ["--all", "--limit", "3"]])
def test_a_limit_of_solutions(nonet, options):
    assert len(nonet("solve", *options, "." * 16).lines) == 3
    [record] = nonet("solve", "--json", *options, "." * 16).records
    assert len(set(record["solutions"])) == 3
    assert record["status"] == "satisfied"
    assert nonet("solve", *options[:-1], sys.maxsize, UNIQUE).code == 0


def test_without_a_solution_it_says_why_if_the_givens_show_it(nonet):
    record = nonet("solve", "--json", CLASH).records[0]
    assert (record["status"], record["solutions"]) == ("unsatisfiable", [])
    assert record["reason"] == "r1c1 and r1c2 are both 1"


def test_a_limit_between_solutions_is_unknown_too(nonet):
    # The first solution takes about 40 nodes, the second takes more.
    limits = ["--backend", "backtracking", "--nodes", "50"]
    done = nonet("solve", "--all", *limits, f"12{'.' * 13}2")
    assert done.code == 124
    assert done.lines[1:] == ["unknown: limit reached after 1 solution"]
    [record] = nonet("solve", "--all", "--json", *limits, f"12{'.' * 13}2").records
    assert (record["status"], len(record["solutions"])) == ("unknown", 1)
    assert record["reason"] == "limit reached after 1 solution"


def test_a_bad_line_does_not_stop_the_rest(nonet, write):
    write("a.txt", f"{UNIQUE}\n{UNIQUE[:-1]}\n{SOLVED}\n12345678........\n")
    done = nonet("solve", "a.txt")
    assert done.code == 2
    assert done.lines == [SOLVED, "error", SOLVED, "error"]
    assert [line.split(": ")[:2] for line in done.err.splitlines()] == [
        ["nonet", "a.txt:2"],
        ["nonet", "a.txt:4"],
    ]
    records = nonet("solve", "--json", "a.txt").records
    assert [record["index"] for record in records] == [0, 1, 2, 3]
    assert records[1] == {
        "index": 1,
        "file": "a.txt",
        "line": 2,
        "error": "a.txt:2: 15 characters: a 4×4 puzzle has 16",
    }


def test_a_bad_file_does_not_stop_the_rest(nonet, write):
    write("a.txt", UNIQUE)
    write("empty.txt", "")
    done = nonet("solve", "missing.txt", "a.txt", "empty.txt")
    assert (done.code, done.lines) == (2, [SOLVED])
    assert done.err.splitlines() == [
        "nonet: missing.txt: No such file or directory",
        "nonet: empty.txt: contains no puzzle",
    ]
    first, second, third = nonet("solve", "--json", "missing.txt", "a.txt", "empty.txt").records
    assert first == {
        "index": 0,
        "file": "missing.txt",
        "line": None,
        "error": "missing.txt: No such file or directory",
    }
    assert (second["index"], third["index"]) == (1, 2)


def test_a_puzzle_too_large_for_a_backend_does_not_stop_the_others(nonet, monkeypatch):
    monkeypatch.setattr("nonet.encodings.writer.MOST_CLAUSES", 1_000)
    done = nonet("solve", "--json", "-b", "pysat", stdin=f"{'.' * 81}\n{UNIQUE}")
    assert done.code == 2
    assert done.records[0]["puzzle"] == "." * 81
    assert "<stdin>:1: the 9×9 puzzle needs more than 1000 clauses" in done.records[0]["error"]
    assert done.records[1]["solutions"] == [SOLVED]


def test_sixteen_values_are_written_as_tokens(nonet):
    cells = [str(value + 1) for value in pattern(4, 4)]
    done = nonet("solve", "-", stdin=" ".join([".", *cells[1:]]))
    assert (done.code, done.lines) == (0, [" ".join(cells)])


def test_models_in_json_have_their_rules(nonet, write):
    model = {
        "format": "nonet",
        "version": 1,
        "grid": {"rows": 2, "columns": 2, "values": [1, 2]},
        "rules": [{"rule": "rows"}, {"rule": "cage", "cells": ["r1c1", "r2c1"], "total": 3}],
        "givens": {"r1c1": 2},
    }
    write("model.json", json.dumps(model))
    [record] = nonet("solve", "--json", "model.json").records
    assert record["solutions"] == ["2112"]
    assert json.loads(record["puzzle"])["rules"] == model["rules"]


def test_a_backend_that_is_not_installed(nonet, monkeypatch):
    monkeypatch.setattr(sat, "missing", lambda name: "not installed: pip install it")
    done = nonet("solve", "--backend", "pysat:minisat22", UNIQUE)
    assert (done.code, done.out) == (4, "")
    assert done.err == "nonet: pysat:minisat22: not installed: pip install it\n"


@pytest.mark.parametrize(
    ("argument", "is_puzzle"),
    [
        (UNIQUE, True),
        (HARD, True),
        ("1 2 2 1", True),
        ("12\n21", True),
        ('{"format": "nonet"}', True),
        ("........x......X", True),
        ("." * 255 + "A", True),
        ("123.....89ABCDE." * 16, True),
        ("missing.txt", False),
        ("my old puzzles.txt", False),
        ("folder/1234341223414123", False),
        ("-", False),
        ("1234", False),
        ("sudoku-of-the-day.sdk", False),
    ],
)
def test_arguments_that_are_puzzles(argument, is_puzzle, monkeypatch):
    monkeypatch.setattr("nonet.cli.common.inputs._stdin", lambda: b"")
    first = next(items([argument]))
    assert isinstance(first, Item)
    assert first.file.startswith("<argument") == is_puzzle


@pytest.mark.parametrize(
    ("alphabet", "argument", "is_puzzle"),
    [
        ("ABCD", "A..............B", True),
        ("ABCD", "abcdcdabbadcdcba", True),
        ("1-9A-G", "." * 255 + "G", True),
        ("ABCD", "A..............E", False),
        ("ABCD", "a.b.c", False),
        ("ABCDE", "A..............B", False),
    ],
)
def test_an_alphabet_tells_its_puzzles_from_names_of_files(alphabet, argument, is_puzzle):
    first = next(items([argument], reading=Reading(alphabet=alphabet)))
    assert first.file.startswith("<argument") == is_puzzle
    assert (first.error is None) == is_puzzle


def test_a_file_named_like_a_puzzle_is_the_file(nonet, write):
    write("................", UNIQUE)
    assert nonet("solve", "................").lines == [SOLVED]


def test_verbose_names_the_backend_and_the_reason(nonet, write):
    require_native()
    write("a.txt", f"{HARD}\n{'.' * 256}\n")
    done = nonet("solve", "--verbose", "a.txt")
    assert [re.sub(r"( \d+)?(,.*)?$", "", line) for line in done.err.splitlines()] == [
        "nonet: a.txt:1: auto picks native: its lanes search classic 9×9 boards together",
        "nonet: a.txt:1: answered by native: guesses",
        "nonet: a.txt:2: auto picks native: it searches",
        "nonet: a.txt:2: answered by native: nodes",
    ]
    assert done.out == nonet("solve", "a.txt").out
    assert nonet("solve", "-v", "-b", "norvig", UNIQUE).err == (
        "nonet: <argument 1>:1: answered by norvig: nodes 1\n"
    )


def test_the_record_names_the_backend(nonet, write, monkeypatch):
    require_native()
    assert nonet("solve", "--json", UNIQUE).records[0]["backend"] == "native"
    monkeypatch.setattr(auto.native, "supports", lambda puzzle: "it is too wide")
    write("cage.json", written(classic("." * 16, Cage((0, 1, 2), 6)), "json"))
    done = nonet("solve", "-v", "--json", "--limit", "2", "cage.json")
    assert done.records[0]["backend"] == auto.SAT
    assert f"auto picks {auto.SAT}: it is too wide\n" in done.err
    assert f"answered by {auto.SAT}: restarts " in done.err
    assert "conflicts" in done.records[0]["counters"]


@pytest.mark.parametrize(
    ("puzzle", "said", "code"),
    [(UNIQUE, SOLVED, 0), (INKALA, INKALA, 0), (CLASH, "unsatisfiable", 1)],
)
def test_propagation_alone(nonet, puzzle, said, code):
    done = nonet("solve", "-b", "propagation", puzzle)
    assert (done.code, done.lines) == (code, [said])
    [record] = nonet("solve", "-b", "propagation", "--json", puzzle).records
    statuses = {UNIQUE: "satisfied", INKALA: "unknown", CLASH: "unsatisfiable"}
    assert record["status"] == statuses[puzzle]
    assert record["solutions"] == ([SOLVED] if puzzle == UNIQUE else [])
    assert (record["candidates"].get("r1c2") == [1, 2, 4, 6]) == (puzzle == INKALA)


def test_a_format_gets_only_solutions(nonet):
    """Print errors and "unsatisfiable" on stderr, so that nonet can read the output again."""
    lines = f"{UNIQUE}\nnonsense\n11..............\n{UNIQUE}\n"
    done = nonet("solve", "--to", "json", stdin=lines)
    assert done.code == 2
    assert len(done.lines) == 2
    assert done.err.splitlines() == [
        "nonet: <stdin>:2: 8 characters: a 3×3 puzzle has 9",
        "nonet: <stdin>:3: unsatisfiable: r1c1 and r1c2 are both 1",
    ]
    back = nonet("check", stdin=done.out)
    assert (back.code, back.lines) == (0, ["unique"] * 2)


def test_several_side_by_side(nonet):
    done = nonet("solve", "--json", "-v", "--backend", "first:norvig,heuristic", UNIQUE)
    [record] = done.records
    assert record["solutions"] == [SOLVED]
    assert record["backend"] in ("norvig", "heuristic")
    [(counter, count)] = record["counters"].items()
    said = f"answered by {record['backend']}: {counter} {count}"
    assert done.err == f"nonet: <argument 1>:1: {said}\n"


def test_a_page_shows_the_search(nonet, tmp_path):
    page, other = tmp_path / "search.html", tmp_path / "other.html"
    done = nonet("solve", UNIQUE, "--html", page)
    assert (done.code, done.out) == (0, nonet("solve", UNIQUE).out)
    assert all(name in page.read_text() for name in ("backtracking", "norvig", "CaDiCaL"))
    assert nonet("solve", UNIQUE, "--html", other, "-b", "norvig").code == 0
    assert "CaDiCaL" not in other.read_text()
    assert "cannot be recorded" in nonet("solve", UNIQUE, "--html", other, "-b", "cpsat").err
    late = nonet("solve", UNIQUE, "--html", other, "--time", "0")
    assert (late.code, late.out) == (124, "unknown: limit reached\n")
    assert "the page was not written" in late.err
