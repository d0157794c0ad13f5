"""All link formats, and which of them a text is in."""

from __future__ import annotations

from nonet.formats.links.contract import Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokupad import SUDOKUPAD

#: All link formats; of several that recognise a text, the first has it. Its strings tell themselves
#: by a look; f-puzzles has to decompress.
LINKS: tuple[Link, ...] = (ISS, FPUZZLES, SUDOKUPAD, PENPA)


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
