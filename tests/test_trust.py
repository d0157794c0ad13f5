"""docs/trust.md has all exit codes, and its limits are those of the code."""

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


def test_every_exit_code_is_there():
    assert list(Exit) == CODES


def test_each_number_is_that_of_the_code():
    assert LIMITS
    for name, number in LIMITS.items():
        with case(name):
            place, _, key = name.partition("[")
            module, _, constant = place.rpartition(".")
            value = getattr(import_module(module), constant)
            assert (value[key.strip(']"')] if key else value) == number
