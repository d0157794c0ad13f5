"""Metadata that a format cannot store are omitted, with one note on stderr."""

from dataclasses import replace

import pytest

from nonet.formats import classic, write

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
LABELLED = f"{UNIQUE} an easy one"


def note(key, count, format="grid"):
    of = "1 puzzle" if count == 1 else f"{count} puzzles"
    return f"nonet: note: {format} cannot store the {key}, so {of} lost it\n"


@pytest.mark.parametrize("verb", ["show", "solve"])
def test_labels_are_left_out_with_a_note(nonet, verb):
    done = nonet(verb, "--to", "grid", stdin=f"{LABELLED}\n{UNIQUE}\n{LABELLED}\n")
    assert (done.code, done.err) == (0, note("label", 2))
    done = nonet(verb, "--to", "line", stdin=LABELLED)
    assert (done.lines[0][16:], done.err) == (" an easy one", "")


def test_all_solutions_of_a_puzzle_share_one_note(nonet):
    done = nonet("solve", "--all", "--to", "grid", "12.............. two")
    assert (done.code, done.err) == (0, note("label", 1))


def test_a_solved_puzzle_needs_no_stored_solution(nonet):
    said = (("title", "Two"), ("solution", SOLVED))
    link = write(replace(classic(UNIQUE), meta=said), "fpuzzles")
    assert nonet("show", link, "--to", "grid").err == note("title", 1) + note("solution", 1)
    done = nonet("solve", link, "--to", "grid")
    assert (done.code, done.err) == (0, note("title", 1))
    assert nonet("solve", link, "--to", "svg").err == ""


def test_generated_puzzles_get_the_note_too(nonet):
    done = nonet("generate", "--from", f"{'.' * 16} two", "--seed", "1", "--to", "grid")
    assert done.code == 0
    assert note("label", 1) in done.err
