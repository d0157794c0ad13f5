"""A text as numbered lines, and its blocks of lines between blank lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, groupby
from typing import Any, NamedTuple, TypeAlias

from nonet.system.errors import PuzzleError

#: How many characters of bad input a message shows.
_SHOWN = 20


class Line(NamedTuple):
    """A line without the space at both ends, and its number, counted from 1."""

    number: int
    text: str


#: Lines that have no blank line between them.
Block: TypeAlias = list[Line]


@dataclass(frozen=True)
class Reading:
    """Options for reading a text. nonet detects the format and the alphabet if they are None.

    >>> Reading(format="line").alphabet is None
    True
    """

    format: str | None = None
    alphabet: str | None = None
    #: Whether to ignore drawings that match no rule. By default, such a drawing is an error.
    ignore_drawings: bool = False
    #: Whether to ask servers for the puzzles of short links.
    fetch: bool = False


DETECTED = Reading()


class Source:
    """The lines of a text with puzzles, and the options of its reader.

    `side` is the number of rows of each puzzle, if it is known.
    """

    def __init__(
        self, lines: tuple[str, ...], reading: Reading = DETECTED, side: int | None = None
    ) -> None:
        self.lines = lines
        self.reading = reading
        self.side = side
        #: Results that `Format.recognises` saves for `Format.read`.
        self.notes: dict[str, Any] = {}
        #: The first line that is neither blank nor a comment, or an empty text.
        self.first = ""
        for text in map(str.strip, lines):
            if text and not text.startswith("#"):
                self.first = text
                break

    @classmethod
    def of(cls, text: str, reading: Reading = DETECTED, side: int | None = None) -> Source:
        """Split a text only at the line ends of Windows, Unix and old Macs."""
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = text.replace("\ufeff", "")  # the mark of the byte order, once for each joined file
        return cls(tuple(text.split("\n")), reading, side)

    def content(self) -> Iterator[Line]:
        """Yield the lines that are neither blank nor comments."""
        for number, text in enumerate(map(str.strip, self.lines), start=1):
            if text and not text.startswith("#"):
                yield Line(number, text)

    def blocks(self) -> Iterator[Block]:
        """Yield the groups of lines between blank lines, without comments."""
        lines = map(Line, count(1), map(str.strip, self.lines))
        without_comments = (line for line in lines if not line.text.startswith("#"))
        for has_text, block in groupby(without_comments, key=lambda line: line.text != ""):
            if has_text:
                yield list(block)


def is_unicode(text: str) -> bool:
    r"""Tell whether a text can be written as UTF-8.

    Python may decode bad bytes as surrogates. Surrogates cannot be written.

    >>> is_unicode("caf\u00e9"), is_unicode("caf\udce9")
    (True, False)
    """
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural unless the count is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def require_count(whole: str, count: int, noun: str, wanted: int, line: int | None = None) -> None:
    """Refuse a part of a text that has too many or too few cells, rows or characters."""
    if count != wanted:
        raise PuzzleError(f"{whole} has {counted(count, noun)} instead of {wanted}", line=line)


def quoted(text: str) -> str:
    """Return a piece of input in quotes. Long input is cut off."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def is_number(text: str, most: int) -> bool:
    """Tell whether a text is a number of at most this many ASCII digits."""
    return text.isascii() and text.isdecimal() and len(text) <= most


def no_formula(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would evaluate as a formula.

    >>> no_formula("=1+1"), no_formula("12..34")
    ("'=1+1", '12..34')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
