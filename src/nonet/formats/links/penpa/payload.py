"""The text behind a Penpa+ link: lines with names cut short, deflated, in base64."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error

from nonet.system.errors import PuzzleError, TooLarge

#: Characters of a link, and of the text in it; real puzzles take some thousands.
MOST_LINK, MOST_TEXT = 1 << 21, 1 << 20

#: What stands for a ``z``: all other signs begin with one.
_LETTER = ("z", "zZ")
_NAMES = {
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"numberS"': "z1",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}


def unpacked(payload: str) -> str:
    """Return the text in a payload; more than `MOST_TEXT` is refused before it is made.

    >>> unpacked(packed("a lazy puzzle"))
    'a lazy puzzle'
    """
    if len(payload) > MOST_LINK:
        raise TooLarge(f"a link of {len(payload)} characters; the limit is {MOST_LINK}")
    plain = payload.replace(" ", "+").rstrip("=")
    inflater = zlib.decompressobj(wbits=-15)
    try:
        data = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        found = inflater.decompress(data, MOST_TEXT + 1)
        text = found.decode()
    except (Error, ValueError, zlib.error):
        raise PuzzleError("the compressed text is damaged") from None
    if len(found) > MOST_TEXT:
        raise TooLarge(f"the text of the link is longer than the limit of {MOST_TEXT}")
    if not inflater.eof:
        raise PuzzleError("the compressed text is cut off")
    return text


def packed(text: str) -> str:
    """Return a text as the payload of a link."""
    deflater = zlib.compressobj(9, wbits=-15)
    return b64encode(deflater.compress(text.encode()) + deflater.flush()).decode()


def lengthened(text: str) -> str:
    """Return a text with its names in full.

    >>> lengthened("{zN:{}} JazZzZ")
    '{"number":{}} Jazz'
    """
    for name, sign in _NAMES.items():
        text = text.replace(sign, name)
    return text.replace(_LETTER[1], _LETTER[0])


def shortened(text: str) -> str:
    """Return a text with its names cut short.

    >>> shortened('{"number":{}} Jazz')
    '{zN:{}} JazZzZ'
    """
    text = text.replace(*_LETTER)
    for name, sign in _NAMES.items():
        text = text.replace(name, sign)
    return text
