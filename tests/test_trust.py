"""Each promise of docs/trust.md has tests, which exist, and its numbers are those of the code."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "trust.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith(("| it is promised", "| of |"))
]
PROMISES = {row[0]: row[1] for row in ROWS if len(row) == 2}
NUMBERS = {row[2].strip("`"): int(row[1]) for row in ROWS if len(row) == 3}


def test_the_page_was_read():
    assert len(PROMISES) >= 19
    assert len(NUMBERS) == 10


@pytest.mark.parametrize("promise", PROMISES)
def test_each_promise_names_tests_that_exist(promise):
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PROMISES[promise])
    assert named
    assert len(named) == PROMISES[promise].count("::")
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", NUMBERS)
def test_each_number_is_that_of_the_code(name):
    module, _, constant = name.rpartition(".")
    assert getattr(import_module(module), constant) == NUMBERS[name]
