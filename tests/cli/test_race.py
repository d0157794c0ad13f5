"""Tests of ``nonet race``: the table, the records, and contestants that disagree."""

import csv
import json
import re
import sqlite3
import sys
from contextlib import closing, contextmanager
from dataclasses import replace
from importlib import import_module

import pytest
from examples import case

from nonet import classic
from nonet import write as text_of
from nonet.racing.environment import in_words, machine
from nonet.solvers import backends

UNIQUE = "12..34..2......3"
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
NONE = "123....4........"
TWO = "pysat,norvig"
#: A puzzle that takes solvers minutes if they try values in order, from the first cell.
SLOW = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_a_row_for_each_contestant(nonet, write):
    write("a.txt", f"{UNIQUE}\n{NONE}\n{'.' * 81}\n")
    specs = {"pysat:cadical195/minimal", "norvig", "cpsat:boolean"}
    done = nonet("race", "a.txt", "--backend", ",".join(specs), "--time", 60)
    head, *rows, best, blank, summary = done.answer
    assert " ".join(head.split()) == "contestant solved median ms 95 % PAR-2 ms best agreement"
    assert best.split()[:3] == ["virtual", "best", "3/3"]
    assert {row.split()[0] for row in rows} == specs
    assert [(row.split()[1], row.split()[-1]) for row in rows] == [("3/3", "agrees")] * 3
    assert blank == ""
    assert summary == "3 contestants, 3 puzzles, at most 60 s for each: no two disagree."


def test_a_record_for_each_run(nonet, write):
    write("a.txt", f"# puzzles\n{UNIQUE} a name\n{NONE}\n")
    done = nonet("race", "a.txt", "--json", "--backend", TWO)
    assert done.code == 0
    first, *others = done.records
    assert first.pop("seconds") > 0
    assert first == {
        "index": 0,
        "file": "a.txt",
        "line": 2,
        "label": "a name",
        "puzzle": UNIQUE,
        "backend": "pysat:cadical153",
        "repeat": 0,
        "verdict": "unique",
        "solutions": ["".join(map(str, SOLVED))],
        "decided": True,
        "limit": 1.0,
        "counters": {"restarts": 0, "conflicts": 0, "decisions": 0, "propagations": 16},
        "machine": in_words(machine()),
    }
    assert [(record["index"], record["backend"], record["verdict"]) for record in others] == [
        (0, "norvig", "unique"),
        (1, "pysat:cadical153", "none"),
        (1, "norvig", "none"),
    ]


def test_a_failure_is_reported_once_and_is_no_disagreement(nonet, monkeypatch):
    monkeypatch.setattr("nonet.encodings.writer.MOST_CLAUSES", 1_000)
    done = nonet("race", "-", "--backend", TWO, stdin=f"{'.' * 81}\n" * 5)
    assert done.code == 0
    [row] = [line for line in done.lines if line.startswith("pysat")]
    assert row.endswith("failed on <stdin>:1, <stdin>:2, <stdin>:3 and 2 more")
    [complaint] = done.err.splitlines()
    assert "limit of the CNF encoding" in complaint
    assert complaint.endswith("(and 4 more like it)")


def test_all_contestants_are_all_that_run_here(nonet, forked_workers):
    done = nonet("race", UNIQUE, "--backend", "all", "--json", "--time", "20")
    assert done.code == 0
    here = [entry.spec for entry in backends() if not entry.missing]
    assert [record["backend"] for record in done.records] == here
    assert {record["verdict"] for record in done.records} == {"unique"}


def test_the_shipped_puzzles(nonet):
    done = nonet("race", "--backend", "pysat,cpsat", "--time", "20", "--json")
    assert done.code == 0
    assert len({record["index"] for record in done.records}) >= 15
    assert {record["verdict"] for record in done.records} == {"unique", "none", "multiple"}
    assert len({record["file"] for record in done.records}) > 1
    assert all("/" not in record["file"] for record in done.records)


def test_the_shipped_puzzles_have_a_short_limit_unless_one_is_named(nonet):
    for options, limit in (([], "0.2"), (["--time", 5], "5")):
        done = nonet("race", "--backend", "native", *options)
        assert done.lines[-1].endswith(f" at most {limit} s for each: no answer is wrong.")


