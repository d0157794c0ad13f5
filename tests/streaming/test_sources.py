"""Read one puzzle per line from plain and compressed files, and refuse other files."""

import bz2
import gzip
import io
import lzma
import zipfile

import numpy as np
import pytest
from hypothesis import given
from puzzle_texts import IGNORED, SMALL, SOLVED, UNIQUE, lines_from, texts

from nonet import PuzzleError, bulk
from nonet.formats.text import Source
from nonet.streaming import compression
from nonet.streaming.lines import LONGEST, Chunk, lines_of

GRID = "1 . | . 4\n. . | . .\n----+----\n2 . | . .\n. . | . 1\n"
LINES = f"{UNIQUE}\n".encode() * 1000
ARCHIVE = io.BytesIO()
with zipfile.ZipFile(ARCHIVE, "w") as archive:
    archive.writestr("in.txt", LINES)
COLUMNS = "The columns are id, puzzle"

#: Names, contents and options of sources, and their errors.
REFUSED = [
    ("in.txt", GRID, {}, "the format is grid"),
    ("in.txt", "{\n}\n", {}, "the format is json"),
    ("in.txt.gz", gzip.compress(LINES)[:-20], {}, "cannot be unpacked"),
    ("in.txt.gz", b"", {"shard": "1/2"}, "--shard needs plain text"),
    *(
        (name, compression.compress(LINES, ending), {}, rf"Its name must end in \{ending}")
        for ending, other in ((".gz", ".zst"), (".zst", ".gz"))
        for name in ("in.txt", f"in.txt{other}")
    ),
    *(
        (name, packed, {}, f"{name}: {advice}")
        for packed, advice in (
            (lzma.compress(LINES), r"compressed by xz: unpack it \(xz -d\)"),
            (bz2.compress(LINES), r"compressed by bzip2: unpack it \(bzip2 -d\)"),
            (
                ARCHIVE.getvalue(),
                r"a zip archive or a spreadsheet: unpack it \(unzip\) or save it as CSV",
            ),
        )
        for name in ("in.txt", "in.csv", "in.txt.gz", "in.txt.zst", "in.parquet")
    ),
    *(
        ("in.csv", "id,puzzle\n1,2\n", options, f"no column 'no'. {COLUMNS}")
        for options in ({"column": "no"}, {"keep": ["no"]}, {"compare": "no"})
    ),
    (
        "in.csv",
        "id,sudoku\n1,2\n",
        {},
        "no column is named puzzle, quiz, board, grid. The columns are id, sudoku",
    ),
    (
        "in.csv",
        "id,verdict,puzzle\n1,2,3\n",
        {"keep": ["verdict"]},
        "cannot keep the column 'verdict', as bulk",
    ),
    ("in.csv", f"{UNIQUE},{SOLVED}\n", {}, r"in\.csv:1: the first line must name the columns"),
    ("in.csv", "id,puzzle\n1,2\n".encode("utf-16"), {}, "UTF-16"),
]


@pytest.mark.parametrize(("name", "content", "options", "message"), REFUSED)
def test_a_bad_source_is_refused(answered, name, content, options, message):
    with pytest.raises(PuzzleError, match=message):
        answered(content, name, **options)


@pytest.mark.parametrize("before", [0, 1, 1 << 15])
@pytest.mark.parametrize("name", ["in.txt", "in.txt.gz", "in.jsonl"])
@pytest.mark.parametrize("after", [b"", f"\n{UNIQUE}\n".encode()])
@pytest.mark.parametrize("length", [LONGEST + 1, 9 << 20])
def test_a_line_longer_than_any_puzzle_is_refused_and_cut(
    write, target, before, name, after, length
):
    content = f"{UNIQUE}\n".encode() * before + b"1" * length + after
    kind = compression.kind(name)
    source = write(name, compression.compress(content, kind) if kind else content)
    summary = bulk(source, target)
    assert summary.verdicts.get("unique", 0) == before + bool(after)
    assert (summary.errors, summary.puzzles) == (1, before + 1 + bool(after))
    record = target.read_text().splitlines()[before + 1]
    assert record.startswith("1" * 1000 + "…,")
    assert f'"line {before + 1}: longer than 65,536 bytes: no puzzle is that long"' in record


def test_a_line_of_the_largest_length_is_read(answered):
    summary, found = answered(f"{UNIQUE}\n" + "1" * LONGEST + f"\n{UNIQUE}\n")
    assert (summary.verdicts["unique"], summary.errors) == (2, 1)
    assert "a 256×256 puzzle has" in found[1]["error"]


# --- lines ---------------------------------------------------------------------------------------


@given(texts())
def test_lines_equal_those_of_the_reader(text):
    text = text.removeprefix("\ufeff".encode())
    source, found = Source.of(text.decode()), lines_of(text.replace(b"\0", b"0"))
    content = [(line.number - 1, line.text.replace("\0", "0")) for line in source.content()]
    assert lines_from([Chunk(0, 0, lambda: found)]) == content
    assert found.total == len(source.lines) - (source.lines[-1] == "")


@pytest.mark.parametrize("end", [b"\n", b""])
def test_even_lines_are_not_copied(end):
    text = b"\n".join([UNIQUE.encode()] * 3) + end
    rows = lines_of(text).rows
    assert rows.shape == (3, 81)
    assert np.shares_memory(rows, np.frombuffer(text, np.uint8))


def test_an_odd_line_does_not_change_the_others():
    text = "\n".join([UNIQUE, SMALL, UNIQUE, f"\t{UNIQUE[1:]}", f"/{UNIQUE[1:]}", *IGNORED, UNIQUE])
    lines = lines_of(text.encode())
    assert lines.places.tolist() == [0, 2, 9]
    assert [other.line for other in lines.others] == [1, 3, 4]


def test_lines_that_are_not_utf8_have_an_error():
    lines = lines_of(b"\xff\xfe\n" + UNIQUE.encode() + b"\na\0b")
    assert [(other.line, other.error) for other in lines.others] == [
        (0, "not text"),
        (2, "not text"),
    ]
