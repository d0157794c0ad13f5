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
    "1 MB of JSON": ('{"a": "' + "x" * MEGABYTE + '"}', "bad.txt:1: this is not a nonet model"),
    "a control character": ("12..34\x1b.2......3", "bad.txt:1: r2c3: '\\x1b'"),
    "a huge number": (f"1 {'9' * 5000} " + ". " * 254, "bad.txt:1: r1c2: '99999999999999999999…'"),
    "empty": ("", "bad.txt: contains no puzzle"),
    "nothing but space": (" \n\t\n\r\n", "bad.txt: contains no puzzle"),
    "binary": (bytes(range(256)) * 100, "bad.txt: not a text file"),
    "prose": ("Dear setter,\nplease find enclosed\n", "bad.txt:"),
    "n = 10⁹": (model(grid={"rows": 10**9, "columns": 10**9, "values": [1, 9]}), "limit of"),
    "an unknown rule": (model(rules=[{"rule": "thremo"}]), "unknown rule 'thremo'; did you mean"),
    "half a model": (model()[:40], "bad.txt:1: not JSON"),
}


def test_the_error_is_one_line(nonet, write):
    for name, (content, complaint) in CORPUS.items():
        write("bad.txt", content)
        with case(name):
            with processor_seconds(SOON):
                done = nonet("check", "bad.txt")
            [said] = done.err.splitlines()
            assert said.startswith("nonet: bad.txt:")
            assert complaint in done.refusal
            assert len(said) < 200
            assert said.isprintable()


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
