"""With ``--memory``, nonet refuses puzzles that would take more memory, and answers others."""

import json
import os
from contextlib import nullcontext

import pytest
from examples import EASY

from nonet.cli.common.options import size
from nonet.solvers import Limits
from nonet.streaming.parts import Parts
from nonet.system.memory import total

PUZZLE = "12..34..2......3"


def latin(side):
    """Return the model of an empty square."""
    rules = [{"rule": "rows"}, {"rule": "columns"}]
    grid = {"rows": side, "columns": side, "values": [1, side]}
    return json.dumps({"format": "nonet", "version": 1, "grid": grid, "givens": {}, "rules": rules})


@pytest.mark.parametrize(
    ("said", "means"), [("100K", 100 << 10), ("500m", 500 << 20), ("2GB", 2 << 30)]
)
def test_sizes(said, means):
    assert size(said) == means


def test_by_default_it_is_half_of_the_machine(nonet, monkeypatch):
    seen = []
    monkeypatch.setattr("nonet.cli.common.options.limited_to", lambda limits: _noted(seen, limits))
    for said in ([], ["--memory", "1G"]):
        nonet("rules", *said)
    assert seen == [Limits(memory=total() // 2), Limits(memory=1 << 30)]


def _noted(seen, limits):
    seen.append(limits)
    return nullcontext()


@pytest.fixture
def once_too_much(monkeypatch):
    """Make the first memory check report too much, and later checks little."""
    held, own = iter([2 << 30, 2 << 30]), os.getpid()  # workers of earlier tests may be watched
    monkeypatch.setattr(
        "nonet.system.memory.resident", lambda process: next(held, 0) if process == own else 0
    )


@pytest.mark.parametrize("verb", ["solve", "check"])
def test_a_puzzle_that_takes_more_is_refused_and_the_next_is_answered(
    nonet, write, once_too_much, verb
):
    write("two.jsonl", f"{latin(30)}\n{latin(1)}\n")
    done = nonet(verb, "-b", "pysat", "--memory", "1G", "two.jsonl")
    assert done.code == 2
    assert done.lines == ["error", {"solve": "1", "check": "unique"}[verb]]
    assert "two.jsonl:1: this process holds " in done.err
    assert "MB of memory, more than the limit of 1024 MB" in done.err


@pytest.mark.parametrize(
    "asked",
    [
        ("generate", "--order", 4, "--count", 2, "--seed", 1),
        ("dataset", "in.txt", "--out", "new", "--measure", "er"),
    ],
    ids=lambda asked: asked[0],
)
def test_workers_respect_the_limit(nonet, write, tmp_path, asked):
    write("in.txt", f"{EASY}\n" * 2)
    for jobs in (1, 2):
        refusal = nonet(*asked, "--memory", "10M", "--jobs", jobs).refusal
        assert "MB of memory, more than the limit of 10 MB" in refusal
    assert not (tmp_path / "new").exists()


def test_bulk_passes_the_limit_on(nonet, write, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "nonet.streaming.pipeline.Query", lambda *query: asked.append(query[2]) or 1 / 0
    )
    write("one.txt", f"{PUZZLE}\n")
    with pytest.raises(ZeroDivisionError):
        nonet("bulk", "--memory", "1G", "one.txt", "out.csv")
    assert asked == [Limits(memory=1 << 30)]


def test_a_run_may_be_resumed_with_another_limit(nonet, write, monkeypatch):
    write("one.txt", f"{PUZZLE}\n")
    with monkeypatch.context() as patched:
        patched.setattr(Parts, "complete", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            nonet("bulk", "--memory", "1G", "one.txt", "out.csv")
    assert nonet("bulk", "--resume", "--memory", "2G", "one.txt", "out.csv").code == 0
