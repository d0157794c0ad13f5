"""docs/trust.md has all exit codes and limits of the code."""

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

from examples import case

from nonet.cli.common.exits import Exit

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "trust.md").read_text()


def tables():
    """Return the rows of all tables, by the last heading of their table."""
    found = defaultdict(list)
    heading = None
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            heading = None
        elif heading is None:
            heading = cells[-1]
        elif not line.startswith("|--"):
            found[heading].append(cells)
    return found


CODES = [int(cells[0]) for cells in tables()["meaning"]]
LIMITS = {cells[2].strip("`"): int(cells[1].replace(",", "")) for cells in tables()["constant"]}
#: Functions that refuse a size above one of their arguments.
REFUSING = {"require_room", "open_regular"}
LIMIT = re.compile(r"_?(MOST|LONGEST)_[A-Z]+")


def test_every_exit_code_is_there():
    assert list(Exit) == CODES


def test_each_number_is_that_of_the_code():
    assert len(LIMITS) >= 30
    for name, number in LIMITS.items():
        with case(name):
            place, _, key = name.partition("[")
            module, _, constant = place.rpartition(".")
            value = getattr(import_module(module), constant)
            assert (value[key.strip(']"')] if key else value) == number


def test_every_limit_that_strangers_meet_is_there():
    """A limit is a constant near a `raise`, or in a call that refuses a size above the constant."""
    there = {re.sub(r"\[.*", "", name) for name in LIMITS}
    for folder, package in (("src/nonet", "nonet"), ("encodings", "nonet.encodings")):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text()
            if {"solvers", "cli"}.isdisjoint(path.parts) and LIMIT.search(text):
                names = (package, *path.relative_to(ROOT / folder).with_suffix("").parts)
                assert refusing(ast.parse(text), ".".join(names)) <= there


def refusing(tree, module):
    """Return the limits by which a module refuses something, each with its module."""
    origins = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return {
        f"{origins.get(name, module)}.{name}"
        for node in ast.walk(tree)
        if is_refusal(node)
        for part in ast.walk(node)
        if LIMIT.fullmatch(name := getattr(part, "id", ""))
    }


def is_refusal(node):
    if isinstance(node, ast.If | ast.For):
        return any(isinstance(part, ast.Raise) for part in ast.walk(node))
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSING
