"""Tests of ``nonet dataset``: datasets from the command line."""

import os
import signal
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from events import wait_for

PUZZLE = "12..34..2......3"
TURNED = "3......2..43..21"  # PUZZLE turned upside down


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def column(path, name):
    return pq.read_table(path).column(name).to_pylist()


def test_puzzles_of_files_are_split(nonet, folder):
    (folder / "in.txt").write_text(f"{PUZZLE}\n{TURNED}\n")
    done = nonet("dataset", "in.txt", "--out", "new", "--split", "train=0.5,test=0.5")
    assert (done.code, done.err) == (0, "")
    assert done.out in ("train 2, test 0\n", "train 0, test 2\n")
    assert sorted(os.listdir("new")) == ["test.parquet", "train.parquet"]
    deduped = nonet("dataset", "in.txt", "--out", "one", "--split", "all=1", "--dedupe")
    assert deduped.out == "all 1; 1 repeated\n"
    assert column("one/all.parquet", "puzzle") == [PUZZLE]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("1234341223414123", ""),
        ("1234............", ""),
        ("", ""),
        ("1234341223414132", "in.csv:2: the given solution is wrong"),
        ("1234", "in.csv:2: the stored solution cannot be read: 4 values for"),
    ],
)
def test_a_wrong_solution_in_the_table_is_refused(nonet, folder, stated, said):
    (folder / "in.csv").write_text(f"puzzle,solution\n{PUZZLE},{stated}\n")
    done = nonet("dataset", "in.csv", "--out", "new", "--split", "all=1")
    assert (done.code, done.out) == ((2, "") if said else (0, "all 1\n"))
    assert said in done.err
    assert Path("new").exists() is not bool(said)


def test_the_measure_is_chosen(nonet):
    for measure, names in (("none", set()), ("search", {"nodes", "depth"})):
        options = ("--split", "all=1", "--out", measure, "--measure", measure)
        done = nonet("dataset", *options, PUZZLE)
        assert done.code == 0, done.err
        base = {"puzzle", "solution", "canonical", "clues"}
        assert set(pq.read_table(f"{measure}/all.parquet").column_names) == base | names


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_early_end_leaves_no_files(started, folder, number):
    (folder / "in.txt").write_text(f"{PUZZLE}\n" * 200_000)
    process = started("dataset", "in.txt", "--split", "all=1", "--out", "new")
    wait_for(lambda: len(os.listdir()) > 1)
    assert process.poll() is None
    process.send_signal(number)
    process.wait()
    wait_for(lambda: os.listdir() == ["in.txt"])  # the reaper may take a moment
