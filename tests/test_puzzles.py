"""The shipped puzzles have the verdicts of their labels, and those for setters one solution."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from examples import case, share_or_whole

from nonet.formats import read_file
from nonet.questions.counting import count
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Cage

FOLDER = files("nonet") / "puzzles"
NAMES = ["famous.txt", "killer.json", "sixteen.txt"]
VERDICTS = {"impossible": Kind.NONE, "many": Kind.MULTIPLE}
# Propagation and search need minutes for the puzzle "impossible", which is famous for that.
OTHER_BACKEND = {"impossible": "cpsat"}


def records(name):
    with as_file(FOLDER / name) as path:
        return list(read_file(path))


RECORDS = [(name, record) for name in NAMES for record in records(name)]
PUZZLES = {record.puzzle.label: record.puzzle for _, record in RECORDS if record.puzzle}


def test_these_are_the_files():
    assert sorted(file.name for file in FOLDER.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_read_and_has_a_label(name):
    found = [record for file, record in RECORDS if file == name]
    assert found
    assert [record.error for record in found if record.error] == []
    assert all(record.puzzle.label for record in found)


def test_no_label_occurs_twice():
    assert len(PUZZLES) == len(RECORDS)


@pytest.mark.parametrize("label", PUZZLES)
def test_two_backends_agree_with_the_label(label):
    puzzle = PUZZLES[label]
    other = OTHER_BACKEND.get(label, "norvig")
    expected = VERDICTS.get(label, Kind.UNIQUE)
    verdicts = [check(puzzle, backend=backend) for backend in ("pysat", other)]
    assert [verdict.kind for verdict in verdicts] == [expected, expected]
    if expected is Kind.UNIQUE:
        assert verdicts[0].solution == verdicts[1].solution


def test_the_puzzles_are_what_the_pages_say():
    assert check(PUZZLES["impossible"]).reason is None  # its givens do not clash
    assert count(PUZZLES["many"], limit=50) == 50
    whole, part = PUZZLES["Royle 1"].givens, PUZZLES["many"].givens
    assert (whole.count(None), part.count(None)) == (81 - 17, 81 - 16)
    assert PUZZLES["Sixteen"].grid.rows == 16
    cages = [rule.cells for rule in PUZZLES["Killer"].rules if isinstance(rule, Cage)]
    assert sorted(sum(cages, ())) == list(range(81))


# --- our puzzles for rules that setters like ------------------------------------------------------

SETTERS = sorted((Path(__file__).parent / "puzzles").glob("*.json"))


@cache
def puzzle_of(file):
    [record] = read_file(file)
    assert record.puzzle is not None, record.error
    return record.puzzle


@cache
def native(file):
    return check(puzzle_of(file), "native")


def test_each_has_one_solution():
    assert SETTERS
    for file in SETTERS:
        with case(file.stem):
            assert puzzle_of(file).label
            assert native(file).kind == "unique"


@share_or_whole("step", 16, 1)
def test_each_has_the_same_solution_by_sat(step):
    for file in SETTERS[::step]:
        with case(file.stem):
            sat = check(puzzle_of(file), "pysat")
            assert sat.kind == "unique"
            assert sat.solution == native(file).solution
