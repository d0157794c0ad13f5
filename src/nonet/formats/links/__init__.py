"""Puzzles in links. Links are untrusted input, so the readers limit the work that a link can cause.

`LINKS` lists the formats. Each format has a folder with a `contract.Link` and a table of forms. A
form is a name of the format, the kinds of rules that it expresses, and how to read and write them.
A link that exceeds a limit raises `TooLarge`.
"""

from __future__ import annotations

from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokumaker import SUDOKUMAKER
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.puzzle import Puzzle

#: All link formats, in the order in which nonet tries them. ISS comes first because its strings are
#: quick to recognise. To recognise an f-puzzles link, nonet has to decompress a text.
LINKS: tuple[Link, ...] = (ISS, FPUZZLES, SUDOKUMAKER, SUDOKUPAD, PENPA)

FORMATS = tuple(link.format for link in LINKS)


def recognise(text: str) -> str | None:
    """Return the name of a link's format, or None if the text is not a link."""
    return next((link.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the link format that a JSON value belongs to, or None."""
    keys = value if isinstance(value, dict) else ()
    return next((link.name for link in LINKS if link.recognises_keys(keys)), None)


def address_of(text: str) -> str | None:
    """Return the address from which to fetch the puzzle of a short link, or None."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return a text ``drawing: rule`` for each drawing that nonet read as a rule."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
