"""The palette of the board lists all rules with their keys, and tells how to draw each rule.

The picture of a rule's example tells how the player draws the rule. If the picture is a line
through the cells, the player draws a line. If the picture is a text outside the board, the player
clicks outside the board. So every rule of the catalogue is in the palette.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args, get_origin

from nonet.drawing.catalogue import Entry, entries
from nonet.model.figures import Badge, Figure, Line, Walls, between
from nonet.model.grid import Cell, Cells, Grid
from nonet.rules import Rule
from nonet.rules.fields import hints, kept

#: The ways to draw a rule. The player switches a ``board`` rule on. A ``line`` has an order of
#: cells, but ``cells`` have none. An ``outside`` clue belongs to a row, a column or a diagonal. A
#: rule about ``rules`` takes rules that exist already.
Shape: TypeAlias = Literal[
    "board", "line", "cells", "groups", "edge", "corner", "outside", "diagonal", "regions", "rules"
]
#: The kinds of keys, by their types.
_KINDS = {int: "integer", bool: "boolean", str: "text", Cell: "cell", Cells: "cells"}
_DRAWN = ("cell", "cells", "groups")
#: If the key of a rule is a table, the palette shows this many rows as an example.
_ROWS = 3


def palette() -> list[dict[str, Any]]:
    """Return all rules of the catalogue.

    ``keys`` lists all keys of a rule. ``parts`` lists the names of the keys to draw, in the order
    of drawing.

    >>> [arrow] = [rule for rule in palette() if rule["name"] == "arrow"]
    >>> arrow["shape"], arrow["parts"]
    ('line', ['bulb', 'shaft'])
    >>> arrow["keys"][0]
    {'name': 'bulb', 'kind': 'cells', 'required': True, 'default': None}
    """
    return [_rule(entry) for entry in entries()]


def _rule(entry: Entry) -> dict[str, Any]:
    types = hints(entry.kind)
    keys = [
        {
            "name": key.name,
            "kind": _kind(types[key.name]),
            "required": key.default is None,
            "default": json.loads(key.default or "null"),
            **_choices(types[key.name]),
            **_example(entry, key.name, types[key.name]),
        }
        for key in entry.keys
    ]
    drawn = {key["name"]: key["kind"] for key in keys if key["required"] and key["kind"] in _DRAWN}
    is_made_of_rules = any(key["kind"] == "rules" for key in keys)
    shape: Shape = "rules" if is_made_of_rules else _shape(entry, drawn)
    parts = _in_order(entry, drawn) if shape == "line" else list(drawn)
    about = {"name": entry.name, "summary": entry.summary}
    return {**about, "shape": shape, "parts": parts, "keys": keys}


def _kind(hint: Any) -> str:
    """Return the kind of a key, given its type. Unusual types have the kind "json".

    >>> _kind(int | None), _kind(tuple[Cells, ...]), _kind(tuple[tuple[int, int], ...])
    ('integer', 'groups', 'table')
    """
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
    """Return the choices of a ``Literal`` type."""
    for kind in (hint, *get_args(hint)):
        if get_origin(kind) is Literal:
            return {"choices": list(get_args(kind))}
    return {}


def _example(entry: Entry, name: str, hint: Any) -> dict[str, Any]:
    """Return the first rows of a table, to show the player how to write a table."""
    if entry.example is None or _kind(hint) != "table":
        return {}
    rows = sorted(getattr(entry.example.rules[-1], name))[:_ROWS]
    return {"example": [list(row) for row in rows]}


def _shape(entry: Entry, drawn: dict[str, str]) -> Shape:
    """Return the way to draw a rule, according to the figures of its example."""
    kinds = list(drawn.values())
    if not kinds:
        return "board"
    if entry.example is None:
        return "groups" if "groups" in kinds else "line"
    grid, rule = entry.example.grid, entry.example.rules[-1]
    figures = tuple(rule.figures(grid))
    if any(isinstance(figure, Walls) for figure in figures):
        return "regions"
    if any(isinstance(figure, Badge) and figure.look == "clue" for figure in figures):
        return "diagonal" if kinds == ["cell"] else "outside"
    if kinds == ["cell", "cell"]:
        return "edge"
    if any(isinstance(figure, Badge) and _is_corner(figure, grid) for figure in figures):
        return "corner"
    if _path(entry, drawn):
        return "line"
    return "groups" if "groups" in kinds or kinds.count("cells") > 1 else "cells"


def _is_corner(badge: Badge, grid: Grid) -> bool:
    x, y = badge.centre
    return x.is_integer() and y.is_integer() and 0 < x < grid.columns and 0 < y < grid.rows


def _path(entry: Entry, drawn: Iterable[str]) -> tuple[int, ...]:
    """Return the cells of the example, in order along a line or along signs between the cells."""
    if entry.example is None:
        return ()
    grid, rule = entry.example.grid, entry.example.rules[-1]
    cells = tuple(cell for name in drawn for cell in _cells(getattr(rule, name)))
    figures = tuple(rule.figures(grid))
    paths = [_passed(figure, grid) for figure in figures if isinstance(figure, Line)]
    paths += [cells] if _is_joined(cells, figures, grid) else []
    return next((path for path in paths if sorted(path) == sorted(cells)), ())


def _cells(value: Any) -> tuple[int, ...]:
    """Return the cells of a field. A field may be a cell, a list of cells, or a list of lists."""
    if isinstance(value, int):
        return (value,)
    return tuple(cell for item in value for cell in _cells(item))


def _passed(line: Line, grid: Grid) -> tuple[int, ...]:
    """Return the cells at the points of a line, in order."""
    places = ((int(y), int(x)) for x, y in line.points)
    return tuple(dict.fromkeys(grid.at(*place) for place in places if grid.has(*place)))


def _is_joined(cells: tuple[int, ...], figures: Iterable[Figure], grid: Grid) -> bool:
    """Tell whether there is a sign between each cell and the next cell of the list."""
    signs = {figure.centre for figure in figures if isinstance(figure, Badge)}
    joints = {between(grid, *pair) for pair in pairwise(cells)}
    return bool(joints) and joints <= signs


def _in_order(entry: Entry, drawn: Iterable[str]) -> list[str]:
    """Sort the keys by the order of their cells along the example's line."""
    path = _path(entry, drawn)
    if entry.example is None or not path:
        return list(drawn)
    rule = entry.example.rules[-1]
    return sorted(drawn, key=lambda name: path.index(_cells(getattr(rule, name))[0]))
