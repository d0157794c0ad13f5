"""Makes nearly correct bytes, by damaging and recombining inputs of the corpus."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

#: Signs that readers look for, and bytes that broke readers before.
TOKENS = (
    *(b"r1c1", b"r9c9-r1c1", b"A1", b"J9", b"r0c0", b"r99999999999c1", b"-", b"|", b"+", b"\n"),
    *(b'{"rule": "cage"}', b'"rules": []', b'"values": [0, 99999999]', b"null", b"[[[[[[[["),
    *(b"{}", b"1e999", b"NaN", b"-1", b"0", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1b[2J"),
    *("…½٣𝟙".encode(), b"\r\n", b"\t", b"," * 81, b"." * 81, b"p cnf 1 1\n", b"c mark 1 r1c1=1\n"),
    *(b"v 1 0\n", b"s SATISFIABLE\n", b"pysat:", b"/raw,ladder", b"first:", b"PAR1", b"#", b"//"),
)
#: Values that replace other values in documents.
VALUES = (
    *(None, True, False, -1, 0, 1, 10, 1.5, 10**20, 1e300, "", " ", "1", "-1", "?", "R1C1", "R0C9"),
    *("r1c1", "R99C99", "\ud800", "#FF0000", [], {}, [[]], [0, 0], [1, None], {"lines": [[]]}),
)
#: The longest input. Longer inputs take more time but find the same bugs.
LONGEST = 20_000


def flip(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Change some bits."""
    for _ in range(random.randint(1, 4)):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def cut(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Take a piece out."""
    start = random.randrange(len(data))
    del data[start : start + random.choice((1, 1, 4, 40, len(data)))]


def repeat(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Repeat a piece many times."""
    start = random.randrange(len(data))
    piece = data[start : start + random.randint(1, 100)]
    data[start:start] = piece * random.choice((1, 2, 10, 100))


def insert(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Insert a sign that readers look for."""
    start = random.randrange(len(data))
    data[start:start] = random.choice(TOKENS)


def replace(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Replace a number by another number."""
    digits = [place for place, sign in enumerate(data) if chr(sign).isdigit()]
    if digits:
        place = random.choice(digits)
        numbers = (b"0", b"1", b"9", b"10", b"-1", b"64", b"65537", b"99999999999999999999")
        data[place : place + 1] = random.choice(numbers)


def splice(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Continue with another input."""
    other = random.choice(corpus)
    data[random.randrange(len(data)) :] = other[random.randrange(len(other) + 1) :]


def graft(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """Replace values in a JSON document, or in a line with a document."""
    lines = bytes(data).split(b"\n")
    for text in (bytes(data), random.choice(lines)):
        with suppress(ValueError, RecursionError):
            document = json.loads(text)
            places = list(_places(document))
            for _ in range(random.choice((1, 1, 2, 4)) if places else 0):
                (within, place), (other, there) = random.choice(places), random.choice(places)
                value = random.choice((*VALUES, other[there]))
                within[place] = deepcopy(value)
            start = data.find(text)
            data[start : start + len(text)] = json.dumps(document).encode()
            return


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the container and the place of every value of a document."""
    if isinstance(node, dict | list):
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for place, value in items:
            yield node, place
            yield from _places(value)


WAYS: tuple[Callable[[Random, bytearray, Sequence[bytes]], None], ...] = (
    *(flip, cut, repeat, insert, replace, splice, graft, graft),
)


def mutated(random: Random, corpus: Sequence[bytes]) -> bytes:
    """Return an input of the corpus, changed in one or a few ways."""
    data = bytearray(random.choice(corpus))
    for _ in range(random.choice((1, 1, 2, 3, 5))):
        if not data:
            data += random.choice(TOKENS)
        random.choice(WAYS)(random, data, corpus)
    return bytes(data[:LONGEST])
