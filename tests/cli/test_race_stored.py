"""Tests of ``nonet race``: stored solutions, and contestants that contradict them."""

import csv

from examples import case

UNIQUE, SOLVED = "12..34..2......3", "1234341223414123"
LOOSE, NONE = "1234" + "." * 12, "11.............."
TABLE = "puzzle,solution\n"


def test_denying_a_stored_solution_is_wrong(nonet, write):
    write("denier.py", "def none(puzzle):\n    return None\n")
    write("a.csv", f"{TABLE}{UNIQUE},{SOLVED}\n")
    for specs, finder in (("denier.py:none", "a.csv"), ("denier.py:none,norvig", "norvig")):
        with case(specs):
            done = nonet("race", "a.csv", "-b", specs, "-m", "solve", "--out", "runs.csv")
            assert done.code == 3
            assert "WRONG on a.csv:2" in done.out
            assert "disagree" not in done.out
            assert done.err == (
                "nonet: DISAGREEMENT on a.csv:2: denier.py:none says unsatisfiable, "
                f"but {finder} has a solution\n"
            )
            with open("runs.csv") as runs:
                wrong = [row["contestant"] for row in csv.DictReader(runs) if row["problem"]]
            assert wrong == ["denier.py:none"]


def test_wrong_answers_are_named_in_the_table_and_in_records(nonet, write):
    write("liar.py", "def none(puzzle): return None\ndef wrong(puzzle): return [1] * 16\n")
    write("a.txt", f"{UNIQUE}\n")
    specs = "norvig,liar.py:none,liar.py:wrong"
    asked = ["race", "a.txt", "-m", "solve", "--time", 60, "-b", specs]
    done = nonet(*asked)
    assert done.code == 3
    said = {line.split()[0]: line.split("  ")[-1].strip() for line in done.lines[1:-1]}
    wrong = "WRONG on a.txt:1"
    assert said == {"norvig": "agrees", "liar.py:none": wrong, "liar.py:wrong": wrong}
    denied = "liar.py:none says unsatisfiable, but norvig has a solution"
    assert f"nonet: DISAGREEMENT on a.txt:1: {denied}" in done.err
    assert "nonet: liar.py:wrong on a.txt:1: liar.py:wrong gave a wrong grid" in done.err
    right, denier, liar = nonet(*asked, "--json").records
    assert "problem" not in right
    assert (denier["decided"], denier["problem"], liar["problem"]) == (False, "wrong", "wrong")
    assert denier["error"] == denied.removeprefix("liar.py:none ")


def test_denying_a_wrong_stored_solution_is_right(nonet, write):
    write("a.csv", f"{TABLE}{NONE},{SOLVED}\n")
    for mode in ("solve", "check", "count"):
        with case(mode):
            done = nonet("race", "a.csv", "-b", "norvig", "-m", mode)
            assert done.code == 1
            assert (
                done.err
                == "nonet: a.csv:2: a solution is stored, but the puzzle has none (norvig)\n"
            )


def test_any_of_several_solutions_may_be_stored(nonet, write):
    write("a.csv", f"{TABLE}{LOOSE},{SOLVED}\n")
    write("b.csv", f"{TABLE}{LOOSE},{'1' * 16}\n")
    write("c.csv", f"{TABLE}{LOOSE},1234{'.' * 12}\n")
    for mode in ("check", "count"):
        with case(mode):
            for right in ("a.csv", "c.csv"):
                done = nonet("race", right, "-b", "norvig", "-m", mode)
                assert (done.code, done.err) == (0, "")
            done = nonet("race", "b.csv", "-b", "norvig", "-m", mode)
            assert (done.code, done.err) == (
                1,
                "nonet: b.csv:2: the stored solution breaks the rules: r1c2 is 1, but 2 is given "
                "(norvig)\n",
            )


def test_a_count_that_stops_early_denies_no_stored_solution(nonet, write):
    other = "1234341241232341"
    write("a.csv", f"{TABLE}{LOOSE},{SOLVED}\n{LOOSE},{other}\n")
    done = nonet("race", "a.csv", "-b", "norvig", "-m", "count", "--limit", 1)
    assert (done.code, done.err) == (0, "")


def test_an_unreadable_stored_solution_is_reported(nonet, write):
    write("a.csv", f"{TABLE}{UNIQUE},{SOLVED[:-1]}\n{LOOSE},7\n")
    for mode in ("check", "solve"):
        with case(mode):
            done = nonet("race", "a.csv", "-b", "norvig", "-m", mode)
            assert done.code == 1
            assert done.err.splitlines() == [
                "nonet: a.csv:2: the stored solution cannot be read: the text has 15 values for "
                "16 cells (norvig)",
                "nonet: a.csv:3: the stored solution cannot be read: the text has 1 value for "
                "16 cells (norvig)",
            ]
