"""The format ``penpa``: links of Penpa+, a drawing program.

The reader reads rules from the drawings in a link. Unknown drawings are an error, but the user can
ask nonet to ignore them. The writer writes ignored drawings again.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from nonet.formats.links.contract import Address, Link
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_FOLDER = "penpa-edit"
_PAGE = f"https://swaroopg92.github.io/{_FOLDER}/#m=solve&p="


def _recognises(text: str) -> bool:
    address = Address.of(text)
    return address is not None and _FOLDER in address.path.lower().split("/")


def _of_line(text: str, ignore_drawings: bool) -> Puzzle:
    from nonet.formats.links.penpa.text import puzzle_of, unpacked

    address = Address.of(text)
    # The puzzle is in the fragment of the address, or in the query of an old link.
    query = parse_qs((address.fragment or address.query).replace("+", "%2B")) if address else {}
    if "p" not in query:
        raise PuzzleError(f"{quoted(text)} has no puzzle: its '&p=' is missing")
    answer = unpacked(query["a"][0]) if "a" in query else None
    return puzzle_of(unpacked(query["p"][0]), answer, ignore_drawings)


def _write(puzzle: Puzzle) -> str:
    from nonet.formats.links.penpa.text import packed, text_of

    return _PAGE + packed(text_of(puzzle))  # the site would not decode escapes


PENPA = Link("penpa", "links of Penpa+: its signs of Sudoku", _recognises, _of_line, _write)
