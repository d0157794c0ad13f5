"""The files of a result: all rows and columns, the environment, and formats of other tools."""

import csv
import io
import json
import math
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from examples import classic

from nonet import BackendUnavailable, Limits
from nonet.racing import COLUMNS, Export, exported, exported_for, race, require_exportable

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
    assert [float(row[head.index("seconds")]) for row in rows] == [
        row.seconds for row in result.rows
    ]
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
        require_exportable("race.parquet")


# --- formats of other tools ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def repeated():
    return race([UNIQUE, OPEN], ["norvig", "pysat"], Limits(seconds=10), repeats=2)


def benchexec_run(result, **changes):
    """Return the columns of BenchExec for a run with these changes."""
    [first, *_] = result.rows
    changed = replace(result, contestants=("norvig",), rows=(replace(first, **changes),))
    [content] = exported_for(changed, Export.BENCHEXEC, "a.csv").values()
    run = ElementTree.fromstring(content).find("run")
    return {column.get("title"): column.get("value") for column in run}


def test_mkplot_has_a_file_for_each_contestant(repeated):
    files = exported_for(repeated, Export.MKPLOT, "runs/race.csv")
    assert list(files) == [
        "runs/race.norvig.mkplot.json",
        "runs/race.pysat_cadical153.mkplot.json",
    ]
    [norvig, _] = map(json.loads, files.values())
    assert norvig["preamble"]["program"] == "norvig"
    assert [run["status"] for run in norvig["stats"].values()] == [True] * 4
    seconds = [row.seconds for row in repeated.rows if row.contestant == "norvig"]
    assert [run["rtime"] for run in norvig["stats"].values()] == seconds


def test_benchexec_has_a_run_for_each_row(repeated):
    files = exported_for(repeated, Export.BENCHEXEC, "race.csv")
    root = ElementTree.fromstring(files["race.norvig.results.xml"])
    assert root.get("timelimit") == "10s"
    assert len(root.findall("run")) == 4
    assert [part.tag for part in root.find("systeminfo")] == ["os", "cpu", "ram", "environment"]


def test_benchexec_gets_the_kind_of_failure(repeated):
    run = benchexec_run(repeated)
    assert (run["status"], run["category"]) == ("unique", "correct")
    for changes, outcome in (
        ({"decided": False}, ("TIMEOUT", "error")),
        ({"problem": "wrong"}, ("unique", "wrong")),
        ({"decided": False, "problem": "memory"}, ("OUT OF MEMORY", "error")),
        ({"decided": False, "problem": "crashed"}, ("ERROR (crashed)", "error")),
    ):
        run = benchexec_run(repeated, **changes)
        assert (run["status"], run["category"]) == outcome
    assert "memory" not in run
    assert benchexec_run(repeated, peak_memory=5)["memory"] == "5B"


def test_scores_are_a_table(repeated):
    [content] = exported_for(repeated, Export.SCORES, "race.parquet").values()
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert {row["contestant"] for row in rows} == {"norvig", "pysat:cadical153"}
    assert sum(float(row["borda"]) for row in rows) == pytest.approx(4)
    assert {row["wrong"] for row in rows} == {"0"}
