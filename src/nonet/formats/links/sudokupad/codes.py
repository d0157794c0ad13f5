"""The codes of SudokuPad links.

The address of a puzzle contains either a code or only the name of a puzzle on the server. Most
codes (``scl``) contain a JSON document that is zipped (see `unzipped`) and then compressed by LZ.
The code ``scf`` encodes the cells of a classic puzzle directly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, islice, pairwise
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TypeAlias
from urllib.parse import unquote

from nonet.formats.links import lz
from nonet.formats.links.contract import Address
from nonet.formats.squares import Square, build
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals, Rule, Windoku
from nonet.system.errors import PuzzleError

SITES = ("sudokupad.app", "app.crackingthecryptic.com")
SCHEME = "sudokupad"
#: The name of the code for each prefix. The longer prefix ``fpuzzles`` comes before ``fpuz``.
_PREFIXES = {"scl": "scl", "ctc": "scl", "fpuzzles": "fpuzzles", "fpuz": "fpuzzles", "scf": "scf"}
_PATH = re.compile(r"/(?:sudoku(?:\.html)?/)?")
#: The maximum number of attempts to restore slashes. Some servers replace ``//`` by ``/`` in a
#: path, so the reader has to guess where a slash is missing.
_MOST_TRIES = 400
#: The maximum number of characters to decompress in all attempts together.
_MOST_WORK = 400_000


def id_of(text: str) -> str | None:
    """Return the part of a SudokuPad address that identifies its puzzle, or None."""
    address = Address.of(text)
    if address is None or not (address.scheme == SCHEME or address.is_of(*SITES)):
        return None
    path = _PATH.sub("", address.path, count=1).partition("&")[0]
    return address.value("puzzleid") or unquote(path) or None


def code_of(identifier: str) -> tuple[str, str]:
    """Return the name and the text of a code. Short links have the name ``short``."""
    for prefix, code in _PREFIXES.items():
        if identifier.startswith(prefix):
            return code, identifier[len(prefix) :]
    return ("json" if "{" in identifier else "short"), identifier


def is_bare(text: str) -> bool:
    """Tell whether a text is a code that is not part of an address."""
    code, payload = code_of(text)
    return code in ("scl", "fpuzzles") and lz.beginning(unquote(payload), 1) == "{"


def text_in(payload: str) -> str:
    """Return the text of an LZ code, even if a server has merged some of its slashes."""
    if payload.lstrip()[:1] == "{":
        return payload
    errors = []
    for repaired in _with_slashes(unquote(payload)):
        try:
            text = lz.decompress(repaired)
        except lz.Damaged as error:
            errors.append(error)
            continue
        if text.rstrip().endswith("}"):
            return text
        errors.append(lz.Damaged("the compressed text is cut off or damaged"))
    raise errors[0]


def _with_slashes(payload: str) -> Iterator[str]:
    """Yield the code, and then copies in which one or two slashes are doubled."""
    yield payload
    places = [found.start() for found in re.finditer(r"(?<!/)/(?!/)", payload)]
    tries = min(_MOST_TRIES, _MOST_WORK // (len(payload) + 1))
    chosen = chain(combinations(places, 1), combinations(places, 2))
    for doubled in islice(chosen, tries):
        repaired = payload
        for place in reversed(doubled):
            repaired = f"{repaired[:place]}/{repaired[place:]}"
        yield repaired


#: Each character means a digit and up to five zeros after the digit.
_CODES = {
    sign: f"{number % 10}{'0' * (number // 10)}"
    for number, sign in enumerate(digits + ascii_uppercase + ascii_lowercase[:24])
}
_CELLS = 81
#: Matches a rule or a text. A text ends at a star. Two stars stand for a star in the text.
_OPTION = re.compile(r"([wx])|([ta])((?:[^*]|\*\*)*)\*?", re.DOTALL)
_RULES: dict[str, Rule] = {"w": Windoku(), "x": Diagonals()}
_TEXTS = {"t": "title", "a": "author"}


def classic_of(code: str) -> Puzzle:
    """Return the puzzle that an ``scf`` code without its prefix encodes."""
    cells, options = _split(code)
    givens = tuple(int(digit) or None for digit in cells)
    puzzle = build(Square(9, range(1, 10), givens), (3, 3))
    rules: list[Rule] = []
    meta: list[tuple[str, str]] = []
    while options:
        found = _OPTION.match(options)
        if found is None:
            raise PuzzleError(f"scf: unknown option {quoted(options[0])}")
        options = options[found.end() :]
        if found[1]:
            rules.append(_RULES[found[1]])
        else:
            meta.append((_TEXTS[found[2]], found[3].replace("**", "*")))
    return replace(puzzle, rules=(*puzzle.rules, *rules), meta=tuple(meta))


def _split(code: str) -> tuple[str, str]:
    """Return the digits of all cells, and the options. A star ends the digits."""
    cells, place = "", 0
    while place < len(code) and code[place] != "*" and len(cells) < _CELLS:
        if code[place] not in _CODES:
            raise PuzzleError(f"scf: unknown sign {quoted(code[place])}")
        cells += _CODES[code[place]]
        place += 1
    rest = code[place:]
    if len(cells) > _CELLS or not (rest or len(cells) == _CELLS):
        raise PuzzleError(f"scf: the code has {len(cells)} digits instead of {_CELLS}")
    return cells.ljust(_CELLS, "0"), rest.removeprefix("*")


#: Maps short keys to long keys.
_KEYS = {
    **{"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor"},
    **{"ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays"},
    **{"w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded"},
    **{"re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength"},
    **{"wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d"},
}

_TOKEN = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([\[\]{},:])|([\w#+.\-]+)|(\S)""")
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
#: Maps signs in a string with single quotes to the signs in JSON, which has double quotes.
_ESCAPES = {"\\'": "'", '"': '\\"'}
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}

