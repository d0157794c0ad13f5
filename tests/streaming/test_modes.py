"""Canonical forms and ratings in bulk: the same in every format, and with any number of jobs."""

import csv
import json

import pytest
from examples import CHAINS
from puzzle_texts import MULTIPLE, SMALL, UNIQUE

from nonet import Limits, bulk, canonical, rate, write

FORMS = [UNIQUE, SMALL, MULTIPLE, UNIQUE[::-1], "bad"]
RATED = [SMALL, CHAINS, "bad", MULTIPLE]


def form(line):
    return write(canonical(line).puzzle, "line")


def forms():
    return [*map(form, FORMS[:-1]), None]


@pytest.mark.parametrize(
    ("backend", "jobs"),
    [(None, 1), (None, 2), ("norvig", 1), pytest.param("norvig", 2, marks=pytest.mark.slow)],
)
def test_every_line_has_its_form(write, backend, jobs):
    source = write("in.txt", "\n".join(FORMS))
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="canon", backend=backend, jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"canonical": 4}, 1)
    with target.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert list(found[0])[:4] == ["puzzle", "automorphisms", "canonical", "backend"]
    assert [row["puzzle"] for row in found] == FORMS
    assert [row["canonical"] or None for row in found] == forms()
    assert found[0]["canonical"] == found[3]["canonical"]
    assert [row["automorphisms"] for row in found][:2] == ["1", "1"]


def test_forms_are_the_same_as_json_and_as_parquet(write):
    source = write("in.txt", "\n".join(FORMS))
    lines, table = source.with_name("out.jsonl"), source.with_name("out.parquet")
    bulk(source, lines, mode="canon")
    found = list(map(json.loads, lines.read_text().splitlines()))
    assert [record.get("canonical") for record in found] == forms()
    assert found[0] == {"puzzle": UNIQUE, "automorphisms": 1, "canonical": form(UNIQUE)}
    parquet = pytest.importorskip("pyarrow.parquet")
    bulk(source, table, mode="canon")
    records = parquet.read_table(table).to_pylist()
    assert [record["canonical"] for record in records] == forms()
    assert records[0]["automorphisms"] == 1


@pytest.fixture(scope="module")
def rated():
    return rate(CHAINS)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_line_has_its_rating(write, rated, jobs):
    source = write("in.txt", "\n".join(RATED))
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="rate", jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"unique": 2, "multiple": 1}, 1)
    with target.open(newline="") as file:
        small, chains, bad, multiple = csv.DictReader(file)
    assert list(small)[:5] == ["puzzle", "verdict", "er", "hardest", "at_least"]
    assert (small["er"], small["hardest"], small["at_least"]) == ("", "1", "1")
    assert float(chains["er"]) == rated.er
    assert int(chains["hardest"]) == rated.path.hardest
    assert bad["error"].startswith("line 3: ")
    assert (multiple["verdict"], multiple["hardest"]) == ("multiple", "")


def test_ratings_are_the_same_as_json_and_as_parquet(write, rated):
    source = write("in.txt", "\n".join(RATED))
    lines, table = source.with_name("out.jsonl"), source.with_name("out.parquet")
    bulk(source, lines, mode="rate")
    records = list(map(json.loads, lines.read_text().splitlines()))
    costs = {"hardest": rated.path.hardest, "at_least": rated.path.least}
    assert records[1] == {"puzzle": CHAINS, "verdict": "unique", "er": rated.er, **costs}
    assert "line 3: " in records[2]["error"]
    parquet = pytest.importorskip("pyarrow.parquet")
    bulk(source, table, mode="rate")
    rows = parquet.read_table(table).to_pylist()
    assert [row["hardest"] for row in rows] == [1, rated.path.hardest, None, None]
    assert rows[1]["er"] == rated.er


def test_a_puzzle_that_reaches_the_limit_has_no_rating(write):
    source = write("in.txt", f"{CHAINS}\n")
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="rate", limits=Limits(seconds=0))
    assert summary.verdicts == {"unknown": 1}
    assert source.with_name("out.csv.unknown.txt").read_text() == f"{CHAINS}\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "canon", "limits": Limits(seconds=1)}, "mode canon takes no limits"),
        ({"mode": "canon", "compare": "solution"}, "mode canon finds nothing to compare"),
        ({"mode": "rate", "backend": "norvig"}, "mode rate takes no backend"),
        ({"mode": "rate", "compare": "solution"}, "mode rate finds nothing to compare"),
    ],
)
def test_options_without_meaning_for_a_mode_are_refused(write, options, message):
    source = write("in.txt", UNIQUE)
    with pytest.raises(ValueError, match=message):
        bulk(source, source.with_name("out.csv"), **options)
