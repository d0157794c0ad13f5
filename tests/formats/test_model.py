"""The JSON model holds every puzzle, and refuses bad models by name, with the path to the error."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest
from examples import RULES, case, rule_id
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from strategies import rules_on
from traced_memory import no_more_memory_than

from nonet.formats import classic, latin, parse, read, write
from nonet.model.grid import Cell, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

# --- bad models ----------------------------------------------------------------------------------

GRID = {"rows": 9, "columns": 9, "values": [1, 9]}


def nine(**members):
    return json.dumps({"format": "nonet", "version": 1, "grid": GRID, "rules": [], **members})


def with_rule(**rule):
    return nine(rules=[{"rule": "rows"}, rule])


def cage(cells, **members):
    return {"rule": "cage", "cells": cells, **members}


NO_MODEL = 'this is not a nonet model, which begins {"format": "nonet", "version": 1}'
KEYS = "format, version, grid, rules, givens, marks, meta"

#: Texts, and their errors.
TEXTS = [
    ("[{}]", f"[0]: {NO_MODEL}"),
    ("[]", "the value must be an object, not a list"),
    ('{"format": "other"}', NO_MODEL),
    ("{}", NO_MODEL),
    ('{"format": "nonet"}', "the key 'version' is missing"),
    ('{"format": "nonet", "version": 1, "rules": []}', "the key 'grid' is missing"),
    ('{"format": "nonet", "version": 1, "grid": {}}', "the key 'rules' is missing"),
    (nine().replace('"rules": []', '"rules": [], "rules": []'), "'rules' occurs twice"),
    (nine(givens={"r1c1": 5}).replace("5", '5, "r1c1": 6'), "givens: 'r1c1' occurs twice"),
    (with_rule(rule="rows").replace('"}]', '", "rule": 1}]'), "rules[1]: 'rule' occurs twice"),
    ('{"format": nonet}', "not JSON: Expecting value at column 12"),
    (nine() + nine(), f"not JSON: Extra data at column {len(nine()) + 1}"),
]

#: Members of models, and their errors.
MEMBERS = [
    ({"version": 2}, "version: must be 1, not 2"),
    ({"version": True}, "version: must be an integer, not true or false"),
    ({"version": 1.0}, "version: must be an integer, not 1.0"),
    ({"given": {}}, f"unknown key 'given'; did you mean 'givens'? There are {KEYS}"),
    ({"solver": "x"}, f"unknown key 'solver'; there are {KEYS}"),
    ({"grid": [9, 9]}, "grid: must be an object, not a list"),
    ({"grid": {"rows": 9, "columns": 9}}, "grid: the key 'values' is missing"),
    ({"givens": {"r10c1": 5}}, "givens.r10c1: r10c1 is outside the 9×9 grid"),
    ({"givens": {"a1": 5}}, "givens.a1: 'a1' is not the name of a cell, like 'r1c1'"),
    (
        {"givens": {"r" * 10**6: 5}},
        "givens.'rrrrrrrrrrrrrrrrrrrr…': 'rrrrrrrrrrrrrrrrrrrr…' is not the name of a cell, "
        "like 'r1c1'",
    ),
    ({"givens": {"r1c1": 10}}, "givens.r1c1: 10 is not a value from 1 to 9"),
    ({"givens": {"r1c1": True}}, "givens.r1c1: must be an integer, not true or false"),
    ({"givens": {"r1c1": None}}, "givens.r1c1: must be an integer, not null"),
    ({"givens": {"r1c1": 5, "R1C1": 5}}, "givens.R1C1: r1c1 occurs twice"),
    ({"givens": [5]}, "givens: must be an object, not a list"),
    ({"marks": {"r1c1": [1, 10]}}, "marks.r1c1[1]: 10 is not a value from 1 to 9"),
    ({"marks": {"r1c1": [1, 2, 1]}}, "marks.r1c1: 1 occurs twice"),
    ({"marks": {"r1c1": 12}}, "marks.r1c1: must be a list, not a number"),
    ({"rules": {}}, "rules: must be a list, not an object"),
    ({"rules": ["rows"]}, "rules[0]: must be an object, not text"),
    ({"meta": {"label": 1}}, "meta.label: must be text, not a number"),
    ({"meta": {"label": float("nan")}}, "meta.label: must be text, not nan"),
    ({"meta": [["a", "b", "c"]]}, "meta[0]: must be a key and a value, not a list of 3"),
]

#: Members of the grid, and their errors.
GRIDS = [
    ({"order": 3}, "grid: unknown key 'order'; there are rows, columns, values, layers"),
    ({"rows": 0}, "grid: a grid of 0×9 has no cells"),
    ({"rows": "9"}, "grid.rows: must be an integer, not text"),
    ({"rows": float("nan")}, "grid.rows: must be an integer, not nan"),
    ({"rows": 10**30}, "grid.rows: beyond the limit of 16777216"),
    (
        {"rows": 1000, "columns": 1000, "values": [1, 1000]},
        "grid: a board of 1000×1000 with values 1 to 1000 has 1000000000 pencil marks. "
        "The limit is 16777216",
    ),
    ({"values": [9]}, "grid.values: must be the lowest and the highest value, not a list of 1"),
    ({"values": [9, 1]}, "grid.values: the lowest value 9 is above the highest 1"),
    ({"values": [-1, 9]}, "grid: values must be 0 or higher, not -1"),
]

#: The second rule of a model, and the error after its path.
BAD_RULES = [
    ({"cells": []}, ": the key 'rule' is missing"),
    ({"rule": 1}, ".rule: must be text, not a number"),
    ({"rule": "thremo"}, ": unknown rule 'thremo'; did you mean 'thermo'?"),
    ({"rule": "Columns"}, ": unknown rule 'Columns'; did you mean 'columns'?"),
    (cage(["A1"], sum=5), ": unknown key 'sum'; there are rule, cells, total, totals, root"),
    ({"rule": "cage"}, ": the key 'cells' is missing"),
    (cage(["r1c1", "r10c1"]), ".cells[1]: r10c1 is outside the 9×9 grid"),
    (cage([0]), ".cells[0]: must be text, not a number"),
    (cage(0), ".cells: must be a list of cells, not a number"),
    (cage(["r1c1", "r9c9-r10c9"]), ".cells[1]: r10c9 is outside the 9×9 grid"),
    (cage("r1c1-r999999c9"), ".cells: 'r1c1-r999999c9' has more than 65536 cells"),
    (cage(["r1c1"], total="5"), ".total: must be an integer, not text"),
    ({"rule": "whitedot", "a": ["r1c1"], "b": "r1c2"}, ".a: must be text, not a list"),
    (
        {"rule": "regions", "regions": [["r1c1"], ["r1c2", "r0c1"]]},
        ".regions[1][1]: 'r0c1' is not the name of a cell, like 'r1c1'",
    ),
    ({"rule": "boxes", "height": None, "width": 3}, ".height: must be an integer, not null"),
    ({"rule": "boxes", "height": 2, "width": 3}, ": boxes of 2×3 do not tile a 9×9 grid"),
    ({"rule": "thermo", "cells": ["r1c1", "r1c1"]}, ": thermo: r1c1 is named twice"),
]

BAD = [
    *TEXTS,
    *((nine(**members), message) for members, message in MEMBERS),
    *((nine(grid={**GRID, **members}), message) for members, message in GRIDS),
    *((with_rule(**rule), f"rules[1]{message}") for rule, message in BAD_RULES),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_models_are_refused(text, message):
    with refused(f"some.json:1: {message}"):
        parse(text, name="some.json")


def test_bad_json_is_refused_with_its_line():
    text = json.dumps(json.loads(nine()), indent=1).replace('"rules": []', '"rules": [}')
    with pytest.raises(PuzzleError) as refused:
        parse(text, name="some.json")
    line = text.splitlines().index(' "rules": [}') + 1
    assert str(refused.value) == f"some.json:{line}: not JSON: Expecting value at column 12"


def test_a_few_names_of_many_cells_are_refused(monkeypatch):
    for module in ("model.names", "model.grid", "formats.json_text"):
        monkeypatch.setattr(f"nonet.{module}.MOST_CELLS", 4096)
    whole = "r1c1-r64c64"
    large = {"rows": 64, "columns": 64, "values": [1, 4]}
    spaced = " ".join([whole] * 200)
    for cells in (spaced, [whole] * 200, "r1 " * 20_000, ["c1"] * 20_000):
        rule = {"rule": "extraregion", "cells": cells}
        with case(cells[:20]), no_more_memory_than(5 << 20):
            with pytest.raises(PuzzleError, match="is outside the 9×9 grid"):
                parse(with_rule(rule="extraregion", cells=spaced))
            with pytest.raises(TooLarge, match="more than 4096 cells are named"):
                parse(nine(grid=large, rules=[rule]))


# --- models --------------------------------------------------------------------------------------


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


def test_the_model_holds_all_of_a_puzzle_and_givens_may_be_numpy_integers():
    assert parse(model()) == SMALL
    assert write(SMALL, "json") == model()
    counted = tuple(None if value is None else np.int64(value) for value in SMALL.givens)
    assert write(replace(SMALL, givens=counted), "json") == model()


def test_empty_parts_are_not_written_and_may_be_missing():
    written = json.loads(write(classic(order=1), "json"))
    assert list(written) == ["format", "version", "grid", "givens", "rules"]
    assert written["givens"] == {}
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


def test_a_model_may_be_laid_out_in_any_way_with_comments_between():
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
    text = f"# one\n{model()}\n\n# two\n{json.dumps(json.loads(model()), indent=1)}"
    assert [record.puzzle for record in read(text)] == [SMALL, SMALL]


def test_several_models_are_read_although_some_are_bad():
    value = json.loads(model())
    for indent in (None, 0, 1):
        text = json.dumps([value, value | {"version": 2}, value], indent=indent)
        first, bad, last = read(text)
        assert first.puzzle == last.puzzle == SMALL
        assert str(bad.error) == "line 1: [1].version: must be 1, not 2"
    assert [str(record.error) for record in read("[]", format="json")] == [
        "line 1: the value must be an object, not a list"
    ]
    pretty = json.dumps(json.loads(model()), indent=2)
    text = f"{model()}\n{model()[:-1]}\nwhat\n\n{model(version=2)}\n{pretty}\n{model()}"
    records = list(read(text, name="some.jsonl"))
    assert [record.puzzle == SMALL for record in records] == [True, False, False, False, True, True]
    assert [str(record.error) for record in records[1:4]] == [
        f"some.jsonl:2: not JSON: Expecting ',' delimiter at column {len(model())}",
        "some.jsonl:3: not JSON: Expecting value at column 1",
        "some.jsonl:5: version: must be 1, not 2",
    ]
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
