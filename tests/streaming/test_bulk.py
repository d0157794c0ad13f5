"""Bulk writes a record for each puzzle of a file: formats, modes and messages."""

import csv
import json
from itertools import pairwise
from pathlib import Path
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import requirements
from examples import CHAINS, case, pattern
from hypothesis import example, given
from hypothesis import strategies as st
from puzzle_texts import (
    MULTIPLE,
    NONE,
    SMALL,
    SOLVED,
    UNIQUE,
    csv_records,
    expected,
    in_chunks,
    lines_from,
    records,
    records_of,
    texts,
)

import nonet
from nonet import Limits, bulk, canonical, parse, rate, violations
from nonet.solvers import LimitUnsupported
from nonet.streaming import sources
from nonet.system import compression

MIXED = f"# mixed\n{UNIQUE}\n\nbad,line\n{SMALL} a label\n{NONE}\n{MULTIPLE}\n"
COLUMNS = ["puzzle", "verdict", "solution", "backend", "error"]


@example(text=f"{UNIQUE}\r\ufeff\n{UNIQUE}0\n".encode(), length=100)
@given(text=texts(), length=st.integers(1, 2000))
def test_verdicts_equal_those_of_check(tmp_path_factory, text, length):
    folder = tmp_path_factory.mktemp("check")
    source, target = folder / "in.txt", folder / "out.csv"
    source.write_bytes(text)
    with in_chunks(length):
        bulk(source, target)
    assert records(target) == expected(text)


def test_the_records_are_csv(answered):
    summary, (first, second, third, fourth, fifth) = answered(MIXED)
    assert list(first) == COLUMNS
    assert list(first.values()) == [UNIQUE, "unique", SOLVED, "native", ""]
    assert second["puzzle"] == "bad,line"
    assert second["error"] == "line 4: 8 characters: a 3×3 puzzle has 9"
    assert (third["puzzle"], third["verdict"]) == (f"{SMALL} a label", "unique")
    assert (fourth["verdict"], fourth["solution"]) == ("none", "")
    assert fifth["verdict"] == "multiple"
    assert violations(parse(MULTIPLE), list(map(int, fifth["solution"]))) == []
    assert summary.verdicts == {"unique": 2, "none": 1, "multiple": 1}
    assert (summary.puzzles, summary.errors, summary.unknown_list) == (5, 1, None)


TABLE = f"id,puzzle,solution\n1,{UNIQUE},{SOLVED}\n2,{SMALL},x\n3,bad,\n"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (MIXED, {}),
        (TABLE, {"compare": "solution", "keep": ["id"]}),
        (MIXED, {"mode": "count"}),
        (MIXED, {"mode": "canon"}),
        (f"{CHAINS}\nbad\n{MULTIPLE}\n", {"mode": "rate"}),
    ],
)
def test_every_format_has_the_same_records(write, text, options):
    source = write("in.txt", text)
    plain = source.with_name("plain.csv")
    bulk(source, plain, **options)
    for ending in (".jsonl", ".parquet", *(() if options else (".txt", ".csv.gz", ".jsonl.zst"))):
        target = source.with_name(f"out{ending}")
        bulk(source, target, **options)
        with case(ending):
            assert records_of(target) == records_of(plain)


@pytest.mark.parametrize("ending", [".txt.gz", ".txt.zst"])
@given(text=texts(), length=st.integers(1, 2000), start=st.integers(0, 9))
def test_compressed_text_has_the_same_lines_as_plain_text(
    tmp_path_factory, ending, text, length, start
):
    """A run may begin at any chunk."""
    folder = tmp_path_factory.mktemp("packed")
    plain, packed = folder / "in.txt", folder / f"in{ending}"
    plain.write_bytes(text)
    half = len(text) // 2
    pieces = [compression.compress(part, packed.suffix) for part in (text[:half], text[half:])]
    packed.write_bytes(b"".join(pieces))
    there = lines_from(sources.TextSource(str(plain), len(text)).chunks(0, None, length))
    source = sources.TextSource(str(packed))
    chunks = list(source.chunks(0, None, length))
    assert there == lines_from(chunks)
    if start < len(chunks):
        rest = source.chunks(chunks[start].stop, None, length)
        assert lines_from(rest) == lines_from(chunks[start + 1 :])


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "dictionary"])
@pytest.mark.parametrize("group", [1, 3, 100])
def test_parquet_in(tmp_path, kind, group):
    puzzles = [UNIQUE, SMALL, None, "", UNIQUE[1:], MULTIPLE, "#", *[UNIQUE] * 9]
    array = pa.array(puzzles)
    array = array.dictionary_encode() if kind == "dictionary" else array.cast(kind)
    table = pa.table({"id": range(len(puzzles)), "sudoku": array})
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=group)
    target = tmp_path / "out.csv"
    with in_chunks(2 * 82):
        summary = bulk(tmp_path / "in.parquet", target, column="sudoku")
    found = csv_records(target)
    assert [row["puzzle"] for row in found] == [puzzle or "" for puzzle in puzzles]
    assert [row["error"] for row in found if row["error"]] == [
        "row 3: no puzzle",
        "row 4: no puzzle",
        "row 5: 80 characters: a 9×9 puzzle has 81",
        "row 7: r1c1: '#' is neither a value (1) nor empty",
    ]
    assert summary.verdicts == {"unique": 11, "multiple": 1}


