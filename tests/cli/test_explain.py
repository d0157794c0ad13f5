"""Tests of ``nonet explain``: its output and its exit codes."""

import pytest
from clocks import lasting

from nonet.certificates import certify
from nonet.formats import classic, write

UNIQUE = "12..34..2......3"
AMBIGUOUS = "12..34.........."
CLASHING = "11.............."


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

    def interrupted(step, limits):
        written.append(step)
        if len(written) == 2:
            raise KeyboardInterrupt
        return certify(step.claim, limits=limits)

    monkeypatch.setattr("nonet.explanations.Step.certify", interrupted)
    assert nonet("explain", UNIQUE, "--proof", tmp_path / "steps").code == 130
    assert len(written) == 2
    assert not [*tmp_path.iterdir()]


def test_the_time_is_for_the_path_and_the_proofs(nonet, tmp_path):
    folder = tmp_path / "steps"
    with lasting("nonet.certificates.certify", seconds=10):
        done = nonet("explain", "--time", "99", UNIQUE, "--proof", folder)
        assert (done.code, done.lines[-1]) == (124, "10 steps, hardest 1")
        assert done.err == f"nonet: {folder}: no proof, because a limit was reached\n"
        assert not [*tmp_path.iterdir()]
        assert nonet("explain", "--time", "101", UNIQUE, "--proof", folder).code == 0


def test_without_a_step_there_is_nothing_to_write(nonet, tmp_path):
    for option in ("--html", "--proof"):
        done = nonet("explain", option, tmp_path / "new", "1234341221434321")
        assert (done.code, done.out) == (2, "0 steps, hardest 0\n"), option
        assert done.err == (
            f"nonet: {tmp_path / 'new'}: was not written, because the puzzle is already solved\n"
        )
