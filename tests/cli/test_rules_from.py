"""Tests of rules in a user's file: every verb that reads puzzles knows them by name."""

import json
import os
import sys

import pytest

from nonet import classic
from nonet import write as write_puzzle

FILE = '''
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from nonet.model.constraints import Relation
from nonet.model.grid import Cells
from nonet.rules import Rule


@dataclass(frozen=True)
class Leap(Rule):
    """Neighbours on the line differ by two or more."""

    cells: Cells

    def holds(self, grid, values):
        held = [values[cell] for cell in self.cells]
        return all(None in pair or abs(pair[0] - pair[1]) >= 2 for pair in pairwise(held))

    def lower(self, grid):
        far = frozenset((v, w) for v in grid.values for w in grid.values if abs(v - w) >= 2)
        return (Relation(a, b, far) for a, b in pairwise(self.cells))
'''


@pytest.fixture
def puzzle(write):
    """Write a file of rules, and a puzzle with one of them."""
    write("leaps.py", FILE)
    model = json.loads(write_puzzle(classic("........2....3.."), "json"))
    model["rules"].append({"rule": "leap", "cells": "r1c1-r1c4"})
    return write("puzzle.json", json.dumps(model))


def test_the_rules_of_a_file_are_known_by_name(spawn, puzzle):
    done = spawn("check", puzzle)
    assert done.code == 2
    assert done.err.startswith("nonet: puzzle.json:1: rules[3]: unknown rule 'leap'")
    done = spawn("check", puzzle, "--rules-from", "leaps.py")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("multiple: ")


@pytest.mark.parametrize(
    "command",
    [
        "show --to json",
        "race -b norvig,pysat --processes",
        "generate -c 2 -j 2 --seed 1 --from",
        "solve -b first:norvig,pysat",
    ],
)
def test_other_processes_know_the_rules_too(spawn, puzzle, command):
    verb, *options = command.split()
    done = spawn(verb, "--rules-from", "leaps.py", *options, puzzle)
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_processes_that_read_puzzles_know_the_rules_too(spawn, puzzle):
    said = ["--rules-from", "leaps.py", "-j", "2"]
    done = spawn("bulk", *said, "-b", "pysat", puzzle, "out.csv")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("1 puzzle: 1 multiple;")
    assert spawn("check", *said, "--proof", "proof", puzzle, puzzle).code == 1
    assert spawn("verify", *said, "proof").code == 0


def test_a_class_that_is_no_dataclass_is_reported(spawn, puzzle, write):
    write("bare.py", FILE.replace("@dataclass(frozen=True)", ""))
    done = spawn("check", puzzle, "--rules-from", "bare.py")
    assert done.code == 2
    assert "rules[3]: the class of the rule 'leap' needs @dataclass(frozen=True)" in done.err


def test_a_mistake_in_a_rule_is_shown_with_its_line(spawn, puzzle, write):
    write("slip.py", FILE.replace("abs(pair[0]", "abbs(pair[0]"))
    line = 1 + FILE.split("\n").index(
        "        return all(None in pair or abs(pair[0] - pair[1]) >= 2 for pair in pairwise(held))"
    )
    done = spawn("solve", puzzle, "--rules-from", "slip.py")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"nonet: slip.py:{line}: NameError: name 'abbs' is not defined\n"


def test_a_certificate_may_have_such_rules(spawn, puzzle):
    said = ["--rules-from", "leaps.py"]
    assert spawn("check", *said, "--proof", "proof", puzzle).code == 1
    done = spawn("verify", "proof")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("nonet: proof/puzzle.json:1: rules[3]: unknown rule 'leap'")
    done = spawn("verify", *said, "proof")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = 1\ny = x / 0\n", "bad.py:2: ZeroDivisionError: division by zero"),
        ("x = (\n", "bad.py:1: '(' was never closed"),
        ("raise SystemExit(0)\n", "bad.py:1: SystemExit: 0"),
        (
            "from nonet.rules import Rows\nclass Cage(Rows): ...\n",
            "bad.py:2: TypeError: the rule name 'cage' is already taken by nonet.rules.cages.cage",
        ),
        ("import no_such_module\n", "bad.py:1: ModuleNotFoundError: No module named"),
        ("\0", "bad.py: source code string cannot contain null bytes"),
    ],
)
def test_an_error_in_the_file_is_shown_with_its_line(nonet, write, monkeypatch, content, message):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    write("bad.py", content)
    done = nonet("solve", "--rules-from", "bad.py", "1...............")
    assert (done.code, done.out) == (2, "")
    assert message in " ".join(done.err.split())


