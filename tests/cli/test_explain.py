"""Tests of ``nonet explain``, ``hint`` and ``rate``: steps, their certificates, and ratings."""

from dataclasses import replace

import pytest
from clocks import lasting
from examples import CHAINS

from nonet.certificates import certify
from nonet.formats import classic, write

UNIQUE = "12..34..2......3"
RATED = ".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8."


def test_each_step_is_a_line_with_its_cost(nonet):
    done = nonet("explain", UNIQUE)
    assert done.lines[0] == "  1. [1] naked single: r1c4 = 4, the only value left"
    assert done.lines[-1] == "10 steps, hardest 1"
    assert done.code == 0


def test_a_record_has_the_steps(nonet):
    [record] = nonet("explain", "--json", "--unit", "rule", UNIQUE).records
    assert (record["verdict"], record["unit"], record["hardest"]) == ("unique", "rule", 1)
    assert record["steps"][0]["placed"] == {"r1c4": 4}
    first = record["steps"][0]
    assert {"cost", "at_least", "technique", "uses", "removed", "said"} <= set(first)
    assert first["all_compared"] is True


@pytest.mark.parametrize(("verb", "total"), [("explain", 11), ("hint", 12)])
def test_without_time_there_is_no_verdict(nonet, verb, total):
    # No other test has this puzzle, so nonet has not prepared it yet.
    puzzle = write(classic(UNIQUE).cage("r1c1 r2c2 r3c4 r4c3", total), "json")
    done = nonet(verb, "--time", "0", puzzle)
    assert (done.out, done.code) == ("unknown: a limit was reached\n", 124)


def test_a_page_has_the_steps_and_their_pictures(nonet, tmp_path):
    page = tmp_path / "path.html"
    assert nonet("explain", "--html", str(page), UNIQUE).code == 0
    text = page.read_text()
    assert text.count("<figure>") == text.count("<li>") == 10
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_certificates_prove_the_steps(nonet, tmp_path):
    folder = tmp_path / "steps"
    assert nonet("explain", UNIQUE, "--proof", folder).code == 0
    assert nonet("verify", folder).lines[-1] == "verified 10 of 10"


def test_an_interruption_leaves_no_certificates(nonet, tmp_path, monkeypatch):
    written = []

    def interrupted(claim, limits):
        written.append(claim)
        if len(written) == 2:
            raise KeyboardInterrupt
        return certify(claim, limits=limits)

    monkeypatch.setattr("nonet.certificates.certify", interrupted)
    assert nonet("explain", UNIQUE, "--proof", tmp_path / "steps").code == 130
    assert len(written) == 2
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("verb", "seconds", "said"),
    [("explain", 99, "10 steps, hardest 1"), ("hint", 9, "look at row 1"), ("check", 9, "unique")],
)
def test_the_time_is_for_the_answer_and_its_proof(nonet, tmp_path, verb, seconds, said):
    folder = tmp_path / "proof"
    with lasting("nonet.certificates.certify", seconds=10):
        done = nonet(verb, "--time", seconds, UNIQUE, "--proof", folder)
        assert (done.code, done.lines[-1]) == (124, said)
        assert done.err == f"nonet: {folder}: no proof, because a limit was reached\n"
        assert not [*tmp_path.iterdir()]
        assert nonet(verb, "--time", seconds + 2, UNIQUE, "--proof", folder).code == 0


def test_without_a_step_there_is_nothing_to_write(nonet, tmp_path):
    for option in ("--html", "--proof"):
        done = nonet("explain", option, tmp_path / "new", "1234341221434321")
        assert (done.code, done.out) == (2, "0 steps, hardest 0\n"), option
        assert done.err == (
            f"nonet: {tmp_path / 'new'}: was not written, because the puzzle is already solved\n"
        )


# --- hint and rate -------------------------------------------------------------------------------


def test_a_record_of_a_hint_has_the_step_at_the_last_level(nonet):
    [record] = nonet("hint", "--json", "--level", "3", UNIQUE).records
    assert record["step"]["placed"] == {"r1c4": 4}
    [record] = nonet("hint", "--json", UNIQUE).records
    assert "step" not in record


def test_a_record_of_a_hint_has_the_values_that_are_missing_at_the_last_level(nonet):
    puzzle = classic(UNIQUE)
    position = write(replace(puzzle, marks=(*puzzle.marks[:2], 0b1000, *puzzle.marks[3:])), "json")
    for level, value in (("1", None), ("2", None), ("3", 3)):
        done = nonet("hint", "--json", "--level", level, UNIQUE, "--at", position)
        assert done.records[0]["missing"] == {"r1c3": value}, level


def test_a_certificate_proves_the_step(nonet, tmp_path):
    folder = tmp_path / "step"
    assert nonet("hint", UNIQUE, "--proof", folder).code == 0
    assert nonet("verify", folder).code == 0
    assert "the folder is not empty" in nonet("hint", UNIQUE, "--proof", folder).err
    done = nonet("hint", UNIQUE, "--at", "124.34..2......3", "--proof", tmp_path / "none")
    assert "was not written, because there is no step to prove" in done.err


def test_a_record_has_the_costs_in_both_units(nonet):
    [record] = nonet("rate", "--json", RATED).records
    assert (record["difficulty"], record["er"], record["typical_error"]) == ("easy", 1.5, 0.1)
    assert record["hardest"] == {"digit": 1, "rule": 1}
    assert set(record["steps"]) == {"1"}


def test_the_record_of_a_full_grid_has_no_steps(nonet):
    [record] = nonet("rate", "--json", "1234341223414123").records
    assert (record["verdict"], record["complete"], record["steps"]) == ("unique", True, {})


def test_nodes_end_the_search_for_a_step_and_that_is_an_answer(nonet):
    done = nonet("rate", "--nodes", "1", CHAINS)
    assert ", from bounds; hardest 2 to " in done.out
    assert done.code == 0
