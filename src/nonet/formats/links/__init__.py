"""Puzzles in links. A link is untrusted input, so its reader keeps to limits.

A link format is a `Format` like any other. Its folder makes a `contract.Link` of it, which has a
place in `LINKS`:

- ``format`` is added to `nonet.formats.FORMATS`;
- ``recognises(line)`` recognises its texts: a URL, a bare payload or a short link. The formats are
  asked in the order of `LINKS`, and the first that says yes gets the text;
- ``recognises_keys(keys)`` recognises a JSON object by its keys;
- ``address_of(line)`` returns the https address with the puzzle of a short link. The reader raises
  ``contract.short(line)`` for a short link, which asks for ``--fetch``.

The readers share `contract.Address` for URLs, `lz` for bounded decompression, `document` for JSON
of bounded depth, and `contract.found_in` for texts with several links. Errors are `PuzzleError`
with the place in the link; a limit raises `TooLarge`.
"""

from __future__ import annotations

from dataclasses import replace

from nonet.formats.json_text import json_values
from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.formats.text import Source
from nonet.puzzle import Puzzle


def _recognising(link: Link) -> Link:
    """Let the format recognise texts by their first line, or by the keys of their JSON."""

    def recognises(source: Source) -> bool:
        if "keys" not in source.notes:
            source.notes["keys"] = _keys(source)
        keys = source.notes["keys"]
        return link.recognises(source.first) if keys is None else link.recognises_keys(keys)

    return replace(link, format=replace(link.format, recognises=recognises))


def _keys(source: Source) -> frozenset[str] | None:
    """Return the keys of the JSON object at the start of a text; None for other texts."""
    if not source.first.startswith("{"):
        return None
    _, value = next(json_values(source))
    return frozenset(value) if isinstance(value, dict) else None


#: All link formats, in the order of recognition. A string of ISS is recognised at a glance;
#: f-puzzles has to decompress.
LINKS: tuple[Link, ...] = tuple(map(_recognising, (ISS, FPUZZLES, SUDOKUPAD, PENPA)))


def recognise(text: str) -> str | None:
    """Return the name of the format of a link; None for other texts.

    >>> recognise("12..341.....4...") is None
    True
    """
    return next((link.format.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the format whose links hold such a JSON value; None for others."""
    if not isinstance(value, dict):
        return None
    return next((link.format.name for link in LINKS if link.recognises_keys(value)), None)


def address_of(text: str) -> str | None:
    """Return the address with the puzzle of a short link; None for other texts."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return the drawings of a link and the rules they were read as: ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
