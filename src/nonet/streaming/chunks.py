"""Files of puzzles, and the chunks of them that workers get."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol

from nonet.streaming.lines import Lines

#: The longest line, in bytes: a file with a longer one is no text of puzzles.
LONGEST_LINE = 1 << 20


class PuzzleFile(Protocol):
    """A file of puzzles, divided into blocks of a fixed number of bytes or rows."""

    unit: ClassVar[str]  # of places in the file, in messages: line or row
    is_carried: ClassVar[bool]  # whether its chunks carry their text

    @property
    def path(self) -> str:
        """The file."""

    @property
    def block(self) -> int:
        """The length of a block."""

    @property
    def column(self) -> str | None:
        """The column of the puzzles, if the file has columns."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns, if the file has columns."""

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield the chunks from a place on, each of a number of blocks."""

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Yield the lines that are answered together, block by block."""


@dataclass(frozen=True)
class Chunk:
    """What a worker gets: a range of a file, and the text itself where it cannot be read there.

    A line belongs to the chunk in which it begins. `first` is the place at which `text` begins;
    `done` is the share of the file that has been read by the end of the chunk.
    """

    source: PuzzleFile
    start: int
    stop: int
    done: float
    text: bytes | None = None
    first: int = 0

    def lines(self) -> Iterator[Lines]:
        """Yield the lines that are answered together, block by block."""
        return self.source.lines(self)
