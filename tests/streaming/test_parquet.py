"""Parquet from strangers: every encoding is read, bombs take no memory, damage is an error."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from examples import share_or_whole
from puzzle_texts import SMALL, UNIQUE

from nonet import Limits, PuzzleError, bulk
from nonet.streaming import chunks
from nonet.streaming.parquet import pages, source

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


def written(path, texts, **options):
    pq.write_table(pa.table({"other": range(len(texts)), "puzzle": texts}), path, **options)
    return source.ParquetFile(str(path), 50, "puzzle")


def weight(path):
    """The weight of the column in the first group of rows."""
    with path.open("rb") as file:
        return pages.weight(file, next(pages.pieces(file, "puzzle")))


def texts_of(file):
    """All rows, as text or as the error that they are."""
    found = []
    for chunk in file.chunks(0, 1):
        for lines in chunk.lines():
            texts = dict(zip(lines.places.tolist(), lines.rows, strict=True))
            texts = {place: row.tobytes().decode() for place, row in texts.items()}
            texts |= {line: error or text for line, text, error in lines.others}
            found += [texts[line] for line in range(lines.total)]
    return found


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_every_way_to_write_a_column_is_read(tmp_path, options):
    expected = [text or "no puzzle" for text in TEXTS]
    assert texts_of(written(tmp_path / "in.parquet", TEXTS, **options)) == expected


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_no_value_is_heavier_than_its_weight(tmp_path, options):
    longest = [UNIQUE, "x" * 5_000, UNIQUE]
    path = tmp_path / "in.parquet"
    written(path, longest, **{**options, "row_group_size": 3})
    total = 5_000 + 2 * len(UNIQUE)
    assert weight(path) * len(longest) >= total


def test_blocks_of_long_rows_are_shorter_wherever_the_chunks_begin(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MOST_TEXT", 5_000)
    file = written(tmp_path / "in.parquet", ["x" * 1_500] * 40 + [UNIQUE] * 160, row_group_size=7)
    sizes = [[lines.total for lines in chunk.lines()] for chunk in file.chunks(0, 1)]
    assert sizes == [[3] * 13 + [44, 50, 50, 17]]
    assert texts_of(file) == ["x" * 1_500] * 40 + [UNIQUE] * 160


def test_a_long_group_is_not_read_anew_for_every_few_rows(tmp_path):
    file = written(tmp_path / "in.parquet", ["1"] * 100_000)
    found = list(file.chunks(0, 1))
    assert 200 < len(found) <= 256
    assert all(chunk.start % file.block == 0 for chunk in found)
    assert [lines.total for lines in found[1].lines()] == [file.block] * 8


# --- bombs ---------------------------------------------------------------------------------------

MEASURED = """
import sys
from pathlib import Path
from nonet.streaming.parquet import source

def peak():
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0])

