"""A disk that is full: the file is named, nothing incomplete is left, and no puzzle is blamed."""

import contextlib
import os
import resource
import signal
import sys

import pytest
from examples import HARD

UNIQUE = "12..34..2......3"

#: What is written, beyond so many bytes that it is cut.
WRITERS = {
    "check --proof": (["check", "--proof", "new", "in.txt"], 1024, "new"),
    "several proofs": (["check", "--proof", "new", "two.txt"], 1024, "new/0001"),
    "explain --proof": (["explain", "--proof", "new", "in.txt"], 1024, "new/0001"),
    "dataset": (["dataset", "--out", "new", "in.txt"], 1024, "new"),
    "race --out": (["race", "-b", "norvig", "--out", "new.csv", "in.txt"], 1024, "new.csv.journal"),
    "explain --html": (["explain", "--html", "new.html", "in.txt"], 1024, "new.html"),
}


@contextlib.contextmanager
def files_of_at_most(size, monkeypatch):
    """Let no file become larger: a full disk has the same consequences.

    Nor let Python keep what it compiles: it would not notice that it was cut short.
    """
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("writer", WRITERS)
def test_it_is_told_with_the_file_and_nothing_is_left(nonet, write, tmp_path, monkeypatch, writer):
    arguments, size, file = WRITERS[writer]
    write("in.txt", f"{UNIQUE}\n")
    write("two.txt", f"{UNIQUE}\n{UNIQUE}\n")
    with files_of_at_most(size, monkeypatch):
        done = nonet(*arguments)
    assert done.code == 2
    assert done.err.startswith(f"nonet: {file}: "), done.err
    assert done.err.count("\n") == 1
    assert "error" not in done.out
    left = {path.name for path in tmp_path.rglob("*")} - {"in.txt", "two.txt"}
    assert left <= {"new"}  # empty, where each puzzle has a folder in it
    assert nonet(*arguments).code == 0, "once there is room, the same command succeeds"


def test_a_file_beside_is_no_line_of_the_input(nonet, write):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    write("in.txt", f"{UNIQUE}\n")
    done = nonet("explain", "--html", "/dev/full", "in.txt")
    assert (done.code, done.err) == (2, "nonet: /dev/full: No space left on device\n")
    assert done.lines[-1] == "10 steps, hardest 1"


def test_a_proof_that_is_cut_short_is_said(nonet, monkeypatch, write):
    """The solver writes it into a temporary file, and does not tell that it could not."""
    from nonet.solvers.sat.loaded import LoadedSolver

    whole = LoadedSolver.proof
    for cut in (lambda lines: [*lines[:-9], lines[-9][:-1]], lambda lines: lines[:-9]):
        monkeypatch.setattr(LoadedSolver, "proof", lambda self, cut=cut: cut(whole(self)))
        done = nonet("check", "--proof", "new", write("in.txt", f"{HARD}\n"))
        assert (done.code, done.out) == (2, "error\n")
        assert "in.txt:1: glucose4 wrote an incomplete or damaged proof: " in done.err
        assert not os.path.exists("new")
