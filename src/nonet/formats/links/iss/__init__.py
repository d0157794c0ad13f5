"""The format ``iss``: constraint strings of Interactive Sudoku Solver (ISS), in links or alone.

A string is a list of items, such as ``.Shape~6x6.Thermo~R1C1~R1C2.~R2C1_5``. ISS does not have all
rules of nonet. The writer expresses other rules by sums, automata and tables of pairs.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from nonet.formats.links.contract import Address, Link
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITE = "sigh.github.io"
_PAGE = f"https://{_SITE}/Interactive-Sudoku-Solver/?q="

#: Matches the start of a string: a given, or a class such as ``.Thermo``. A class in capitals, such
#: as ``.NFA``, must have arguments, because a line of a 25×25 grid may begin with capitals, too.
#: Empty items may come first, as in ``..Thermo``, but 16 dots are an empty board, and its label
#: may be the name of a class.
_BEGINNING = re.compile(r"\.[.\s]{0,14}(?:~[Rr]\w[Cc]\w_|([A-Z][A-Za-z]*)(~)?)")


def _recognises(text: str) -> bool:
    if not text.startswith("."):
        address = Address.of(text)
        query = address and address.value("q")
        return address is not None and (address.is_of(_SITE) or (query or "").startswith("."))
    begins = _BEGINNING.match(text)
    if begins is None:
        return False
    word, has_arguments = begins.groups()
    if word is None or has_arguments is not None or word.isupper():
        return word is None or has_arguments is not None
    return word in ISS.conversion.KNOWN


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    address = None if text.startswith(".") else Address.of(text)
    string = text if address is None else address.value("q")
    if not string:
        raise PuzzleError(f"{quoted(text)} has no puzzle: its '?q=' is missing")
    found: Puzzle = ISS.conversion.puzzle_of(string)
    return found


def _write(puzzle: Puzzle) -> str:
    return _PAGE + quote(ISS.conversion.string_of(puzzle), safe=".~_-=")


ISS = Link("iss", "links and strings of Interactive Sudoku Solver", _recognises, _of_line, _write)
