"""A text as numbered lines: blank ones, comments, and blocks of lines that stand together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

#: How much of a bad piece of input a message shows.
_SHOWN = 20


class Line(NamedTuple):
    """A line with its number, from 1, and without the space around it."""

    number: int
    text: str


#: Lines that follow one another without a blank line.
Block: TypeAlias = list[Line]


@dataclass(frozen=True)
class Source:
    """A text to read puzzles from, and what its reader was told.

    >>> list(Source.of("# two rows\\n12\\n21").content())
    [Line(number=2, text='12'), Line(number=3, text='21')]
    """

    lines: tuple[str, ...]
    alphabet: str | None = None
    #: Drawings of a link that may be rules, but are none that is known, are left out.
    ignore_drawings: bool = False
    #: Servers are asked for the puzzles of short links.
    fetch: bool = False

    @classmethod
    def of(
        cls,
        text: str,
        alphabet: str | None = None,
        ignore_drawings: bool = False,
        fetch: bool = False,
    ) -> Source:
        """Split a text at line ends of all systems, and at nothing else that Unicode has."""
        unmarked = text.removeprefix("\ufeff")
        lines = unmarked.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return cls(tuple(lines), alphabet, ignore_drawings, fetch)

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
