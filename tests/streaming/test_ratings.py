"""Ratings in bulk equal those of `nonet.rate`, in every format."""

import csv
import json

import pytest
from examples import CHAINS
from puzzle_texts import MULTIPLE, SMALL

from nonet import Limits, bulk, rate

LINES = [SMALL, CHAINS, "bad", MULTIPLE]


@pytest.fixture(scope="module")
def rated():
    return rate(CHAINS)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_line_has_its_rating(write, rated, jobs):
    source = write("in.txt", "\n".join(LINES))
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


def test_the_same_as_json_and_as_parquet(write, rated):
    source = write("in.txt", "\n".join(LINES))
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


def test_options_without_meaning_for_ratings_are_refused(write):
    source = write("in.txt", SMALL)
    target = source.with_name("out.csv")
    with pytest.raises(ValueError, match="no backend"):
        bulk(source, target, mode="rate", backend="norvig")
    with pytest.raises(ValueError, match="mode rate finds nothing to compare"):
        bulk(source, target, mode="rate", compare="solution")
