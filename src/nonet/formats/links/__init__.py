"""Puzzles in links, which carry strangers' data: read within bounds, written whole.

A link format is a `Format` like any other. Its module beside this one (or a folder with the reader,
the writer and the table of keys) makes a `contract.Link` of it:

- ``format`` goes into `nonet.formats.FORMATS` by itself;
- ``recognises(line)`` tells its texts (a URL, a bare payload, a short link) from all others; the
  formats are asked in the order of `LINKS`, and the first that says yes has it;
- ``recognises_keys(keys)`` does so for a JSON object that stands in a text as it is;
- ``address_of(line)`` says which https address answers with the puzzle of a short link. Its reader
  raises ``contract.short(line)`` for such a one, which asks for ``--fetch``.

What the readers share: `addresses.Address` takes a URL apart, `lz` decompresses within a limit,
`documents.document` reads JSON within a depth, and `contract.found_in` goes through the lines of a
text. Errors are `PuzzleError` with the place in the link, limits `TooLarge`.
"""

from __future__ import annotations

from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.puzzle import Puzzle

#: All link formats; of several that recognise a text, the first has it.
LINKS: tuple[Link, ...] = (FPUZZLES, ISS, SUDOKUPAD)


def recognise(text: str) -> str | None:
    """Return the name of the format that a line is a link of, if it is one.

    >>> recognise("12..341.....4...") is None
    True
    """
    return next((link.format.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the format whose links hold such a JSON value, if there is one."""
    if not isinstance(value, dict):
        return None
    return next((link.format.name for link in LINKS if link.recognises_keys(value)), None)


def address_of(text: str) -> str | None:
    """Return the address that answers with the puzzle of a short link, if the text is one."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return what the drawings in a link were taken for, each as ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
