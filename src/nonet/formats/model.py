"""The format ``json``. It is the only format that can express every puzzle.

A rule is written as ``{"rule": name, field: value, …}`` with the fields of its dataclass. So a new
rule needs no code here. The type hint of a field decides how its value is written. Default values
are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields
from functools import cache
from inspect import get_annotations
from itertools import islice
from types import NoneType
from typing import Any, get_args, get_origin

from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import Node, json_line, json_values
from nonet.formats.text import Source, quoted
from nonet.model.grid import MOST_MARKS, Cell, Cells, Grid, Layer
from nonet.puzzle import Puzzle, with_layers
from nonet.rules import Rule
from nonet.rules.fields import hints, items_of, kept
from nonet.rules.lookup import did_you_mean, rule_named
from nonet.rules.own.compound import MOST_NESTED
from nonet.system.errors import PuzzleError, TooLarge

_NAME = "nonet"
_VERSION = 1


def puzzle_to_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the puzzle as a JSON object."""
    grid = puzzle.grid
    givens = {
        grid.name(cell): int(value)  # JSON cannot write numpy's integers
        for cell, value in enumerate(puzzle.givens)
        if value is not None
    }
    marks = {
        grid.name(cell): list(grid.values_of(mask))
        for cell, mask in enumerate(puzzle.marks)
        if mask != grid.allowed[cell]
    }
    layers = [
        {
            "name": layer.name,
            **({"values": list(layer.values)} if layer.values else {}),
            **({"size": layer.size} if layer.size else {}),
            **({"auxiliary": True} if layer.auxiliary else {}),
        }
        for layer in grid.layers
    ]
    values = [grid.values[0], grid.values[-1]]
    meta: object = dict(puzzle.meta)
    if len(dict(puzzle.meta)) < len(puzzle.meta):
        meta = [list(pair) for pair in puzzle.meta]
    return {
        "format": _NAME,
        "version": _VERSION,
        "grid": {
            **{"rows": grid.rows, "columns": grid.columns, "values": values},
            **({"layers": layers} if layers else {}),
        },
        "givens": givens,
        **({"marks": marks} if marks else {}),
        "rules": [rule_to_json(rule, grid) for rule in puzzle.rules],
        **({"meta": meta} if meta else {}),
    }


def puzzle_from_json(value: object) -> Puzzle:
    """Return the puzzle that a JSON object describes."""
    return _puzzle(Node(value))


def _puzzle(model: Node) -> Puzzle:
    _require_version(model)
    members = model.members(["format", "version", "grid", "rules"], ["givens", "marks", "meta"])
    grid = _grid(members["grid"])
    entries = members["rules"].items()
    found = [attempt(rule_from_json, entry, grid) for entry in entries]
    # Other rules may name cells of the layers that these rules add.
    grid = with_layers(grid, tuple(rule for rule in found if isinstance(rule, Rule)))
    rules = tuple(
        rule if isinstance(rule, Rule) else rule_from_json(entry, grid)
        for rule, entry in zip(found, entries, strict=True)
    )
    return Puzzle(
        grid,
        _givens(members["givens"], grid) if "givens" in members else (),
        _marks(members["marks"], grid) if "marks" in members else (),
        rules,
        _meta(members["meta"]) if "meta" in members else (),
    )


def _require_version(model: Node) -> None:
    entries = model.entries()
    if "format" not in entries or entries["format"].value != _NAME:
        beginning = f'{{"format": "{_NAME}", "version": {_VERSION}}}'
        model.fail(f"this is not a nonet model, which begins {beginning}")
    if "version" not in entries:
        model.fail("the key 'version' is missing")
    if (version := entries["version"].integer()) != _VERSION:
        entries["version"].fail(f"must be {_VERSION}, not {version}")


def _grid(node: Node) -> Grid:
    members = node.members(["rows", "columns", "values"], ["layers"])
    bounds = members["values"].items()
    if len(bounds) != 2:
        problem = f"must be the lowest and the highest value, not a list of {len(bounds)}"
        members["values"].fail(problem)
    numbers = (members["rows"], members["columns"], *bounds)
    for number in numbers:
        if abs(number.integer()) > MOST_MARKS:
            number.fail(f"beyond the limit of {MOST_MARKS}")
    rows, columns, low, high = (number.integer() for number in numbers)
    if low > high:
        members["values"].fail(f"the lowest value {low} is above the highest {high}")
    layers = members["layers"].items() if "layers" in members else []
    return node.located(Grid, rows, columns, range(low, high + 1), tuple(map(_layer, layers)))


def _layer(node: Node) -> Layer:
    members = node.members(["name"], ["values", "size", "auxiliary"])
    values = members["values"].items() if "values" in members else []
    size = members["size"].integer() if "size" in members else None
    auxiliary = "auxiliary" in members and members["auxiliary"].boolean()
    name, held = members["name"].text(), tuple(v.integer() for v in values)
    return node.located(Layer, name, held, size, auxiliary)


def _givens(node: Node, grid: Grid) -> tuple[int | None, ...]:
    givens: list[int | None] = [None] * len(grid.cells)
    for cell, entry in _by_cell(node, grid):
        givens[cell] = _value(entry, grid)
    return tuple(givens)


def _marks(node: Node, grid: Grid) -> tuple[int, ...]:
    marks = [*grid.allowed]
    for cell, entry in _by_cell(node, grid):
        values = [_value(item, grid) for item in entry.items()]
        value, times = Counter(values).most_common(1)[0] if values else (None, 1)
        if times > 1:
            entry.fail(f"{value} occurs twice")
        marks[cell] = grid.mask(values)
    return tuple(marks)


