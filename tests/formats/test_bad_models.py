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
    (model().replace('"rules": []', '"rules": [], "rules": []'), "'rules' occurs twice"),
    (model(givens={"r1c1": 5}).replace("5", '5, "r1c1": 6'), "givens: 'r1c1' occurs twice"),
    (with_rule(rule="rows").replace('"}]', '", "rule": 1}]'), "rules[1]: 'rule' occurs twice"),
    ('{"format": nonet}', "not JSON: Expecting value at column 12"),
    (model() + model(), f"not JSON: Extra data at column {len(model()) + 1}"),
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
RULES = [
    ({"cells": []}, ": the key 'rule' is missing"),
    ({"rule": 1}, ".rule: must be text, not a number"),
    (
        {"rule": "galaxies"},
        ": the rule 'galaxies' does not exist yet: nonet cannot shade cells or draw loops and "
        "regions yet",
    ),
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
    *((model(**members), message) for members, message in MEMBERS),
    *((model(grid={**GRID, **members}), message) for members, message in GRIDS),
    *((with_rule(**rule), f"rules[1]{message}") for rule, message in RULES),
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
