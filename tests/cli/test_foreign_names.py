"""Files whose names are not UTF-8 can be read and written like others."""

import os
import sys

import pytest

UNIQUE = "12..34..2......3"
NAME = os.fsdecode(b"x\xff")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="this system has no such names")


def test_puzzles_are_read_and_written_under_such_names(nonet, write):
    write(f"{NAME}.txt", f"{UNIQUE}\n")
    for arguments, new in (
        (["bulk", f"{NAME}.txt", f"{NAME}.parquet"], f"{NAME}.parquet"),
        (["check", f"{NAME}.parquet"], None),
        (["dataset", f"{NAME}.txt", "--out", f"{NAME}.ds"], f"{NAME}.ds/train.parquet"),
        (["check", "--proof", f"{NAME}.pr", f"{NAME}.txt"], f"{NAME}.pr/manifest.json"),
        (["verify", f"{NAME}.pr"], None),
    ):
        done = nonet(*arguments)
        assert (done.code, done.err.count("internal")) == (0, 0), (arguments, done.err)
        assert new is None or os.path.getsize(new), arguments


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_race_escapes_foreign_names(nonet, write, tmp_path, kind):
    write(f"{NAME}.txt", f"{UNIQUE}\n")
    out = f"race.{kind}"
    report = ["--html", "race.html"] if kind == "csv" else []
    done = nonet("race", "-b", "norvig", "--out", out, *report, f"{NAME}.txt")
    assert (done.code, done.err) == (0, "")
    assert b"\\udcff" in (tmp_path / out).read_bytes()
    if report:
        assert "x\\udcff.txt" in (tmp_path / "race.html").read_text()
    assert not (tmp_path / f"{out}.journal").exists()
