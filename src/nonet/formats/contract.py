"""The contract of a format: a name, a reader, perhaps a writer, and how to recognise its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ParamSpec, TypeAlias, TypeVar

from nonet.formats.text import Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

P = ParamSpec("P")
T = TypeVar("T")

#: The number of the first line of a puzzle, and the puzzle or its error.
Found: TypeAlias = tuple[int, Puzzle | PuzzleError]


class Inexpressible(PuzzleError):
    """A format cannot express a part of the puzzle; the message names the part."""


@dataclass(frozen=True)
class Format:
    """A format. Its `write` raises `Inexpressible` rather than lose a part of the puzzle.

    `write` may refuse or omit metadata that the format lacks a field for.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"].extensions
    ('.sdk',)
    """

    name: str
    summary: str
    read: Callable[[Source], Iterator[Found]]
    #: None if nonet only reads the format.
    write: Callable[[Puzzle], str] | None = None
    #: Asked about a text that no earlier format in `FORMATS` has recognised.
    recognises: Callable[[Source], bool] = lambda source: False
    #: Extensions of files that are always in this format.
    extensions: tuple[str, ...] = ()
    #: A text holds only one puzzle.
    holds_one: bool = False
    #: A single line can be a puzzle in this format, among lines in other formats.
    is_for_lines: bool = True


def attempt(build: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | PuzzleError:
    """Return the result of a function, or the `PuzzleError` that it raises.

    >>> attempt(lambda: 81)
    81
    """
    try:
        return build(*args, **kwargs)
    except PuzzleError as error:
        return error


def by_line(puzzle_of: Callable[[str], Puzzle]) -> Callable[[Source], Iterator[Found]]:
    """Return a reader of texts with one puzzle on each line."""

    def read(source: Source) -> Iterator[Found]:
        for number, text in source.content():
            yield number, attempt(puzzle_of, text)

    return read
