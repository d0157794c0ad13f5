"""The map of the repository, docs/architecture.md, is true."""

import importlib
import re
import runpy
import tomllib
from pathlib import Path

import grimp
import pytest

from nonet.errors import NonetError

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n## ")[1:]}


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


def test_there_are_twelve_questions_with_answers():
    questions = rows("Where would I change …?")
    assert len(questions) == 12
    assert all(paths(answer) for _, answer in questions)


@pytest.mark.parametrize("path", sorted(set(paths(PAGE))))
def test_each_path_that_is_named_exists(path):
    assert (ROOT / path).exists()


def test_each_table_that_is_named_stands_in_its_file():
    bullets = re.split(r"\n(?=- |\n)", SECTIONS["Where would I add …?"])
    for bullet in bullets:
        files = [ROOT / path for path in paths(bullet) if path.endswith(".py")]
        for name in files and re.findall(r"`(_?[A-Z_]{4,})`", bullet):
            assert any(
                re.search(rf"^{name}\b", file.read_text(), re.MULTILINE) for file in files
            ), name


#: Errors that are caught before they reach anybody, and one that is no error.
UNLISTED = {"nonet.analysis.budget.OutOfBudget", "nonet.racing.contest.RaceInterrupted"}
UNLISTED |= {"nonet.solvers.sat.child.Crashed", "nonet.racing.children._Ended"}
UNLISTED |= {"nonet.explanations.formula.OutOfNodes"}
UNLISTED |= {"nonet.serving.helper.Failed", "nonet.serving.worker._Interrupted"}
UNLISTED |= {"nonet.means.TimeUp", "nonet.alarms._Interruption"}


def below(kind):
    """Return all classes below one, each once."""
    return {each for sub in kind.__subclasses__() for each in (sub, *below(sub))}


def tree(kind, depth=0):
    """Return an error and those below it, as the page has them: depth by depth, by name."""
    base = next((base.__name__ for base in kind.__bases__ if base.__module__ == "builtins"), "")
    found = [(depth, kind.__name__, base, kind.__module__)]
    for each in sorted(kind.__subclasses__(), key=lambda each: each.__name__):
        found += tree(each, depth + 1)
    return found


def test_the_errors_are_those_that_the_code_has():
    for module in grimp.build_graph("nonet", "nonet.encodings", cache_dir=None).modules:
        if not module.endswith("__main__"):
            importlib.import_module(module)
    lines = re.findall(
        r"^    ( *)(\w+)(?: \((\w+)\))? +([\w.]+) +\S.*$", SECTIONS["Errors"], re.MULTILINE
    )
    assert [(len(indent) // 4, *rest) for indent, *rest in lines] == tree(NonetError)
    others = below(BaseException) - below(NonetError) - {NonetError}
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in others}
    assert {name for name in names if name.startswith("nonet.")} == UNLISTED


def test_the_words_are_in_order():
    words = [word for word, _ in rows("Words")]
    assert words == sorted(words, key=str.lower)
