"""The format ``sudokumaker``: links of sudokumaker.app, which contain the whole puzzle.

A link contains a compressed JSON document. Its constraints have numbers as types, which
`constraints` lists with their rules. The reader refuses custom constraints by name, because these
are JavaScript code.
"""

from __future__ import annotations

from nonet.formats.json_text import document
from nonet.formats.links import lz
from nonet.formats.links.contract import Address, Link, compressed
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITE = "sudokumaker.app"
_BEGINNING = '{"formatVersion":'


def _payload(text: str) -> str | None:
    address = Address.of(text)
    found = Address.payload(text, "puzzle", _SITE, lambda begins: begins.startswith(_BEGINNING))
    return found or ("" if address and address.is_of(_SITE) else None)


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    payload = _payload(text)
    if not payload:
        raise PuzzleError(f"{quoted(text)} has no puzzle: its '?puzzle=' is missing")
    return SUDOKUMAKER.of_json(document(lz.decompress(payload)))


def _write(puzzle: Puzzle) -> str:
    link = compressed(SUDOKUMAKER.conversion.document_of(puzzle)).rstrip("=")
    return f"https://{_SITE}/?puzzle=" + link.replace("+", "%2B").replace("/", "-")


SUDOKUMAKER = Link(
    "sudokumaker",
    "links of sudokumaker.app, except for custom constraints",
    lambda text: _payload(text) is not None,
    _of_line,
    _write,
    ("formatVersion", "puzzle"),
)
