"""Puzzles of our own making, one for each rule that setters like: each has one solution."""

from pathlib import Path

import pytest

from nonet.formats import read_file
from nonet.uniqueness import check

FILES = sorted((Path(__file__).parent / "puzzles").glob("*.json"))

POPULAR = {
    "antileaper",
    "arrow",
    "between",
    "blackdot",
    "boxindexer",
    "cage",
    "columnindexer",
    "contains",
    "countdistinct",
    "countingcircles",
    "diagonalnonconsecutive",
    "doublearrow",
    "entropic",
    "flatmates",
    "globalentropy",
    "globalmodular",
    "greater",
    "hiddenskyscraper",
    "knightmare",
    "littlekiller",
    "lockout",
    "lunchbox",
    "maximum",
    "minimum",
    "modular",
    "nabner",
    "negativeblackdots",
    "negativerowindexers",
    "negativewhitedots",
    "negativexv",
    "nonconsecutive",
    "numberedroom",
    "pairsum",
    "palindrome",
    "quadruple",
    "regionsum",
    "renban",
    "rowindexer",
    "sandwich",
    "selftaxicab",
    "skyscraper",
    "slingshot",
    "slowthermo",
    "sumline",
    "taxicab",
    "thermo",
    "topbottom",
    "v",
    "whisper",
    "whitedot",
    "x",
    "xsum",
    "zipper",
}


def puzzle_of(file):
    [record] = read_file(file)
    assert record.puzzle is not None, record.error
    return record.puzzle


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_has_one_solution_by_native_and_by_sat(file):
    puzzle = puzzle_of(file)
    assert puzzle.label
    verdicts = [check(puzzle, spec, limits=60) for spec in ("native", "pysat")]
    assert [verdict.kind for verdict in verdicts] == ["unique", "unique"]
    assert verdicts[0].solution == verdicts[1].solution


def test_there_is_one_for_each_popular_rule():
    assert {rule.name for file in FILES for rule in puzzle_of(file).rules} >= POPULAR
