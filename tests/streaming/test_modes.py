"""Tests of canonical forms and ratings in bulk, with any number of jobs."""

import pytest
from examples import CHAINS
from puzzle_texts import MULTIPLE, SMALL, UNIQUE
from results import csv_records

from nonet import Limits, bulk, canonical, rate, write

FORMS = [UNIQUE, SMALL, MULTIPLE, UNIQUE[::-1], "bad"]
RATED = [SMALL, CHAINS, "bad", MULTIPLE]


def form(line):
    return write(canonical(line).puzzle, "line")


@pytest.mark.parametrize(
    ("backend", "jobs"),
    [(None, 1), (None, 2), ("norvig", 1), pytest.param("norvig", 2, marks=pytest.mark.slow)],
)
def test_every_line_has_its_form(write, backend, jobs):
    source = write("in.txt", "\n".join(FORMS))
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="canon", backend=backend, jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"canonical": 4}, 1)
    found = csv_records(target)
    assert list(found[0])[:4] == ["puzzle", "automorphisms", "canonical", "backend"]
    assert [row["puzzle"] for row in found] == FORMS
    assert [row["canonical"] or None for row in found] == [*map(form, FORMS[:-1]), None]
    assert found[0]["canonical"] == found[3]["canonical"]
    assert [row["automorphisms"] for row in found][:2] == ["1", "1"]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_line_has_its_rating(write, jobs):
    source = write("in.txt", "\n".join(RATED))
    target = source.with_name("out.csv")
    summary = bulk(source, target, mode="rate", jobs=jobs)
    assert (summary.verdicts, summary.errors) == ({"unique": 2, "multiple": 1}, 1)
    small, chains, bad, multiple = csv_records(target)
    assert list(small)[:5] == ["puzzle", "verdict", "er", "hardest", "at_least"]
    assert (small["er"], small["hardest"], small["at_least"]) == ("", "1", "1")
    rated = rate(CHAINS)
    assert float(chains["er"]) == rated.er
    assert int(chains["hardest"]) == rated.path.hardest
    assert bad["error"].startswith("line 3: ")
    assert (multiple["verdict"], multiple["hardest"]) == ("multiple", "")


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
def test_options_without_meaning_for_a_mode_are_refused(answered, options, message):
    with pytest.raises(ValueError, match=message):
        answered(UNIQUE, **options)
