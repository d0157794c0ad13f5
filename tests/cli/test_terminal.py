"""Output on a terminal: drawings, colours, progress, Ctrl-C, and escaped names."""

import ast
import json
import os
import sys
from pathlib import Path

import pytest

from nonet import cli
from nonet.formats import parse, write

UNIQUE = "12..34..2......3"
DRAWING = """\
┏━━━━━┳━━━━━┓
┃ 1 2 ┃ 3 4 ┃
┃ 3 4 ┃ 1 2 ┃
┣━━━━━╋━━━━━┫
┃ 2 3 ┃ 4 1 ┃
┃ 4 1 ┃ 2 3 ┃
┗━━━━━┻━━━━━┛
"""
TWO_DRAWINGS = """\
┏━━━━━━┳━━━━━━┓   ┏━━━━━━┳━━━━━━┓
┃ 1  2 ┃[3][4]┃   ┃ 1  2 ┃[4][3]┃
┃ 3  4 ┃ 2  1 ┃   ┃ 3  4 ┃ 2  1 ┃
┣━━━━━━╋━━━━━━┫   ┣━━━━━━╋━━━━━━┫
┃ 2  1 ┃[4][3]┃   ┃ 2  1 ┃[3][4]┃
┃ 4  3 ┃ 1  2 ┃   ┃ 4  3 ┃ 1  2 ┃
┗━━━━━━┻━━━━━━┛   ┗━━━━━━┻━━━━━━┛
multiple: two solutions differ in 4 cells: r1c3 r1c4 r3c3 r3c4
"""
PLAIN = {"NO_COLOR": "1"}


def test_propagation_draws_the_remaining_marks(terminal):
    done = terminal("solve", "-b", "propagation", "12..341.........", env=PLAIN)
    assert done.code == 0
    assert done.out.splitlines()[1] == "┃ 1  2  ┃ 34  34  ┃"
    assert terminal("solve", "-b", "propagation", UNIQUE, env=PLAIN).out == DRAWING


def test_two_solutions_are_drawn_side_by_side(terminal):
    # Use `norvig`, which tries the values in order. Other solvers may find another solution first.
    done = terminal("check", "--backend", "norvig", "12..342121..4312", env=PLAIN)
    assert (done.code, done.out) == (1, TWO_DRAWINGS)


@pytest.mark.parametrize("env", [PLAIN, {"TERM": "dumb"}])
@pytest.mark.parametrize("command", ["solve", "check", "show"])
def test_no_colours_where_they_are_not_wanted(terminal, command, env):
    assert "\x1b" not in terminal(command, UNIQUE, env=env).out


@pytest.mark.parametrize("command", ["solve", "check", "show"])
def test_colours_otherwise(terminal, command):
    out = terminal(command, UNIQUE).out
    assert "\x1b[1m1\x1b[0m" in out  # a given
    assert ("\x1b[36m3\x1b[0m" in out) == (command != "show")  # a value that was found


def test_several_puzzles_are_told_apart(terminal, write):
    write("a.txt", f"{UNIQUE}\nnonsense\n{UNIQUE}\n")
    done = terminal("solve", "a.txt", env=PLAIN)
    assert done.code == 2
    assert done.out == (
        f"a.txt:1\n{DRAWING}"
        "nonet: a.txt:2: 8 characters: a 3×3 puzzle has 9\n"
        f"\na.txt:3\n{DRAWING}"
        "\n3 puzzles: 2 solved, 1 unreadable\n"
    )


def test_many_puzzles_get_a_line_each(terminal, write):
    write("many.txt", f"{UNIQUE}\n" * 50 + f"{'.' * 16}\n")
    solved = terminal("solve", "many.txt", env=PLAIN)
    assert solved.lines[:50] == ["1234341223414123"] * 50
    assert solved.lines[51:] == ["51 puzzles: 51 solved"]
    checked = terminal("check", "many.txt", env=PLAIN)
    assert checked.lines[6] == "many.txt:7: unique"
    assert checked.lines[50].startswith("many.txt:51: multiple: two solutions differ in ")
    assert checked.lines[-1] == "51 puzzles: 50 unique, 1 multiple"


