"""All solvers give the same verdicts, the same grids and the same numbers of solutions."""

import importlib
import re
from collections import Counter
from pathlib import Path
from unittest import mock

import pytest

from nonet.solvers import (
    Answer,
    Backend,
    BackendError,
    Description,
    Provider,
    Status,
    register,
    unregister,
)

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def agree(monkeypatch):
    """The command of benchmarks/agree.py as a module, with few puzzles for each seed."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    module = importlib.import_module("agree")
    monkeypatch.setattr(module, "PORTION", 4)
    return module


def test_the_command_asks_all_that_are_named_about_each_puzzle(agree, monkeypatch):
    tally = agree.portion(1, "", ["norvig", "pysat"])
    assert 2 <= tally.known.total() <= 4  # a very simple puzzle may be drawn twice
    assert tally.asked == {"norvig": 4, "pysat": 4}
    assert not tally.refused
    monkeypatch.setattr(agree, "any_puzzles", agree.large_puzzles)
    large = agree.portion(1, "", ["norvig"])
    assert (set(large.known), large.asked) == ({"pysat"}, {"norvig": 4})


def test_the_command_draws_backends_that_have_a_text_in_their_spec(agree, monkeypatch):
    monkeypatch.setattr(agree, "BACKENDS_EACH", 2)
    tally = agree.portion(1, "norvig", [])
    assert tally.asked.total() == 4 * agree.BACKENDS_EACH
    assert {spec for spec in tally.asked if "norvig" not in spec} == set()


def test_the_same_seeds_are_the_same_whoever_works_at_them(agree, forked_workers):
    seeds = range(3, 6)
    alone, shared = (list(agree.run(seeds, jobs, "", ["norvig"])) for jobs in (1, 2))
    assert alone == shared == [agree.portion(seed, "", ["norvig"]) for seed in seeds]
    assert alone[0] != alone[1]


def test_a_run_that_is_out_of_time_says_what_it_compared_and_what_goes_on(agree, capsys):
    assert agree.main(["--seed", "5", "--minutes", "0", "--backends", "norvig"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"norvig +4\n(\d) puzzles, \1 solved by brute force\n", out)
    assert re.search(r"1 seeds from 5 on, .*: all agree; --seed 6 goes on", out)


def test_ctrl_c_leaves_what_was_compared(agree, capsys, monkeypatch):
    def interrupted(seed, **options):
        if seed == 3:
            raise KeyboardInterrupt
        return agree.Tally(Counter(pysat=6), Counter(norvig=6))

    monkeypatch.setattr(agree, "portion", interrupted)
    assert agree.main([]) == 130
    out = capsys.readouterr().out
    assert re.search(r"norvig +12\n12 puzzles.*--seed 3 goes on", out, re.DOTALL)


def test_a_wrong_backend_ends_the_command_with_the_puzzle(agree, capsys):
    denies = mock.Mock()
    denies.solve.return_value = Answer(Status.UNSATISFIABLE)

    def build(variant, options):
        if options:
            raise BackendError("no options")
        return Backend("denies", lambda puzzle, seed: denies)

    register(Provider("denies", lambda: [Description("denies", "says no")], build))
    try:
        assert agree.main(["--only", "denies"]) == 3
    finally:
        unregister("denies")
    shown = capsys.readouterr()
    assert re.match(r"\nseed \d+: \w+: found", shown.err)
    assert re.search(r"^denies, \w+$", shown.err, re.MULTILINE)
    assert re.search(r"^\d+ solutions: ", shown.err, re.MULTILINE)
    assert "they differ" in shown.out
