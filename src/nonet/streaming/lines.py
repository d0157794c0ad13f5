"""Use NumPy to find the puzzles in a text. Lines of 81 cells become the rows of an array.

Lines that are not 81 cells become Python objects, which take more time and memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

CELLS = 81
_WIDTH = CELLS + 1
END, _SLASH = ord("\n"), ord("/")

#: The maximum size of a puzzle's text, in bytes. A longer line or field is an error.
LONGEST = 1 << 16

#: The record of a long bad line shows this many characters.
SHOWN = 1000

Bytes: TypeAlias = NDArray[np.uint8]
Text: TypeAlias = bytes | bytearray | memoryview


class Column(NamedTuple):
    """A column of a table, with one text for each line. The texts are slices of `data`."""

    data: Bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> Column:
        """Return a column with these texts.

        >>> Column.of([b"a", b"", b"bc"]).texts()
        [b'a', b'', b'bc']
        """
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        ends = np.cumsum(lengths)
        return cls(np.frombuffer(b"".join(texts), np.uint8), ends - lengths, ends)

    def texts(self) -> list[bytes]:
        """Return all texts. If a text has more than `LONGEST` bytes, return only `SHOWN` bytes."""
        data = self.data.tobytes()
        places = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return [
            data[start:end]
            if end - start <= LONGEST
            else data[start : start + SHOWN] + "…".encode()
            for start, end in places
        ]

    def text(self, line: int) -> bytes:
        """Return the text of a line. If the text is too long for a puzzle, return only a part."""
        start, end = int(self.starts[line]), int(self.ends[line])
        return self.data[start : min(end, start + LONGEST + 1)].tobytes()

    def are_cells(self) -> NDArray[np.bool_]:
        """Tell which texts are 81 bytes long."""
        return np.asarray(self.ends - self.starts == CELLS)

    def rows(self, lines: NDArray[np.int64]) -> Bytes:
        """Return the texts of lines as rows of 81 bytes. Avoid a copy if possible."""
        starts = self.starts[lines]
        if not len(starts):
            return np.empty((0, CELLS), np.uint8)
        step = int(starts[1] - starts[0]) if len(starts) > 1 else CELLS
        if (np.diff(starts) == step).all():
            return np.lib.stride_tricks.as_strided(
                self.data[starts[0] :], (len(starts), CELLS), (step, 1), writeable=False
            )
        return np.lib.stride_tricks.sliding_window_view(self.data, CELLS)[starts]


class Other(NamedTuple):
    """A line that is not 81 digits and dots. `error` says why it cannot be a puzzle."""

    line: int
    text: str
    error: str | None = None


class Lines(NamedTuple):
    """The lines of a text, numbered from 0.

    `rows` has the lines of 81 digits and dots, and `places` has their numbers. `others` has all
    other lines, but no blank lines and comments. `total` is the number of all lines. `expected` is
    a column of expected solutions, and `kept` has the columns to copy.
    """

    rows: Bytes
    places: NDArray[np.int64]
    others: list[Other]
    total: int
    expected: Column | None = None
    kept: tuple[Column, ...] = ()


class Chunk(NamedTuple):
    """A piece of work for a worker. The worker calls `read` to get the lines.

    The next chunk begins at `stop`, a number of bytes or, in a Parquet file, of rows. `done` is the
    share of the source before `stop`.
    """

    stop: int
    done: float
    read: Callable[[], Lines]


def lines_of(block: Text) -> Lines:
    """Return the lines of a text. The last line end may be missing."""
    rows = _even(np.frombuffer(block, np.uint8))
    if rows is not None:
        return Lines(rows, np.arange(len(rows)), [], len(rows))
    data = with_unix_ends(block)
    ends = np.flatnonzero(data == END)
    column = Column(data, np.concatenate([[0], ends[:-1] + 1])[: len(ends)], ends)
    found = lines_in(column, skips_empty=True)
    puzzles = [each for each in found.others if each.text and not each.text.startswith("#")]
    return found._replace(others=puzzles)


def with_unix_ends(block: Text) -> Bytes:
    r"""Return the text with ``\n`` at the end of every line, including the last."""
    text = bytes(block)
    if b"\r" in text:  # line ends of Windows and of old Macs
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if text and not text.endswith(b"\n"):
        text += b"\n"
    return np.frombuffer(text, np.uint8)


def lines_in(
    puzzles: Column,
    left_out: Mapping[int, Other | None] = MappingProxyType({}),
    *,
    skips_empty: bool = False,
) -> Lines:
    """Return the lines of a column of puzzles.

    `left_out` has the lines without a puzzle. Bad lines have an error. A header and other lines to
    skip have None. An empty text is an error unless `skips_empty` is true.
    """
    is_row = puzzles.are_cells()
    is_row[list(left_out)] = False
    places = np.flatnonzero(is_row)
    rows = puzzles.rows(places)
    good = are_cells(rows)
    if not good.all():
        is_row[places[~good]] = False
        rows, places = rows[good], places[good]
    is_other = ~is_row & (puzzles.ends > puzzles.starts) if skips_empty else ~is_row
    others = (
        left_out[line] if line in left_out else other_of(line, puzzles.text(line))
        for line in np.flatnonzero(is_other).tolist()
    )
    return Lines(rows, places, [each for each in others if each is not None], len(puzzles.starts))


def are_cells(rows: Bytes) -> NDArray[np.bool_]:
    """Tell which rows have only digits and dots: in ASCII, ``.`` to ``9`` except ``/``."""
    above = rows - np.uint8(ord("."))  # below ".", the difference wraps around and is large
    good = (above <= ord("9") - ord(".")) & (above != _SLASH - ord("."))
    return np.ones(len(rows), np.bool_) if good.all() else np.asarray(good.all(axis=1))


def _even(data: Bytes) -> Bytes | None:
    """Return the lines as rows if all lines have 81 cells, else None."""
    count, rest = divmod(len(data), _WIDTH)
    if rest == CELLS:
        count += 1
    elif rest or not count:
        return None
    cells = count * CELLS
    ends = data[CELLS::_WIDTH]
    # Line ends are below the dot in ASCII, so `data >= ord(".")` counts no line ends.
    is_even = (
        (ends == END).all()
        and data.max() <= ord("9")
        and np.count_nonzero(data >= ord(".")) == cells
        and not np.count_nonzero(data == _SLASH)
    )
    if not is_even:
        return None
    return np.lib.stride_tricks.as_strided(data, (count, CELLS), (_WIDTH, 1), writeable=False)


def other_of(line: int, raw: bytes) -> Other:
    """Decode a line that is not 81 digits and dots. Add an error if it cannot be a puzzle."""
    if len(raw) > LONGEST:
        text = raw[:SHOWN].decode(errors="replace").strip() + "…"
        return Other(line, text, f"longer than {LONGEST:,} bytes: no puzzle is that long")
    try:
        text = raw.decode().replace("\ufeff", "").strip()
    except UnicodeDecodeError:
        return Other(line, raw.decode(errors="backslashreplace").strip(), "not text")
    return Other(line, text, "not text" if "\0" in text else None if text else "no puzzle")
