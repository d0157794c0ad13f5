"""The format ``fpuzzles``: links of f-puzzles.com, and the keys that its extensions add.

A link contains a compressed JSON document. `keys` lists the rule of each key. The reader keeps
drawings that mean no rule in `Puzzle.meta`, and the writer writes these drawings again.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from nonet.formats.json_text import Node, document
from nonet.formats.links import lz
from nonet.formats.links.contract import Address, Link, compressed, short
from nonet.puzzle import Puzzle

_SITE = "https://www.f-puzzles.com/?load="
_FIRST_KEY = re.compile(r'\{\s*"([^"]+)"\s*:')


def payload_puzzle(payload: str) -> Puzzle:
    """Return the puzzle of a compressed document."""
    return _of_json(document(lz.decompress(payload)), ignore_drawings=False)


def _payload(text: str) -> str | None:
    """Return the compressed document in a link. Without a URL, the text is the document itself."""
    address = Address.of(text)
    payload = unquote(text) if address is None else address.value("load")  # %2B is a plus
    if payload is None:
        return None
    if address is not None and address.is_of("f-puzzles.com"):
        return payload
    first = _FIRST_KEY.match(lz.beginning(payload))
    if first is None:
        return None
    from nonet.formats.links.fpuzzles.conversion import KNOWN

    return payload if first[1] in KNOWN else None


def _address_of(text: str) -> str | None:
    """Return the address of a short link. f-puzzles keeps its short links at TinyURL."""
    address = Address.of(text)
    if address is None or address.value("load"):
        return None
    is_tiny = address.is_of("tinyurl.com")
    name = address.path.strip("/") if is_tiny else address.value("id")
    if not is_tiny and not address.is_of("f-puzzles.com"):
        return None
    return f"https://tinyurl.com/{name}" if name and re.fullmatch(r"[\w/-]+", name) else None


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    payload = _payload(text)
    if payload is None and _address_of(text):
        raise short(text)
    return payload_puzzle(text if payload is None else payload)


def _of_json(document: Node, ignore_drawings: bool) -> Puzzle:
    from nonet.formats.links.fpuzzles.conversion import puzzle_of

    return puzzle_of(document)


def _write(puzzle: Puzzle) -> str:
    from nonet.formats.links.fpuzzles.conversion import document_of

    return _SITE + compressed(document_of(puzzle)).replace("+", "%2B")


FPUZZLES = Link(
    "fpuzzles",
    "links of f-puzzles.com, with the keys of its extensions",
    lambda text: _payload(text) is not None or _address_of(text) is not None,
    _of_line,
    _write,
    _of_json,
    lambda keys: "size" in keys and "grid" in keys,
    _address_of,
)
