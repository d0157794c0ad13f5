"""What a format is: a name, and the ways to recognise, to read and perhaps to write its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ParamSpec, TypeAlias, TypeVar

from nonet.formats.text import Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

P = ParamSpec("P")
T = TypeVar("T")

#: The first line of a puzzle, and the puzzle or the error in its place.
Found: TypeAlias = tuple[int, Puzzle | PuzzleError]


class Inexpressible(PuzzleError):
    """A format cannot express this of a puzzle; the message says what."""


@dataclass(frozen=True)
class Format:
    """A format by name; `write` raises `Inexpressible` rather than lose anything of the puzzle.

    Metadata for which it has no place it may refuse or leave out.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"].extensions
    ('.sdk',)
    """

    name: str
    summary: str
    read: Callable[[Source], Iterator[Found]]
    #: None for formats that are only read.
    write: Callable[[Puzzle], str] | None = None
    #: Tells a text of this format, if the formats before it in `FORMATS` have not recognised it.
    recognises: Callable[[Source], bool] = lambda source: False
    #: File names that end so are in this format and no other.
    extensions: tuple[str, ...] = ()
    #: A text has one puzzle and no more.
    holds_one: bool = False
    #: A line of a text may be a puzzle in this format, whatever the lines around it are.
    is_for_lines: bool = True


def attempt(build: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | PuzzleError:
    """Return what is built, or the error that prevents it.

    >>> attempt(lambda: 81)
    81
    """
    try:
        return build(*args, **kwargs)
    except PuzzleError as error:
        return error


def by_line(puzzle_of: Callable[[str], Puzzle]) -> Callable[[Source], Iterator[Found]]:
    """Return the reader of texts with a puzzle on each line."""

    def read(source: Source) -> Iterator[Found]:
        for number, text in source.content():
            yield number, attempt(puzzle_of, text)

    return read
