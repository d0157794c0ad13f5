"""Tests of sources of bulk: plain, compressed and untrusted files."""

import bz2
import gzip
import io
import lzma
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest
from examples import case, share_or_whole
from hypothesis import given
from puzzle_texts import IGNORED, SMALL, SOLVED, UNIQUE, lines_from, texts

from nonet import Limits, PuzzleError, bulk
from nonet.formats.text import Source
from nonet.streaming import parquet
from nonet.streaming.lines import LONGEST, Chunk, lines_of
from nonet.streaming.parquet import ParquetFile
from nonet.streaming.tables import ColumnChoice
from nonet.system import compression

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
    ("in.txt.gz", b"", {"shard": "1/2"}, "shards need plain text"),
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
    source, found = Source.of(text.decode()), lines_of(text.replace(b"\0", b"0"))
    content = [(line.number - 1, line.text.replace("\0", "0")) for line in source.content()]
    assert lines_from([Chunk(0, 0, lambda: found)]) == content
    assert found.total == len(source.lines) - (text[-1:] in (b"", b"\n", b"\r"))


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


# --- Parquet -------------------------------------------------------------------------------------

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

TEXTS = [UNIQUE, SMALL, "", None, "é", "x" * 2_000, *[UNIQUE] * 50, *map(str, range(200))]

WAYS = [
    {},
    {"use_dictionary": False},
    {"data_page_version": "2.0"},
    {"data_page_version": "2.0", "use_dictionary": False, "compression": "zstd"},
    {"use_dictionary": False, "column_encoding": {"puzzle": "DELTA_BYTE_ARRAY"}},
    {"use_dictionary": False, "column_encoding": {"puzzle": "DELTA_LENGTH_BYTE_ARRAY"}},
    {"compression": "none"},
    {"compression": "gzip"},
    {"compression": "brotli"},
    {"compression": "lz4"},
    {"data_page_size": 64, "row_group_size": 70, "dictionary_pagesize_limit": 200},
]


def source(path):
    return ParquetFile.of(str(path), ColumnChoice())


def written(path, texts, **options):
    pq.write_table(pa.table({"other": range(len(texts)), "puzzle": texts}), path, **options)
    return source(path)


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_every_way_to_write_a_column_is_read(tmp_path, options):
    expected = [*enumerate(text or "no puzzle" for text in TEXTS)]
    file = written(tmp_path / "in.parquet", TEXTS, **options)
    assert lines_from(file.chunks(0, None, 50)) == expected


