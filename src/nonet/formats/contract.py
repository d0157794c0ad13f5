"""A format has a name, a reader, perhaps a writer, and a test for its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ParamSpec, TypeAlias, TypeVar

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
