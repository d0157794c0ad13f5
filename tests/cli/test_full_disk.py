"""If the disk is full, the error names the file, and no incomplete file is left."""

import contextlib
import os
import resource
import signal
import sys
import tempfile

import pytest
from examples import HARD

UNIQUE = "12..34..2......3"

#: Verbs that write files, and the size at which the disk is full.
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
    """Limit the size of files. The effect is the same as a full disk.

    Keep Python from writing compiled modules, because it would not notice that they are truncated.
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
def test_a_full_disk_names_the_file_and_leaves_nothing(nonet, write, tmp_path, monkeypatch, writer):
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
    assert left <= {"new"}  # an empty folder, if each puzzle has a subfolder
    assert nonet(*arguments).code == 0, "once there is room, the same command succeeds"


@pytest.mark.parametrize("checker", ["acl2", "drat-trim"])
def test_a_full_disk_is_not_the_verdict_of_another_checker(nonet, tmp_path, monkeypatch, checker):
    program, temporary = tmp_path / checker, tmp_path / "temporary"
    program.write_text("#!/bin/sh\necho 's VERIFIED'\n")
    program.chmod(0o755)
    temporary.mkdir()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.chdir(tmp_path)
    nonet("check", "--proof", "new", UNIQUE)
    with files_of_at_most(1024, monkeypatch):
        done = nonet("verify", "--with", checker, "new")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"nonet: {temporary}/nonet-"), done.err
    assert not list(temporary.iterdir())


def test_an_error_of_an_output_file_names_no_input_line(nonet, write):
    if not os.path.exists("/dev/full"):
        pytest.skip("/dev/full is missing")
    write("in.txt", f"{UNIQUE}\n")
    done = nonet("explain", "--html", "/dev/full", "in.txt")
    assert (done.code, done.err) == (2, "nonet: /dev/full: No space left on device\n")
    assert done.lines[-1] == "10 steps, hardest 1"


def test_a_truncated_proof_is_reported(nonet, monkeypatch, write):
    """A solver writes its proof into a temporary file, and does not report the error."""
    from nonet.solvers.sat.loaded import LoadedSolver

    whole = LoadedSolver.proof
    for cut in (lambda lines: [*lines[:-9], lines[-9][:-1]], lambda lines: lines[:-9]):
        monkeypatch.setattr(LoadedSolver, "proof", lambda self, cut=cut: cut(whole(self)))
        done = nonet("check", "--proof", "new", write("in.txt", f"{HARD}\n"))
        assert (done.code, done.out) == (2, "error\n")
        assert "in.txt:1: glucose4 wrote an incomplete or damaged proof: " in done.err
        assert not os.path.exists("new")