def test_many_solutions_get_a_line_each_after_the_first(terminal):
    done = terminal("solve", "--all", "." * 16, env=PLAIN)
    assert done.out.count("┏") == 10
    assert len([line for line in done.lines if line.isdecimal()]) == 278


def test_conversions_are_not_adorned(terminal, write):
    write("a.txt", f"{UNIQUE}\n{UNIQUE}\n")
    assert terminal("show", "--to", "line", "a.txt").lines == [UNIQUE, UNIQUE]


@pytest.mark.parametrize(
    ("command", "sign"), [("solve", "Solved"), ("check", "Checked"), ("show", "Shown")]
)
def test_signs_of_life_are_not_in_the_file(terminal, write, tmp_path, command, sign):
    write("a.txt", f"{UNIQUE}\n" * 20)
    with open(tmp_path / "out.txt", "w") as out:
        done = terminal(command, "a.txt", stdout=out)
    assert done.code == 0
    assert sign in done.out
    written = (tmp_path / "out.txt").read_text()
    assert "\x1b" not in written
    assert written.count("┏" if command == "show" else "\n") == 20


def test_no_bar_where_it_would_disturb_the_reader_of_a_pipe(terminal, write, started):
    write("a.txt", f"{UNIQUE}\n" * 20)
    reader = started("solve")
    done = terminal("solve", "a.txt", stdout=reader.stdin)
    assert done.out == "20 puzzles: 20 solved\n"


def test_the_race_shows_its_table_after_its_bar(terminal):
    done = terminal("race", UNIQUE, "--backend", "norvig,pysat")
    assert done.code == 0
    assert "Racing" in done.out
    assert done.lines[-1] == "2 contestants, 1 puzzle, at most 1 s for each: no two disagree."
    assert "agrees" in done.out


def test_waiting_for_stdin_prints_a_prompt(terminal):
    done = terminal("solve", keys=f"{UNIQUE}\n\x04".encode(), wait_for=b"Ctrl-D.\r\n", env=PLAIN)
    assert done.code == 0
    assert done.lines[0] == "Type or paste puzzles, then press Ctrl-D."
    assert done.out.endswith(DRAWING)


@pytest.mark.parametrize(
    ("arguments", "sign"),
    [
        (["solve"], "Ctrl-D"),
        (["solve", "--backend", "backtracking", "slow.txt"], "slow.txt:1"),
        (["check", "--backend", "backtracking", "slow.txt"], "slow.txt:1"),
        (["solve", "--all", "." * 81], "\n"),
        (["race", "slow.txt", "--backend", "norvig,backtracking", "--time", "100"], "norvig"),
    ],
)
def test_ctrl_c(terminal, write, arguments, sign):
    slow = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    write("slow.txt", f"{slow}\n{slow}\n")
    done = terminal(*arguments, keys=b"\x03", wait_for=sign.encode(), env=PLAIN)
    assert done.code == 130
    assert "Traceback" not in done.out
    assert done.out.count("nonet: interrupted") == 1
    assert done.out.endswith("nonet: interrupted\n")


# --- escapes -------------------------------------------------------------------------------------

#: A name that clears the screen, hides text, and reverses the direction of writing.
NAME = "a\x1b[2J\x1b[8m\x9b2J\u202eb.txt"
SPELT = r"a\x1b[2J\x1b[8m\x9b2J\u202eb.txt"
LABEL = "\x1b[2J\x9b2J\u202elabel"


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
    done = nonet("race", "-b", "norvig", "--out", out, f"{FOREIGN}.txt")
    assert (done.code, done.err) == (0, "")
    assert b"\\udcff" in (tmp_path / out).read_bytes()
    assert not (tmp_path / f"{out}.journal").exists()
