"""Zipped JSON: how SudokuPad makes JSON shorter before it compresses it.

Keys have short names and no quotes, empty objects in lists are left out, colours have neither
quotes nor a sign, and ``'`` stands for ``"``. What was lost in zipping stays lost: six hexadecimal
digits are always a colour, for example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from nonet.formats.text import quoted
from nonet.system.errors import PuzzleError

#: The long name of each short key.
_KEYS = {
    **{"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor"},
    **{"ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays"},
    **{"w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded"},
    **{"re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength"},
    **{"wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d"},
}

_TOKEN = re.compile(r"""\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([\[\]{},:])|([\w#+.\-]+))""")
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}

#: A string, a sign of punctuation, or a bare word; of the three, two are empty.
_Token: TypeAlias = tuple[str, str, str]


def unzipped(text: str) -> str:
    """Return the JSON text that was zipped.

    >>> unzipped("{ce:[[{v:1},],[,]],t:'Tiny',x:t}")
    '{"cells":[[{"value":1},{}],[{},{}]],"title":"Tiny","x":true}'
    """
    tokens = [*_tokens(text), ("", "", "")]
    parts: list[str] = []
    for token, (_, after, _) in pairwise(tokens):
        string, sign, word = token
        if sign in (",", "]") and parts and _lacks_an_object(parts[-1], sign):
            parts.append("{}")
        if sign:
            parts.append(sign)
        elif after == ":":
            key = word or _plain(string)
            parts.append(json.dumps(_KEYS.get(key, key)))
        else:
            parts.append(_value(string, word))
    return "".join(parts)


def _lacks_an_object(before: str, sign: str) -> bool:
    return before == "," or (before == "[" and sign == ",")


def _tokens(text: str) -> Iterator[_Token]:
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            raise PuzzleError(f"neither JSON nor zipped JSON at {quoted(text[place:])}")
        place = found.end()
        yield found[1] or "", found[2] or "", found[3] or ""


def _value(string: str, word: str) -> str:
    if string:
        plain = _plain(string)
        return json.dumps(f"#{plain}" if _COLOUR.fullmatch(plain) else plain)
    if _COLOUR.fullmatch(word):
        return f'"#{word}"'
    return _WORDS.get(word, word)


def _plain(string: str) -> str:
    """Return what a string in quotes of either sort says."""
    inner = string[1:-1]
    if string[0] == "'":
        inner = re.sub(r"\\(.)|\"", lambda found: _escape(found[1]), inner)
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        raise PuzzleError(f"{quoted(string)} is not a text of zipped JSON") from None


def _escape(sign: str | None) -> str:
    r"""Return an escape as JSON has it: ``\'`` is none there, and a bare ``"`` needs one."""
    if sign is None:
        return '\\"'
    return sign if sign == "'" else f"\\{sign}"
