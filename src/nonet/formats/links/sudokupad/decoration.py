"""Decoration: what a document had beyond the puzzle, kept with the puzzle to be written again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.formats.links.documents import kept
from nonet.puzzle import Puzzle

#: The key of a puzzle's meta under which it is kept, in the form of a document.
DECORATION = "sudokupad"


def decoration_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the decoration that a puzzle has; what is none is left out."""
    found = kept(puzzle, DECORATION)
    return found if isinstance(found, dict) else {}


def decorated(document: Mapping[str, Any], decoration: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with decoration, which changes nothing that the document says.

    >>> decorated({"cells": [[{"value": 1}, {}]]}, {"cells": {"r1c1": {"value": 2}}, "id": "x"})
    {'cells': [[{'value': 1}, {}]], 'id': 'x'}
    """
    found = dict(document)
    for key, extra in decoration.items():
        mine = found.get(key)
        if key == "cells" and isinstance(extra, dict):
            found[key] = _noted(document[key], extra)
        elif isinstance(mine, list) and isinstance(extra, list):
            found[key] = [*mine, *extra]
        elif isinstance(mine, dict) and isinstance(extra, dict):
            found[key] = {**extra, **mine}
        elif mine is None or key == "cellSize":
            found[key] = extra
    return found


def _noted(rows: Any, notes: Mapping[str, Any]) -> Any:
    """Return rows of cells with the notes of players in those that are empty."""
    return [
        [cell or notes.get(f"r{row}c{column}", cell) for column, cell in enumerate(cells, start=1)]
        for row, cells in enumerate(rows, start=1)
    ]
