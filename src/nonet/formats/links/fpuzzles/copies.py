"""Drawings that scripts add for keys that f-puzzles and SudokuPad do not draw themselves.

Such a drawing is a copy of an entry, and names the key of the entry. The reader skips the copy. If
the document does not have the key, the copy is read as an entry of the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nonet.formats.json_text import Node, Object
from nonet.formats.text import quoted

#: The keys whose entries are drawings.
DRAWINGS = ("line", "rectangle", "circle", "text", "cage")

#: For each key of lines: the name, the colour and the width of its copies. The width is in cells.
_LINES = {
    "renban": ("Renban", "#F067F0", 0.25),
    "whispers": ("German Whispers", "#67F067", 0.1875),
    "regionsumline": ("Region Sum Line", "#2ECBFF", 0.15625),
    "entropicline": ("Entropic Line", "#FFCCAA", 0.15625),
    "modularline": ("Modular Line", "#33BBBB", 0.15625),
    "zipperline": ("Zipper Line", "#CDB1EC", 0.15625),
    "nabner": ("Nabner", "#C9C883", 0.25),
    "doublearrow": ("Double Arrow", "#C54B8B", 0.15),
    "slowthermometer": ("Slow Thermometer", "#6495ED", 0.3),
}
_DUTCH = ("Dutch Whispers", "#FF9A00", 0.1875)
#: For each key of lines with circles: the width of the circles, and the ends that have a circle.
_CIRCLES = {"doublearrow": (0.85, (0, -1)), "slowthermometer": (0.8, (0,))}
#: For each key of shaded cells: the name and the colour of its copies.
_CAGES = {
    "rowindexer": ("Row Indexer", "#7CC77C"),
    "columnindexer": ("Column Indexer", "#C77C7C"),
    "boxindexer": ("Box Indexer", "#7C7CC7"),
}
#: For each key of clues: the name of its copies, and the sign around the number.
_CLUES = {"xsum": ("X Sum", "◯"), "skyscraper": ("Skyscraper", "▯")}

#: The key for each name of a copy. Scripts use more names than nonet writes.
_KEYS = {
    **{name: key for key, (name, *_) in (_LINES | _CAGES | _CLUES).items()},
    "Whispers": "whispers",
    "German Whispers": "germanwhispers",
    "Dutch Whispers": "dutchwhispers",
    "Lockout": "lockout",
    "X-Sum": "xsum",
}
_WHISPERS = {"whispers", "germanwhispers", "dutchwhispers"}
#: The key for each colour of a line. The first scripts gave their copies no names, so only the
#: colour shows the key.
_COLOURS = {
    **dict.fromkeys(("#C060C0", "#F067F0"), "renban"),
    **dict.fromkeys(("#60C060", "#67F067"), "whispers"),
    **{"#6495ED": "slowthermometer", "#2ECBFF": "regionsumline", "#FFCCAA": "entropicline"},
}
#: For each kind of drawing: the member that a copy shares with its entry.
_PARTS = {"line": "lines", "cage": "cells"}


def sort_out(
    entries: Mapping[str, Node],
) -> tuple[dict[str, list[Node]], dict[str, list[Node]]]:
    """Return the drawings that are not copies, and the entries of copies whose key is missing."""
    drawings: dict[str, list[Node]] = {drawing: [] for drawing in DRAWINGS}
    found: dict[str, list[Node]] = {}
    for drawing in sorted(DRAWINGS, key="circle".__eq__):  # circles last: lines end in them
        for entry in numbered(entries.get(drawing)):
            key, members = source(entry), entry.entries()
            if key is None:
                drawings[drawing].append(entry)
                continue
            keys = _WHISPERS if key in _WHISPERS else {key}
            is_end = drawing == "circle" and key in found
            if is_end or any(numbered(entries.get(each)) for each in keys):
                continue
            part = _PARTS.get(drawing, "")
            if part not in members:
                entry.fail(f"this is a copy of the key {key!r}, which the link does not have")
            copied = Node(Object({part: members[part].value}), entry.path)
            found.setdefault(key, []).append(copied)
    return drawings, found


def numbered(node: Node | None) -> list[Node]:
    """Return the entries of a key. Their paths end with their numbers.

    If the key is missing or null, return [].
    """
    if node is None or node.value is None:
        return []
    items = enumerate(node.items(), 1)
    return [Node(item.value, f"{node.path!r} {place}") for place, item in items]


def source(entry: Node) -> str | None:
    """Return the key of the entry that a drawing copies, or None for other drawings."""
    members = entry.entries()
    if "fromConstraint" in members:
        name = members["fromConstraint"].value
        if name is None or name == "":
            return None
        if not isinstance(name, str) or name not in _KEYS:
            entry.fail(f"this is a copy of {quoted(str(name))}, which is unknown")
        return _KEYS[name]
    if "isNewConstraint" in members and members["isNewConstraint"].value:
        colour = members["outlineC"].value if "outlineC" in members else None
        key = _COLOURS.get(str(colour).upper())
        if key is None:
            entry.fail(
                f"this is a copy without a name, and its colour {quoted(str(colour))} is unknown"
            )
        return key
    return None


def copies_of(key: str, entry: dict[str, Any], side: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the copies of an entry with their keys. Entries that every site draws have no copy."""
    if key in _LINES:
        is_dutch = key == "whispers" and entry.get("value") == str((side + 1) // 2 - 1)
        name, colour, width = _DUTCH if is_dutch else _LINES[key]
        look: dict[str, Any] = {"outlineC": colour, "fromConstraint": name}
        yield "line", {"lines": entry["lines"], "width": width, **look}
        size, ends = _CIRCLES.get(key, (0, ()))
        look |= {"width": size, "height": size, "baseC": colour}
        for cell in (line[end] for line in entry["lines"] for end in ends):
            yield "circle", {"cells": [cell], **look}
    elif key in _CAGES:
        name, colour = _CAGES[key]
        yield "cage", {"cells": entry["cells"], "outlineC": colour, **_from(name)}
    elif key in _CLUES:
        name, sign = _CLUES[key]
        for value, size in ((sign, 1.2), (entry["value"], 0.7)):
            yield "text", {"cells": [entry["cell"]], "value": value, "size": size, **_from(name)}


def _from(name: str) -> dict[str, Any]:
    return {"fontC": "#000000", "fromConstraint": name}
