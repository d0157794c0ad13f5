"""The format ``sudokupad``: links of SudokuPad, which store drawings rather than rules.

SudokuPad converts puzzles of f-puzzles. It draws each rule in a fixed way, called its *sign*. nonet
reads the rules from these signs. Other drawings are an error, unless the user asks to ignore them.

The writer draws the sign of each rule. For a rule without a sign, the writer draws another picture
and adds a sentence. If a reader could not get the whole puzzle from the document, the writer adds a
*model*: the puzzle in nonet's own format.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import bounded, document
from nonet.formats.links.contract import Link, compressed, short
from nonet.formats.links.fpuzzles import payload_puzzle
from nonet.formats.links.sudokupad import codes
from nonet.formats.links.sudokupad.codes import classic_of, code_of, id_of
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    code, payload = code_of(id_of(text) or text)
    if code == "short":
        raise short(text)
    if code == "scf":
        return classic_of(payload)
    if code == "fpuzzles":
        return payload_puzzle(unquote(payload))
    json = codes.text_in(payload)
    try:
        found = document(json)
    except TooLarge:
        raise
    except PuzzleError:
        found = document(codes.unzipped(json))
    return SUDOKUPAD.of_json(found, ignore_drawings)


def _write(puzzle: Puzzle) -> str:
    found = SUDOKUPAD.conversion.document_of(puzzle)
    try:
        bounded(found)
    except TooLarge:
        raise Inexpressible("deeply nested rules") from None
    return f"https://sudokupad.app/scl{quote(compressed(found), safe='')}"


def _recognises(text: str) -> bool:
    code, payload = code_of(text)
    if code == "scf":
        return isinstance(attempt(classic_of, payload), Puzzle)
    return id_of(text) is not None or codes.is_bare(text)


def _address_of(text: str) -> str | None:
    identifier = id_of(text)
    if not identifier or code_of(identifier)[0] != "short":
        return None
    return f"https://{codes.SITES[0]}/api/puzzle/{quote(identifier, safe='/')}"


SUDOKUPAD = Link(
    "sudokupad",
    "links of SudokuPad, with every rule drawn or in words",
    _recognises,
    _of_line,
    _write,
    ("cells",),  # no other format has this key
    _address_of,
)
