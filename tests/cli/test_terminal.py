"""Tests of output on a terminal: drawings, colours, progress, and Ctrl-C."""

import pytest

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


def test_a_solution_is_drawn(terminal):
    done = terminal("solve", UNIQUE, env=PLAIN)
    assert (done.code, done.out) == (0, DRAWING)


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
