"""Our puzzles for rules that setters like have one solution each."""

from functools import cache
from pathlib import Path

from examples import case, share_or_whole

from nonet.formats import read_file
from nonet.questions.uniqueness import check

FILES = sorted((Path(__file__).parent / "puzzles").glob("*.json"))

POPULAR = """
antileaper arrow between blackdot boxindexer cage columnindexer contains countdistinct
countingcircles diagonalnonconsecutive doublearrow entropic flatmates globalentropy globalmodular
greater hiddenskyscraper knightmare littlekiller lockout lunchbox maximum minimum modular nabner
negativeblackdots negativerowindexers negativewhitedots negativexv nonconsecutive numberedroom
pairsum palindrome quadruple regionsum renban rowindexer sandwich selftaxicab skyscraper slingshot
slowthermo sumline taxicab thermo topbottom v whisper whitedot x xsum zipper
"""


@cache
def puzzle_of(file):
    [record] = read_file(file)
    assert record.puzzle is not None, record.error
    return record.puzzle


def test_each_has_one_solution():
    for file in FILES:
        with case(file.stem):
            assert puzzle_of(file).label
            assert check(puzzle_of(file), "native").kind == "unique"


@share_or_whole("step", 8, 1)
def test_each_has_the_same_solution_by_sat(step):
    for file in FILES[::step]:
        with case(file.stem):
            native, sat = (check(puzzle_of(file), spec) for spec in ("native", "pysat"))
            assert sat.kind == "unique"
            assert sat.solution == native.solution


def test_there_is_one_for_each_popular_rule():
    assert {rule.name for file in FILES for rule in puzzle_of(file).rules} >= {*POPULAR.split()}