#: A piece of zipped JSON: a string, a punctuation mark or a bare word. The others are empty.
_Token: TypeAlias = tuple[str, str, str]


def unzipped(text: str) -> str:
    """Return the JSON text of a zipped text.

    Zipping shortens keys and removes their quotes. It also removes empty objects from lists, and
    the quotes and the ``#`` of colours. So a text of six hexadecimal digits counts as a colour.
    Zipping replaces ``"`` by ``'``.

    >>> unzipped("{ce:[[{v:1},],[,]],t:'Tiny',x:t}")
    '{"cells":[[{"value":1},{}],[{},{}]],"title":"Tiny","x":true}'
    """
    tokens = [*_tokens(text), ("", "", "")]
    parts: list[str] = [""]
    for (string, sign, word), (_, after, _) in pairwise(tokens):
        if (parts[-1], sign) in ((",", ","), (",", "]"), ("[", ",")):
            parts.append("{}")  # zipping left the object out
        if sign:
            parts.append(sign)
        elif after == ":":
            key = word or _plain(string)
            parts.append(json.dumps(_KEYS.get(key, key)))
        elif string:
            plain = _plain(string)
            parts.append(json.dumps(f"#{plain}" if _COLOUR.fullmatch(plain) else plain))
        else:
            parts.append(f'"#{word}"' if _COLOUR.fullmatch(word) else _WORDS.get(word, word))
    return "".join(parts)


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        string, sign, word, other = (part or "" for part in found.groups())
        if other:
            raise PuzzleError(f"{quoted(text[found.start() :])} is not JSON or zipped JSON")
        yield string, sign, word


def _plain(string: str) -> str:
    inner = string[1:-1]
    if string[0] == "'":
        inner = re.sub(r"\\.|\"", lambda found: _ESCAPES.get(found[0], found[0]), inner)
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        raise PuzzleError(f"{quoted(string)} is not a text of zipped JSON") from None
