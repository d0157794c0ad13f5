"""Tests of ``nonet encode``: the languages of solvers, files, and the sizes of encodings."""

import os
import sys
from itertools import count
from pathlib import Path

import pytest
from ortools.sat import cp_model_pb2

from nonet.cli.encode import export
from nonet.encodings import cnf, dimacs, minizinc, opb
from nonet.encodings.cpsat import encode_boolean, encode_integer, serialize
from nonet.encodings.sizes import ENCODINGS, size
from nonet.formats import classic

PUZZLE = "12..34..2......3"
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
NONE = "123....4........"

#: The note if propagation solves the puzzle before it is encoded.
NOTE = (
    "nonet: note: the givens determine every cell, so the clauses contain no rules. "
    "Use --options raw to encode the rules.\n"
)


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "minimal", "ladder,raw", "raw,product,minimal"])
@pytest.mark.parametrize("to", [[], ["--to", "dimacs"]])
def test_it_writes_the_encoding(nonet, options, to):
    done = nonet("encode", PUZZLE, *to, *(["--options", options] if options else []))
    assert (done.code, done.err) == (0, "" if "raw" in options else NOTE)
    expected = cnf.encode(classic(PUZZLE), options)
    assert dimacs.read(done.lines).clauses == expected.clauses


@pytest.mark.parametrize(("to", "module"), [("opb", opb), ("minizinc", minizinc)])
def test_other_languages(nonet, to, module):
    assert nonet("encode", PUZZLE, "--to", to).answer == list(module.write(classic(PUZZLE)))


@pytest.mark.parametrize(
    ("options", "encoding"),
    [([], encode_integer), (["integer"], encode_integer), (["boolean"], encode_boolean)],
)
def test_a_cpsat_model_is_text_on_stdout(nonet, options, encoding):
    done = nonet("encode", PUZZLE, "--to", "cpsat", *(["--options", *options] if options else []))
    assert done.code == 0
    assert done.out.encode() == serialize(encoding(classic(PUZZLE)))


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["dimacs", "opb", "minizinc", "cpsat"])
def test_a_file_has_what_stdout_would_have(nonet, write, to):
    write("model.txt", "something else")
    expected = nonet("encode", PUZZLE, "--to", to).out
    done = nonet("encode", PUZZLE, "--to", to, "-o", "model.txt")
    assert (done.code, done.out, done.err) == (0, "", NOTE if to == "dimacs" else "")
    assert Path("model.txt").read_text() == expected
    assert os.listdir() == ["model.txt"]


def test_a_cpsat_model_is_binary_in_a_pb_file(nonet, write):
    write("there", "")
    assert nonet("encode", PUZZLE, "--to", "cpsat", "--out", "model.pb").code == 0
    read = cp_model_pb2.CpModelProto.FromString(Path("model.pb").read_bytes())
    assert len(read.variables) == 16
    assert nonet("encode", PUZZLE, "--to", "cpsat", "--out", "model.pbtxt").code == 0
    assert Path("model.pbtxt").read_bytes() == serialize(encode_integer(classic(PUZZLE)))


def test_a_link_stays_a_link(nonet, write):
    write("model.cnf", "")
    os.symlink("model.cnf", "link.cnf")
    assert nonet("encode", PUZZLE, "-o", "link.cnf").code == 0
    assert os.path.islink("link.cnf")
    assert dimacs.read(Path("model.cnf").read_text().splitlines()).clauses


def test_a_device_is_written_to(spawn):
    done = spawn("encode", PUZZLE, "--out", "/dev/stdout")
    assert dimacs.read(done.lines).clauses


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, BrokenPipeError])
def test_an_early_end_leaves_the_file_unchanged(nonet, write, monkeypatch, error):
    write("model.cnf", "as it was")

    def broken_off(puzzle, to, options):
        for number in count():
            if number == 100_000:
                raise error
            yield f"{number} 0"

    # Get the module by import, because the attribute `nonet.cli.encode` is the function.
    monkeypatch.setattr(sys.modules["nonet.cli.encode"], "_lines", broken_off)
    if error is MemoryError:
        with pytest.raises(MemoryError):
            export(None, None, "", "model.cnf")
    else:
        assert nonet("encode", PUZZLE, "-o", "model.cnf").code in (2, 130, 141)
    assert os.listdir() == ["model.cnf"]
    assert Path("model.cnf").read_text() == "as it was"


# --- sizes ---------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_encoding(nonet):
    done = nonet("encode", "--stats", "4" + "." * 15)
    assert (done.code, done.err) == (0, "")
    head, *rows = filter(None, done.lines)
    assert head.split() == ["options", "marks", "auxiliaries", "clauses", "literals", "native"]
    puzzle = classic("4" + "." * 15)
    for row, encoding in zip(rows, ENCODINGS, strict=True):
        found = size(puzzle, encoding)
        name, *numbers = row.split()
        assert name == (str(encoding) or "pairwise")
        expected = [found.marks, found.auxiliaries, found.clauses, found.literals]
        expected += [found.constraints] if found.constraints else []
        assert list(map(int, numbers)) == expected


def test_the_table_fits_a_terminal(nonet):
    done = nonet("encode", "--stats", "--options", "ladder,raw", "4" + "." * 80)
    assert (done.code, len(done.lines)) == (0, 3)
    assert max(map(len, done.lines)) < 80


def test_the_sizes_as_records(nonet):
    records = nonet("encode", "--stats", "--json", PUZZLE).records
    assert records[0] == {
        "options": "pairwise",
        "at_most_one": "pairwise",
        "clause_set": "extended",
        "reduction": "propagated",
        "marks": 16,
        "auxiliaries": 0,
        "clauses": 16,
        "literals": 16,
        "constraints": 0,
    }
    assert [record["options"] for record in records[1:]] == list(map(str, ENCODINGS[1:]))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("ladder,raw", ["ladder,raw", "ladder,minimal,raw"]),
        ("product,minimal,givens", ["product,minimal,givens"]),
        ("pairwise,extended", ["pairwise", "givens", "raw"]),
    ],
)
def test_options_choose_among_the_sizes(nonet, options, names):
    done = nonet("encode", "--stats", "--options", options, PUZZLE)
    assert [line.split()[0] for line in done.lines[1:] if line] == names


def test_an_encoding_too_large_is_a_line_among_the_others(nonet, monkeypatch):
    monkeypatch.setattr("nonet.encodings.writer.MOST_CLAUSES", 11_000)
    done = nonet("encode", "--stats", "--options", "raw", "." * 81)
    assert done.code == 0
    lines = {line.split()[0]: line.split()[1:] for line in done.lines}
    assert lines["totalizer,raw"] == ["too", "large"]
    assert lines["minimal,raw"][0] == "729"
    records = nonet("encode", "--stats", "--json", "--options", "totalizer,raw", "." * 81).records
    assert "11000 clauses" in records[0]["error"]
