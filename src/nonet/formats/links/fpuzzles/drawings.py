"""The drawings that scripts put beside keys which f-puzzles and SudokuPad do not draw themselves.

They are what `copies` leaves out when a link is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

#: For each key of lines what its copies are called, their colour and their width in cells.
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
#: For each key of shaded cells the name and the colour.
_CAGES = {
    "rowindexer": ("Row Indexer", "#7CC77C"),
    "columnindexer": ("Column Indexer", "#C77C7C"),
    "boxindexer": ("Box Indexer", "#7C7CC7"),
}
#: For each key of clues the name and the sign around the number.
_CLUES = {"xsum": ("X Sum", "◯"), "skyscraper": ("Skyscraper", "▯")}


def copies_of(key: str, entry: dict[str, Any], side: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the drawings of an entry with their keys; none where its key is drawn by all.

    >>> [drawing for drawing, _ in copies_of("doublearrow", {"lines": [["R1C1", "R1C3"]]}, 9)]
    ['line', 'circle', 'circle']
    """
    if key in _LINES:
        is_dutch = key == "whispers" and entry.get("value") == str((side + 1) // 2 - 1)
        yield from _lines(key, entry, *(_DUTCH if is_dutch else _LINES[key]))
    elif key in _CAGES:
        name, colour = _CAGES[key]
        yield "cage", {"cells": entry["cells"], "outlineC": colour, **_of(name)}
    elif key in _CLUES:
        name, sign = _CLUES[key]
        for value, size in ((sign, 1.2), (entry["value"], 0.7)):
            yield "text", {"cells": [entry["cell"]], "value": value, "size": size, **_of(name)}


def _lines(
    key: str, entry: dict[str, Any], name: str, colour: str, width: float
) -> Iterator[tuple[str, dict[str, Any]]]:
    look = {"outlineC": colour, "width": width, "fromConstraint": name}
    yield "line", {"lines": entry["lines"], **look}
    for line in entry["lines"]:
        if key == "doublearrow":
            yield "circle", _circle(line[0], 0.85, colour, name)
            yield "circle", _circle(line[-1], 0.85, colour, name)
        elif key == "slowthermometer":
            yield "circle", _circle(line[0], 0.8, colour, name)


def _circle(cell: str, size: float, colour: str, name: str) -> dict[str, Any]:
    looks = {"width": size, "height": size, "baseC": colour, "outlineC": colour}
    return {"cells": [cell], **looks, "fromConstraint": name}


def _of(name: str) -> dict[str, Any]:
    return {"fontC": "#000000", "fromConstraint": name}