def test_a_line_for_each_puzzle_tells_who_was_quickest_and_who_gave_no_answer(nonet, write):
    write("a.txt", f"{UNIQUE}\n{NONE}\n" * 3)
    options = ["--no-shuffle", "--nodes", 5]
    done = nonet("race", "a.txt", "--backend", "norvig,backtracking", *options)
    assert done.code == 0
    told = [line.partition(": ") for line in done.err.splitlines()]
    assert sorted(place for place, _, _ in told) == [f"a.txt:{line}" for line in range(1, 7)]
    by_place = {place: said for place, _, said in told}
    time = r"[\d.]+ ms"
    assert re.fullmatch(f"norvig {time}; no answer from backtracking", by_place["a.txt:1"])
    both = (f"norvig {time}, backtracking {time}", f"backtracking {time}, norvig {time}")
    assert re.fullmatch("|".join(both), by_place["a.txt:2"])


def test_few_puzzles_and_very_many_have_no_line_each(nonet, write):
    for puzzles in (5, 51):
        write("a.txt", f"{UNIQUE}\n" * puzzles)
        assert nonet("race", "a.txt", "--backend", "norvig").err == ""


def test_what_is_asked_can_be_chosen(nonet):
    open_, options = "1234............", ["--backend", TWO, "--json", "--no-shuffle"]
    done = nonet("race", open_, "--mode", "solve", "--warm", "--repeats", 2, *options)
    fields = [(record["status"], record["repeat"]) for record in done.records]
    assert fields == [("satisfied", 0), ("satisfied", 1)] * 2
    done = nonet("race", open_, "--mode", "count", "--limit", 5, "--cold", *options)
    assert [(record["verdict"], record["count"]) for record in done.records] == [
        ("multiple", 5)
    ] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the memory of a process")
def test_a_contestant_that_takes_too_much_memory_is_killed(nonet, monkeypatch):
    monkeypatch.setattr("nonet.system.limits._held", lambda: 0)  # measure only the contestant
    options = ["--backend", "backtracking", "--time", 100, "--processes", "--memory", "1M"]
    done = nonet("race", SLOW, *options)
    assert done.code == 0
    assert "backtracking on <argument 1>:1: was killed because it took more than 1 MB" in done.err


def test_results_in_a_file(nonet, write, tmp_path):
    write("a.txt", f"{UNIQUE}\n{NONE}\n")
    done = nonet("race", "a.txt", "--backend", TWO, "--repeats", 2, "--out", "runs.csv")
    assert (done.code, done.err) == (0, "")
    rows = list(csv.DictReader((tmp_path / "runs.csv").open()))
    assert [(row["puzzle"], row["group"], row["repeat"]) for row in rows] == [
        (f"a.txt:{line}", "a.txt", str(repeat))
        for line in (1, 2)
        for _ in TWO.split(",")
        for repeat in (0, 1)
    ]
    environment = json.loads((tmp_path / "runs.csv.environment.json").read_text())
    assert (environment["repeats"], environment["seconds"]) == (2, 1.0)
    assert {path.name for path in tmp_path.iterdir()} == {
        *("a.txt", "runs.csv", "runs.csv.environment.json")
    }


def test_an_interrupted_race_keeps_its_runs_and_goes_on(nonet, write, tmp_path, monkeypatch):
    @contextmanager
    def interrupted(*_):
        left = iter(range(10))

        def note(row):
            if next(left, None) is None:
                raise KeyboardInterrupt

        yield note

    write("a.txt", f"{UNIQUE}\n" * 20)
    command = ["race", "a.txt", "--backend", TWO, "--out", "runs.jsonl"]
    with monkeypatch.context() as patched:
        patched.setattr(import_module("nonet.cli.race"), "live", interrupted)
        done = nonet(*command)
    assert (done.code, done.out.count("agrees")) == (130, 2)
    assert done.err.splitlines() == [
        "nonet: runs.jsonl.journal has 11 runs. Use --resume to continue.",
        "nonet: interrupted",
    ]
    assert not (tmp_path / "runs.jsonl").exists()

    refused = "runs.jsonl.journal: this is the journal of an unfinished race"
    assert refused in nonet(*command).refusal
    assert "another race (seed: 0, not 1)" in nonet(*command, "--seed", 1, "--resume").refusal
    with closing(sqlite3.connect(tmp_path / "runs.jsonl.journal")) as journal:
        times = set(journal.execute("SELECT seconds FROM runs"))
    assert nonet(*command, "--resume").code == 0
    rows = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]
    assert (len(rows), len(times)) == (40, 11)
    assert times <= {(row["seconds"],) for row in rows}
    assert not (tmp_path / "runs.jsonl.journal").exists()