@pytest.mark.parametrize("backend", ["native", "norvig", "pysat"])
def test_counting(write, backend):
    source = write("in.txt", f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n{SMALL}\n{'.' * 16}\n")
    options = {"mode": "count", "limit": 20, "backend": backend}
    bulk(source, source.with_name("out.csv"), **options)
    found = csv_records(source.with_name("out.csv"))
    assert list(found[0]) == ["count" if name == "solution" else name for name in COLUMNS]
    assert [row["count"] for row in found] == ["1", "0", "20", "1", "20"]
    verdicts = [row["verdict"] for row in found]
    assert verdicts == ["unique", "none", "multiple", "unique", "multiple"]
    bulk(source, source.with_name("out.jsonl"), **options)
    numbers = [json.loads(line)["count"] for line in source.with_name("out.jsonl").open()]
    assert numbers == [1, 0, 20, 1, 20]


def test_puzzles_that_reach_the_limit_are_unknown_and_listed(answered):
    hard = requirements.data("hard375.txt")[:3]
    text = "\n".join([UNIQUE, *hard, UNIQUE])
    summary, _ = answered(text, backend="norvig", limits=Limits(nodes=20))
    assert summary.verdicts == {"unique": 2, "unknown": 3}
    assert summary.unknown_list == f"{summary.target}.unknown.txt"
    assert Path(summary.unknown_list).read_text().split() == hard
    again, _ = answered(text)
    assert again.unknown_list is None
    assert not Path(summary.unknown_list).exists()


def test_an_unsupported_limit_is_refused_before_the_first_puzzle(write):
    mine = f"{write('mine.py', 'def solve(puzzle): return None')}:solve"
    source, told = write("in.txt", UNIQUE), []
    with pytest.raises(LimitUnsupported, match="cannot limit nodes: limit seconds"):
        bulk(
            source,
            source.with_name("out.csv"),
            backend=mine,
            limits=Limits(nodes=10**6),
            progress=lambda *_: told.append(1),
        )
    assert not told
    assert not source.with_name("out.csv.parts").exists()


KILLER = nonet.write(nonet.classic(SMALL, order=2).cage("r1c3 r1c4", 7), "json")
ROW = UNIQUE
#: A 16×16 grid with one empty cell, which is encoded in no time.
LARGE = "".join("123456789ABCDEFG"[value] for value in pattern(4, 4)[:-1]) + "."


@pytest.mark.parametrize(
    ("line", "options", "most"),
    [
        (KILLER, {}, 20),
        (KILLER, {"backend": "pysat:minisat22"}, 20),
        (LARGE, {}, 8),
        (LARGE, {"backend": "pysat:minisat22"}, 64),
        (f"{ROW} label", {}, 25),
        (ROW, {"limits": Limits(nodes=1000)}, 25),
        (ROW, {"backend": "norvig"}, 25),
        (ROW, {"backend": "norvig", "mode": "canon"}, 25),
        (ROW, {"mode": "rate"}, 25),
    ],
)
def test_chunks_of_slow_puzzles_are_small(write, line, options, most):
    """Small chunks keep every worker busy, and an interrupted run loses little work."""
    assert 1 <= max(_taken_at_once(write, f"{line}\n" * (most + 1), **options)) <= most


def test_chunks_of_puzzles_in_arrays_are_large(write):
    assert _taken_at_once(write, f"{ROW}\n" * 12_000 + f"{KILLER}\n") == [12_001]
    assert _taken_at_once(write, f"{ROW}\n" * 90, mode="canon") == [90]


def _taken_at_once(write, text, **options):
    """Return the number of puzzles of each chunk."""
    done = []
    source = write("in.txt", text)
    bulk(
        source,
        source.with_name("out.csv"),
        progress=lambda _, tally: done.append(tally.puzzles),
        force=True,
        **options,
    )
    return [after - before for before, after in pairwise(done)]


def test_the_native_engine_applies_seconds_to_each_puzzle(answered):
    # The batch gets no time. Afterwards, each puzzle gets its own seconds.
    with mock.patch("nonet.solvers.native.lockstep.arrays.run", side_effect=_out_of_time):
        summary, _ = answered(f"{UNIQUE}\n" * 50, limits=Limits(seconds=60))
    assert summary.verdicts == {"unique": 50}


def _out_of_time(rows, **options):
    import numpy as np

    from nonet.solvers import Results

    size = len(rows)
    return Results(
        np.zeros(size, np.uint64), np.zeros(size, np.bool_), np.zeros((size, 2, 81), np.uint8)
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *(("in.txt", content) for content in ("", "\n\n", "# nothing\n", "\ufeff")),
        *((name, "") for name in ("in.txt.gz", "in.csv.zst")),
    ],
)
@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_a_source_without_puzzles_gives_no_records(write, name, content, ending):
    source = write(name, content)
    target = source.with_name(f"out{ending}")
    summary = bulk(source, target)
    assert (summary.puzzles, str(summary)[:10]) == (0, "no puzzles")
    assert records_of(target) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "prove"}, "the mode must be"),
        ({"jobs": 0}, "number of jobs must be at least 1"),
        ({"mode": "count", "limit": 1}, "from 2 to"),
        ({"mode": "count", "limit": 1 << 64}, "from 2 to"),
        ({"mode": "canon", "limits": Limits(seconds=1)}, "mode canon takes no limits"),
        ({"mode": "canon", "compare": "solution"}, "mode canon finds nothing to compare"),
        ({"mode": "rate", "backend": "norvig"}, "mode rate takes no backend"),
        ({"mode": "rate", "compare": "solution"}, "mode rate finds nothing to compare"),
        *(
            ({"shard": text}, "Write 3/64 for the third")
            for text in ("0/3", "4/3", "3", "a/b", "1/0", "-1/2")
        ),
    ],
)
def test_impossible_options_are_refused(answered, options, message):
    with pytest.raises(ValueError, match=message):
        answered(UNIQUE, **options)


