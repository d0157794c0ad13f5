"""If a small file describes an enormous puzzle, nonet refuses it before it takes memory."""

import json
import resource
import sys
from contextlib import contextmanager

import pytest

from nonet.cli import VERBS

#: More memory than any verb needs (Arrow reserves a gigabyte), and less than a bomb would take.
MEMORY = 2 << 30

CELLS, VALUES, PAIRS = "65536", "4096", "1048576"


def model(rows, columns, highest, *rules):
    grid = {"rows": rows, "columns": columns, "values": [1, highest]}
    entries = {"grid": grid, "givens": {}, "rules": rules}
    return json.dumps({"format": "nonet", "version": 1} | entries)


#: Puzzles in JSON, and the limit that the error names.
BOMBS = {
    "thermometer": (model(1, 2, 4096, {"rule": "thermo", "cells": "r1c1 r1c2"}), PAIRS),
    "white dot": (model(1, 2, 4096, {"rule": "whitedot", "a": "r1c1", "b": "r1c2"}), PAIRS),
    "black dot": (model(1, 2, 4096, {"rule": "blackdot", "a": "r1c1", "b": "r1c2"}), PAIRS),
    "non-consecutive": (model(1, 2, 4096, {"rule": "nonconsecutive"}), PAIRS),
    "thermometer, more": (model(1, 2, 5000, {"rule": "thermo", "cells": "r1c1 r1c2"}), VALUES),
    "white dot, more": (model(1, 2, 20000, {"rule": "whitedot", "a": "r1c1", "b": "r1c2"}), VALUES),
    "values": (model(1, 2, 8_000_000), VALUES),
    "cells": (model(4096, 4096, 1), CELLS),
    "a line": (model(1, 1 << 24, 1), CELLS),
}

#: For each verb that reads a model, its command line.
READERS = {
    **{verb: f"{verb} bombs" for verb in ("solve", "check", "count", "analyse", "encode")},
    **{verb: f"{verb} bombs" for verb in ("show", "explain", "hint", "rate", "canon")},
    "bulk": "bulk bombs out.csv",
    "race": "race -b norvig bombs",
    "generate": "generate --from bombs",
    "decode": "decode bombs /dev/null",
    "dataset": "dataset --out folder bombs",
    "print": "print --out sheets.html bombs",
}


@contextmanager
def little_more_memory():
    """Limit the memory of this process to a little more than it has, on Linux."""
    if sys.platform != "linux":
        yield
        return
    with open("/proc/self/statm") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_every_verb_with_a_puzzle_is_tried():
    others = {"verify", "rules", "backends", "serve"}
    assert READERS.keys() | others == {*VERBS}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_with_the_limit(nonet, write, bomb):
    text, limit = BOMBS[bomb]
    assert len(text) < 200
    write("bomb.json", text)
    done = nonet("show", "bomb.json")
    assert done.code == 2
    assert done.err.startswith("nonet: bomb.json:1: ")
    assert done.err.rstrip().endswith(f"limit is {limit}")


@pytest.mark.parametrize("verb", READERS)
def test_no_verb_spends_memory_on_a_bomb(nonet, write, verb):
    write("bombs", "".join(f"{text}\n" for text, _ in BOMBS.values()))
    with little_more_memory():
        assert nonet(*READERS[verb].split()).code == 2


def test_a_certificate_about_a_bomb_cannot_be_read(nonet, write, tmp_path):
    write("puzzle.txt", "12..34..2......3")
    assert nonet("check", "--proof", "proof", "puzzle.txt").code == 0
    (tmp_path / "proof" / "puzzle.json").write_text(BOMBS["cells"][0] + "\n")
    with little_more_memory():
        refusal = nonet("verify", "proof").refusal
    assert refusal.startswith("nonet: proof/puzzle.json:1: grid: a board of 4096×4096")


@pytest.mark.parametrize("backend", ["norvig", "pysat", "auto"])
def test_groups_of_very_many_cells_are_refused(nonet, write, backend):
    write("wide.json", model(256, 256, 256, {"rule": "rows"}, {"rule": "columns"}))
    with little_more_memory():
        refusal = nonet("check", "-b", backend, "wide.json").refusal
        assert "pairs of cells must differ. The limit is 8388608" in refusal


@pytest.mark.parametrize(
    "text",
    [
        model(64, 64, 64, {"rule": "rows"}, {"rule": "nonconsecutive"}),
        model(1, 2, 1024, {"rule": "thermo", "cells": ["r1c1", "r1c2"]}),
        model(1, 65536, 1),
        model(1, 4096, 4096, {"rule": "rows"}),
        model(100, 100, 100, {"rule": "rows"}, {"rule": "boxes", "height": 10, "width": 10}),
    ],
)
def test_a_large_puzzle_within_the_limit_is_shown(nonet, text):
    assert nonet("show", "--to", "json", stdin=text).records == [json.loads(text)]


def test_a_long_line_of_one_value_is_drawn(nonet):
    done = nonet("show", stdin=model(1, 65536, 1))
    assert (done.code, done.lines[1].count("·")) == (0, 65536)
