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

from collections.abc import Iterator
from dataclasses import replace

from nonet.errors import PuzzleError
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import decoded
from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.formats.text import Source
from nonet.puzzle import Puzzle

#: All link formats; of several that recognise a text, the first has it.
LINKS: tuple[Link, ...] = (FPUZZLES, ISS, SUDOKUPAD, PENPA)


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


def read(source: Source, detected: Format) -> Iterator[Found]:
    """Yield the puzzles of a text; if it is in a format of links, each line may be in another."""
    formats = {link.format.name: link.format for link in LINKS}
    first = next(source.content(), None)
    if detected.name not in formats or first is None or first.text.startswith("{"):
        yield from detected.read(source)
        return
    for number, line in source.content():
        text = attempt(_fetched, line) if source.fetch else line
        if isinstance(text, PuzzleError):
            yield number, text
            continue
        name = recognise(text) or recognise_json(decoded(text)) or detected.name
        for _, puzzle in formats[name].read(replace(source, lines=(text,))):
            yield number, puzzle


def _fetched(line: str) -> str:
    """Return what a server keeps under a short link, or the line if it is none."""
    if address_of(line) is None:
        return line
    from nonet.formats.links.fetching import fetch_link

    return fetch_link(line)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return what the drawings in a link were taken for, each as ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