file = source.ParquetFile(sys.argv[1], 12787, "puzzle")
before = peak()
rows = sum(lines.total for chunk in file.chunks(0, 1) for lines in chunk.lines())
print(rows, (peak() - before) >> 10)
"""


def rows_and_megabytes(path):
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return tuple(map(int, done.stdout.split()))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for its memory")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"use_dictionary": False, "compression": "zstd", "write_batch_size": 8},
        {"use_dictionary": False, "column_encoding": {"puzzle": "DELTA_BYTE_ARRAY"}},
    ],
    ids=["dictionary", "plain", "prefixes"],
)
@pytest.mark.slow
def test_long_texts_in_few_bytes_are_read_piece_by_piece(tmp_path, options):
    path = tmp_path / "in.parquet"
    text = "1" * 400_000
    written(path, [text] * 1_000, **options)
    assert path.stat().st_size < 2_000_000  # and 400 MB when decoded
    rows, megabytes = rows_and_megabytes(path)
    assert rows == 1000
    assert megabytes < 350


def test_a_row_longer_than_a_line_of_text_is_refused(tmp_path):
    file = written(tmp_path / "in.parquet", [UNIQUE] * 120 + ["1" * (chunks.LONGEST_LINE + 1)])
    with pytest.raises(PuzzleError) as caught:
        texts_of(file)
    assert str(caught.value).endswith(
        f"in.parquet:121: a text of {chunks.LONGEST_LINE + 1} bytes, "
        f"and the limit is {chunks.LONGEST_LINE}"
    )


def test_a_page_too_large_is_not_decoded(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "MOST_PAGE", 50_000)
    options = {"use_dictionary": False, "data_page_size": 1 << 20}
    file = written(tmp_path / "in.parquet", [UNIQUE] * 1_000, **options)
    with pytest.raises(PuzzleError, match=r"a page of 85\d+ bytes, and the limit is 50000"):
        texts_of(file)


# --- damage --------------------------------------------------------------------------------------


@share_or_whole("step", 8, 4)
@pytest.mark.parametrize(
    "options",
    [WAYS[0], *(pytest.param(way, marks=pytest.mark.slow) for way in (WAYS[3], WAYS[6]))],
    ids=str,
)
def test_flipped_bits_are_told_as_damage_or_read(tmp_path, options, step):
    path = tmp_path / "in.parquet"
    written(path, TEXTS, **options)
    whole, random = path.read_bytes(), Random(1)
    places = [*range(len(whole) - 1_500, len(whole)), *random.sample(range(len(whole)), 300)]
    refused = 0
    for place in places[::step]:
        bit = 1 << random.randrange(8)
        path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
        source._pieces.cache_clear()
        source._weight.cache_clear()
        try:
            texts_of(source.ParquetFile(str(path), 50, "puzzle"))
        except PuzzleError as error:
            refused += str(error).startswith(str(path))
    assert refused > 100 // step


def test_a_file_cut_short_is_told_as_damage(tmp_path):
    path = tmp_path / "in.parquet"
    written(path, TEXTS)
    whole = path.read_bytes()
    for size in range(0, len(whole), 97):
        path.write_bytes(whole[:size])
        with pytest.raises(PuzzleError, match=r"in\.parquet: not a readable Parquet file"):
            texts_of(source.ParquetFile(str(path), 50, "puzzle"))


def test_a_column_of_that_name_twice_is_refused(tmp_path):
    table = pa.Table.from_arrays([pa.array([UNIQUE])] * 2, names=["puzzle", "puzzle"])
    pq.write_table(table, tmp_path / "in.parquet")
    with pytest.raises(PuzzleError, match="the column 'puzzle' is there twice"):
        bulk(tmp_path / "in.parquet", tmp_path / "out.csv")


def test_fixed_width_without_values_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MOST_TEXT", 50_000)
    column = pa.array([None] * 500, pa.binary(1_000))
    pq.write_table(pa.table({"puzzle": column}), tmp_path / "in.parquet")
    file = source.ParquetFile(str(tmp_path / "in.parquet"), 12_787, "puzzle")
    with file._opened() as opened:
        [chunk] = file.chunks(0, 1)
        assert [len(rows) for rows in file._batches(opened, chunk)] == [50] * 10
    assert texts_of(file) == ["no puzzle"] * 500


def test_the_lengths_of_a_dictionary_are_seen(tmp_path):
    for texts in ([UNIQUE] * 9, [UNIQUE, SMALL, "x" * 700], ["", "y"], ["z" * 4]):
        path = tmp_path / "in.parquet"
        written(path, texts)
        assert weight(path) == max(1, *map(len, texts))


@pytest.mark.parametrize("mode", ["check", "canon", "rate"])
def test_a_puzzle_of_several_lines_is_answered_whole_and_written_on_one(tmp_path, mode):
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": ["12..\n34..\n2...\n...3", UNIQUE]}), source)
    bulk(source, tmp_path / "out.csv", mode=mode)
    _, *lines = (tmp_path / "out.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == [SMALL, UNIQUE]
    assert not any("line" in line for line in lines)


def test_a_puzzle_of_several_lines_is_one_in_the_list_of_unknown_ones(tmp_path):
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


def test_more_automorphisms_than_a_column_holds_are_an_error_of_their_row(tmp_path):
    source, target = tmp_path / "in.txt", tmp_path / "out.parquet"
    source.write_text(f"{SMALL}\n{'.' * 256}\n")
    summary = bulk(source, target, mode="canon")
    assert (summary.verdicts, summary.errors) == ({"canonical": 1}, 1)
    first, second = pq.read_table(target).to_pylist()
    assert (first["automorphisms"], second["automorphisms"]) == (1, None)
    assert second["error"] == (
        "line 2: more automorphisms than Parquet's 64 bits hold: write CSV or JSON Lines"
    )
    assert bulk(source, tmp_path / "out.csv", mode="canon").errors == 0
