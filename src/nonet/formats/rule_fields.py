"""Rules as JSON, by the fields of their dataclasses: a new rule needs nothing here.

A rule is ``{"rule": name, field: value, …}``. What a field's type hint says is what is written: a
`Cell` is its name, a tuple is a list; a field that has its default value is left out.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from nonet.errors import PuzzleError
from nonet.formats.nodes import Node, unknown
from nonet.grid import Cell, Grid
from nonet.rules import Rule


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
            written[field.name] = _to_json(value, _hints(type(rule))[field.name], grid)
    return written


def rule_from_json(node: Node, grid: Grid) -> Rule:
    """Return the rule that a JSON object describes."""
    entries = node.entries()
    if "rule" not in entries:
        node.fail("the key 'rule' is missing")
    name = entries["rule"].text()
    if name not in Rule.named:
        node.fail(f"unknown rule {unknown(name, Rule.named)}")
    return _rule(Rule.named[name], node, grid)


def _rule(kind: type[Rule], node: Node, grid: Grid) -> Rule:
    declared = fields(kind)  # type: ignore[arg-type]  # all rules are dataclasses
    required = [field.name for field in declared if field.default is MISSING]
    optional = [field.name for field in declared if field.default is not MISSING]
    members = node.members(["rule", *required], optional)
    hints = _hints(kind)
    given = {
        key: _from_json(member, hints[key], grid)
        for key, member in members.items()
        if key != "rule"
    }
    try:
        rule = kind(**given)
        rule.fit(grid)
    except PuzzleError as error:
        raise node.error(error.message) from None
    return rule


@cache
def _hints(kind: type[Rule]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _to_json(value: Any, hint: Any, grid: Grid) -> object:
    if value is None:
        return None
    inner = _unwrapped(hint)
    if inner == Cell:
        return grid.name(value)
    if get_origin(inner) is tuple:
        return [_to_json(item, _item(inner, i), grid) for i, item in enumerate(value)]
    if inner in (int, bool, str):
        return value
    raise TypeError(f"no way to write a field of type {hint} as JSON")


def _from_json(node: Node, hint: Any, grid: Grid) -> Any:
    inner = _unwrapped(hint)
    if node.value is None and inner is not hint:
        return None
    if inner == Cell:
        return node.cell(grid)
    if get_origin(inner) is tuple:
        items = node.items()
        if Ellipsis not in get_args(inner) and len(items) != len(get_args(inner)):
            node.fail(f"a list of {len(items)}, not of {len(get_args(inner))}")
        return tuple(_from_json(item, _item(inner, i), grid) for i, item in enumerate(items))
    readers = {int: node.integer, bool: node.boolean, str: node.text}
    if inner in readers:
        return readers[inner]()
    raise TypeError(f"no way to read a field of type {hint} from JSON")


def _unwrapped(hint: Any) -> Any:
    """Return X of ``X | None``, and any other hint as it is."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        if len(kinds) == 1:
            return kinds[0]
    return hint


def _item(hint: Any, index: int) -> Any:
    """Return the type hint of an item of a tuple."""
    kinds = get_args(hint)
    return kinds[0] if Ellipsis in kinds else kinds[index]
