"""Rules as JSON, by the fields of their dataclasses: a new rule needs nothing here.

A rule is ``{"rule": name, field: value, …}``. A field is written as its type hint says: a `Cell` by
its name, a tuple as a list, a frozenset as a list in order, a rule as a rule; a field that has its
default value is left out. Where a field holds `Cells`, a range such as ``r1c1-r1c3`` is read, too,
and a text of names instead of a list.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin

from nonet.formats.nodes import Node
from nonet.formats.text import quoted
from nonet.model.grid import Cell, Cells, Grid
from nonet.rules import Rule
from nonet.rules.absent import ABSENT
from nonet.rules.fields import hints, items_of, kept
from nonet.rules.installed import rule_named
from nonet.rules.own.compound import MOST_NESTED
from nonet.rules.suggestions import did_you_mean
from nonet.system.errors import PuzzleError, TooLarge


def rule_to_json(rule: Rule, grid: Grid) -> dict[str, object]:
    """Return the rule as a JSON object.

    >>> from nonet.rules import Cage
    >>> rule_to_json(Cage((0, 1), 15), Grid(9, 9))
    {'rule': 'cage', 'cells': ['r1c1', 'r1c2'], 'total': 15}
    """
    written: dict[str, object] = {"rule": rule.name}
    for field in fields(rule):  # type: ignore[arg-type]  # all rules are dataclasses
        value = getattr(rule, field.name)
        if field.default is MISSING or value != field.default:
            written[field.name] = _to_json(value, hints(type(rule))[field.name], grid)
    return written


def rule_from_json(node: Node, grid: Grid, depth: int = 0) -> Rule:
    """Return the rule that a JSON object describes; `depth` counts the rules around it."""
    if depth > MOST_NESTED:
        raise node.error(f"rules in rules, more than {MOST_NESTED} deep", TooLarge)
    entries = node.entries()
    if "rule" not in entries:
        node.fail("the key 'rule' is missing")
    name = entries["rule"].text()
    kind = rule_named(name)
    if kind is None and name in ABSENT:
        node.fail(f"the rule {name!r} is not there yet: {ABSENT[name]}")
    if kind is None:
        node.fail(f"unknown rule {quoted(name)}{did_you_mean(name)}")
    return _rule(kind, node, grid, depth)


def _rule(kind: type[Rule], node: Node, grid: Grid, depth: int) -> Rule:
    if not is_dataclass(kind):
        node.fail(f"the class of the rule {kind.name!r} needs @dataclass(frozen=True)")
    declared = fields(kind)
    required = [field.name for field in declared if field.default is MISSING]
    optional = [field.name for field in declared if field.default is not MISSING]
    members = node.members(["rule", *required], optional)
    given = {
        key: _from_json(member, hints(kind)[key], grid, depth)
        for key, member in members.items()
        if key != "rule"
    }
    try:
        rule = kind(**given).on(grid)
        rule.fit(grid)
    except PuzzleError as error:
        raise node.error(error.message, type(error)) from None
    return rule


def _to_json(value: Any, hint: Any, grid: Grid) -> object:
    if value is None:
        return None
    inner = kept(hint)
    if inner == Cell:
        return grid.name(value)
    if get_origin(inner) is tuple:
        kinds = items_of(inner, len(value))
        return [_to_json(item, kind, grid) for item, kind in zip(value, kinds, strict=True)]
    if get_origin(inner) is frozenset:
        [kind] = items_of(inner, 1)
        return [_to_json(item, kind, grid) for item in sorted(value)]
    if inner is Rule:
        return rule_to_json(value, grid)
    if inner in (int, bool, str):
        return value
    raise TypeError(f"no way to write a field of type {hint} as JSON")


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
            node.fail(f"a list of {len(items)}, not of {len(kinds)}")
        return tuple(_from_json(*each, grid, depth) for each in zip(items, kinds, strict=True))
    readers = {int: node.integer, bool: node.boolean, str: node.text}
    if inner in readers:
        return readers[inner]()
    raise TypeError(f"no way to read a field of type {hint} from JSON")
