"""Chunks: what a worker gets of a file of puzzles, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol

from nonet.streaming.lines import Lines


class Source(Protocol):
    """A file of puzzles, in blocks that are always the same: so many bytes, or rows, each."""

    unit: ClassVar[str]  # what a place in the file is called
    is_carried: ClassVar[bool]  # whether its chunks carry the text

    @property
    def path(self) -> str:
        """The file."""

    @property
    def block(self) -> int:
        """How long a block is."""

    @property
    def column(self) -> str | None:
        """Where the puzzles are, in what has columns."""

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield the chunks from a place on, of so many blocks each."""

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Yield what is answered at once, block by block."""


@dataclass(frozen=True)
class Chunk:
    """What a worker gets: from where to where, in the unit of the source; perhaps the text itself.

    A line belongs to where it begins. `text` has the lines of the chunk, and `first` is where they
    begin; `done` is the part of the file that is read by then.
    """

    source: Source
    start: int
    stop: int
    done: float
    text: bytes | None = None
    first: int = 0

    def lines(self) -> Iterator[Lines]:
        """Yield what is answered at once, block by block."""
        return self.source.lines(self)
