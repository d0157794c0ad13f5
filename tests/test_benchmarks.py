"""The benchmarks whose tables the pages quote do what they say."""

import importlib
import re
from pathlib import Path
from random import Random

import pytest
from requirements import require_native

import nonet

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def benchmark(monkeypatch):
    """Import a benchmark by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module


@pytest.fixture
def rivals(benchmark):
    return benchmark("rivals")


def entry(rivals, family, *milliseconds):
    """Return a puzzle that was raced."""
    times = zip(rivals.CONTESTANTS, milliseconds, strict=True)
    return rivals.Entry(family, "text", {f"{name} ready": ms for name, ms in times})


def test_auto_is_compared_with_the_quickest_of_the_others_on_each_puzzle(rivals):
    one = entry(rivals, "a", 3, 4, 2, 9, 9, 9)
    other = entry(rivals, "a", 3, 9, 9, 9, 9, 4)
    assert [rivals.best(each) for each in (one, other)] == [2, 4]
    assert rivals.behind([one, other]) == 1
    assert rivals.behind([one]) == 1.5


def test_the_summary_names_families_and_puzzles_on_which_auto_is_behind(rivals, capsys):
    rivals.summarise([entry(rivals, "a", 3, 4, 2, 9, 9, 9), entry(rivals, "b", 3, 3, 9, 9, 9, 9)])
    out = capsys.readouterr().out
    assert re.search(r"^pysat:glucose4 .* 0 +1$", out, re.MULTILINE)
    assert re.search(r"^ +1\.50 in a$", out, re.MULTILINE)
    assert re.search(r"^ +3\.00 +2\.00 pysat:glucose4 a: text$", out, re.MULTILINE)
    assert " in b" not in out


def test_all_contestants_race_on_the_puzzles_of_a_file(rivals, benchmark, tmp_path, capsys):
    require_native()
    puzzles = [made.puzzle for made in nonet.generate(nonet.classic(order=3), 2, seed=1)]
    text_of = benchmark("iss").text_of
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"plain\t{text_of(puzzle)}\n" for puzzle in puzzles))
    assert rivals.main([str(path), "--passes", "1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^plain +2( +\d+\.\d\d){7}$", out, re.MULTILINE)
    assert re.search(r"auto took [\d.]+ times the virtual best of 2 puzzles", out)


@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_killers_are_made_on_boards_of_other_sizes(benchmark, kind):
    require_native()
    make = dict(benchmark("variants").families())[f"6×6 killer {kind}"]
    puzzle = make(Random(1))
    assert nonet.check(puzzle).kind == "unique"
    caged = {cell for rule in puzzle.rules if rule.name == "cage" for cell in rule.cells}
    assert (caged == set(puzzle.grid.cells)) == (kind == "dense")
