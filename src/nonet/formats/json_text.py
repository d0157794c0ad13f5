"""JSON texts. Each value is a `Node`, which knows its path. So an error can name the path.

A line of a text may be a whole JSON value, as in JSON Lines. A value may also fill several lines.
If the end of an object is missing, reading goes on at the next line that begins with ``{``. Lines
that begin with ``#`` are comments.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import NoReturn, ParamSpec, TypeVar

from nonet.formats.contract import attempt
from nonet.formats.text import Source, is_unicode, quoted
from nonet.model.grid import Cells, Grid
from nonet.model.names import MOST_CELLS
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError, TooLarge

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound=Rule)

#: The maximum number of characters in the name of a cell. Names in the largest grid are shorter.
_LONGEST_NAME = 20

_KINDS = {bool: "true or false", str: "text", int: "a number", type(None): "null", list: "a list"}


class Object(dict[str, object]):
    """A JSON object. It remembers a key that occurs twice in the text."""

    repeated: str | None = None

    @classmethod
    def of(cls, pairs: list[tuple[str, object]]) -> Object:
        found = cls(pairs)
        if len(found) < len(pairs):
            found.repeated = Counter(key for key, _ in pairs).most_common(1)[0][0]
        return found


@dataclass(frozen=True)
class Node:
    """A value of a JSON document, together with its path, such as ``rules[3].total``."""

    value: object
    path: str = ""

    def fail(self, message: str) -> NoReturn:
        """Raise an error whose message begins with the path of this value."""
        raise self.error(message)

    def error(self, message: str, kind: type[PuzzleError] = PuzzleError) -> PuzzleError:
        return kind(f"{self.path}: {message}" if self.path else message)

    def located(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function. If it raises an error, add the path of this value to the error."""
        try:
            return function(*args, **kwargs)
        except PuzzleError as error:
            raise self.error(error.message, type(error)) from None

    def fitted(self, rule: R, grid: Grid) -> R:
        """Return a rule on a grid. Raise an error if the rule does not fit the grid."""
        return self.located(rule.fitted, grid)

    def integer(self) -> int:
        """Return the value if it is an integer, else raise an error. True is not an integer."""
        return self._of(int, "an integer")

    def boolean(self) -> bool:
        return self._of(bool, "true or false")

    def text(self) -> str:
        return self._of(str, "text")

    def _of(self, kind: type[T], wanted: str) -> T:
        if isinstance(self.value, kind) and (kind is bool or not isinstance(self.value, bool)):
            return self.value
        self._not(wanted)

    def cell(self, grid: Grid) -> int:
        name = self.text()
        if name in _numbers(grid):
            return _numbers(grid)[name]
        if len(name) > _LONGEST_NAME:
            self.fail(f"{quoted(name)} is not the name of a cell, like 'r1c1'")
        return self.located(grid.cell, name)

    def cells(self, grid: Grid) -> Cells:
        """Return the cells that the value names. The value must be a text or a list of texts."""
        known, names = _numbers(grid), self.value
        if isinstance(names, list) and len(names) <= MOST_CELLS:
            with suppress(KeyError, TypeError):  # an item may be a range of cells
                return tuple([known[name] for name in names])
        cells: list[int] = []
        for item in [self] if isinstance(self.value, str) else self.items("a list of cells"):
            cells.extend(item.located(grid.named, item.text()))
            if len(cells) > MOST_CELLS:
                raise self.error(f"more than {MOST_CELLS} cells are named", TooLarge)
        return tuple(cells)

    def items(self, wanted: str = "a list") -> list[Node]:
        """Return the items of the value if it is a list, else raise an error."""
        values: list[object] = self._of(list, wanted)
        return [Node(item, f"{self.path}[{index}]") for index, item in enumerate(values)]

    def entries(self) -> dict[str, Node]:
        """Return the entries of the value, which must be an object with any keys."""
        if not isinstance(self.value, Object):
            self._not("an object")
        if self.value.repeated is not None:
            self.fail(f"{quoted(self.value.repeated)} occurs twice")
        return {key: Node(value, self._inner(key)) for key, value in self.value.items()}

    def members(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
        """Return the entries of the value, which must be an object with these keys only."""
        entries, known = self.entries(), [*required, *optional]
        for key in entries:
            if key not in known:
                shown = unknown(key, known)
                there_are = " There are" if shown.endswith("?") else "; there are"
                self.fail(f"unknown key {shown}{there_are} {', '.join(known)}")
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
        self.fail(f"{'' if self.path else 'the value '}must be {wanted}, not {found}")


@lru_cache(maxsize=8)
def _numbers(grid: Grid) -> dict[object, int]:
    """Return a table of cells by their usual names, because reading a name is slow."""
    return {grid.name(cell): cell for cell in grid.cells}


def unknown(name: str, known: Collection[str]) -> str:
    """Return an unknown name in quotes, with the most similar known name."""
    near = get_close_matches(name.lower(), known, n=1) if len(name) <= _LONGEST_NAME else []
    return f"{quoted(name)}; did you mean {near[0]!r}?" if near else quoted(name)


#: Objects and lists may be nested this deep. Puzzle formats need less than half as many levels.
MOST_DEPTH = 24


def document(text: str) -> Node:
    """Return the JSON document in a text."""
    value = decoded(text)
    if isinstance(value, PuzzleError):
        raise type(value)(value.message)
    return bounded(value)


def bounded(value: object) -> Node:
    """Return a JSON value as a document. Raise an error if the value is nested too deeply."""
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
    raise TooLarge(f"lists and objects are nested more than {MOST_DEPTH} deep")


def kept(puzzle: Puzzle, key: str) -> object:
    """Return the JSON value under a key of a puzzle's meta, or None. Users can change the meta."""
    found = attempt(document, dict(puzzle.meta).get(key, "null"))
    return None if isinstance(found, PuzzleError) else found.value


def compact(value: object) -> str:
    """Return a JSON value in its shortest form, as JavaScript writes it."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise PuzzleError("not JSON: NaN and Infinity are not allowed") from None


_DECODER = json.JSONDecoder(object_pairs_hook=Object.of)


def json_line(value: object) -> str:
    r"""Return a value on one readable line, without characters that could control a terminal.

    >>> print(json_line({"label": "caf\u00e9\x9b2J"}))
    {"label": "café\u009b2J"}
    """
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def json_values(source: Source) -> Iterator[tuple[int, object]]:
    """Yield each JSON value with its line number. A bad value is a `PuzzleError`."""
    lines = source.lines
    text = "\n".join([*lines, ""])
    start = place = 0
    while start < len(lines):
        end = start + 1
        if lines[start].strip() and not lines[start].startswith("#"):
            value, end = _value(lines, start, text, place)
            yield start + 1, value
        place += sum(map(len, lines[start:end])) + end - start
        start = end


def _value(lines: tuple[str, ...], start: int, text: str, place: int) -> tuple[object, int]:
    """Return the value on a line, at this place of the text, or an error, and the next line."""
    alone = decoded(lines[start], start)
    if not isinstance(alone, PuzzleError) or not lines[start].startswith(("{", "[")):
        return alone, start + 1
    with suppress(ValueError, RecursionError):
        value, stop = _DECODER.raw_decode(text, place)
        if not text[stop : text.index("\n", stop)].strip():
            end = start + text.count("\n", place, stop) + 1
            return _unbroken(value, text[place:stop], start), end
    if lines[start].startswith("["):
        return alone, start + 1
    others = range(start + 1, len(lines))
    end = next((number for number in others if lines[number].startswith("{")), len(lines))
    together = decoded("\n".join(lines[start:end]), start)
    if isinstance(together, PuzzleError) and lines[start].rstrip().endswith("}"):
        return alone, start + 1
    return together, end


def decoded(text: str, lines_above: int = 0) -> object:
    """Return the JSON value of a text, or a `PuzzleError` if the text is not valid JSON."""
    try:
        return _unbroken(json.loads(text, object_pairs_hook=Object.of), text, lines_above)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at column {error.colno}"
        return PuzzleError(message, line=lines_above + error.lineno)
    except RecursionError:
        return PuzzleError("not a model: nested too deeply", line=lines_above + 1)
    except ValueError:  # Python cannot convert very long numbers
        return PuzzleError("not a model: a number of thousands of digits", line=lines_above + 1)


def _unbroken(value: object, text: str, lines_above: int) -> object:
    """Return the value, or an error if it has half of a surrogate pair, which no file can hold."""
    may_be_broken = "\\ud" in text or "\\uD" in text
    if may_be_broken and not is_unicode(json.dumps(value, ensure_ascii=False)):
        message = r"an escape such as \ud800 is half of a character, and its other half is missing"
        return PuzzleError(message, line=lines_above + 1)
    return value
