"""The format ``fpuzzles``: links of f-puzzles.com, and the keys that its extensions add.

A link contains a compressed JSON document. `keys` lists the rule of each key. The reader keeps
drawings that mean no rule in `Puzzle.meta`, and the writer writes these drawings again.
"""

from __future__ import annotations

import re

from nonet.formats.json_text import document
from nonet.formats.links import lz
from nonet.formats.links.contract import Address, Link, compressed, short
from nonet.puzzle import Puzzle

_SITE = "f-puzzles.com"
_FIRST_KEY = re.compile(r'\{\s*"([^"]+)"\s*:')


def payload_puzzle(payload: str) -> Puzzle:
    """Return the puzzle of a compressed document."""
    return FPUZZLES.of_json(document(lz.decompress(payload)))


def _payload(text: str) -> str | None:
    return Address.payload(text, "load", _SITE, _begins)


def _begins(beginning: str) -> bool:
    first = _FIRST_KEY.match(beginning)
    return first is not None and first[1] in FPUZZLES.conversion.KNOWN


def _address_of(text: str) -> str | None:
    """Return the address of a short link. f-puzzles keeps its short links at TinyURL."""
    address = Address.of(text)
    if address is None or address.value("load"):
        return None
    is_tiny = address.is_of("tinyurl.com")
    name = address.path.strip("/") if is_tiny else address.value("id")
    if not is_tiny and not address.is_of(_SITE):
        return None
    return f"https://tinyurl.com/{name}" if name and re.fullmatch(r"[\w/-]+", name) else None


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    payload = _payload(text)
    if payload is None and _address_of(text):
        raise short(text)
    return payload_puzzle(text if payload is None else payload)


def _write(puzzle: Puzzle) -> str:
    link = compressed(FPUZZLES.conversion.document_of(puzzle))
    return f"https://www.{_SITE}/?load=" + link.replace("+", "%2B")


FPUZZLES = Link(
    "fpuzzles",
    "links of f-puzzles.com, with the keys of its extensions",
    lambda text: _payload(text) is not None or _address_of(text) is not None,
    _of_line,
    _write,
    ("size", "grid"),
    _address_of,
)
