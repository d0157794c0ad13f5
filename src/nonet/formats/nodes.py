"""JSON values that know their path, so that an error can say where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.model.names import MOST_CELLS
from nonet.system.errors import PuzzleError, TooLarge

#: No name of a cell is longer: more digits than any grid has rows or columns.
_LONGEST_NAME = 20

_KINDS = {bool: "true or false", str: "text", int: "a number", type(None): "null", list: "a list"}


class Object(dict[str, object]):
    """A JSON object that remembers a key that it was given twice."""

    repeated: str | None = None

    @classmethod
    def of(cls, pairs: list[tuple[str, object]]) -> Object:
        """Take the pairs in their order, as `json.loads` has them."""
        found = cls(pairs)
        if len(found) < len(pairs):
            times = Counter(key for key, _ in pairs)
            found.repeated = times.most_common(1)[0][0]
        return found


@dataclass(frozen=True)
class Node:
    """A value of a JSON document and the way to it.

    >>> Node(Object(total="15"), "rules[3]").members(["total"])["total"].integer()
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: rules[3].total: text, not an integer
    """

    value: object
    path: str = ""

    def fail(self, message: str) -> NoReturn:
        """Raise an error that begins with the path."""
        raise self.error(message)

    def error(self, message: str, kind: type[PuzzleError] = PuzzleError) -> PuzzleError:
        """Return an error that begins with the path."""
        return kind(f"{self.path}: {message}" if self.path else message)

    def integer(self) -> int:
        """Return an integer; true and 1.0 are none."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        self._not("an integer")

    def boolean(self) -> bool:
        """Return true or false."""
        if isinstance(self.value, bool):
            return self.value
        self._not("true or false")

    def text(self) -> str:
        """Return a text."""
        if isinstance(self.value, str):
            return self.value
        self._not("text")

    def cell(self, grid: Grid) -> int:
        """Return the cell that is named."""
        name = self.text()
        if len(name) > _LONGEST_NAME:
            self.fail(f"{quoted(name)} is not the name of a cell, like 'r1c1'")
        try:
            return grid.cell(name)
        except PuzzleError as error:
            raise self.error(error.message, type(error)) from None

    def cells(self, grid: Grid) -> Cells:
        """Return the cells that are named, in one text or in a list of texts."""
        if isinstance(self.value, str):
            return self._named(grid)
        if not isinstance(self.value, list):
            self._not("a list of cells")
        cells: list[int] = []
        for item in self.items():
            cells.extend(item._named(grid))
            if len(cells) > MOST_CELLS:
                raise self.error(f"more than {MOST_CELLS} cells are named", TooLarge)
        return tuple(cells)

    def _named(self, grid: Grid) -> Cells:
        names = self.text()
        try:
            return grid.named(names)
        except PuzzleError as error:
            raise self.error(error.message, type(error)) from None

    def items(self) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            self._not("a list")
        return [Node(item, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def entries(self) -> dict[str, Node]:
        """Return the entries of an object with keys of the writer's choice."""
        if not isinstance(self.value, Object):
            self._not("an object")
        if self.value.repeated is not None:
            self.fail(f"{quoted(self.value.repeated)} occurs twice")
        return {key: Node(value, self._inner(key)) for key, value in self.value.items()}

    def members(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
        """Return the members of an object that has these keys and no others."""
        entries = self.entries()
        for key in entries:
            if key not in required and key not in optional:
                known = [*required, *optional]
                said = unknown(key, known)
                there_are = " There are" if said.endswith("?") else "; there are"
                self.fail(f"unknown key {said}{there_are} {', '.join(known)}")
        for key in required:
            if key not in entries:
                self.fail(f"the key {key!r} is missing")
        return entries

    def _inner(self, key: str) -> str:
        shown = key if len(key) <= _LONGEST_NAME and key.isprintable() else quoted(key)
        return f"{self.path}.{shown}" if self.path else shown

    def _not(self, wanted: str) -> NoReturn:
        found = _KINDS.get(type(self.value), "an object")
        if isinstance(self.value, float):
            found = str(self.value)
        self.fail(f"{found}, not {wanted}")


def unknown(name: str, known: Collection[str]) -> str:
    """Quote a name that is not known, with the nearest that is.

    >>> unknown("thremo", ["cage", "thermo"])
    "'thremo'; did you mean 'thermo'?"
    """
    near = get_close_matches(name.lower(), known, n=1) if len(name) <= _LONGEST_NAME else []
    return f"{quoted(name)}; did you mean {near[0]!r}?" if near else quoted(name)
