"""nonet escapes names and labels from files, so they cannot control the terminal."""

import ast
import json
import os
import sys
from pathlib import Path

import pytest

from nonet import cli
from nonet.formats import parse, write

UNIQUE = "12..34..2......3"
#: A name that clears the screen, hides text, and reverses the direction of writing.
NAME = "a\x1b[2J\x1b[8m\x9b2J\u202eb.txt"
SPELT = r"a\x1b[2J\x1b[8m\x9b2J\u202eb.txt"
LABEL = "\x1b[2J\x9b2J\u202elabel"

PLAIN = {"NO_COLOR": "1"}


def model(label):
    puzzle = json.loads(write(parse(UNIQUE), "json"))
    return json.dumps(puzzle | {"meta": {"label": label}})


def is_harmless(text):
    return all(sign.isprintable() or sign == "\n" for sign in text)


@pytest.mark.parametrize(
    "command",
    [
        ["solve", NAME, NAME],
        ["check", NAME, NAME],
        ["check", *[NAME] * 6],  # too many to draw, so each has a line
        ["analyse", NAME, NAME],
        ["show", NAME, NAME],
        ["show", NAME, "missing\x1b[2J"],
        ["race", "-b", "norvig", NAME],
        ["bulk", NAME, "out\x1b[2J.csv"],
        ["generate", "--from", NAME],
        ["encode", NAME],
        ["decode", NAME, NAME],
        ["verify", "proof\x9b2J"],
        ["verify", "missing\x1b[2J"],
    ],
    ids=lambda command: command[0],
)
def test_names_reach_no_terminal(terminal, nonet, write, command):
    write(NAME, f"{UNIQUE}\n" * (1 if command[0] in ("encode", "decode") else 2))
    if command[0] == "verify":
        write("one.txt", UNIQUE)
        assert nonet("check", "--proof", "proof\x9b2J", "one.txt").code == 0
    out = terminal(*command, env=PLAIN).out
    # Bars and tables use escape sequences too.
    assert not [sign for sign in ("\x1b[2J", "\x1b[8m", "\x9b", "\u202e") if sign in out]


@pytest.mark.parametrize(
    "options", [[], ["--to", "json"], ["--to", "sdk"], ["--to", "sdm"], ["--to", "svg"]]
)
def test_labels_reach_no_terminal(terminal, write, options):
    write("a.json", model(LABEL))
    assert is_harmless(terminal("show", *options, "a.json", env=PLAIN).out)


def test_colours_from_files_are_escaped(terminal, write):
    write("\x1b[8mhidden.txt", f"{UNIQUE}\n" * 12)
    out = terminal("check", "\x1b[8mhidden.txt").out
    assert "\x1b[8m" not in out
    assert r"\x1b[8mhidden.txt:12: unique" in out


def test_verify_escapes_the_name_of_the_folder(nonet, write):
    write("one.txt", UNIQUE)
    folder = NAME.removesuffix(".txt")
    assert nonet("check", "--proof", folder, "one.txt").code == 0
    done = nonet("verify", folder)
    assert done.code == 0
    assert done.out.startswith(SPELT.removesuffix(".txt") + ": verified: ")
    assert nonet("verify", "--json", folder).records[0]["certificate"] == folder


def test_json_escapes_control_characters_without_loss(nonet):
    label = LABEL + "\U000e0041 é"
    done = nonet("show", "--to", "json", stdin=model(label))
    assert done.out.rstrip("\n").isprintable()
    assert r"\u009b2J\u202elabel\udb40\udc41 é" in done.out
    assert done.records[0]["meta"]["label"] == label


def test_one_module_prints_to_the_terminal():
    folder = Path(cli.__file__).parent
    doors = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "print"
    }
    assert doors == {"common/output.py", "encode.py"}  # a CNF has millions of lines


# --- names that are not UTF-8 --------------------------------------------------------------------

FOREIGN = os.fsdecode(b"x\xff")

foreign = pytest.mark.skipif(sys.platform != "linux", reason="this system has no such names")


@foreign
def test_puzzles_are_read_and_written_under_such_names(nonet, write):
    write(f"{FOREIGN}.txt", f"{UNIQUE}\n")
    for arguments, new in (
        (["bulk", f"{FOREIGN}.txt", f"{FOREIGN}.parquet"], f"{FOREIGN}.parquet"),
        (["check", f"{FOREIGN}.parquet"], None),
        (["dataset", f"{FOREIGN}.txt", "--out", f"{FOREIGN}.ds"], f"{FOREIGN}.ds/train.parquet"),
        (["check", "--proof", f"{FOREIGN}.pr", f"{FOREIGN}.txt"], f"{FOREIGN}.pr/manifest.json"),
        (["verify", f"{FOREIGN}.pr"], None),
    ):
        done = nonet(*arguments)
        assert (done.code, done.err.count("internal")) == (0, 0), (arguments, done.err)
        assert new is None or os.path.getsize(new), arguments


@foreign
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_race_escapes_foreign_names(nonet, write, tmp_path, kind):
    write(f"{FOREIGN}.txt", f"{UNIQUE}\n")
    out = f"race.{kind}"
    report = ["--html", "race.html"] if kind == "csv" else []
    done = nonet("race", "-b", "norvig", "--out", out, *report, f"{FOREIGN}.txt")
    assert (done.code, done.err) == (0, "")
    assert b"\\udcff" in (tmp_path / out).read_bytes()
    if report:
        assert "x\\udcff.txt" in (tmp_path / "race.html").read_text()
    assert not (tmp_path / f"{out}.journal").exists()
