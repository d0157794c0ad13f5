"""Canonical forms in bulk are the same in every format, with and without the native engine."""

import csv
import json

import pytest
from puzzle_texts import MULTIPLE, SMALL, UNIQUE

from nonet import Limits, bulk, canonical, write

LINES = [UNIQUE, SMALL, MULTIPLE, UNIQUE[::-1], "bad"]


def form(line):
    return write(canonical(line).puzzle, "line")


def expected():
    return [*map(form, LINES[:-1]), None]


@pytest.mark.parametrize(
    ("backend", "jobs"),
    [(None, 1), (None, 2), ("norvig", 1), pytest.param("norvig", 2, marks=pytest.mark.slow)],
)
def test_every_line_has_its_form(write, backend, jobs):
    source = write("in.txt", "\n".join(LINES))
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="canon", backend=backend, jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"canonical": 4}, 1)
    with target.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert list(found[0])[:4] == ["puzzle", "automorphisms", "canonical", "backend"]
    assert [row["puzzle"] for row in found] == LINES
    assert [row["canonical"] or None for row in found] == expected()
    assert found[0]["canonical"] == found[3]["canonical"]
    assert [row["automorphisms"] for row in found][:2] == ["1", "1"]


def test_the_same_as_json_and_as_parquet(write):
    source = write("in.txt", "\n".join(LINES))
    lines, table = source.with_name("out.jsonl"), source.with_name("out.parquet")
    bulk(source, lines, mode="canon")
    found = list(map(json.loads, lines.read_text().splitlines()))
    assert [record.get("canonical") for record in found] == expected()
    assert found[0] == {"puzzle": UNIQUE, "automorphisms": 1, "canonical": form(UNIQUE)}
    parquet = pytest.importorskip("pyarrow.parquet")
    bulk(source, table, mode="canon")
    records = parquet.read_table(table).to_pylist()
    assert [record["canonical"] for record in records] == expected()
    assert records[0]["automorphisms"] == 1


def test_options_without_meaning_for_forms_are_refused(write):
    source = write("in.txt", UNIQUE)
    target = source.with_name("out.csv")
    with pytest.raises(ValueError, match="mode canon takes no limits"):
        bulk(source, target, mode="canon", limits=Limits(seconds=1))
    with pytest.raises(ValueError, match="mode canon finds nothing to compare"):
        bulk(source, target, mode="canon", compare="solution")