def test_rules_of_installed_packages_are_found_when_a_name_is_unknown(spawn, puzzle, tmp_path):
    site = tmp_path / "site"
    (site / "leaps-1.0.dist-info").mkdir(parents=True)
    (site / "leaps-1.0.dist-info" / "METADATA").write_text("Name: leaps\nVersion: 1.0\n")
    points = site / "leaps-1.0.dist-info" / "entry_points.txt"
    points.write_text("[nonet.rules]\nleap = leaps_package\n")
    (site / "leaps_package.py").write_text(f"print('imported')\n{FILE}")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    assert "imported" not in spawn("check", "1...............", env=env).out
    done = spawn("solve", puzzle, env=env)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "imported"
    points.write_text("[nonet.rules]\nleap = leaps_packed\n")
    done = spawn("solve", puzzle, env=env)
    assert done.code == 2
    assert "rules from leaps_packed of the package leaps: ModuleNotFoundError" in done.err


def test_a_function_races_from_the_command_line(spawn, write):
    write(
        "mine.py",
        "import nonet\n"
        "def solve(puzzle): return nonet.solve(puzzle, backend='norvig').solution\n"
        "def wrong(puzzle): return [1] * 16\n",
    )
    done = spawn("race", "-b", "mine.py:solve,norvig", "-m", "solve", "1...............")
    assert (done.code, done.err) == (0, "")
    assert "2 contestants, 1 puzzle, at most 1 s for each: no two disagree." in done.out
    assert spawn("race", "-b", "mine.py:wrong,norvig", "-m", "solve", "1" + "." * 15).code == 3
    done = spawn("check", "-b", "mine.py:solve", "1...............")
    assert (done.code, done.out) == (2, "error\n")
    assert "cannot look for a second solution" in done.err
    assert spawn("solve", "-b", "mine.py:slove", "1...............").code == 2


def test_a_wrong_function_is_blamed_on_its_file(spawn, write):
    write("mine.py", "def wrong(puzzle): return [1] * 16\ndef odd(puzzle): return 'hello'\n")
    done = spawn("solve", "-b", "mine.py:wrong", "12..............")
    assert (done.code, done.err) == (
        3,
        "nonet: mine.py:wrong gave a wrong grid: r1c2 is 1, but 2 is given\n",
    )
    done = spawn("solve", "-b", "mine.py:odd", "12..............")
    assert done.err == "nonet: mine.py:odd returned 'hello': return a list of values, or None\n"


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("def lower", "def lowers", "the class of the rule 'leap' needs the method lower"),
        ("cells: Cells", "cells: set", "a rule cannot have a field of the type <class 'set'>"),
    ],
)
def test_a_class_that_is_no_rule_is_refused(spawn, write, puzzle, right, wrong, complaint):
    write("leaps.py", FILE.replace(right, wrong))
    done = spawn("show", puzzle, "--rules-from", "leaps.py")
    assert done.code == 2
    assert complaint in done.err


def test_an_error_that_a_rule_causes_later_names_the_file(spawn, write, puzzle):
    write("leaps.py", FILE + "\n    def notes(self, grid): return 5\n")
    done = spawn("show", puzzle, "--rules-from", "leaps.py")
    assert done.code == 70
    assert ". Unless leaps.py is at fault, this is a bug. Please report it. " in done.err


def test_a_contradictory_rule_is_named_as_possible_cause(spawn, write, puzzle):
    write(
        "leaps.py",
        f"{FILE.partition('    def lower')[0]}    def lower(self, grid): return iter(())",
    )
    done = spawn("solve", "--rules-from", "leaps.py", "-b", "norvig", puzzle)
    assert done.code == 3
    assert done.err.startswith("nonet: norvig gave a wrong grid: ")
    assert done.err.endswith(". Unless leaps.py is at fault, this is a bug. Please report it.\n")
