"""For a bad file, nonet quickly prints a verdict or one line with the error, never a traceback."""

import json
import os
from pathlib import Path

import pytest
from clocks import processor_seconds
from examples import HARD, case

#: The time limit in seconds for a case: much more than any case needs, but less than a person would
#: wait.
SOON = 20.0

MEGABYTE = 1_000_000


def model(**changes):
    """Return a model of a 4×4 puzzle in JSON, with changes."""
    sound = {
        "format": "nonet",
        "version": 1,
        "grid": {"rows": 4, "columns": 4, "values": [1, 4]},
        "givens": {},
        "rules": [{"rule": "rows"}],
    }
    return json.dumps(sound | changes)


#: The contents of a file, and the error message.
CORPUS = {
    "too short": (HARD[:-1], "bad.txt:1: 80 characters: a 9×9 puzzle has 81"),
    "far too long": ("1" * MEGABYTE, f"bad.txt:1: {MEGABYTE} characters: the largest puzzle"),
    "1 MB of tokens": (". " * (MEGABYTE // 2), f"bad.txt:1: {MEGABYTE // 2} tokens: the larg"),
    "1 MB of JSON": ('{"a": "' + "x" * MEGABYTE + '"}', "bad.txt:1: this is not a nonet model"),
    "1 MB of brackets": ("[" * MEGABYTE, "bad.txt:1: not a model: nested too deeply"),
    "a wrong character": (HARD[:40] + "!" + HARD[41:], "bad.txt:1: r5c5: '!'"),
    "a control character": ("12..34\x1b.2......3", "bad.txt:1: r2c3: '\\x1b'"),
    "a huge number": (f"1 {'9' * 5000} " + ". " * 254, "bad.txt:1: r1c2: '99999999999999999999…'"),
    "a short row": ("1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1\n", "bad.txt:2: the row has 3 cells"),
    "uneven bars": ("1 . | . .\n. | . . .\n. . | . .\n. . | . .\n", "bad.txt:2: the bars are"),
    "empty": ("", "bad.txt: contains no puzzle"),
    "nothing but space": (" \n\t\n\r\n", "bad.txt: contains no puzzle"),
    "binary": (bytes(range(256)) * 100, "bad.txt: not a text file"),
    "half a UTF-16 sign": (b"\xff\xfe1", "bad.txt: not a text file"),
    "prose": ("Dear setter,\nplease find enclosed\n", "bad.txt:"),
    "n = 0": (model(grid={"rows": 0, "columns": 0, "values": [1, 0]}), "bad.txt:1: grid"),
    "n = 10⁹": (model(grid={"rows": 10**9, "columns": 10**9, "values": [1, 9]}), "limit of"),
    "an unknown rule": (model(rules=[{"rule": "thremo"}]), "unknown rule 'thremo'; did you mean"),
    "an unknown key": (model(colour="red"), "bad.txt:1: unknown key 'colour'"),
    "a given twice": (
        model().replace('"givens": {}', '"givens": {"r1c1": 1, "r1c1": 2}'),
        "bad.txt:1: givens: 'r1c1' occurs twice",
    ),
    "half a model": (model()[:40], "bad.txt:1: not JSON"),
    "a number of thousands of digits": (f'{{"version": {"1" * 10_000}}}', "bad.txt:1: not a model"),
}


#: Verbs that read puzzles in the same way as `check`.
VERBS = ("solve", "show", "encode", "race")


@pytest.mark.parametrize(
    "command", ["check", *(pytest.param(verb, marks=pytest.mark.slow) for verb in VERBS)]
)
def test_the_error_is_one_line(nonet, write, command):
    for name, (content, complaint) in CORPUS.items():
        write("bad.txt", content)
        with case(name):
            with processor_seconds(SOON):
                done = nonet(command, "bad.txt")
            [said] = done.err.splitlines()
            assert said.startswith("nonet: bad.txt:")
            assert complaint in done.refusal
            assert len(said) < 200
            assert said.isprintable()


@pytest.mark.parametrize("backend", ["norvig", "heuristic", "backtracking", "pysat", "cpsat"])
@pytest.mark.parametrize("text", ["1", "."])
def test_the_smallest_puzzle(nonet, backend, text):
    done = nonet("check", "--json", "--backend", backend, stdin=text)
    assert done.code == 0
    assert (done.records[0]["verdict"], done.records[0]["solutions"]) == ("unique", ["1"])


#: A 100×100 board with one given.
HUGE = "7" + " ." * 9_999


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "check", "encode"])
def test_too_large_for_clauses(nonet, command):
    with processor_seconds(SOON):
        done = nonet(command, stdin=HUGE)
    assert done.code == 2
    [complaint] = done.err.splitlines()
    assert "the 100×100 puzzle needs more than" in complaint
    assert "limit of the CNF encoding" in complaint


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["norvig", "heuristic", "backtracking", "cpsat"])
def test_a_huge_puzzle_is_answered_or_refused(nonet, backend):
    seconds = "60" if backend == "cpsat" else "1"  # refused when its rules are lowered
    with processor_seconds(SOON):
        done = nonet("solve", "--backend", backend, "--time", seconds, stdin=HUGE)
    assert done.code in ({2} if backend == "cpsat" else {0, 124})
    assert len(done.err.splitlines()) == (done.code == 2)


def test_a_huge_puzzle_is_drawn(nonet):
    assert nonet("show", stdin=HUGE).code == 0


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("missing.txt", "No such file or directory"),
        ("folder", "Is a directory"),
        ("missing/file.txt", "No such file or directory"),
        ("file.txt/file.txt", "Not a directory"),
        ("secret.txt", "Permission denied"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "check", "show", "encode", "race"])
def test_unreadable_files(nonet, write, tmp_path, monkeypatch, command, name, complaint):
    (tmp_path / "folder").mkdir()
    write("file.txt", HARD)
    write("secret.txt", HARD)
    (tmp_path / "secret.txt").chmod(0)
    if os.access("secret.txt", os.R_OK):  # the superuser can read everything
        monkeypatch.setattr(Path, "read_bytes", _without_permission(Path.read_bytes))
    assert nonet(command, name).refusal == f"nonet: {name}: {complaint}"


def _without_permission(read_bytes):
    def read(path):
        if path.name == "secret.txt":
            raise PermissionError(13, "Permission denied")
        return read_bytes(path)

    return read


def test_an_ambiguous_format_must_be_named(nonet, write):
    write("bad.txt", "\n".join(["." * 16] * 16))
    assert "Choose format='grid' or format='line' (--format)" in nonet("check", "bad.txt").refusal
    assert nonet("show", "--to", "tokens", "--format", "line", "bad.txt").code == 0