def test_the_number_of_jobs_is_whole(answered):
    with pytest.raises(TypeError, match="the number of jobs is a whole number, not"):
        answered(UNIQUE, jobs=1.5)


def test_records_have_no_terminal_control_characters(write):
    source = write("in.txt", "1...\x9b2J\u202e\n")
    bulk(source, source.with_name("out.jsonl"))
    text = source.with_name("out.jsonl").read_text()
    assert r"\u009b2J\u202e" in text
    assert text.replace("\n", "").isprintable()


def test_no_formulas_puts_an_apostrophe_before_a_formula(write):
    lines = [UNIQUE, "=HYPERLINK(1)", "@SUM(1)", "+no puzzle", UNIQUE]
    source = write("in.txt", "\n\n".join(lines))
    table, plain, objects = (source.with_name(name) for name in ("a.csv", "b.csv", "c.jsonl"))
    bulk(source, table, no_formulas=True)
    bulk(source, objects, no_formulas=True)
    bulk(source, plain)
    changed = [UNIQUE, "'=HYPERLINK(1)", "'@SUM(1)", "'+no puzzle", UNIQUE]
    assert [row["puzzle"] for row in csv.DictReader(table.open())] == changed
    assert [row["puzzle"] for row in csv.DictReader(plain.open())] == lines
    assert [json.loads(row)["puzzle"] for row in objects.open()] == lines


# --- canonical forms and ratings ----------------------------------------------------------------

FORMS = [UNIQUE, SMALL, MULTIPLE, UNIQUE[::-1], "bad"]
RATED = [SMALL, CHAINS, "bad", MULTIPLE]


def form(line):
    return nonet.write(canonical(line).puzzle, "line")


@pytest.mark.parametrize(
    ("backend", "jobs"),
    [(None, 1), (None, 2), ("norvig", 1), pytest.param("norvig", 2, marks=pytest.mark.slow)],
)
def test_every_line_has_its_form(answered, backend, jobs):
    summary, found = answered("\n".join(FORMS), mode="canon", backend=backend, jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"canonical": 4}, 1)
    assert list(found[0])[:4] == ["puzzle", "automorphisms", "canonical", "backend"]
    assert [row["puzzle"] for row in found] == FORMS
    assert [row["canonical"] or None for row in found] == [*map(form, FORMS[:-1]), None]
    assert found[0]["canonical"] == found[3]["canonical"]
    assert [row["automorphisms"] for row in found][:2] == ["1", "1"]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_line_has_its_rating(answered, jobs):
    summary, (small, chains, bad, multiple) = answered("\n".join(RATED), mode="rate", jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"unique": 2, "multiple": 1}, 1)
    assert list(small)[:5] == ["puzzle", "verdict", "er", "hardest", "at_least"]
    assert (small["er"], small["hardest"], small["at_least"]) == ("", "1", "1")
    rated = rate(CHAINS)
    assert float(chains["er"]) == rated.er
    assert int(chains["hardest"]) == rated.path.hardest
    assert bad["error"].startswith("line 3: ")
    assert (multiple["verdict"], multiple["hardest"]) == ("multiple", "")


def test_a_puzzle_that_reaches_the_limit_has_no_rating(answered):
    summary, _ = answered(f"{CHAINS}\n", mode="rate", limits=Limits(seconds=0))
    assert summary.verdicts == {"unknown": 1}
    assert Path(summary.unknown_list).read_text() == f"{CHAINS}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "jobs"), [("out.csv", 2), ("out.jsonl.zst", 1), ("out.parquet", 2)]
)
def test_a_file_ten_times_larger_needs_no_more(write, peak, name, jobs):
    line = f"{UNIQUE}\n"
    small, large = write("small.txt", line * 30_000), write("large.txt", line * 300_000)
    target = small.with_name(name)
    # For the large file, the text is 22 MB longer, and the records are 49 MB longer.
    assert peak(large, target, jobs) < peak(small, target, jobs) + 12
