"""The files of a result have all rows and columns, and describe the environment."""

import csv
import io
import json
import math
import sys
from dataclasses import replace

import pytest
from examples import classic

from nonet import BackendUnavailable, Limits
from nonet.racing import COLUMNS, exported, race, result_files

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")


@pytest.fixture(scope="module")
def result():
    return race([UNIQUE, OPEN], ["norvig", "pysat"], Limits(seconds=10), mode="count")


def test_csv(result):
    files = exported(result, "race.csv")
    assert list(files) == ["race.csv", "race.csv.environment.json"]
    head, *rows = csv.reader(io.StringIO(files["race.csv"].decode()))
    assert tuple(head) == COLUMNS
    assert [row[head.index("solutions")] for row in rows] == ["1", "1", "12", "12"]
    seconds = [float(row[head.index("seconds")]) for row in rows]
    assert seconds == [row.seconds for row in result.rows]
    assert json.loads(files["race.csv.environment.json"]) == result.environment


def test_a_spreadsheet_takes_no_text_for_a_formula(result):
    names = ["=HYPERLINK(A1)", "+1", "-1", "@SUM(A1)"]
    rows = [replace(row, puzzle=name) for row, name in zip(result.rows, names, strict=True)]
    changed = replace(result, rows=tuple(rows))
    files = exported(changed, "race.csv")
    head, *cells = csv.reader(io.StringIO(files["race.csv"].decode()))
    assert [row[head.index("puzzle")] for row in cells] == [f"'{name}" for name in names]
    records = exported(changed, "race.jsonl")["race.jsonl"].splitlines()
    assert [json.loads(record)["puzzle"] for record in records] == names


def test_json_lines(result):
    files = exported(result, "race.JSONL")
    records = [json.loads(line) for line in files["race.JSONL"].splitlines()]
    assert [tuple(record) for record in records] == [COLUMNS] * 4
    assert [record["decided"] for record in records] == [True] * 4
    assert json.loads(files["race.JSONL.environment.json"]) == result.environment


def test_a_missing_limit_is_null(result):
    unlimited = replace(result, rows=(replace(result.rows[0], limit=math.nan),))
    [line] = exported(unlimited, "race.jsonl")["race.jsonl"].splitlines()
    assert json.loads(line)["limit"] is None
    assert b"nan" not in exported(unlimited, "race.csv")["race.csv"]


def test_parquet(result):
    parquet = pytest.importorskip("pyarrow.parquet")
    files = exported(result, "race.parquet")
    assert list(files) == ["race.parquet"]
    table = parquet.read_table(io.BytesIO(files["race.parquet"]))
    assert table.column_names == list(COLUMNS)
    assert table.column("seconds").to_pylist() == [row.seconds for row in result.rows]
    assert table.column("peak_memory").to_pylist() == [None] * 4
    assert {str(table.schema.field(name).type) for name in ("solutions", "peak_memory")} == {
        "int64"
    }
    assert json.loads(table.schema.metadata[b"nonet"]) == result.environment


def test_without_pyarrow_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BackendUnavailable, match="Parquet needs pyarrow: pip install pyarrow"):
        result_files("race.parquet")
