"""LZ-string: the compression that puzzle sites use for the texts in their links.

The text is a sequence of UTF-16 code units, as in JavaScript. Each character of a link holds six
bits of the compressed text. `decompress` reads the variants for base64 and for URIs. Padding may be
missing or too long. A space counts as ``+``, because form encoders replace ``+`` by a space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from struct import iter_unpack

from nonet.system.errors import PuzzleError, TooLarge

_COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_BASE64 = _COMMON + "+/"
#: Base64 is padded with "=", the form for URIs with "$", and SudokuPad's form with a backslash.
_PADDING = "=$\\"
#: The six bits of each character, lowest bit first.
_BITS = {sign: f"{number:06b}"[::-1] for number, sign in enumerate(_BASE64)}
_BITS |= {"-": _BITS["/"], " ": _BITS["+"]}

#: The maximum number of code units of a text. Real puzzles have at most thousands. Without a limit,
#: a malicious link of 8 kB could expand to 10 MB.
MOST_TEXT = 1 << 20
#: The maximum number of characters of a link. Texts up to `MOST_TEXT` need fewer characters.
MOST_LINK = 1 << 21

#: Three codes are reserved: one before a character of 8 bits, one before a character of 16 bits,
#: and one at the end of the text.
_SHORT, _LONG, _END = range(3)


class Damaged(PuzzleError):
    """The compressed text is cut off or damaged."""


_FOLLOWED = "something follows the compressed text"
_DAMAGED = "the compressed text is cut off or damaged"


def decompress(link: str, most: int = MOST_TEXT) -> str:
    """Return the text in a link. Stop with an error after `most` code units."""
    units = "".join(_pieces(link, most))
    try:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise Damaged(_DAMAGED) from None


def beginning(link: str, length: int = 32) -> str:
    """Return the start of the text in a link. If the argument is no link, return any text."""
    found = ""
    with suppress(Damaged):  # the link is cut here
        for piece in _pieces(link[: 4 * length], MOST_TEXT):
            found += piece
            if len(found) >= length:
                break
    return found[:length]


def compress(text: str) -> str:
    """Return the text as a link in base64, padded as in JavaScript."""
    data = text.encode("utf-16-le", "surrogatepass")  # two surrogates for a sign beyond 16 bits
    bits = "".join(_codes([chr(unit) for (unit,) in iter_unpack("<H", data)])) + "0"
    bits += "0" * (-len(bits) % 6)
    signs = [_BASE64[int(bits[start : start + 6], 2)] for start in range(0, len(bits), 6)]
    return "".join(signs) + ("", "===", "==", "=")[len(signs) % 4]


def _pieces(link: str, most: int) -> Iterator[str]:
    if len(link) > MOST_LINK:
        raise TooLarge(f"the link has {len(link)} characters (the limit is {MOST_LINK})")
    try:
        bits = "".join([_BITS[sign] for sign in reversed(link.rstrip(_PADDING))])
    except KeyError:
        raise Damaged(_DAMAGED) from None
    known: list[str] = ["", "", ""]  # the reserved codes
    width, last, total = 2, "", 0
    end = len(bits)  # read codes from the end
    while True:
        start = end - width
        code = int(bits[start:end], 2) if start >= 0 else -1
        if code > _END:
            if code < len(known):
                piece = known[code]
            elif code == len(known) and last:  # the next piece of `known`
                piece = last + last[0]
            else:
                raise Damaged(_DAMAGED)
        elif code == _END:
            if "1" in bits[:start]:
                raise Damaged(_FOLLOWED)
            return
        else:
            end, start = start, start - (16 if code == _LONG else 8)
            if start < 0:
                raise Damaged(_DAMAGED)
            piece = chr(int(bits[start:end], 2))
            known.append(piece)
        end = start
        total += len(piece)
        if total > most:
            raise TooLarge(f"the text of the link is longer than the limit of {most} characters")
        yield piece
        if last:
            known.append(last + piece[0])
        last = piece
        width = len(known).bit_length()


def _codes(units: Iterable[str]) -> Iterator[str]:
    """Yield the bits of each code. A code means a known piece or a new code unit."""
    codes: dict[str, int] = {}
    unsaid: set[str] = set()
    known = 2  # how many pieces the reader knows: one fewer than the writer
    piece = ""
    for unit in (*units, None):
        if unit is not None and unit not in codes:
            codes[unit] = _END + 1 + len(codes)
            unsaid.add(unit)
        if unit is not None and piece + unit in codes:
            piece += unit
            continue
        if piece in unsaid:
            kind, length = (_SHORT, 8) if piece < "\u0100" else (_LONG, 16)
            yield _written(kind, known.bit_length()) + _written(ord(piece), length)
            unsaid.discard(piece)
            known += 2
        elif piece:
            yield _written(codes[piece], known.bit_length())
            known += 1
        if unit is not None:
            codes[piece + unit] = _END + 1 + len(codes)
            piece = unit
    yield _written(_END, known.bit_length())


def _written(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]
