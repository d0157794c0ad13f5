"""Results as other tools read them: each run is there, with its outcome."""

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from examples import classic

from nonet import Limits
from nonet.racing import Export, exported_for, race

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")


@pytest.fixture(scope="module")
def result():
    return race([UNIQUE, OPEN], ["norvig", "pysat"], Limits(seconds=10), repeats=2)


def told(result, **changes):
    """Return the status and the category of BenchExec for a run."""
    [first, *_] = result.rows
    changed = replace(result, contestants=("norvig",), rows=(replace(first, **changes),))
    [content] = exported_for(changed, Export.BENCHEXEC, "a.csv").values()
    run = ElementTree.fromstring(content).find("run")
    return {column.get("title"): column.get("value") for column in run}


def test_mkplot_has_a_file_for_each_contestant(result):
    files = exported_for(result, Export.MKPLOT, "runs/race.csv")
    assert list(files) == [
        "runs/race.norvig.mkplot.json",
        "runs/race.pysat_cadical153.mkplot.json",
    ]
    [norvig, _] = map(json.loads, files.values())
    assert norvig["preamble"]["program"] == "norvig"
    assert [run["status"] for run in norvig["stats"].values()] == [True] * 4
    seconds = [row.seconds for row in result.rows if row.contestant == "norvig"]
    assert [run["rtime"] for run in norvig["stats"].values()] == seconds


def test_benchexec_has_a_run_for_each_row(result):
    files = exported_for(result, Export.BENCHEXEC, "race.csv")
    root = ElementTree.fromstring(files["race.norvig.results.xml"])
    assert root.get("timelimit") == "10s"
    assert len(root.findall("run")) == 4
    assert [part.tag for part in root.find("systeminfo")] == ["os", "cpu", "ram", "environment"]


def test_benchexec_is_told_what_went_wrong(result):
    said = told(result)
    assert (said["status"], said["category"]) == ("unique", "correct")
    for changes, outcome in (
        ({"decided": False}, ("TIMEOUT", "error")),
        ({"problem": "wrong"}, ("unique", "wrong")),
        ({"decided": False, "problem": "memory"}, ("OUT OF MEMORY", "error")),
        ({"decided": False, "problem": "crashed"}, ("ERROR (crashed)", "error")),
    ):
        said = told(result, **changes)
        assert (said["status"], said["category"]) == outcome
    assert "memory" not in said
    assert told(result, peak_memory=5)["memory"] == "5B"


def test_scores_are_a_table(result):
    [content] = exported_for(result, Export.SCORES, "race.parquet").values()
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert {row["contestant"] for row in rows} == {"norvig", "pysat:cadical153"}
    assert sum(float(row["borda"]) for row in rows) == pytest.approx(4)
    assert {row["wrong"] for row in rows} == {"0"}
