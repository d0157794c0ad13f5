"""The shipped puzzles read without error and have the verdicts that they are labelled with."""

from importlib.resources import as_file, files

import pytest

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


def test_the_impossible_one_has_no_clash_to_see():
    assert check(PUZZLES["impossible"]).reason is None


def test_many_are_more_than_a_few():
    assert count(PUZZLES["many"], limit=50) == 50


def test_many_is_another_without_a_clue():
    whole, part = PUZZLES["Royle 1"].givens, PUZZLES["many"].givens
    assert sum(given is not None for given in whole) == 17
    assert [(a is None, b) for a, b in zip(whole, part, strict=True) if a != b] == [(False, None)]


def test_the_sixteen_is_more_than_half_empty():
    puzzle = PUZZLES["Sixteen"]
    assert (puzzle.grid.rows, puzzle.givens.count(None)) == (16, 146)


def test_the_killer_has_cages_everywhere_and_no_givens():
    puzzle = PUZZLES["Killer"]
    cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
    assert set(puzzle.givens) == {None}
    assert sorted(cell for cage in cages for cell in cage.cells) == list(range(81))
    assert {len(cage.cells) for cage in cages} == {2, 3, 4, 5}
