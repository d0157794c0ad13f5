"""Tests of typical mistakes of new users of the command line."""

import itertools
import warnings
from unittest import mock

import pytest
from examples import case
from requirements import require_native

import nonet as package

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"


@pytest.mark.parametrize(
    ("install", "importers", "arguments"),
    [
        ("pyarrow", "streaming.parquet streaming.datasets", "bulk in.txt out.parquet"),
        ("pyarrow", "streaming.parquet streaming.datasets", "check in.parquet"),
        ("pyarrow", "streaming.parquet", "race in.txt -b norvig --out out.parquet"),
        ("matplotlib", "racing.plots racing.report", "race in.txt -b norvig --html out.html"),
        ("distributed", "questions.executors", "bulk in.txt o.csv --cluster tcp://127.0.0.1:9"),
    ],
)
def test_a_missing_package_is_code_4_with_its_name_for_pip(
    nonet, write, hide, install, importers, arguments
):
    write("in.txt", f"{UNIQUE}\n")
    write("in.parquet", "")
    hide(install, *(f"nonet.{name}" for name in importers.split()))
    done = nonet(*arguments.split())
    assert (done.code, done.out) == (4, "")
    [line] = done.err.splitlines()
    assert line.endswith(f": pip install {install}")


def test_one_has_a_singular(nonet):
    require_native()
    said = nonet("analyse", "--find", "candidates", UNIQUE).lines[-1]
    assert said == "unique: 1 solution, 16 true candidates, 16 cells fixed"
    assert str(package.LimitReached(1)).startswith("limit reached after 1 solution:")


@pytest.mark.parametrize("columns", [50, 40])
def test_tables_on_a_narrow_terminal_cut_nothing_off(terminal, columns):
    def narrow(*arguments, kind="xterm"):
        env = {"NO_COLOR": "1", "PATH": "", "TERM": kind}
        return terminal(*arguments, columns=columns, env=env).lines

    tables = {
        "race": narrow("race", UNIQUE, "-b", "norvig,heuristic"),
        "encode": narrow("encode", "--stats", "--options", "raw", UNIQUE),
    }
    if columns == 40:
        tables["backends"] = narrow("backends")
        tables["backends without colours"] = narrow("backends", kind="dumb")
    for name, lines in tables.items():
        with case((name, columns)):
            table = [line for line in lines if line[:1].islower() or line[:1] == " "]
            assert table
            assert all(len(line) <= columns for line in table)
            assert not any("…" in line for line in table)
    assert any(line.split()[-2:-1] == ["1/1"] or "1/1" in line for line in tables["race"])


@pytest.mark.parametrize("command", ["show", "solve"])
def test_a_terminal_with_ascii_alone_gets_a_drawing(terminal, command):
    done = terminal(command, UNIQUE, env={"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"})
    assert done.lines[0] == "+-----+-----+"
    assert done.lines[1] == ("| 1 2 | . . |" if command == "show" else "| 1 2 | 3 4 |")
    assert "\\" not in done.out


@pytest.mark.parametrize("row", ["5 3 _ _ 7 _ _ _ _", "53__7____", "5 3 0 0 7 0 0 0 0"])
def test_one_row_is_not_a_small_puzzle(nonet, row):
    assert (
        "9 cells are one row of a 9×9 puzzle. Write all 81 cells"
        in nonet("check", stdin=row).refusal
    )


def test_a_small_puzzle_on_a_line_is_one(nonet):
    assert nonet("check", "-f", "line", stdin="12.......").code == 1


def test_counting(nonet):
    record = nonet("count", "--json", "--limit", "10", UNIQUE).records[0]
    assert (record["count"], record["complete"]) == (1, True)


def test_estimating(nonet):
    thermo = package.write(package.classic(order=2).thermo("r1c1 r2c2"), "json")
    record = nonet("count", "--estimate", "--json", thermo).records[0]
    assert record["interval"] == [package.count(thermo)] * 2  # a small tree is searched whole


def test_a_long_count_says_that_it_has_a_limit(nonet, monkeypatch):
    monkeypatch.setattr("nonet.cli.common.progress._PATIENCE", -1.0)
    done = nonet("count", UNIQUE)
    advice = "Use --time or a lower --limit to stop earlier."
    assert done.err == f"nonet: note: 1 solution so far. {advice}\n"


def test_a_long_count_in_python_does_not_warn():
    hours = itertools.count(step=3600.0)
    with mock.patch("time.monotonic", side_effect=hours), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert package.count("." * 16, backend="norvig") == 288


def test_solutions_in_every_format(nonet, write):
    assert nonet("solve", "--to", "line", UNIQUE).lines == [SOLVED]
    grids = nonet("solve", "--to", "grid", UNIQUE, UNIQUE).out
    assert [record.puzzle.givens for record in package.read(grids)] == [tuple(map(int, SOLVED))] * 2
    assert nonet("solve", "--to", "svg", "--limit", 1, UNIQUE).out.startswith("<svg")
    killer = package.write(package.classic(UNIQUE).cage("r1c3 r1c4", 7), "json")
    assert nonet("solve", "--to", "line", killer).lines == [SOLVED]
    solved = package.parse(nonet("solve", "--to", "json", killer).out)
    assert solved.rules == package.parse(killer).rules
    assert solved.givens == tuple(map(int, SOLVED))


def test_verdicts_of_several_files_begin_with_their_names(nonet, write):
    write("a.txt", f"{UNIQUE}\nnonsense\n")
    write("b.txt", UNIQUE)
    assert nonet("check", "a.txt", "b.txt").lines == [
        *("a.txt:1: unique", "a.txt:2: error", "b.txt:1: unique")
    ]
    assert nonet("count", "a.txt", "b.txt").lines == ["a.txt:1: 1", "a.txt:2: error", "b.txt:1: 1"]
    assert nonet("check", "b.txt").lines == ["unique"]
    assert nonet("check", UNIQUE, UNIQUE).lines == ["unique", "unique"]


def test_an_analysis_says_what_rules_mean(nonet):
    puzzle = package.classic(order=2).nonconsecutive()
    lines = nonet("analyse", package.write(puzzle, "json")).lines
    assert lines[0].startswith("nonconsecutive cannot be satisfied: ")
    assert lines[1].startswith("  nonconsecutive: ")
