"""The question layer of Penpa+: named collections of objects, from which what is known is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nonet.formats.nodes import Node
from nonet.system.errors import PuzzleError

#: The collections by name, with what each is while it is empty; a link has all of them.
COLLECTIONS: dict[str, Any] = {
    "command_redo": {"__a": []},
    "command_undo": {"__a": []},
    "command_replay": {"__a": []},
    "surface": {},
    "number": {},
    "numberS": {},
    "symbol": {},
    "freeline": {},
    "freelineE": {},
    "thermo": [],
    "arrows": [],
    "direction": [],
    "squareframe": [],
    "polygon": [],
    "line": {},
    "lineE": {},
    "wall": {},
    "cage": {},
    "deletelineE": {},
    "killercages": [],
    "nobulbthermo": [],
}

#: What the editor remembers of the way to the puzzle.
_COMMANDS = ("command_redo", "command_undo", "command_replay")

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_SEGMENT = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)


class Layer:
    """What is drawn, by collection; each object can be taken once, and what is left is unknown."""

    def __init__(self, node: Node) -> None:
        self._left: dict[str, Any] = {}
        for name, entry in node.entries().items():
            if name in _COMMANDS:
                continue
            if name not in COLLECTIONS:
                node.fail(f"unknown collection {name[:20]!r}")
            kind = dict if isinstance(COLLECTIONS[name], dict) else list
            if entry.value is not None and not isinstance(entry.value, kind):
                entry.fail(f"not {'an object' if kind is dict else 'a list'}, as it should be")
            if entry.value:
                self._left[name] = entry.value

    def numbered(self, name: str) -> Iterator[tuple[int, Any]]:
        """Yield the objects of a collection by their number on the paper."""
        for key, value in list(self._left.get(name, {}).items()):
            if not _NUMBER.fullmatch(key):
                raise PuzzleError(f"{name}: {key[:20]!r} is no number")
            yield int(key), value

    def segments(self, name: str) -> Iterator[tuple[tuple[int, int], Any]]:
        """Yield the lines between two corners, the lower number first."""
        for key, value in list(self._left.get(name, {}).items()):
            found = _SEGMENT.fullmatch(key)
            if not found:
                raise PuzzleError(f"{name}: {key[:20]!r} are no two numbers")
            first, second = sorted(map(int, found.groups()))
            yield (first, second), value

    def lists(self, name: str) -> Iterator[list[int]]:
        """Yield the lists of numbers in a collection; empty ones say nothing."""
        for place, item in enumerate(self._left.get(name, [])):
            node = Node(item, f"{name}[{place}]")
            numbers = [each.integer() for each in node.items()]
            if numbers:
                yield numbers

    def at(self, name: str, number: int) -> Any:
        """Return the object at a number; None if there is none."""
        return self._left.get(name, {}).get(str(number))

    def take(self, name: str, *keys: str) -> None:
        """Take objects, or a whole collection, off what is left."""
        if not keys:
            self._left.pop(name, None)
        for key in keys:
            found = self._left.get(name, {})
            found.pop(key, None)
            if not found:
                self._left.pop(name, None)

    def take_segment(self, name: str, segment: tuple[int, int]) -> None:
        """Take a line off what is left, whichever of its ends is named first."""
        first, second = segment
        self.take(name, f"{first},{second}")
        self.take(name, f"{second},{first}")

    @property
    def left(self) -> dict[str, Any]:
        """What has not been taken."""
        return self._left
