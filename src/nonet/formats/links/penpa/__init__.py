"""The format ``penpa``: links of Penpa+, a drawing program; Sudoku signs are read as rules.

The link holds a drawing (`payload`, `paper`). Givens, candidate lists, thermometers, arrows, cages,
dots, odd and even cells, diagonals and the borders of regions are read as rules (`signs`). If there
are other drawings, an error lists them, unless the user asks to ignore drawings. Ignored drawings
are kept and written back. Rules that are stated only in words are not read.
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
    from nonet.formats.links.penpa.payload import unpacked
    from nonet.formats.links.penpa.text import puzzle_of

    address = Address.of(text)
    # The puzzle is in the fragment of the address, or in the query of an old link.
    said = parse_qs((address.fragment or address.query).replace("+", "%2B")) if address else {}
    if "p" not in said:
        raise PuzzleError(f"{quoted(text)} lacks the '&p=' that holds the puzzle")
    answer = unpacked(said["a"][0]) if "a" in said else None
    return puzzle_of(unpacked(said["p"][0]), answer, ignore_drawings)


def _write(puzzle: Puzzle) -> str:
    from nonet.formats.links.penpa.payload import packed
    from nonet.formats.links.penpa.text import text_of

    return _PAGE + packed(text_of(puzzle))  # without escapes, which the site would not undo


PENPA = Link("penpa", "links of Penpa+: its signs of Sudoku", _recognises, _of_line, _write)
