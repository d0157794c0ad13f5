"""The format ``sudokumaker``: links of sudokumaker.app, which contain the whole puzzle.

A link contains a compressed JSON document. Its constraints have numbers as types, which
`constraints` lists with their rules. The reader refuses custom constraints by name, because these
are JavaScript code.
"""

from __future__ import annotations

from urllib.parse import unquote

from nonet.formats.json_text import Node, document
from nonet.formats.links import lz
from nonet.formats.links.contract import Address, Link, compressed
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITE = "https://sudokumaker.app/?puzzle="
_BEGINNING = '{"formatVersion":'


def _payload(text: str) -> str | None:
    """Return the compressed document in a link. Without a URL, the text is the document itself."""
    address = Address.of(text)
    payload = unquote(text) if address is None else address.value("puzzle")
    if address is not None and address.is_of("sudokumaker.app"):
        return payload or ""
    return payload if payload and lz.beginning(payload).startswith(_BEGINNING) else None


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    payload = _payload(text)
    if not payload:
        raise PuzzleError(f"{quoted(text)} has no puzzle: its '?puzzle=' is missing")
    return _of_json(document(lz.decompress(payload)), ignore_drawings)


def _of_json(document: Node, ignore_drawings: bool) -> Puzzle:
    from nonet.formats.links.sudokumaker.conversion import puzzle_of

    return puzzle_of(document)


def _write(puzzle: Puzzle) -> str:
    from nonet.formats.links.sudokumaker.conversion import document_of

    link = compressed(document_of(puzzle)).rstrip("=")
    return _SITE + link.replace("+", "%2B").replace("/", "-")


SUDOKUMAKER = Link(
    "sudokumaker",
    "links of sudokumaker.app, except for custom constraints",
    lambda text: _payload(text) is not None,
    _of_line,
    _write,
    _of_json,
    lambda keys: "formatVersion" in keys and "puzzle" in keys,
)
