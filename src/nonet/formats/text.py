"""A text as numbered lines: blank ones, comments, and blocks of lines that stand together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

#: How much of a bad piece of input a message shows.
_SHOWN = 20


class Line(NamedTuple):
    """A line with its number, from 1, and without the space around it."""

    number: int
    text: str


#: Lines that follow one another without a blank line.
Block: TypeAlias = list[Line]


@dataclass(frozen=True)
class Reading:
    """What a reader is told about a text; nothing said, all of it is detected.

    >>> Reading(format="line").alphabet is None
    True
    """

    format: str | None = None
    alphabet: str | None = None
    #: Leave out drawings of a link that may be rules, but are none that is known.
    ignore_drawings: bool = False
    #: Ask servers for the puzzles of short links.
    fetch: bool = False


DETECTED = Reading()


@dataclass(frozen=True)
class Source:
    """A text to read puzzles from, and what its reader was told.

    >>> list(Source.of("# two rows\\n12\\n21").content())
    [Line(number=2, text='12'), Line(number=3, text='21')]
    """

    lines: tuple[str, ...]
    reading: Reading = DETECTED
    #: The rows that the grid has, where that is known.
    side: int | None = None
    #: What formats that were asked about the text have found, so that none looks twice.
    notes: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, text: str, reading: Reading = DETECTED, side: int | None = None) -> Source:
        """Split a text at line ends of all systems, and at nothing else that Unicode has."""
        text = text.removeprefix("\ufeff")
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return cls(tuple(text.split("\n")), reading, side)

    @cached_property
    def first(self) -> str:
        """The first line that is neither blank nor a comment; empty if there is none."""
        return next((text for _, text in self.content()), "")

    def content(self) -> Iterator[Line]:
        """Yield the lines that are neither blank nor comments."""
        for number, text in enumerate(map(str.strip, self.lines), start=1):
            if text and not text.startswith("#"):
                yield Line(number, text)

    def blocks(self) -> Iterator[Block]:
        """Yield the groups of content lines between blank lines; comments separate nothing."""
        block: Block = []
        for number, text in enumerate(map(str.strip, self.lines), start=1):
            if not text and block:
                yield block
                block = []
            elif text and not text.startswith("#"):
                block.append(Line(number, text))
        if block:
            yield block


def is_unicode(text: str) -> bool:
    r"""Tell whether a text has whole characters only: a lone surrogate is half of one.

    Python reads bytes that are no UTF-8 as such halves, too.

    >>> is_unicode("caf\u00e9"), is_unicode("caf\udce9")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def counted(count: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "cell"), counted(2, "cell")
    ('1 cell', '2 cells')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def quoted(text: str) -> str:
    """Return a piece of input in quotes, on one line and not at any length.

    >>> print(quoted("5" * 1000))
    '55555555555555555555…'
    """
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def no_formula(text: str) -> str:
    """Return a cell of a CSV file as no spreadsheet takes it for a formula.

    >>> no_formula("=1+1"), no_formula("12..34")
    ("'=1+1", '12..34')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
