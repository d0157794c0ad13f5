"""Puzzles in links. Links are untrusted input, so the readers limit the work that a link can cause.

The folder of each format defines a `contract.Link`, which is listed in `LINKS`. Its reader shares
`contract.Address` for URLs, `lz` for decompression with a limit, `document` for JSON with a limited
depth. Errors are a `PuzzleError` that names the place in the link. A link that exceeds a limit
raises `TooLarge`.
"""

from __future__ import annotations

from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.puzzle import Puzzle

#: All link formats, in the order in which they are asked. ISS comes first because its strings are
#: quick to recognise. f-puzzles has to decompress a text first.
LINKS: tuple[Link, ...] = (ISS, FPUZZLES, SUDOKUPAD, PENPA)


def recognise(text: str) -> str | None:
    """Return the name of the format of a link, or None for other texts.

    >>> recognise("12..341.....4...") is None
    True
    """
    return next((link.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the link format that a JSON value belongs to, or None."""
    keys = value if isinstance(value, dict) else ()
    return next((link.name for link in LINKS if link.recognises_keys(keys)), None)


def address_of(text: str) -> str | None:
    """Return the address that answers with the puzzle of a short link, or None for other texts."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return, for each drawing of a link that was read as a rule, the text ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
