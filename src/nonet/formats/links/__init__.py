"""Puzzles in links. Links are untrusted input, so the readers limit the work that a link can cause.

The folder of each format defines a `contract.Link`, which is listed in `LINKS`. Its reader shares
`contract.Address` for URLs, `lz` for decompression with a limit, `document` for JSON with a limited
depth, and `contract.found_in` for texts with several links. Errors are a `PuzzleError` that names
the place in the link. A link that exceeds a limit raises `TooLarge`.
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
    """Return the link with a `Format` that recognises texts by their first line or JSON keys."""

    def recognises(source: Source) -> bool:
        if "keys" not in source.notes:
            source.notes["keys"] = _keys(source)
        keys = source.notes["keys"]
        return link.recognises(source.first) if keys is None else link.recognises_keys(keys)

    return replace(link, format=replace(link.format, recognises=recognises))


def _keys(source: Source) -> frozenset[str] | None:
    """Return the keys of the JSON object at the start of a text, or None if there is no object."""
    if not source.first.startswith("{"):
        return None
    _, value = next(json_values(source))
    return frozenset(value) if isinstance(value, dict) else None


#: All link formats, in the order in which they are asked. ISS comes first because its strings are
#: quick to recognise. f-puzzles has to decompress a text first.
LINKS: tuple[Link, ...] = tuple(map(_recognising, (ISS, FPUZZLES, SUDOKUPAD, PENPA)))


def recognise(text: str) -> str | None:
    """Return the name of the format of a link, or None for other texts.

    >>> recognise("12..341.....4...") is None
    True
    """
    return next((link.format.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the link format that a JSON value belongs to, or None."""
    keys = value if isinstance(value, dict) else ()
    return next((link.format.name for link in LINKS if link.recognises_keys(keys)), None)


def address_of(text: str) -> str | None:
    """Return the address that answers with the puzzle of a short link, or None for other texts."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return, for each drawing of a link that was read as a rule, the text ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
