"""Tests of ``nonet hint``: its levels and its exit codes."""

from dataclasses import replace

from clocks import lasting

from nonet.formats import classic, write

PUZZLE = "12..34..2......3"


def test_a_record_has_the_step_at_the_last_level(nonet):
    [record] = nonet("hint", "--json", "--level", "3", PUZZLE).records
    assert record["step"]["placed"] == {"r1c4": 4}
    [record] = nonet("hint", "--json", PUZZLE).records
    assert "step" not in record


def test_a_record_has_the_values_that_are_missing_at_the_last_level(nonet):
    puzzle = classic(PUZZLE)
    position = write(replace(puzzle, marks=(*puzzle.marks[:2], 0b1000, *puzzle.marks[3:])), "json")
    for level, value in (("1", None), ("2", None), ("3", 3)):
        done = nonet("hint", "--json", "--level", level, PUZZLE, "--at", position)
        assert done.records[0]["missing"] == {"r1c3": value}, level


def test_a_certificate_proves_the_step(nonet, tmp_path):
    folder = tmp_path / "step"
    assert nonet("hint", PUZZLE, "--proof", folder).code == 0
    assert nonet("verify", folder).code == 0
    assert "the folder is not empty" in nonet("hint", PUZZLE, "--proof", folder).err
    done = nonet("hint", PUZZLE, "--at", "124.34..2......3", "--proof", tmp_path / "none")
    assert "was not written, because there is no step to prove" in done.err


def test_the_time_is_for_the_step_and_the_proof(nonet, tmp_path):
    folder = tmp_path / "step"
    with lasting("nonet.certificates.certify", seconds=10):
        done = nonet("hint", "--time", "9", PUZZLE, "--proof", folder)
        assert (done.code, done.out) == (124, "look at row 1\n")
        assert done.err == f"nonet: {folder}: no proof, because a limit was reached\n"
        assert not [*tmp_path.iterdir()]
        assert nonet("hint", "--time", "11", PUZZLE, "--proof", folder).code == 0
