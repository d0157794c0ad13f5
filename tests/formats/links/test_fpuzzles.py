"""f-puzzles: every key is read as its rule, and what cannot be read is refused with its place."""

import json

import pytest
from examples import case

from nonet.errors import PuzzleError
from nonet.formats import classic, parse, write
from nonet.formats.links import lz

ANTIKNIGHT = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgSzN"
    "hADWzCGgAWbdpxhcgA=="
)


def test_a_link_is_read_wherever_it_is_found():
    expected = classic("1...............").antiknight()
    for text in (
        f"https://www.f-puzzles.com/?load={ANTIKNIGHT}",
        f"https://f-puzzles.com/?load={ANTIKNIGHT.replace('+', ' ')}",
        f"http://F-Puzzles.com/?load={ANTIKNIGHT.replace('+', '%2B').replace('=', '%3D')}&x=1",
        f"www.f-puzzles.com/?a&load={ANTIKNIGHT.rstrip('=')}",
        f"https://example.org/puzzles/?load={ANTIKNIGHT}",
        ANTIKNIGHT,
        lz.decompress(ANTIKNIGHT),
        json.dumps(json.loads(lz.decompress(ANTIKNIGHT)), indent=1),
    ):
        with case(text):
            assert parse(text) == expected


def test_what_is_written_is_a_link():
    puzzle = classic("1...............").antiknight()
    link = write(puzzle, "fpuzzles")
    assert link.startswith("https://www.f-puzzles.com/?load=N4Ig")
    assert parse(link) == puzzle


@pytest.mark.parametrize(
    "link", ["https://f-puzzles.com/?id=abc123", "tinyurl.com/abc123", "https://tinyurl.com/a-b"]
)
def test_a_short_link_does_not_hold_its_puzzle(link):
    with pytest.raises(PuzzleError, match="does not hold its puzzle, only a name for it: --fetch"):
        parse(link)
