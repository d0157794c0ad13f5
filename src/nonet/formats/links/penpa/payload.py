"""The payload of a Penpa+ link: compressed lines with short names.

The first line contains the metadata.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nonet.formats.contract import Inexpressible
from nonet.formats.text import quoted
from nonet.system.errors import PuzzleError, TooLarge

#: The most characters of a link, and the most bytes of its text. The links and texts of real
#: puzzles have only thousands.
MOST_LINK, MOST_TEXT = 1 << 21, 1 << 20

#: The letter ``z`` and the short name for it. All short names begin with ``z``.
_LETTER = ("z", "zZ")
_PAIRS = """
"qa"=z9 "pu_q"=zQ "pu_a"=zA "grid"=zG "edit_mode"=zM "surface"=zS "line"=zL "lineE"=zE "wall"=zW
"cage"=zC "number"=zN "symbol"=zY "special"=zP "board"=zB "command_redo"=zR "command_undo"=zU
"command_replay"=z8 "numberS"=z1 "freeline"=zF "freelineE"=z2 "thermo"=zT "arrows"=z3
"direction"=zD "squareframe"=z0 "polygon"=z5 "deletelineE"=z4 "killercages"=z6 "nobulbthermo"=z7
"__a"=z_ null=zO
"""
_NAMES = dict(pair.split("=") for pair in _PAIRS.split())


def unpacked(payload: str) -> str:
    """Return the text in a payload. Stop with an error after `MOST_TEXT` bytes."""
    if len(payload) > MOST_LINK:
        raise TooLarge(f"the link has {len(payload)} characters, and the limit is {MOST_LINK}")
    plain = payload.replace(" ", "+").rstrip("=")
    inflater = zlib.decompressobj(wbits=-15)
    try:
        data = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        found = inflater.decompress(data, MOST_TEXT + 1)
        text = found.decode()
    except (Error, ValueError, zlib.error):
        raise PuzzleError("the compressed text is damaged") from None
    if len(found) > MOST_TEXT:
        raise TooLarge(f"the text of the link is longer than the limit of {MOST_TEXT} bytes")
    if not inflater.eof:
        raise PuzzleError("the compressed text is cut off")
    return text


def packed(text: str) -> str:
    """Return the payload of a link that contains this text."""
    deflater = zlib.compressobj(9, wbits=-15)
    return b64encode(deflater.compress(text.encode()) + deflater.flush()).decode()


def lengthened(text: str) -> str:
    """Return a text with long names in place of its short names.

    >>> lengthened("{zN:{}} JazZzZ"), shortened('{"number":{}} Jazz')
    ('{"number":{}} Jazz', '{zN:{}} JazZzZ')
    """
    for name, sign in _NAMES.items():
        text = text.replace(sign, name)
    return text.replace(_LETTER[1], _LETTER[0])


def shortened(text: str) -> str:
    """Return a text with short names in place of its long names."""
    text = text.replace(*_LETTER)
    for name, sign in _NAMES.items():
        text = text.replace(name, sign)
    return text


class _Text(NamedTuple):
    """A text in the first line, with a prefix and with escapes for some characters."""

    key: str
    prefix: str
    escapes: Mapping[str, str]

    def read(self, part: str) -> str:
        text = part.removeprefix(self.prefix)
        for escape, sign in self.escapes.items():
            text = text.replace(escape, sign)
        return text

    def written(self, text: str) -> str:
        part = text
        for escape, sign in self.escapes.items():
            part = part.replace(sign, escape)
        part = self.prefix + part
        if self.read(part) != text or "," in part or "\n" in part:
            raise Inexpressible(f"the {self.key} {quoted(text)}")
        return part


_COMMA = {"%2C": ","}
#: The position of the first text in the first line. The other texts follow it.
_FIRST = 15
_TEXTS = (
    _Text("title", "Title: ", _COMMA),
    _Text("author", "Author: ", _COMMA),
    _Text("source", "", {}),
    _Text("rules", "", _COMMA | {"%2D": "\n", "%2E": "&", "%2F": "="}),
)


def meta_of(header: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the metadata in the parts of the first line.

    >>> list(meta_of(["sudoku", *[""] * 14, "Title: one%2C two", "Author: ", "a%2Cb"]))
    [('title', 'one, two'), ('source', 'a%2Cb')]
    """
    for place, part in zip(_TEXTS, header[_FIRST:], strict=False):
        text = place.read(part)
        if text.strip():
            yield place.key, text


def header_of(meta: Mapping[str, str]) -> list[str]:
    """Return the parts of the first line that contain the metadata.

    Refuse texts that a reader would change.
    """
    return [place.written(meta.get(place.key, "")) for place in _TEXTS]
