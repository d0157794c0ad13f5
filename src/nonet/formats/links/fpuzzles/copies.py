"""Drawings that scripts put beside keys which f-puzzles itself cannot draw.

Such a copy says where it comes from. It says no more than its key and is left out; where the key is
missing, the copy is all there is, and is read as what it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from nonet.formats.nodes import Node, Object
from nonet.formats.text import quoted

#: The keys of drawings.
DRAWINGS = ("line", "rectangle", "circle", "text", "cage")

#: What copies call the keys that they are drawn from.
_KEYS = {
    "Renban": "renban",
    "Whispers": "whispers",
    "German Whispers": "germanwhispers",
    "Dutch Whispers": "dutchwhispers",
    "Entropic Line": "entropicline",
    "Modular Line": "modularline",
    "Region Sum Line": "regionsumline",
    "Zipper Line": "zipperline",
    "Nabner": "nabner",
    "Double Arrow": "doublearrow",
    "Slow Thermometer": "slowthermometer",
    "Lockout": "lockout",
    "Row Indexer": "rowindexer",
    "Column Indexer": "columnindexer",
    "Box Indexer": "boxindexer",
    "X-Sum": "xsum",
    "X Sum": "xsum",
    "Skyscraper": "skyscraper",
}
_WHISPERS = {"whispers", "germanwhispers", "dutchwhispers"}
#: Of the first scripts, which wrote no names: what the colours of their lines mean.
_COLOURS = {
    "#C060C0": "renban",
    "#F067F0": "renban",
    "#60C060": "whispers",
    "#67F067": "whispers",
    "#6495ED": "slowthermometer",
    "#2ECBFF": "regionsumline",
    "#FFCCAA": "entropicline",
}
#: The part of a drawing that is the entry of its key.
_PARTS = {"line": "lines", "cage": "cells"}


def sort_out(
    entries: Mapping[str, Node],
) -> tuple[dict[str, list[Node]], dict[str, list[Node]]]:
    """Return the drawings that are no copies, and the entries that only copies have, by keys."""
    drawings: dict[str, list[Node]] = {drawing: [] for drawing in DRAWINGS}
    found: dict[str, list[Node]] = {}
    circles: list[tuple[str, Node]] = []
    for drawing in DRAWINGS:
        for entry in numbered(entries.get(drawing)):
            key = source(entry)
            if key is None:
                drawings[drawing].append(entry)
            elif drawing == "circle":  # the end of a line, which says the rule
                circles.append((key, entry))
            elif not _is_said(key, entries):
                found.setdefault(key, []).append(_as_entry(entry, drawing, key))
    for key, entry in circles:
        if key not in found and not _is_said(key, entries):
            _refuse(entry, key)
    return drawings, found


def numbered(node: Node | None) -> list[Node]:
    """Return the entries of a key as errors name them, from 1; none if it is missing or null.

    >>> numbered(Node([7], "odd"))
    [Node(value=7, path="'odd' 1")]
    """
    if node is None or node.value is None:
        return []
    return [
        Node(item.value, f"{node.path!r} {place}") for place, item in enumerate(node.items(), 1)
    ]


def source(entry: Node) -> str | None:
    """Return the key that a drawing is a copy of, if it is one."""
    members = entry.entries()
    if "fromConstraint" in members:
        name = members["fromConstraint"].value
        if name is None or name == "":
            return None
        if not isinstance(name, str) or name not in _KEYS:
            entry.fail(f"drawn from {quoted(str(name))}, which is not known")
        return _KEYS[name]
    if "isNewConstraint" in members and members["isNewConstraint"].value:
        colour = members["outlineC"].value if "outlineC" in members else None
        key = _COLOURS.get(str(colour).upper())
        if key is None:
            entry.fail(f"a copy of a rule that its colour {quoted(str(colour))} does not tell")
        return key
    return None


def _is_said(key: str, entries: Mapping[str, Node]) -> bool:
    keys = _WHISPERS if key in _WHISPERS else {key}
    return any(numbered(entries.get(each)) for each in keys)


def _as_entry(entry: Node, drawing: str, key: str) -> Node:
    """Return what an entry of the key would say."""
    members = entry.entries()
    part = _PARTS.get(drawing)
    if part is None or part not in members:
        _refuse(entry, key)
    return Node(Object({part: members[part].value}), entry.path)


def _refuse(entry: Node, key: str) -> NoReturn:
    entry.fail(f"drawn from {key!r}, which the link does not have")
