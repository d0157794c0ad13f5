"""``nonet encode``: DIMACS out, and the dialect of the SAT competition."""

import pytest

from nonet.encodings import cnf, dimacs
from nonet.formats import classic

PUZZLE = "12..34..2......3"
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
NONE = "123....4........"


@pytest.mark.parametrize(("options", "clauses"), [([], "extended"), (["minimal"], "minimal")])
def test_it_writes_the_encoding(nonet, options, clauses):
    done = nonet("encode", PUZZLE, *(["--clauses", *options] if options else []))
    assert done.code == 0
    expected = cnf.encode(classic(PUZZLE), clauses)
    assert dimacs.read(done.lines).clauses == expected.clauses


def test_the_clause_sets_differ(nonet):
    extended = nonet("encode", "." * 16)
    minimal = nonet("encode", "--clauses", "minimal", "." * 16)
    assert len(minimal.lines) < len(extended.lines)


@pytest.mark.parametrize("backend", ["pysat", "norvig", "cpsat"])
def test_solving_speaks_the_dialect_of_the_sat_competition(nonet, backend):
    done = nonet("encode", "--solve", "--backend", backend, PUZZLE)
    assert done.code == 10
    assert done.lines[0] == "s SATISFIABLE"
    assert all(line.startswith("v ") for line in done.lines[1:])
    reply = dimacs.read_reply(done.lines)
    assert cnf.encode(classic(PUZZLE)).decode(reply.model) == SOLVED

    none = nonet("encode", "--solve", "--backend", backend, NONE)
    assert (none.code, none.out) == (20, "s UNSATISFIABLE\n")


def test_unknown_is_0_in_this_dialect(nonet):
    done = nonet("encode", "--solve", "--backend", "norvig", "--nodes", "0", PUZZLE)
    assert (done.code, done.out) == (0, "s UNKNOWN\n")


def test_the_clause_set_counts_when_solving_too(nonet):
    assert nonet("encode", "--solve", "--clauses", "minimal", PUZZLE).code == 10
    refused = nonet("encode", "--solve", "--clauses", "minimal", "--backend", "norvig", PUZZLE)
    assert (refused.code, refused.err) == (2, "nonet: norvig has no variants and no options\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{PUZZLE}\n{PUZZLE}", "more than one puzzle: encode takes one"),
        (PUZZLE[1:], "<stdin>:1: 15 characters"),
        ("", "<stdin>: no puzzle in it"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--solve"]])
def test_it_takes_exactly_one_puzzle(nonet, text, complaint, options):
    done = nonet("encode", *options, stdin=text)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err


def test_too_many_clauses(nonet, monkeypatch):
    monkeypatch.setattr("nonet.encodings.writer.MOST_CLAUSES", 1_000)
    done = nonet("encode", "." * 81)
    assert (done.code, done.out) == (2, "")
    assert "1000 clauses" in done.err