def test_a_finished_race_is_not_run_again_and_its_results_stay(nonet, tmp_path):
    command = ["race", UNIQUE, "--backend", "norvig", "--out", tmp_path / "runs.csv"]
    assert nonet(*command, "--resume").code == 0, "nothing is there yet"
    before = (tmp_path / "runs.csv").read_bytes()
    done = nonet(*command, "--resume")
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith("/runs.csv: already finished\n")
    assert "runs.csv: the file already exists" in nonet(*command).refusal
    assert (tmp_path / "runs.csv").read_bytes() == before


def test_the_report_is_written_and_the_table_is_printed_as_always(nonet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nonet("race", UNIQUE, "--backend", "norvig,pysat", "--html", "report.html")
    assert (done.code, done.err) == (0, "")
    assert "no two disagree" in done.out
    assert "<h1>The race</h1>" in (tmp_path / "report.html").read_text()


def test_limits_and_verdicts_do_not_decide_the_exit_code(nonet):
    """A race compares contestants, so limits and several solutions are not failures."""
    for options in (["--nodes", 0, SLOW], ["." * 16]):
        done = nonet("race", "-b", "norvig,backtracking", *options)
        assert (done.code, done.lines[-1]) == (
            *(0, "2 contestants, 1 puzzle, at most 1 s for each: no two disagree."),
        ), options


# --- stored solutions ----------------------------------------------------------------------------

STORED = "".join(map(str, SOLVED))
LOOSE, CLASH = "1234" + "." * 12, "11.............."
TABLE = "puzzle,solution\n"
UNREAD = "the stored solution cannot be read:"


def test_denying_a_stored_solution_is_wrong(nonet, write):
    write("denier.py", "def none(puzzle):\n    return None\n")
    write("a.csv", f"{TABLE}{UNIQUE},{STORED}\n")
    for specs, finder in (("denier.py:none", "a.csv"), ("denier.py:none,norvig", "norvig")):
        with case(specs):
            done = nonet("race", "a.csv", "-b", specs, "-m", "solve", "--out", f"{finder}.csv")
            assert done.code == 3
            assert "WRONG on a.csv:2" in done.out
            assert "disagree" not in done.out
            assert done.err == (
                "nonet: DISAGREEMENT on a.csv:2: denier.py:none says unsatisfiable, "
                f"but {finder} has a solution\n"
            )
            with open(f"{finder}.csv") as runs:
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


#: For each stored solution: its puzzle, the modes of the race, and what is said about the row.
STATED = [
    (CLASH, STORED, "solve check count", "a solution is stored, but the puzzle has none"),
    (LOOSE, STORED, "check count", None),
    (LOOSE, f"1234{'.' * 12}", "check count", None),
    (LOOSE, "1" * 16, "check count", "the stored solution breaks the rules: r1c2 is 1, but 2 is"),
    (LOOSE, "1234341241232341", "count --limit 1", None),  # a count that stops early denies none
    (UNIQUE, STORED[:-1], "check solve", f"{UNREAD} 15 values for 16 cells (norvig)"),
    (LOOSE, "7", "check solve", f"{UNREAD} 1 value for 16 cells (norvig)"),
]


def test_a_stored_solution_may_have_any_values_in_auxiliary_cells(nonet, write):
    model = classic(UNIQUE).with_layer("x", size=1, auxiliary=True)
    solved = "".join(map(str, SOLVED))
    for stored, code in ((solved + "1", 0), (solved + "4", 0), ("2" + solved, 1)):
        write("a.json", text_of(replace(model, meta=(("solution", stored),)), "json"))
        assert nonet("race", "a.json", "--backend", "norvig,pysat").code == code


@pytest.mark.parametrize(("puzzle", "stored", "modes", "said"), STATED)
def test_a_stored_solution_may_be_any_but_must_be_one(nonet, write, puzzle, stored, modes, said):
    write("a.csv", f"{TABLE}{puzzle},{stored}\n")
    for mode in [modes.split()] if "--" in modes else [[mode] for mode in modes.split()]:
        done = nonet("race", "a.csv", "-b", "norvig", "-m", *mode)
        assert (done.code, done.err.count("\n")) == ((1, 1) if said else (0, 0))
        assert done.err.startswith(f"nonet: a.csv:2: {said}" if said else "")