def test_chunks_of_long_rows_are_shorter_wherever_the_run_begins(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_MOST_TEXT", 5_000)
    file = written(tmp_path / "in.parquet", ["x" * 1_500] * 40 + [UNIQUE] * 160, row_group_size=7)
    sizes = [chunk.read().total for chunk in file.chunks(0, None, 50)]
    assert max(sizes[:10]) <= 3
    assert (sum(sizes), max(sizes)) == (200, 50)
    for start in (50, 100, 150):
        begin, end = ([*file.chunks(*part, 50)] for part in ((0, start), (start, None)))
        assert [chunk.read().total for chunk in (*begin, *end)] == sizes


# --- bombs ---------------------------------------------------------------------------------------

BOMBS = [
    {},
    {"use_dictionary": False, "compression": "zstd", "write_batch_size": 8},
    {"use_dictionary": False, "column_encoding": {"puzzle": "DELTA_BYTE_ARRAY"}},
]


@pytest.mark.parametrize("options", BOMBS, ids=["dictionary", "plain", "prefixes"])
@pytest.mark.parametrize("column", ["puzzle", "note"])
def test_a_small_file_of_long_texts_writes_short_records(tmp_path, options, column):
    """Before long texts were cut, such a file took ten minutes and wrote two gigabytes."""
    count = 2_000 if not options else 500
    texts = {"puzzle": UNIQUE, "note": "x"} | {column: "1" * 100_000}
    numbers = pa.array([0] * count, pa.int32())
    table = {name: pa.DictionaryArray.from_arrays(numbers, [text]) for name, text in texts.items()}
    if options:
        table = {name: array.dictionary_decode() for name, array in table.items()}
        ways = {name: "DELTA_BYTE_ARRAY" for name in texts if "column_encoding" in options}
        options = options | ({"column_encoding": ways} if ways else {})
    path, target = tmp_path / "in.parquet", tmp_path / "out.csv"
    pq.write_table(pa.table(table), path, **options)
    assert path.stat().st_size < 200_000
    before = pa.default_memory_pool().bytes_allocated()
    summary = bulk(path, target, keep=["note"])
    assert summary.puzzles == count
    assert target.stat().st_size < count * 1_400
    assert pa.default_memory_pool().bytes_allocated() - before < 1 << 20
    if column == "puzzle":
        record = target.read_text().splitlines()[7]
        assert record.startswith("1" * 1000 + "…,,,,")
        assert "row 7: longer than 65,536 bytes: no puzzle is that long" in record


def test_repeated_long_texts_are_decoded_once(tmp_path, monkeypatch):
    parsed = []
    monkeypatch.setattr(
        "nonet.streaming.answers.parse_line",
        lambda text, **_: parsed.append(text) or (_ for _ in ()).throw(PuzzleError("bad")),
    )
    written(tmp_path / "in.parquet", ["2" * LONGEST] * 900)
    summary = bulk(tmp_path / "in.parquet", tmp_path / "out.csv")
    assert (summary.errors, len(parsed)) == (900, 1)
    assert (tmp_path / "out.csv").stat().st_size < 1_000_000


@pytest.mark.slow
def test_small_files_of_long_texts_take_little_memory(tmp_path, peak):
    path, small, target = (tmp_path / name for name in ("in.parquet", "small.parquet", "out.csv"))
    written(small, ["1" * 16])
    most = peak(small, target) + 150
    for options in BOMBS:
        written(path, ["1" * 400_000] * 450, **options)  # 180 MB when decoded
        with case(options):
            assert peak(path, target) < most


# --- damage --------------------------------------------------------------------------------------


@share_or_whole("step", 8, 4)
@pytest.mark.parametrize(
    "options",
    [WAYS[0], *(pytest.param(way, marks=pytest.mark.slow) for way in (WAYS[3], WAYS[6]))],
    ids=str,
)
def test_flipped_bits_are_reported_or_harmless(tmp_path, options, step):
    path = tmp_path / "in.parquet"
    written(path, TEXTS, **options)
    whole, random = path.read_bytes(), Random(1)
    places = [*range(len(whole) - 1_500, len(whole)), *random.sample(range(len(whole)), 300)]
    refused = 0
    for place in places[::step]:
        bit = 1 << random.randrange(8)
        path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
        try:
            lines_from(source(path).chunks(0, None, 50))
        except PuzzleError as error:
            refused += str(error).startswith(str(path))
    assert refused > 100 // step


def test_a_truncated_file_is_refused(tmp_path):
    path = tmp_path / "in.parquet"
    written(path, TEXTS)
    whole = path.read_bytes()
    for size in range(0, len(whole), 97):
        path.write_bytes(whole[:size])
        with pytest.raises(PuzzleError, match=r"in\.parquet: not a readable Parquet file"):
            lines_from(source(path).chunks(0, None, 50))


def test_two_columns_of_the_same_name_are_refused(tmp_path):
    table = pa.Table.from_arrays([pa.array([UNIQUE])] * 2, names=["puzzle", "puzzle"])
    pq.write_table(table, tmp_path / "in.parquet")
    with pytest.raises(PuzzleError, match="2 columns are named 'puzzle'"):
        bulk(tmp_path / "in.parquet", tmp_path / "out.csv")


def test_fixed_width_without_values_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_MOST_TEXT", 50_000)
    column = pa.array([None] * 500, pa.binary(1_000))
    pq.write_table(pa.table({"puzzle": column}), tmp_path / "in.parquet")
    file = source(tmp_path / "in.parquet")
    assert {len(puzzles) for [puzzles] in file._batches(0, 500)} == {50}
    assert lines_from(file.chunks(0, None, 50)) == [*enumerate(["no puzzle"] * 500)]


@pytest.mark.parametrize("mode", ["check", "canon", "rate"])
def test_a_puzzle_of_several_lines_is_written_on_one_line(tmp_path, mode):
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": ["12..\n34..\n2...\n...3", UNIQUE]}), path)
    bulk(path, tmp_path / "out.csv", mode=mode)
    _, *lines = (tmp_path / "out.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == [SMALL, UNIQUE]
    assert not any("line" in line for line in lines)


def test_a_puzzle_of_several_lines_is_one_line_of_the_unknown_list(tmp_path):
    source, target = tmp_path / "in.parquet", tmp_path / "out.csv"
    pq.write_table(pa.table({"puzzle": ["\n".join(["." * 9] * 9)]}), source)
    bulk(source, target, backend="norvig", limits=Limits(nodes=0))
    assert Path(f"{target}.unknown.txt").read_text() == "." * 81 + "\n"


def test_a_kept_column_may_be_called_line(tmp_path):
    source, target = tmp_path / "in.csv", tmp_path / "out.parquet"
    source.write_text(f"puzzle,line\n{UNIQUE},a\nbad,b\n")
    bulk(source, target, keep=["line"])
    first, second = pq.read_table(target).to_pylist()
    assert (first["line"], first["error"], second["line"]) == ("a", None, "b")
    assert second["error"] == "line 3: 3 characters: a 2×2 puzzle has 4"


def test_too_many_automorphisms_for_a_column_are_an_error_of_the_row(tmp_path):
    source, target = tmp_path / "in.txt", tmp_path / "out.parquet"
    source.write_text(f"{SMALL}\n{'.' * 256}\n")
    summary = bulk(source, target, mode="canon")
    assert (summary.verdicts, summary.errors) == ({"canonical": 1}, 1)
    first, second = pq.read_table(target).to_pylist()
    assert (first["automorphisms"], second["automorphisms"]) == (1, None)
    assert second["error"] == (
        "line 2: the number of automorphisms exceeds Parquet's 64 bits. Write CSV or JSON Lines"
    )
    assert bulk(source, tmp_path / "out.csv", mode="canon").errors == 0
