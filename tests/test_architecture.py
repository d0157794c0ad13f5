"""The pages are right about rooms, files that additions touch, errors, exit codes and limits."""

import re
import runpy
import tomllib
from collections import defaultdict
from importlib import import_module
from pathlib import Path

from examples import case

from nonet.cli.common.exits import Exit
from nonet.system.errors import NonetError

ROOT = Path(__file__).resolve().parents[1]
CODE = ["src/nonet", "encodings", "solvers"]
MAP, ADDING, INDEX, TRUST = (
    (ROOT / "docs" / name).read_text()
    for name in ("architecture.md", "adding.md", "README.md", "trust.md")
)
SECTIONS = {
    part.split("\n", 1)[0]: part
    for page in (MAP, ADDING, INDEX)
    for part in page.split("\n## ")[1:]
}


def rows(section):
    """Return the rows of the table of a section, without its head."""
    lines = [line for line in SECTIONS[section].split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_floors_are_those_of_the_contract():
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [each for each in linter["contracts"] if each["id"] == "floors"]
    floors = [layer.split(" | ") for layer in contract["layers"]]
    expected = [
        (str(floor), room)
        for floor, side_by_side in zip(range(len(floors), 0, -1), floors, strict=True)
        for room in side_by_side
    ]
    assert [
        (floor, re.match(r"\[`(\w+)`\]", room)[1]) for floor, room, _ in rows("Rooms and floors")
    ] == expected


def test_the_picture_is_what_its_script_draws():
    draw = runpy.run_path(str(ROOT / "docs" / "flow.py"))["picture"]
    assert draw() == (ROOT / "docs" / "flow.svg").read_text(), "run docs/flow.py"


PATH = re.compile(r"`([\w.]+(?:/[\w.]+)*/?)`")


def paths(text):
    return [name for name in PATH.findall(text) if "/" in name or name.endswith(".py")]


def test_each_table_that_is_named_stands_in_its_file():
    bullets = re.split(r"\n(?=- |\n)", SECTIONS["Adding to the package"])
    for bullet in bullets:
        files = [ROOT / path for path in paths(bullet) if path.endswith(".py")]
        for name in files and re.findall(r"`(_?[A-Z_]{4,})`", bullet):
            assert any(
                re.search(rf"^{name}\b", file.read_text(), re.MULTILINE) for file in files
            ), name


def tree(kind, depth=0):
    """Return an error class and its subclasses, in the order of the page."""
    base = next((base.__name__ for base in kind.__bases__ if base.__module__ == "builtins"), "")
    found = [(depth, kind.__name__, base, kind.__module__)]
    for each in sorted(kind.__subclasses__(), key=lambda each: each.__name__):
        found += tree(each, depth + 1)
    return found


#: The depth, name, builtin base and module of each error on the page.
ERRORS = [
    (len(indent) // 4, *rest)
    for indent, *rest in re.findall(
        r"^    ( *)(\w+)(?: \((\w+)\))? +([\w.]+) +\S.*$",
        SECTIONS["Errors in Python"],
        re.MULTILINE,
    )
]


def test_the_errors_are_those_that_the_code_has():
    for _, _, _, module in ERRORS:
        import_module(module)
    assert tree(NonetError) == ERRORS


def test_no_error_is_missing_on_the_page():
    listed = {name for _, name, _, _ in ERRORS}
    derived = re.compile(rf"^class (\w+)\(.*\b(?:{'|'.join(listed)})\b", re.MULTILINE)
    sources = [path for each in CODE for path in (ROOT / each).rglob("*.py")]
    assert {name for path in sources for name in derived.findall(path.read_text())} == (
        listed - {"NonetError"}
    )


def tables():
    """Return the rows of all tables, by the last heading of their table."""
    found = defaultdict(list)
    heading = None
    for line in TRUST.splitlines():
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
