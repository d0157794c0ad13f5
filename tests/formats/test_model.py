"""The JSON model holds every puzzle, and refuses what it does not know."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest
from examples import RULES, case, rule_id
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules_on

from nonet.formats import classic, latin, parse, read, write
from nonet.model.grid import Cell, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Rows, Rule


def model(**changes):
    """Return a small puzzle in JSON with some members changed. None leaves a member out."""
    members = {
        "format": "nonet",
        "version": 1,
        "grid": {"rows": 4, "columns": 4, "values": [1, 4]},
        "givens": {"r1c1": 1},
        "marks": {"r1c2": [1, 2]},
        "rules": [{"rule": "rows"}, {"rule": "boxes", "height": 2, "width": 2}],
        "meta": {"label": "small"},
        **changes,
    }
    return json.dumps({key: value for key, value in members.items() if value is not None})


SMALL = Puzzle(
    Grid(4, 4), (1, *[None] * 15), (15, 3, *[15] * 14), (Rows(), Boxes(2, 2)), (("label", "small"),)
)


def test_the_model_holds_all_of_a_puzzle():
    assert parse(model()) == SMALL
    assert write(SMALL, "json") == model()


def test_givens_may_be_numpy_integers():
    counted = tuple(None if value is None else np.int64(value) for value in SMALL.givens)
    assert write(replace(SMALL, givens=counted), "json") == model()


def test_empty_parts_are_not_written():
    written = json.loads(write(classic(order=1), "json"))
    assert list(written) == ["format", "version", "grid", "givens", "rules"]
    assert written["givens"] == {}


def test_givens_marks_and_meta_may_be_missing():
    puzzle = parse(model(givens=None, marks=None, meta=None, rules=[]))
    assert puzzle == Puzzle(Grid(4, 4))


def test_cells_are_names_and_defaults_are_omitted():
    puzzle = latin(side=4).with_rules(Cage((0, 1), 5), Cage((2, 3)))
    assert json.loads(write(puzzle, "json"))["rules"][2:] == [
        {"rule": "cage", "cells": ["r1c1", "r1c2"], "total": 5},
        {"rule": "cage", "cells": ["r1c3", "r1c4"]},
    ]


@pytest.mark.parametrize(
    "cells", ["r1c1-r1c3", "A1 A2 A3", ["r1c1", "r1c2-r1c3"], ["A1-A2", "R1C3"], "r1c1, r1c2-A3"]
)
def test_cells_are_named_as_in_python(cells):
    rules = [{"rule": "cage", "cells": cells, "total": 6}]
    assert parse(model(rules=rules)).rules == (Cage((0, 1, 2), 6),)


def test_meta_with_a_key_twice_is_a_list_of_pairs():
    meta = (("comment", "one"), ("author", "x"), ("comment", "two"))
    puzzle = Puzzle(Grid(1, 1), meta=meta)
    assert json.loads(write(puzzle, "json"))["meta"] == [list(pair) for pair in meta]
    assert parse(write(puzzle, "json")) == puzzle


def test_a_model_may_be_laid_out_in_any_way():
    value = json.loads(model())
    long = model(rules=[{"rule": "rows"}] * 300)
    for text in (
        json.dumps(value, indent=0),
        json.dumps(json.loads(long), indent=0),
        model().replace(", ", "\n,\n").replace(": ", "\n:\n"),
    ):
        assert parse(text).givens == SMALL.givens, text
        assert [record.line for record in read(f"{text}\n{model()}\n{text}")] == [
            *(1, text.count("\n") + 2, text.count("\n") + 3)
        ]


def test_a_list_of_models_is_several_puzzles():
    value = json.loads(model())
    for indent in (None, 0, 1):
        text = json.dumps([value, value | {"version": 2}, value], indent=indent)
        first, bad, last = read(text)
        assert first.puzzle == last.puzzle == SMALL
        assert str(bad.error) == "line 1: [1].version: must be 1, not 2"
    assert [str(record.error) for record in read("[]", format="json")] == [
        "line 1: the value must be an object, not a list"
    ]


def test_json_lines_go_on_after_a_bad_one():
    pretty = json.dumps(json.loads(model()), indent=2)
    text = f"{model()}\n{model()[:-1]}\nwhat\n\n{model(version=2)}\n{pretty}\n{model()}"
    records = list(read(text, name="some.jsonl"))
    assert [record.puzzle == SMALL for record in records] == [True, False, False, False, True, True]
    assert [str(record.error) for record in records[1:4]] == [
        f"some.jsonl:2: not JSON: Expecting ',' delimiter at column {len(model())}",
        "some.jsonl:3: not JSON: Expecting value at column 1",
        "some.jsonl:5: version: must be 1, not 2",
    ]


def test_a_model_cut_off_within_its_lines_is_one_error():
    pretty = json.dumps(json.loads(model()), indent=2).splitlines()
    first, second = read("\n".join([*pretty[:-3], *pretty]))
    assert str(first.error).startswith(f"line {len(pretty) - 3}: not JSON: Expecting")
    assert (first.line, second.line, second.puzzle) == (1, len(pretty) - 2, SMALL)


@st.composite
def puzzles(draw):
    grid = draw(grids())
    values = st.sampled_from(grid.values)
    hint = tuple(draw(values) for _ in grid.cells)
    masks = st.integers(0, grid.full)
    return Puzzle(
        grid,
        tuple(draw(st.none() | values) for _ in grid.cells),
        tuple(draw(st.just(grid.full) | masks) for _ in grid.cells),
        tuple(draw(st.lists(rules_on(grid, hint), max_size=6))),
        tuple(draw(st.lists(st.tuples(st.text(), st.text()), max_size=3))),
    )


def grids():
    sizes = st.integers(2, 6)
    ranges = st.tuples(st.integers(0, 9), st.integers(1, 12)).map(
        lambda bounds: range(bounds[0], sum(bounds))
    )
    return st.just(Grid(4, 4)) | st.builds(Grid, sizes, sizes, ranges)


@given(puzzles())
def test_every_puzzle_reads_back(puzzle):
    text = write(puzzle, "json")
    assert "\n" not in text
    assert parse(text) == puzzle
    assert parse(json.dumps(json.loads(text), indent=2)) == puzzle


def test_every_rule_reads_back():
    for grid, rule in RULES:
        with case(rule_id(grid, rule)):
            puzzle = Puzzle(grid, rules=(rule,))
            assert parse(write(puzzle, "json")) == puzzle


@dataclass(frozen=True)
class Trident(Rule):
    """A rule from outside the package, with fields of every kind that the model knows."""

    circle: Cell
    arms: tuple[Cells, ...]
    corners: tuple[Cell, Cell]
    weights: tuple[int, ...]
    is_open: bool = False
    colour: str | None = None

    def holds(self, grid, values):
        return True

    def lower(self, grid):
        return iter(())


def test_a_rule_from_outside_the_package_needs_no_code():
    rule = Trident(0, ((1, 2), (4,)), (3, 5), (7, 8), is_open=True, colour="red")
    puzzle = latin(side=4).with_rules(rule)
    text = write(puzzle, "json")
    assert json.loads(text)["rules"][2] == {
        "rule": "trident",
        "circle": "r1c1",
        "arms": [["r1c2", "r1c3"], ["r2c1"]],
        "corners": ["r1c4", "r2c2"],
        "weights": [7, 8],
        "is_open": True,
        "colour": "red",
    }
    assert parse(text) == puzzle


def test_comments_between_models():
    text = f"# one\n{model()}\n\n# two\n{json.dumps(json.loads(model()), indent=1)}"
    assert [record.puzzle for record in read(text)] == [SMALL, SMALL]
