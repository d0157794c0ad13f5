"""Texts of the first line that are meta, both ways: Penpa+ escapes each in a way of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nonet.formats.contract import Inexpressible
from nonet.formats.text import quoted


class _Text(NamedTuple):
    """A part of the first line: what stands before it, and what stands in it for some signs."""

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
#: In their order, from the part of this number on.
_FIRST = 15
_TEXTS = (
    _Text("title", "Title: ", _COMMA),
    _Text("author", "Author: ", _COMMA),
    _Text("source", "", {}),
    _Text("rules", "", _COMMA | {"%2D": "\n", "%2E": "&", "%2F": "="}),
)


def read(header: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the meta in the parts of the first line.

    >>> list(read(["sudoku", *[""] * 14, "Title: one%2C two", "Author: ", "a%2Cb"]))
    [('title', 'one, two'), ('source', 'a%2Cb')]
    """
    for place, part in zip(_TEXTS, header[_FIRST:], strict=False):
        text = place.read(part)
        if text.strip():
            yield place.key, text


def written(meta: Mapping[str, str]) -> list[str]:
    """Return the parts that say this meta; what would be read as another text is refused.

    >>> written({"title": "one, two"})
    ['Title: one%2C two', 'Author: ', '', '']
    """
    return [place.written(meta.get(place.key, "")) for place in _TEXTS]
