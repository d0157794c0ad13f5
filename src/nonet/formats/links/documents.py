"""The JSON of a stranger's link, bounded before anything is made of it."""

from __future__ import annotations

import json

from nonet.formats.contract import attempt
from nonet.formats.json_text import decoded
from nonet.formats.nodes import Node
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

#: Objects and lists in one another; no format of puzzles needs half of it.
MOST_DEPTH = 24


def document(text: str) -> Node:
    """Return the JSON document that a text is.

    >>> document('{"size": 9').value
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: not JSON: Expecting ',' delimiter at column 11
    """
    value = decoded(text)
    if isinstance(value, PuzzleError):
        raise type(value)(value.message)
    return bounded(value)


def bounded(value: object) -> Node:
    """Return a JSON value as a document, if it is not nested too deeply."""
    level = [value]
    for _ in range(MOST_DEPTH):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        if not inner:
            return Node(value)
        level = inner
    raise TooLarge(f"lists and objects in one another, more than {MOST_DEPTH} deep")


def kept(puzzle: Puzzle, key: str) -> object:
    """Return the JSON value that a puzzle keeps in its meta; None if there is none.

    Anybody may have written it: what is no JSON, or nested too deeply, counts as none.

    >>> from dataclasses import replace
    >>> from nonet.formats.construction import classic
    >>> kept(replace(classic(), meta=(("iss", "[1]"),)), "iss"), kept(classic(), "iss")
    ([1], None)
    """
    found = attempt(document, dict(puzzle.meta).get(key, "null"))
    return None if isinstance(found, PuzzleError) else found.value


def compact(value: object) -> str:
    """Return a JSON value as short as can be, as JavaScript writes it.

    >>> compact({"size": 9, "title": "é"})
    '{"size":9,"title":"é"}'
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise PuzzleError("not JSON: NaN and Infinity are no numbers there") from None
