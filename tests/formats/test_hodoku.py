"""Lines of HoDoKu's library: the givens and deleted candidates are the puzzle, the rest is kept."""

import re
from dataclasses import replace

import pytest
from examples import case

from nonet.formats import classic, parse, read, write
from nonet.system.errors import PuzzleError

NINE = classic(order=3)
LINE = ":0000:x:+1.3" + "." * 78 + ":412 414::"


def test_a_line_is_read_and_written_back():
    puzzle = parse(LINE)
    assert puzzle.givens[:4] == (None, None, 3, None)
    assert [cell for cell, mask in enumerate(puzzle.marks) if mask != puzzle.grid.full] == [1, 3]
    assert 4 not in puzzle.grid.values_of(puzzle.marks[1])
    assert puzzle.meta == (("hodoku", '{"placed": {"r1c1": 1}}'),)
    assert write(puzzle, "hodoku") == LINE + ":"
    assert parse(LINE + ":") == puzzle


def test_what_the_technique_finds_is_kept():
    line = ":0702-x:4:" + "1" + "." * 80 + ":412:413:522:note"
    puzzle = parse(line)
    assert write(puzzle, "hodoku") == line
    assert [record.puzzle for record in read(f"{line}\n{line}")] == [puzzle, puzzle]


def test_meta_of_others_is_left_out():
    plain = ":0000:x:" + "." * 81 + "::::"
    for text in (
        *("{", "[]", "[" * 200_000, '{"placed": ' * 500 + "1" + "}" * 500),
        *('{"placed": 3, "technique": ":"}', '{"technique": "\\ud800"}'),
        *(f'{{"placed": {{"r1c1": {value}}}}}' for value in ('"x"', "1.0", "true", "10")),
    ):
        with case(text[:60]):
            assert write(replace(NINE, meta=(("hodoku", text),)), "hodoku") == plain


def test_what_is_wrong_is_named():
    for text, message in {
        ":0000:x:1": "1 cell: a 9×9 puzzle has 81",
        ":0000": "is no line of a library",
        "0000:x:" + "." * 81: "is no line of a library",
        ":0000:x:" + "+." + "." * 80: "cells are digits",
        ":0000:x:" + "." * 81 + ":41::": "'41' is no value, row and column",
    }.items():
        with case(text), pytest.raises(PuzzleError, match=re.escape(message)):
            parse(text, format="hodoku")
    with pytest.raises(PuzzleError, match="a 4×4 puzzle"):
        write(classic(order=2), "hodoku")
