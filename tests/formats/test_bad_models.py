"""Bad models are refused by name, with the path to the error."""

import json

import pytest
from examples import case
from refusals import refused
from traced_memory import no_more_memory_than

from nonet.formats import parse
from nonet.system.errors import PuzzleError, TooLarge

GRID = {"rows": 9, "columns": 9, "values": [1, 9]}


def model(**members):
    return json.dumps({"format": "nonet", "version": 1, "grid": GRID, "rules": [], **members})


def with_rule(**rule):
    return model(rules=[{"rule": "rows"}, rule])


def with_grid(**members):
    return model(grid={**GRID, **members})


def literally(found, replacement, **members):
    return model(**members).replace(found, replacement)


BAD = [
    ("[{}]", '[0]: this is not a nonet model, which begins {"format": "nonet", "version": 1}'),
    ("[]", "the value must be an object, not a list"),
    (
        '{"format": "other"}',
        'this is not a nonet model, which begins {"format": "nonet", "version": 1}',
    ),
    ("{}", 'this is not a nonet model, which begins {"format": "nonet", "version": 1}'),
    ('{"format": "nonet"}', "the key 'version' is missing"),
    (model(version=2), "version: must be 1, not 2"),
    (model(version=True), "version: must be an integer, not true or false"),
    (model(version=1.0), "version: must be an integer, not 1.0"),
    ('{"format": "nonet", "version": 1, "rules": []}', "the key 'grid' is missing"),
    ('{"format": "nonet", "version": 1, "grid": {}}', "the key 'rules' is missing"),
    (
        model(given={}),
        "unknown key 'given'; did you mean 'givens'? There are format, version, grid, rules, "
        "givens, marks, meta",
    ),
    (
        model(solver="x"),
        "unknown key 'solver'; there are format, version, grid, rules, givens, marks, meta",
    ),
    (literally('"rules": []', '"rules": [], "rules": []'), "'rules' occurs twice"),
    (model(grid=[9, 9]), "grid: must be an object, not a list"),
    (with_grid(order=3), "grid: unknown key 'order'; there are rows, columns, values"),
    (model(grid={"rows": 9, "columns": 9}), "grid: the key 'values' is missing"),
    (with_grid(rows=0), "grid: a grid of 0×9 has no cells"),
    (with_grid(rows="9"), "grid.rows: must be an integer, not text"),
    (with_grid(rows=float("nan")), "grid.rows: must be an integer, not nan"),
    (with_grid(rows=10**30), "grid.rows: beyond the limit of 16777216"),
    (
        with_grid(rows=1000, columns=1000, values=[1, 1000]),
        "grid: a board of 1000×1000 with values 1 to 1000 has 1000000000 pencil marks. "
        "The limit is 16777216",
    ),
    (
        with_grid(values=[9]),
        "grid.values: must be the lowest and the highest value, not a list of 1",
    ),
    (with_grid(values=[9, 1]), "grid.values: the lowest value 9 is above the highest 1"),
    (with_grid(values=[-1, 9]), "grid: values must be 0 or higher, not -1"),
    (model(givens={"r10c1": 5}), "givens.r10c1: r10c1 is outside the 9×9 grid"),
    (model(givens={"a1": 5}), "givens.a1: 'a1' is not the name of a cell, like 'r1c1'"),
    (
        model(givens={"r" * 10**6: 5}),
        "givens.'rrrrrrrrrrrrrrrrrrrr…': 'rrrrrrrrrrrrrrrrrrrr…' is not the name of a cell, "
        "like 'r1c1'",
    ),
    (model(givens={"r1c1": 10}), "givens.r1c1: 10 is not a value from 1 to 9"),
    (model(givens={"r1c1": True}), "givens.r1c1: must be an integer, not true or false"),
    (model(givens={"r1c1": None}), "givens.r1c1: must be an integer, not null"),
    (
        literally('"r1c1": 5', '"r1c1": 5, "r1c1": 6', givens={"r1c1": 5}),
        "givens: 'r1c1' occurs twice",
    ),
    (model(givens={"r1c1": 5, "R1C1": 5}), "givens.R1C1: r1c1 occurs twice"),
    (model(givens=[5]), "givens: must be an object, not a list"),
    (model(marks={"r1c1": [1, 10]}), "marks.r1c1[1]: 10 is not a value from 1 to 9"),
    (model(marks={"r1c1": [1, 2, 1]}), "marks.r1c1: 1 occurs twice"),
    (model(marks={"r1c1": 12}), "marks.r1c1: must be a list, not a number"),
    (model(rules={}), "rules: must be a list, not an object"),
    (model(rules=["rows"]), "rules[0]: must be an object, not text"),
    (with_rule(cells=[]), "rules[1]: the key 'rule' is missing"),
    (with_rule(rule=1), "rules[1].rule: must be text, not a number"),
    (
        with_rule(rule="yinyang"),
        "rules[1]: the rule 'yinyang' does not exist yet: nonet cannot shade cells or "
        "draw loops and regions yet",
    ),
    (
        with_rule(rule="thremo", cells=["r1c1"]),
        "rules[1]: unknown rule 'thremo'; did you mean 'thermo'?",
    ),
    (with_rule(rule="Columns"), "rules[1]: unknown rule 'Columns'; did you mean 'columns'?"),
    (
        with_rule(rule="cage", cells=["r1c1"], sum=5),
        "rules[1]: unknown key 'sum'; there are rule, cells, total, totals, root",
    ),
    (with_rule(rule="cage"), "rules[1]: the key 'cells' is missing"),
    (
        literally('"total": 5', '"total": 5, "total": 5', rules=[{"rule": "cage", "total": 5}]),
        "rules[0]: 'total' occurs twice",
    ),
    (
        with_rule(rule="cage", cells=["r1c1", "r10c1"]),
        "rules[1].cells[1]: r10c1 is outside the 9×9 grid",
    ),
    (with_rule(rule="cage", cells=[0]), "rules[1].cells[0]: must be text, not a number"),
    (with_rule(rule="cage", cells=0), "rules[1].cells: must be a list of cells, not a number"),
    (with_rule(rule="whitedot", a=["r1c1"], b="r1c2"), "rules[1].a: must be text, not a list"),
    (
        with_rule(rule="cage", cells=["r1c1", "r9c9-r10c9"]),
        "rules[1].cells[1]: r10c9 is outside the 9×9 grid",
    ),
    (
        with_rule(rule="cage", cells="r1c1-r999999c999999"),
        "rules[1].cells: 'r1c1-r999999c999999' has more than 65536 cells",
    ),
    (
        with_rule(rule="regions", regions=[["r1c1"], ["r1c2", "r0c1"]]),
        "rules[1].regions[1][1]: 'r0c1' is not the name of a cell, like 'r1c1'",
    ),
    (
        with_rule(rule="cage", cells=["r1c1"], total="5"),
        "rules[1].total: must be an integer, not text",
    ),
    (
        with_rule(rule="boxes", height=None, width=3),
        "rules[1].height: must be an integer, not null",
    ),
    (with_rule(rule="boxes", height=2, width=3), "rules[1]: boxes of 2×3 do not tile a 9×9 grid"),
    (with_rule(rule="thermo", cells=["r1c1", "r1c1"]), "rules[1]: thermo: r1c1 is named twice"),
    (model(meta={"label": 1}), "meta.label: must be text, not a number"),
    (model(meta={"label": float("nan")}), "meta.label: must be text, not nan"),
    (model(meta=[["a", "b", "c"]]), "meta[0]: must be a key and a value, not a list of 3"),
    ('{"format": nonet}', "not JSON: Expecting value at column 12"),
    (model() + model(), f"not JSON: Extra data at column {len(model()) + 1}"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_models_are_refused(text, message):
    with refused(f"some.json:1: {message}"):
        parse(text, name="some.json")


def test_bad_json_is_refused_with_its_line():
    text = json.dumps(json.loads(model()), indent=1).replace('"rules": []', '"rules": [}')
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
                parse(model(grid=large, rules=[rule]))
