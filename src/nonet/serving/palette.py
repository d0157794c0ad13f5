"""The palette of the board lists all rules with their keys, and tells how to draw each rule.

The module of a rule tells how the player draws the rule, with a few exceptions. The rules of
installed packages are drawn as lines or groups of cells. So every rule of the catalogue is in the
palette.
"""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias, get_args, get_origin

from nonet.drawing.catalogue import Entry, Key, entries
from nonet.model.grid import Cell, Cells
from nonet.rules import Rule
from nonet.rules.fields import hints, kept
from nonet.rules.own.function import Own, Pairs
from nonet.serving.pictures import icon
from nonet.serving.setters_words import (
    COMMON,
    COMMON_RULES,
    RARE,
    key_label,
    label_of,
    other_words,
    summary_of,
)

#: The ways to draw a rule. The player switches a ``board`` rule on. A ``line`` has an order of
#: cells, but ``cells`` have none. An ``outside`` clue belongs to a row, a column or a diagonal. A
#: rule about ``rules`` takes rules that exist already.
Shape: TypeAlias = Literal[
    "board", "line", "cells", "groups", "edge", "corner", "outside", "diagonal", "regions", "rules"
]
#: The shapes of the rules in each module of `nonet.rules`, and of rules that differ from these.
_SHAPES: dict[str, Shape] = {
    **dict.fromkeys(("board", "cages", "marks"), "cells"),
    "outside": "outside",
}
_EXCEPTIONS: dict[str, Shape] = {
    "doppelganger": "board",  # its cells are beside the board, where nobody can draw
    **dict.fromkeys(("greater", "slingshot"), "line"),
    "littlekiller": "diagonal",
    "quadruple": "corner",
    "regions": "regions",
    "where": "cells",
}
#: The keys to draw, where they are drawn in another order than they are declared.
_PARTS = {"slingshot": ["stone", "control", "cells"]}
#: The kinds of keys, by their types.
_KINDS = {int: "integer", bool: "boolean", str: "text", Cell: "cell", Cells: "cells"}
_DRAWN = ("cell", "cells", "groups")
#: The headings of the palette, in order, and the shapes of their rules.
_HEADINGS: dict[str, tuple[Shape, ...]] = {
    COMMON: (),
    "Lines": ("line",),
    "Cells and cages": ("cells", "groups"),
    "Edges and corners": ("edge", "corner"),
    "Outside the board": ("outside", "diagonal"),
    "The whole board": ("board", "regions"),
    "Your own rules": ("rules",),
}
#: If the key of a rule is a table, the palette shows this many rows as an example.
_ROWS = 3


def palette() -> list[dict[str, Any]]:
    """Return all rules of the catalogue, in the order of the palette.

    ``also`` has other names for the search. ``keys`` lists all keys of a rule. ``parts`` lists the
    names of the keys to draw, in the order of drawing.
    """
    return sorted((_rule(entry) for entry in entries()), key=_place)


def _place(rule: dict[str, Any]) -> tuple[int, int, str]:
    name, heading = rule["name"], rule["heading"]
    common = COMMON_RULES.index(name) if heading == COMMON else 0
    return list(_HEADINGS).index(heading), common, rule["label"]


def _rule(entry: Entry) -> dict[str, Any]:
    types = hints(entry.kind)
    keys = [_key(entry, key, types[key.name]) for key in entry.keys]
    drawn = {key["name"]: key["kind"] for key in keys if key["required"] and key["kind"] in _DRAWN}
    is_made_of_rules = any(key["kind"] == "rules" for key in keys)
    shape: Shape = "rules" if is_made_of_rules else _shape(entry, list(drawn.values()))
    parts = _PARTS.get(entry.name, [] if shape == "board" else list(drawn))
    return {
        "name": entry.name,
        "label": label_of(entry.kind),
        "also": other_words(entry.name),
        "heading": _heading(entry, shape),
        "summary": summary_of(entry),
        "icon": _icon(entry, shape, parts),
        "shape": shape,
        "parts": parts,
        "keys": keys,
    }


def _key(entry: Entry, key: Key, hint: Any) -> dict[str, Any]:
    """Return a key for the form, which shows the kind ``pairs`` as a switchboard."""
    is_pairs = issubclass(entry.kind, Pairs) and key.name == "allowed"
    kind = "pairs" if is_pairs else _kind(hint)
    return {
        "name": key.name,
        "label": key_label(entry.name, key.name),
        "kind": kind,
        "required": key.default is None,
        "default": json.loads(key.default or "null"),
        "rare": key.default is not None and key.name in RARE,
        **_choices(hint),
        **_example(entry, key.name, kind),
    }


def _icon(entry: Entry, shape: Shape, parts: list[str]) -> str:
    if entry.example is None or shape in ("board", "rules"):
        return ""
    rule = entry.example.rules[-1]
    cells = tuple(cell for part in parts for cell in _cells(getattr(rule, part)))
    is_sign = shape in ("edge", "corner", "outside", "diagonal")
    return icon(rule, entry.example.grid, () if is_sign else cells)


def _heading(entry: Entry, shape: Shape) -> str:
    if entry.name in COMMON_RULES:
        return COMMON
    looked_up: Shape = "rules" if issubclass(entry.kind, Own) else shape
    return next(heading for heading, shapes in _HEADINGS.items() if looked_up in shapes)


def _kind(hint: Any) -> str:
    """Return the kind of a key, given its type. Unusual types have the kind "json"."""
    inner = kept(hint)
    if _choices(hint):
        return "choice"
    if get_origin(inner) in (tuple, frozenset):
        items = set(get_args(inner)) - {Ellipsis}
        if inner != Cells and items in ({int}, {Cells}):
            return "integers" if items == {int} else "groups"
        if items == {Rule}:
            return "rules"
        if all(get_origin(item) is tuple and {*get_args(item)} <= {int, ...} for item in items):
            return "table"
    return _KINDS.get(inner, "json")


def _choices(hint: Any) -> dict[str, list[Any]]:
    for kind in (hint, *get_args(hint)):
        if get_origin(kind) is Literal:
            return {"choices": list(get_args(kind))}
    return {}


def _example(entry: Entry, name: str, kind: str) -> dict[str, Any]:
    """Return the first rows of a table, which the form shows, or how it draws an own rule."""
    if entry.example is None:
        return {}
    value = getattr(entry.example.rules[-1], name)
    if issubclass(entry.kind, Own) and name == "look":
        return {"preset": value}
    if kind != "table":
        return {}
    return {"example": [list(row) for row in sorted(value)[:_ROWS]]}


def _shape(entry: Entry, kinds: list[str]) -> Shape:
    """Return the way to draw a rule with these kinds of keys."""
    if not kinds or entry.name in _EXCEPTIONS:
        return _EXCEPTIONS.get(entry.name, "board")
    if entry.example is not None and kinds == ["cell", "cell"]:
        return "edge"
    package, _, module = entry.kind.__module__.partition("rules.")
    shape = _SHAPES.get(module.split(".")[0], "line") if package == "nonet." else "line"
    is_of_groups = "groups" in kinds or (shape == "cells" and kinds.count("cells") > 1)
    return "groups" if is_of_groups else shape


def _cells(value: Any) -> tuple[int, ...]:
    """Return the cells of a field. A field may be a cell, a list of cells, or a list of lists."""
    if isinstance(value, int):
        return (value,)
    return tuple(cell for item in value for cell in _cells(item))
