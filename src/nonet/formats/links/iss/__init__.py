"""The format ``iss``: constraint strings of Interactive Sudoku Solver, in links and bare.

A string is a list of items: ``.Shape~6x6.Thermo~R1C1~R1C2.~R2C1_5``. A link has it as ``?q=``. It
is read a line at a time. What has a class there is written by it (`classes`), other rules by what
they mean (`primitives`): they are read back as tables of pairs, sums and automata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn
from urllib.parse import quote

from nonet.formats.contract import Format, Found
from nonet.formats.links.addresses import Address
from nonet.formats.links.contract import Link, found_in
from nonet.formats.nodes import Node
from nonet.formats.text import Source, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SITE = "sigh.github.io"
_PAGE = f"https://{_SITE}/Interactive-Sudoku-Solver/?q="

#: How a bare string begins: with a given, or with a class, which has arguments or is known. What is
#: in capitals alone, as X, V and NFA are, may be cells of a grid up to Y if it has no arguments.
_BEGINNING = re.compile(r"\.\s*(?:~[Rr]\w[Cc]\w_|([A-Z][A-Za-z]*)(~)?)")


def _recognises(text: str) -> bool:
    address = Address.of(text)
    if address:
        return address.is_of(_SITE) or (address.value("q") or "").startswith(".")
    begins = _BEGINNING.match(text)
    if begins is None:
        return False
    word, has_arguments = begins.groups()
    return word is None or has_arguments is not None or (not word.isupper() and _is_known(word))


def _is_known(word: str) -> bool:
    from nonet.formats.links.iss.reader import KNOWN

    return word in KNOWN


def _puzzle(text: str) -> Puzzle:
    from nonet.formats.links.iss.reader import puzzle_of

    address = Address.of(text)
    if address is None:
        return puzzle_of(text)
    string = address.value("q")
    if not string:
        raise PuzzleError(f"{quoted(text)} has no '?q=' with a puzzle in it")
    return puzzle_of(string)


def _no_json(node: Node) -> NoReturn:
    node.fail("JSON; a string begins with a dot")


def _read(source: Source) -> Iterator[Found]:
    return found_in("iss", source, _puzzle, _no_json)


def _write(puzzle: Puzzle) -> str:
    from nonet.formats.links.iss.writer import string_of

    return _PAGE + quote(string_of(puzzle), safe=".~_-=")


ISS = Link(
    Format("iss", "links and strings of Interactive Sudoku Solver", _read, _write), _recognises
)
