"""Tests of links as sources of puzzles. nonet asks servers only with --fetch."""

import json
from dataclasses import replace

import pytest

from nonet.formats import classic, write
from nonet.formats.links import download, lz
from nonet.system.errors import PuzzleError

PUZZLE = classic("1...............").antiknight()
LINK = write(PUZZLE, "fpuzzles")
OTHER = write(classic("12..34..2......3"), "fpuzzles")


def test_a_link_is_an_argument_or_in_a_file_or_on_stdin(nonet, tmp_path):
    file = tmp_path / "links.txt"
    file.write_text(f"# two puzzles\n{LINK}\n\n{OTHER}\n")
    expected = nonet("show", LINK).out
    for done in (
        nonet("show", stdin=LINK),
        nonet("show", LINK.split("=", 1)[1]),
        nonet("show", LINK.removeprefix("https://www.")),
    ):
        assert (done.code, done.out, done.err) == (0, expected, "")
    assert nonet("show", file, "--to", "fpuzzles").lines == [LINK, OTHER]
    assert nonet("show", "--to", "fpuzzles", stdin="12..34..2......3").lines == [OTHER]
    assert nonet("check", file).code == 1


def test_one_file_has_links_of_several_sites(nonet, tmp_path):
    file = tmp_path / "links.txt"
    file.write_text(f"{LINK}\n.~R1C1_1\n{OTHER}\n")
    done = nonet("show", file, "--to", "json")
    assert (done.code, len(done.lines)) == (0, 3)


@pytest.fixture
def asked(monkeypatch):
    """Record the fetched addresses, and answer with a link."""
    links = []

    def fetch(link):
        links.append(link)
        if "missing" in link:
            raise PuzzleError("tinyurl.com answers with the status 404")
        return LINK

    monkeypatch.setattr(download, "fetch_link", fetch)
    return links


def test_a_short_link_is_fetched_only_with_the_option(nonet, asked):
    done = nonet("check", "tinyurl.com/abc")
    assert (done.code, asked) == (2, [])
    assert "'tinyurl.com/abc' is only the name of a puzzle. Use --fetch" in done.err
    assert nonet("show", "--fetch", "tinyurl.com/abc").out == nonet("show", LINK).out
    assert nonet("solve", "--fetch", stdin="f-puzzles.com/?id=abc\n").code == 0
    assert asked == ["tinyurl.com/abc", "f-puzzles.com/?id=abc"]


def test_links_that_hold_their_puzzle_are_not_fetched(nonet, asked):
    assert nonet("show", "--fetch", LINK, "12..34..2......3").code == 0
    assert asked == []


def test_a_failed_fetch_does_not_stop_the_others(nonet, asked):
    done = nonet("check", "--fetch", stdin=f"tinyurl.com/missing\n{OTHER}\n")
    assert done.code == 2
    assert "nonet: <stdin>:1: tinyurl.com answers with the status 404" in done.err
    assert done.out.endswith("unique\n")


def drawn(*lines):
    """Return a link of SudokuPad that has purple and red lines through its first cells."""
    found = [
        {"color": colour, "thickness": 8, "wayPoints": [[0.5, 0.5], [0.5, 1.5]]} for colour in lines
    ]
    document = {"cells": [[{}] * 4] * 4, "lines": found}
    return f"https://sudokupad.app/scl{lz.compress(json.dumps(document))}"


def test_show_lists_what_was_recognised_in_drawings(nonet):
    shown = nonet("show", drawn("#F067F0")).lines
    assert shown[-2:] == [
        "rules that nonet recognised in the link:",
        "  line #f067f0, 8 wide, r1c1 r1c2: renban r1c1 r1c2",
    ]
    assert "rules that nonet recognised in the link:" not in nonet("show", LINK).lines


def test_drawings_that_may_be_rules_are_refused_unless_they_are_ignored(nonet):
    link = drawn("#F067F0", "#FF0000")
    for verb in ("show", "check", "solve"):
        refused = nonet(verb, link)
        assert refused.code == 2
        assert "no known rule looks like this drawing: line #ff0000, 8 wide at r1c1" in refused.err
        assert nonet(verb, link, "--lossy").code in (0, 1)


def test_ignored_drawings_are_lost_without_a_note(nonet):
    link = drawn("#FF0000")
    done = nonet("show", link, "--lossy", "--to", "sudokupad")
    assert (done.code, done.err) == (0, "")
    assert nonet("show", done.out.strip()).code == 2


def test_a_name_at_sudokupad_is_fetched_unless_it_is_a_file(nonet, asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "abc123: No such file or directory" in nonet("show", "abc123").err
    assert nonet("show", "--fetch", "abc123").code == 0
    assert asked == ["https://sudokupad.app/abc123"]
    (tmp_path / "abc123").write_text(OTHER)
    assert nonet("show", "--fetch", "abc123", "--to", "fpuzzles").lines == [OTHER]
    assert len(asked) == 1


def test_the_words_of_a_link_are_shown_unchanged(nonet):
    said = (("title", "Two\x1b[2J"), ("author", "me"), ("rules", "No 1.\n\x9b31mOr so."))
    link = write(replace(PUZZLE, meta=said), "fpuzzles")
    done = nonet("show", link)
    assert done.out == (
        "Two\\x1b[2J\n"
        + nonet("show", LINK).out
        + "the rules in the words of me:\n  No 1.\n  \\x9b31mOr so.\n"
    )
    assert nonet("show", link, "--to", "fpuzzles").lines == [link]


def test_bulk_can_ignore_drawings(nonet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "links.txt").write_text(f"{drawn('#F067F0', '#FF0000')}\n{OTHER}\n")
    done = nonet("bulk", "links.txt", "out.csv")
    assert done.lines[0].startswith("2 puzzles: 1 unique, 1 unreadable; ")
    done = nonet("bulk", "links.txt", "out.csv", "--lossy", "--force")
    assert done.lines[0].startswith("2 puzzles: 1 multiple, 1 unique; ")
