"""The pages of a Parquet column, weighed before they are decoded.

A few bytes can stand for gigabytes: a page may be compressed, and its values may be numbers of a
dictionary or extend one another. What a value takes at most is in the headers of the pages, which
are read here as Arrow reads them. So is the footer: Arrow's own view of a damaged one can end the
process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa

from nonet.streaming.parquet.thrift import Compact

#: Writers make pages of a megabyte; a larger page than this is not decoded.
MOST_PAGE = 1 << 26

#: A footer has some hundred bytes for each column of each group of rows.
MOST_FOOTER = 1 << 26

#: A header has a few numbers, and perhaps the smallest and the largest value of the page.
_HEADER = 1 << 16

_DICTIONARY = 2  # a type of pages; all others that matter have values
_BY_NUMBER = (2, 8)  # encodings: numbers of values in the dictionary
_PREFIXED = 7  # an encoding: each value continues a part of the one before

#: Compressions that the dictionary can be read through, by their numbers.
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd"}


class ColumnPiece(NamedTuple):
    """A column in one group of rows: the place of its pages, and how they are compressed."""

    start: int
    size: int
    codec: int


class Page(NamedTuple):
    """A page: where its data is, and what its header says of it."""

    start: int
    packed: int  # its bytes in the file
    size: int  # its bytes when decompressed
    values: int
    kind: int
    encoding: int


def pieces(file: BinaryIO, column: str) -> Iterator[ColumnPiece]:
    """Yield the pieces of a column as the footer has them; `ValueError` if it cannot be read."""
    end = file.seek(-8, 2)
    length = int.from_bytes(file.read(4), "little")
    if length > min(end, MOST_FOOTER):
        raise ValueError(f"a footer of {length} bytes, and the limit is {MOST_FOOTER}")
    file.seek(end - length)
    for group in Compact(file.read(length)).struct().structs(4):
        columns = [each.struct(3) for each in group.structs(1)]
        [found] = [each for each in columns if each.get(3) == [column.encode()]]
        start, size = found.number(9), found.number(7)
        if 0 < found.number(11, 0) < start:
            start = found.number(11)
        if not (0 <= start <= end and 0 <= size <= end - start):
            raise ValueError("a column beyond the end of the file")
        yield ColumnPiece(start, size, found.number(4))


def weight(file: BinaryIO, piece: ColumnPiece) -> int:
    """Return how many bytes a value of a piece takes.

    That is its longest value, or the average of the page with the longest. Raises `ValueError` for
    what cannot be read, and for pages that are too large to be decoded.
    """
    found = 1
    for page in _pages(file, piece):
        if page.kind == _DICTIONARY:
            found = max(found, _longest(file, page, piece.codec))
        elif page.encoding == _PREFIXED:
            found = max(found, page.size)
        elif page.encoding not in _BY_NUMBER:
            found = max(found, page.size // max(1, page.values))
    return found


def _pages(file: BinaryIO, piece: ColumnPiece) -> Iterator[Page]:
    place, end = piece.start, piece.start + piece.size
    while place < end:
        file.seek(place)
        page = _page(file.read(min(_HEADER, end - place)), place)
        if page.size > MOST_PAGE:
            raise ValueError(f"a page of {page.size} bytes, and the limit is {MOST_PAGE}")
        yield page
        place = page.start + page.packed


def _page(data: bytes, place: int) -> Page:
    header = Compact(data)
    fields = header.struct()
    kind = fields.number(1)
    # By kind, the field with its own header, and the field of the encoding in that.
    own, encoding = {0: (5, 2), _DICTIONARY: (7, 2), 3: (8, 4)}.get(kind, (0, 0))
    rest = fields.struct(own)
    packed, size, values = fields.number(3), fields.number(2), rest.number(1, 0)
    if min(packed, size, values) < 0:
        raise ValueError("a page with a negative size")
    return Page(place + header.place, packed, size, values, kind, rest.number(encoding, 0))


def _longest(file: BinaryIO, page: Page, codec: int) -> int:
    """Return the length of the longest value of a dictionary, or of all its values together."""
    if codec and codec not in _CODECS:
        return page.size
    file.seek(page.start)
    data = file.read(page.packed)
    if codec:
        data = pa.decompress(data, page.size, _CODECS[codec], asbytes=True)
    if len(data) < 4:
        return page.size
    width = 4 + int.from_bytes(data[:4], "little")  # each value has its length before it
    if page.values * width == len(data):
        lengths = np.ndarray(page.values, "<u4", data, strides=(width,))
        if (lengths == width - 4).all():
            return width - 4
    place = longest = 0
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "little")
        longest = max(longest, length)
        place += 4 + length
    return min(longest, page.size)
