"""Read one puzzle per line from plain and compressed files, and refuse other files."""

import bz2
import gzip
import io
import lzma
import zipfile

import numpy as np
import pytest
from hypothesis import given
from puzzle_texts import IGNORED, SMALL, UNIQUE, lines_from, texts

from nonet import PuzzleError, bulk
from nonet.formats.text import Source
from nonet.streaming import compression
from nonet.streaming.lines import LONGEST, Chunk, lines_of


def zipped(data):
    """Return an archive with a file in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("in.txt", data)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "format"),
    [("1 . | . 4\n. . | . .\n----+----\n2 . | . .\n. . | . 1\n", "grid"), ("{\n}\n", "json")],
)
def test_text_without_one_puzzle_per_line_is_refused(answered, content, format):
    with pytest.raises(PuzzleError, match=f"the format is {format}"):
        answered(content)


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


def test_a_truncated_compressed_file_is_refused(answered):
    packed = gzip.compress(f"{UNIQUE}\n".encode() * 1000)
    with pytest.raises(PuzzleError, match="cannot be unpacked"):
        answered(packed[:-20], name="in.txt.gz")


@pytest.mark.parametrize("name", ["in.txt", "in.csv", "in.txt.gz", "in.txt.zst", "in.parquet"])
@pytest.mark.parametrize(
    ("compress", "said"),
    [
        (lzma.compress, r"compressed by xz: unpack it \(xz -d\)"),
        (bz2.compress, r"compressed by bzip2: unpack it \(bzip2 -d\)"),
        (zipped, r"a zip archive or a spreadsheet: unpack it \(unzip\) or save it as CSV"),
    ],
)
def test_other_compressions_are_refused_with_advice(answered, name, compress, said):
    with pytest.raises(PuzzleError, match=f"{name}: {said}"):
        answered(compress(f"{UNIQUE}\n".encode()), name)


@pytest.mark.parametrize(("ending", "other"), [(".gz", ".zst"), (".zst", ".gz")])
def test_the_ending_of_a_compressed_source_must_name_its_compression(write, ending, other):
    for name in ("in.txt", f"in.txt{other}"):
        source = write(name, compression.compress(f"{UNIQUE}\n".encode(), ending))
        with pytest.raises(PuzzleError, match=rf"Its name must end in \{ending}"):
            bulk(source, source.with_name("out.csv"))


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