def _by_cell(node: Node, grid: Grid) -> Iterator[tuple[int, Node]]:
    seen = set()
    for name, entry in node.entries().items():
        cell = Node(name, entry.path).cell(grid)
        if cell in seen:
            entry.fail(f"{grid.name(cell)} occurs twice")
        seen.add(cell)
        yield cell, entry


def _value(node: Node, grid: Grid) -> int:
    value = node.integer()
    if value not in grid.values:
        node.fail(f"{value} is not a value from {grid.span}")
    return value


def _meta(node: Node) -> tuple[tuple[str, str], ...]:
    if isinstance(node.value, list):
        return tuple(map(_pair, node.items()))
    return tuple((key, entry.text()) for key, entry in node.entries().items())


def _pair(node: Node) -> tuple[str, str]:
    items = node.items()
    if len(items) != 2:
        node.fail(f"must be a key and a value, not a list of {len(items)}")
    return items[0].text(), items[1].text()


def _read(source: Source) -> Iterator[Found]:
    for number, value in json_values(source):
        if isinstance(value, PuzzleError):
            yield number, value
        else:
            are_several = isinstance(value, list) and value  # as `json.dump` writes several models
            for model in Node(value).items() if are_several else [Node(value)]:
                yield number, attempt(_puzzle, model)


def _write(puzzle: Puzzle) -> str:
    return json_line(puzzle_to_json(puzzle))


def _recognises(source: Source) -> bool:
    """Recognise JSON by a bracket at its start. A bracket before cells begins a grid instead."""
    if not source.first.startswith(("{", "[")):
        return False
    return not _CELLS.match(" ".join(text for _, text in islice(source.content(), 9)))


#: Matches the start of a list of cells, which may be numbers, signs or texts.
_CELLS = re.compile(r"[\[{\s]*(?:[\"']\s*[\d.*?]|[\"']{2}\s*,|[\d.*_,]|[Nn]one|null|nan)")

FORMATS = (Format("json", "the whole puzzle with every rule", _read, _write, _recognises),)


def rule_to_json(rule: Rule, grid: Grid) -> dict[str, object]:
    """Return the rule as a JSON object."""
    written: dict[str, object] = {"rule": rule.name}
    for field in fields(rule):
        value = getattr(rule, field.name)
        if field.default is MISSING or value != field.default:
            written[field.name] = _to_json(value, hints(type(rule))[field.name], grid)
    return written


def rule_from_json(node: Node, grid: Grid, depth: int = 0) -> Rule:
    """Return the rule that a JSON object describes. `depth` is the number of enclosing rules."""
    if depth > MOST_NESTED:
        raise node.error(f"rules are nested more than {MOST_NESTED} deep", TooLarge)
    entries = node.entries()
    if "rule" not in entries:
        node.fail("the key 'rule' is missing")
    name = entries["rule"].text()
    kind = rule_named(name)
    if kind is None:
        node.fail(f"unknown rule {quoted(name)}{did_you_mean(name)}")
    if _lacks_decorator(kind):
        node.fail(f"the class of the rule {kind.name!r} needs @dataclass(frozen=True)")
    if missing := sorted(kind.__abstractmethods__):
        node.fail(f"the class of the rule {kind.name!r} needs the method {missing[0]}")
    members = node.members(*_keys_of(kind))
    del members["rule"]
    types = hints(kind)
    given = {key: _from_json(part, types[key], grid, depth) for key, part in members.items()}
    rule = node.located(kind, **given)
    if kind.layers is not Rule.layers:  # the grid may lack them
        grid = node.located(with_layers, grid, (rule,))
    return node.fitted(rule, grid)


@cache
def _keys_of(kind: type[Rule]) -> tuple[list[str], list[str]]:
    optional = [field.name for field in fields(kind) if field.default is not MISSING]
    required = [field.name for field in fields(kind) if field.default is MISSING]
    return ["rule", *required], optional


@cache
def _lacks_decorator(kind: type[Rule]) -> bool:
    """Tell whether a class declares fields, but is not a dataclass itself."""
    return "__dataclass_fields__" not in vars(kind) and bool(get_annotations(kind))


def _to_json(value: Any, hint: Any, grid: Grid) -> object:
    if value is None:
        return None
    inner = kept(hint)
    if inner == Cell:
        return grid.name(value)
    if get_origin(inner) in (tuple, frozenset):
        items = sorted(value) if get_origin(inner) is frozenset else value
        kinds = items_of(inner, len(items))
        return [_to_json(item, kind, grid) for item, kind in zip(items, kinds, strict=True)]
    if inner is Rule:
        return rule_to_json(value, grid)
    if inner in (int, bool, str):
        return value
    raise TypeError(f"a field of type {hint} cannot be written as JSON")


def _from_json(node: Node, hint: Any, grid: Grid, depth: int) -> Any:
    inner = kept(hint)
    if node.value is None and NoneType in get_args(hint):
        return None
    if inner == Cell:
        return node.cell(grid)
    if inner == Cells:
        return node.cells(grid)
    if inner is Rule:
        return rule_from_json(node, grid, depth + 1)
    if get_origin(inner) in (tuple, frozenset):
        items = node.items()
        kinds = items_of(inner, len(items))
        if len(items) != len(kinds):
            node.fail(f"must be a list of {len(kinds)}, not of {len(items)}")
        return tuple(_from_json(*each, grid, depth) for each in zip(items, kinds, strict=True))
    readers = {int: node.integer, bool: node.boolean, str: node.text}
    if inner in readers:
        return readers[inner]()
    node.fail(f"a rule cannot have a field of the type {hint}")
