"""Tests of f-puzzles as links: recognition, limits and metadata."""

import json

import pytest
from examples import case
from link_documents import HOUSES, SIX, text

from nonet.formats import classic, parse, read_file, read_values, write
from nonet.formats.links import lz
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

ANTIKNIGHT = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgSzN"
    "hADWzCGgAWbdpxhcgA=="
)


def test_a_link_is_read_wherever_it_is_found():
    expected = classic("1...............").antiknight()
    written = write(expected, "fpuzzles")
    assert written.startswith("https://www.f-puzzles.com/?load=N4Ig")
    assert "+" not in written
    for link in (
        written,
        f"https://www.f-puzzles.com/?load={ANTIKNIGHT}",
        f"https://f-puzzles.com/?load={ANTIKNIGHT.replace('+', ' ')}",
        f"http://F-Puzzles.com/?load={ANTIKNIGHT.replace('+', '%2B').replace('=', '%3D')}&x=1",
        f"www.f-puzzles.com/?a&load={ANTIKNIGHT.rstrip('=')}",
        f"https://example.org/puzzles/?load={ANTIKNIGHT}",
        ANTIKNIGHT,
        lz.decompress(ANTIKNIGHT),
        json.dumps(json.loads(lz.decompress(ANTIKNIGHT)), indent=1),
    ):
        with case(link):
            assert parse(link) == expected


@pytest.mark.parametrize(
    "link", ["https://f-puzzles.com/?id=abc123", "tinyurl.com/abc123", "https://tinyurl.com/a-b"]
)
def test_a_short_link_does_not_hold_its_puzzle(link):
    with pytest.raises(PuzzleError, match="is only the name of a puzzle"):
        parse(link)


def test_untrusted_links_are_limited():
    deep = '{"size":1,"grid":[[{"c":' + "[" * 60 + "]" * 60 + "}]]}"
    many = text(renban=[{"lines": [["R1C1", "R1C2"]]}] * 5000)
    long = text(palindrome=[{"lines": [["R1C1", "R1C2"] * 600]}])
    bomb = lz.compress('{"size":1,' + " " * lz.MOST_TEXT + "}")
    for link, message in (
        (deep, "lists and objects are nested more than 24 deep"),
        (lz.compress(deep), "lists and objects are nested more than 24 deep"),
        (many, "more than 2048 rules"),
        (lz.compress(many), "more than 2048 rules"),
        (long, "'palindrome' 1.lines\\[0\\]: 1200 cells exceed the limit of 1000"),
        (bomb, "the text of the link is longer than the limit of 1048576"),
    ):
        with case(message), pytest.raises(TooLarge, match=message):
            parse(link)


def test_a_link_that_is_cut_off_says_so():
    link = f"https://f-puzzles.com/?load={ANTIKNIGHT[:80]}"
    with pytest.raises(PuzzleError) as refused:
        parse(link)
    assert str(refused.value) == "line 1: fpuzzles: the compressed text is cut off or damaged"
    with pytest.raises(PuzzleError, match="fpuzzles: not JSON: "):
        parse("https://f-puzzles.com/?load=" + lz.compress('{"size":4'))


def test_metadata_and_the_solution_are_kept():
    said = {
        "title": "Two 😀",
        "author": "me",
        "ruleset": "Normal rules.\nNo more.",
        "solution": [1, 2, 2, "."],
        "highlightConflicts": False,
        "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#000000", "width": 0.3}],
    }
    puzzle = parse(text(2, **said))
    assert puzzle.label == "Two 😀"
    texts = {"title": "Two 😀", "author": "me", "rules": "Normal rules.\nNo more."}
    assert dict(puzzle.meta) | {"fpuzzles": None} == texts | {"solution": "122.", "fpuzzles": None}
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_a_solution_may_be_a_text():
    for solution in ("1221", "1,2,2,1", ["1", "2", 2, 1]):
        with case(solution):
            assert dict(parse(text(2, solution=solution)).meta) == {"solution": "1221"}
    for nothing in ("", [], None):
        with case(nothing):
            assert parse(text(2, solution=nothing, title="", author=None)).meta == ()
    sixteen = parse(text(16, solution=[1 + cell % 16 for cell in range(256)]))
    assert read_values(sixteen.grid, dict(sixteen.meta)["solution"])[:3] == (1, 2, 3)


def test_meta_never_blocks_a_link():
    puzzle = Puzzle(SIX.grid, rules=HOUSES, meta=(("label", "a"), ("solution", "x"), ("b", "c")))
    assert parse(write(puzzle, "fpuzzles")).meta == (("title", "a"),)


def test_kept_entries_cannot_add_rules():
    """The metadata may be anything, and the puzzle may have changed since."""
    for kept in (
        {"killercage": [{"cells": ["R1C1"], "value": "3"}]},
        {"antiking": True},
        {
            "grid": {"0": {"value": 5, "given": True}, "1": 5},
            "cage": [{"cells": 1, "value": "DR1"}],
        },
        {"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]},
        {"odd": 5, "line": 5, "size": 3},
        [1],
        "no JSON",
    ):
        with case(kept):
            kept_text = kept if isinstance(kept, str) else json.dumps(kept)
            puzzle = Puzzle(SIX.grid, rules=HOUSES, meta=(("fpuzzles", kept_text),))
            assert parse(write(puzzle, "fpuzzles")) == SIX


def test_a_json_file_may_hold_what_a_link_holds(tmp_path):
    for name, content in (("a.json", text(2)), ("b.json", write(parse(text(2)), "json"))):
        (tmp_path / name).write_text(content)
        with case(name):
            assert [record.puzzle for record in read_file(tmp_path / name)] == [parse(text(2))]
