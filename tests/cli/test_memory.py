"""If memory or the disk is full, nonet says so, and small files cannot demand much of either."""

import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from hashlib import sha256

import pytest
from examples import EASY, HARD

from nonet.cli import VERBS
from nonet.cli.common.options import size
from nonet.solvers import Limits
from nonet.streaming.parts import Parts
from nonet.system.memory import total

PUZZLE = "12..34..2......3"


def latin(side):
    """Return the model of an empty square."""
    rules = [{"rule": "rows"}, {"rule": "columns"}]
    grid = {"rows": side, "columns": side, "values": [1, side]}
    return json.dumps({"format": "nonet", "version": 1, "grid": grid, "givens": {}, "rules": rules})


@pytest.mark.parametrize(
    ("said", "means"), [("100K", 100 << 10), ("500m", 500 << 20), ("2GB", 2 << 30)]
)
def test_sizes(said, means):
    assert size(said) == means


def test_by_default_it_is_half_of_the_machine(nonet, monkeypatch):
    seen = []
    monkeypatch.setattr("nonet.cli.common.options.limited_to", lambda limits: _noted(seen, limits))
    for said in ([], ["--memory", "1G"]):
        nonet("rules", *said)
    assert seen == [Limits(memory=total() // 2), Limits(memory=1 << 30)]


def _noted(seen, limits):
    seen.append(limits)
    return nullcontext()


@pytest.fixture
def once_too_much(monkeypatch):
    """Make the first memory check report too much, and later checks little."""
    held, own = iter([2 << 30, 2 << 30]), os.getpid()  # workers of earlier tests may be watched
    monkeypatch.setattr(
        "nonet.system.memory.resident", lambda process: next(held, 0) if process == own else 0
    )


@pytest.mark.parametrize("verb", ["solve", "check"])
def test_a_puzzle_that_takes_more_is_refused_and_the_next_is_answered(
    nonet, write, once_too_much, verb
):
    write("two.jsonl", f"{latin(30)}\n{latin(1)}\n")
    done = nonet(verb, "-b", "pysat", "--memory", "1G", "two.jsonl")
    assert done.code == 2
    assert done.lines == ["error", {"solve": "1", "check": "unique"}[verb]]
    assert "two.jsonl:1: this process holds " in done.err
    assert "MB of memory, more than the limit of 1024 MB" in done.err


@pytest.mark.parametrize(
    "asked",
    [
        ("generate", "--order", 4, "--count", 2, "--seed", 1),
        ("dataset", "in.txt", "--out", "new", "--measure", "er"),
    ],
    ids=lambda asked: asked[0],
)
def test_workers_respect_the_limit(nonet, write, tmp_path, asked):
    write("in.txt", f"{EASY}\n" * 2)
    for jobs in (1, 2):
        refusal = nonet(*asked, "--memory", "10M", "--jobs", jobs).refusal
        assert "MB of memory, more than the limit of 10 MB" in refusal
    assert not (tmp_path / "new").exists()


def test_bulk_passes_the_limit_on(nonet, write, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "nonet.streaming.pipeline.Query", lambda *query: asked.append(query[2]) or 1 / 0
    )
    write("one.txt", f"{PUZZLE}\n")
    with pytest.raises(ZeroDivisionError):
        nonet("bulk", "--memory", "1G", "one.txt", "out.csv")
    assert asked == [Limits(memory=1 << 30)]


def test_a_run_may_be_resumed_with_another_limit(nonet, write, monkeypatch):
    write("one.txt", f"{PUZZLE}\n")
    with monkeypatch.context() as patched:
        patched.setattr(Parts, "complete", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            nonet("bulk", "--memory", "1G", "one.txt", "out.csv")
    assert nonet("bulk", "--resume", "--memory", "2G", "one.txt", "out.csv").code == 0


# --- small files of enormous puzzles -------------------------------------------------------------

#: More memory than any verb needs (Arrow reserves a gigabyte), and less than a bomb would take.
MEMORY = 2 << 30

CELLS, VALUES, PAIRS = "65536", "4096", "1048576"


def model(rows, columns, highest, *rules):
    grid = {"rows": rows, "columns": columns, "values": [1, highest]}
    entries = {"grid": grid, "givens": {}, "rules": rules}
    return json.dumps({"format": "nonet", "version": 1} | entries)


#: Puzzles in JSON, and the limit that the error names.
BOMBS = {
    "thermometer": (model(1, 2, 4096, {"rule": "thermo", "cells": "r1c1 r1c2"}), PAIRS),
    "white dot": (model(1, 2, 4096, {"rule": "whitedot", "a": "r1c1", "b": "r1c2"}), PAIRS),
    "black dot": (model(1, 2, 4096, {"rule": "blackdot", "a": "r1c1", "b": "r1c2"}), PAIRS),
    "non-consecutive": (model(1, 2, 4096, {"rule": "nonconsecutive"}), PAIRS),
    "thermometer, more": (model(1, 2, 5000, {"rule": "thermo", "cells": "r1c1 r1c2"}), VALUES),
    "white dot, more": (model(1, 2, 20000, {"rule": "whitedot", "a": "r1c1", "b": "r1c2"}), VALUES),
    "values": (model(1, 2, 8_000_000), VALUES),
    "cells": (model(4096, 4096, 1), CELLS),
    "a line": (model(1, 1 << 24, 1), CELLS),
}

#: For each verb that reads a model, its command line.
READERS = {
    **{verb: f"{verb} bombs" for verb in ("solve", "check", "count", "analyse", "encode")},
    **{verb: f"{verb} bombs" for verb in ("show", "explain", "hint", "rate", "canon")},
    "bulk": "bulk bombs out.csv",
    "race": "race -b norvig bombs",
    "generate": "generate --from bombs",
    "decode": "decode bombs /dev/null",
    "dataset": "dataset --out folder bombs",
    "print": "print --out sheets.html bombs",
}


@contextmanager
def little_more_memory():
    """Limit the memory of this process to a little more than it has, on Linux."""
    if sys.platform != "linux":
        yield
        return
    with open("/proc/self/statm") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_every_verb_with_a_puzzle_is_tried():
    others = {"verify", "rules", "backends", "serve"}
    assert READERS.keys() | others == {*VERBS}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_with_the_limit(nonet, write, bomb):
    text, limit = BOMBS[bomb]
    assert len(text) < 200
    write("bomb.json", text)
    done = nonet("show", "bomb.json")
    assert done.code == 2
    assert done.err.startswith("nonet: bomb.json:1: ")
    assert done.err.rstrip().endswith(f"limit is {limit}")


@pytest.mark.parametrize("verb", READERS)
def test_no_verb_spends_memory_on_a_bomb(nonet, write, verb):
    write("bombs", "".join(f"{text}\n" for text, _ in BOMBS.values()))
    with little_more_memory():
        assert nonet(*READERS[verb].split()).code == 2


def test_a_certificate_about_a_bomb_cannot_be_read(nonet, write, tmp_path):
    write("puzzle.txt", "12..34..2......3")
    assert nonet("check", "--proof", "proof", "puzzle.txt").code == 0
    puzzle, manifest = (tmp_path / "proof" / name for name in ("puzzle.json", "manifest.json"))
    stated = sha256(puzzle.read_bytes()).hexdigest()
    puzzle.write_text(BOMBS["cells"][0] + "\n")
    sealed = manifest.read_text().replace(stated, sha256(puzzle.read_bytes()).hexdigest())
    manifest.write_text(sealed)
    with little_more_memory():
        refusal = nonet("verify", "proof").refusal
    assert refusal.startswith("nonet: proof/puzzle.json:1: grid: a board of 4096×4096")


@pytest.mark.parametrize("backend", ["norvig", "pysat", "auto"])
def test_groups_of_very_many_cells_are_refused(nonet, write, backend):
    write("wide.json", model(256, 256, 256, {"rule": "rows"}, {"rule": "columns"}))
    with little_more_memory():
        refusal = nonet("check", "-b", backend, "wide.json").refusal
        assert "pairs of cells must differ. The limit is 8388608" in refusal


@pytest.mark.parametrize(
    "text",
    [
        model(64, 64, 64, {"rule": "rows"}, {"rule": "nonconsecutive"}),
        model(1, 2, 1024, {"rule": "thermo", "cells": ["r1c1", "r1c2"]}),
        model(1, 65536, 1),
        model(1, 4096, 4096, {"rule": "rows"}),
        model(100, 100, 100, {"rule": "rows"}, {"rule": "boxes", "height": 10, "width": 10}),
    ],
)
def test_a_large_puzzle_within_the_limit_is_shown(nonet, text):
    assert nonet("show", "--to", "json", stdin=text).records == [json.loads(text)]


def test_a_long_line_of_one_value_is_drawn(nonet):
    done = nonet("show", stdin=model(1, 65536, 1))
    assert (done.code, done.lines[1].count("·")) == (0, 65536)


# --- a full disk ---------------------------------------------------------------------------------

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
def test_a_full_disk_is_not_the_verdict_of_another_checker(
    nonet, install, tmp_path, monkeypatch, checker
):
    install(checker, "echo 's VERIFIED'")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
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
