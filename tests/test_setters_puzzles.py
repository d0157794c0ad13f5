"""Our puzzles for rules that setters like have one solution each."""

from functools import cache
from pathlib import Path

from examples import case, share_or_whole

from nonet.formats import read_file
from nonet.questions.uniqueness import check

FILES = sorted((Path(__file__).parent / "puzzles").glob("*.json"))


@cache
def puzzle_of(file):
    [record] = read_file(file)
    assert record.puzzle is not None, record.error
    return record.puzzle


@cache
def native(file):
    return check(puzzle_of(file), "native")


def test_each_has_one_solution():
    assert FILES
    for file in FILES:
        with case(file.stem):
            assert puzzle_of(file).label
            assert native(file).kind == "unique"


@share_or_whole("step", 8, 1)
def test_each_has_the_same_solution_by_sat(step):
    for file in FILES[::step]:
        with case(file.stem):
            sat = check(puzzle_of(file), "pysat")
            assert sat.kind == "unique"
            assert sat.solution == native(file).solution
