"""``nonet diff``: what differs between two results of bulk, and the exit code."""

import json

import pytest

UNIQUE, MULTIPLE = "12..34..2......3", "12.............2"


@pytest.fixture
def outputs(nonet, write):
    write("in.txt", f"{UNIQUE}\n{MULTIPLE}\n")
    nonet("bulk", "in.txt", "a.csv")
    nonet("bulk", "in.txt", "b.parquet", "-b", "norvig")
    write("c.csv", f"puzzle,verdict,solution\n{UNIQUE},unique,1234341223414132\n")


def test_results_that_agree(nonet, outputs):
    done = nonet("diff", "a.csv", "b.parquet")
    assert (done.code, done.out, done.err) == (0, "2 puzzles: none differs\n", "")


def test_results_that_differ(nonet, outputs):
    done = nonet("diff", "a.csv", "c.csv")
    assert done.code == 1
    assert done.lines == [
        f"{UNIQUE}: unique, but the solutions are 1234341223414123 and 1234341223414132",
        f"{MULTIPLE}: only in a.csv",
        "2 puzzles: 2 differ",
    ]


def test_a_verdict_on_one_solution_beside_one_on_all(nonet, outputs, write):
    solved = f"puzzle,verdict,solution\n{UNIQUE},satisfied,1234341223414132\n"
    write("d.csv", f"{solved}{MULTIPLE},satisfied,1234341221434321\n")
    assert nonet("diff", "a.csv", "d.csv").lines == [
        f"{UNIQUE}: unique and satisfied, but the solutions are 1234341223414123 and "
        "1234341223414132",
        "2 puzzles: 1 differ",
    ]
    nonet("bulk", "in.txt", "e.csv", "--mode", "solve")
    assert nonet("diff", "a.csv", "e.csv").lines == ["2 puzzles: none differs"]


def test_records_of_what_differs(nonet, outputs):
    one, two = map(json.loads, nonet("diff", "--json", "a.csv", "c.csv").lines)
    assert one["puzzle"] == UNIQUE
    assert one["second"] == {"index": 0, "verdict": "unique", "solution": "1234341223414132"}
    assert two["second"] is None


def test_what_cannot_be_compared(nonet, outputs):
    assert nonet("diff", "a.csv", "none.csv").code == 2
    assert nonet("diff", "a.csv", "in.txt").code == 2


def test_what_is_no_table_is_named(nonet, write, tmp_path):
    for name, content, said in (
        ("model.json", nonet("show", "--to", "json", UNIQUE).out, "JSON Lines: tables are CSV, "),
        ("empty.txt", "", "empty, or without names of columns in its first line"),
    ):
        done = nonet("diff", write(name, content), name)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"nonet: {name}: {said}")
    done = nonet("diff", tmp_path, tmp_path)
    assert (done.code, done.err) == (2, f"nonet: {tmp_path}: Is a directory\n")


def test_solutions_of_a_puzzle_with_several_may_differ(nonet, write):
    columns = "puzzle,verdict,solution\n"
    one, two, wrong = "1234432121433412", "1234341221434321", "1234341221434322"
    puzzle = "1234" + "." * 12
    for name, solution in (("a.csv", one), ("b.csv", two), ("c.csv", wrong)):
        write(name, f"{columns}{puzzle},satisfied,{solution}\n")
    assert nonet("diff", "a.csv", "b.csv").lines == ["1 puzzle: none differs"]
    done = nonet("diff", "a.csv", "c.csv")
    assert (done.code, len(done.lines)) == (1, 2)
