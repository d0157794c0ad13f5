"""A format has a name, a reader, perhaps a writer, and a test for its texts.

`FORMATS` has all formats by name. The module of a format is imported when it is first used.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, ParamSpec, TypeAlias, TypeVar

from nonet.formats.text import Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

P = ParamSpec("P")
T = TypeVar("T")

#: The line number of a puzzle, and the puzzle or an error.
Found: TypeAlias = tuple[int, Puzzle | PuzzleError]


class Inexpressible(PuzzleError):
    """A format cannot express a part of the puzzle. The message names the part."""


@dataclass(frozen=True)
class Format:
    """A format of texts. `write` raises `Inexpressible` if the format cannot express the puzzle.

    `write` may leave out metadata for which the format has no field.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"].holds_one
    True
    """

    name: str
    summary: str
    read: Callable[[Source], Iterator[Found]]
    #: Writes a puzzle. If nonet can only read the format, this is None.
    write: Callable[[Puzzle], str] | None = None
    #: Tells whether a text is in this format. Earlier formats in `FORMATS` are tried first.
    recognises: Callable[[Source], bool] = lambda source: False
    #: Whether a text holds only one puzzle.
    holds_one: bool = False
    #: Whether one line can be a whole puzzle.
    is_for_lines: bool = True


def attempt(build: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | PuzzleError:
    """Return the result of a function, or the `PuzzleError` that the function raises."""
    try:
        return build(*args, **kwargs)
    except PuzzleError as error:
        return error


def by_line(puzzle_of: Callable[[str], Puzzle]) -> Callable[[Source], Iterator[Found]]:
    """Return a reader for texts with a puzzle on each line. `puzzle_of` reads one line."""
    return lambda source: ((number, attempt(puzzle_of, text)) for number, text in source.content())


#: The module of each format. The first format that recognises a text reads it. ``line`` comes
#: first, because most texts have one puzzle on each line. Formats that write the cells row by row
#: come last.
_MODULES = {
    "line": "line",
    **dict.fromkeys(("iss", "fpuzzles", "sudokumaker", "sudokupad", "penpa"), "links"),
    "sdk": "line",
    "json": "model",
    **dict.fromkeys(("killer", "ps", "sumocue", "hodoku"), "programs"),
    **dict.fromkeys(("opensudoku", "janko", "sdx", "ss"), "programs"),
    "pencilmarks": "line",
    "sdm": "line",
    "jigsaw": "jigsaw",
    "samurai": "samurai",
    "grid": "grid",
    "tokens": "line",
}

#: The names of all formats, in the order of recognition.
NAMES = tuple(_MODULES)

#: The formats that a very long line may have.
BY_LOOK = NAMES[: NAMES.index("jigsaw")]

#: The formats whose texts are links.
LINKS = tuple(name for name, module in _MODULES.items() if module == "links")

#: The formats that an error message may recommend, simplest first. ``json`` fits every puzzle.
PLAIN = ("line", "tokens", "grid", "jigsaw", "json")

_WRITTEN = (name for name, module in _MODULES.items() if module != "programs")
#: The names of all formats that nonet can write.
WRITTEN = tuple(dict.fromkeys((*PLAIN, *_WRITTEN)))

#: The formats of files with these extensions.
_NAMED_ALIKE = ("sdk", "sdm", "sdx", "ss", "jigsaw", "opensudoku")
EXTENSIONS = {f".{name}": name for name in _NAMED_ALIKE} | {".jsonl": "json"}


@cache
def loaded(name: str) -> Format:
    """Return the format with this name, which must be in `FORMATS`."""
    formats: tuple[Format, ...] = import_module(f"nonet.formats.{_MODULES[name]}").FORMATS
    return next(format for format in formats if format.name == name)


class _Formats(UserDict[str, Any]):
    """The formats in the order of recognition."""

    def __getitem__(self, name: str) -> Format:
        return loaded(name)


#: All formats by name.
FORMATS: Mapping[str, Format] = _Formats(_MODULES)
