"""The lines of a block of text, found with NumPy: a line of 81 cells costs no Python object.

Puzzles, comments and blank lines are those of the format `line` in `nonet.formats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

CELLS = 81
_WIDTH = CELLS + 1
_END, _SLASH = ord("\n"), ord("/")

#: No puzzle is longer, in bytes. A longer line, or field of a table, is refused unread.
LONGEST = 1 << 16

#: Of a text that is no puzzle, a record keeps as many characters.
SHOWN = 1000

#: In place of a text that is too long: this, its length, this again, and its beginning.
LONG = b"\0long\0"

Bytes: TypeAlias = NDArray[np.uint8]


class Column(NamedTuple):
    """The texts of a column, one for each line of a block: parts of its bytes."""

    data: Bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> Column:
        """Return the column with these texts.

        >>> Column.of([b"a", b"", b"bc"]).texts()
        [b'a', b'', b'bc']
        """
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        ends = np.cumsum(lengths)
        return cls(np.frombuffer(b"".join(texts), np.uint8), ends - lengths, ends)

    def texts(self) -> list[bytes]:
        """Return all texts; of one that is longer than any puzzle, the beginning."""
        data = self.data.tobytes()
        places = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return [
            _cut(data[start : min(end, start + LONGEST + 1)])
            if end - start > LONGEST or data.startswith(LONG, start)
            else data[start:end]
            for start, end in places
        ]

    def text(self, line: int) -> bytes:
        """Return one of the texts, cut where it is longer than any puzzle."""
        start, end = int(self.starts[line]), int(self.ends[line])
        return self.data[start : min(end, start + LONGEST)].tobytes()

    def with_empty_text(self) -> Column:
        """Return the column with an empty text after the last."""
        return Column(self.data, np.append(self.starts, 0), np.append(self.ends, 0))

    def are_cells(self) -> NDArray[np.bool_]:
        """Tell which texts have the length of 81 cells."""
        return np.asarray(self.ends - self.starts == CELLS)

    def rows(self, lines: NDArray[np.int64]) -> Bytes:
        """Return texts of 81 bytes as rows; where they are evenly spaced, without a copy."""
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
    """A line that is not 81 plain cells: its text, or the reason why it has none."""

    line: int
    text: str
    error: str | None = None


class Lines(NamedTuple):
    """The lines of a block, counted from 0; blank ones and comments count, too.

    `rows` are the lines of 81 digits and dots, a view of the text where possible, and `places`
    their numbers; `others` are the rest without blank lines and comments. Lines of a table may have
    a solution that is `expected`, and columns that are `kept`.
    """

    rows: Bytes
    places: NDArray[np.int64]
    others: list[Other]
    total: int
    expected: Column | None = None
    kept: tuple[Column, ...] = ()


def lines_of(block: bytes | memoryview) -> Lines:
    r"""Find the lines of a block; the last line end may be missing.

    >>> found = lines_of(b"# two\n" + b"." * 81 + b"\r\n12..34..2......3")
    >>> found.rows.shape, found.places.tolist(), found.total
    ((1, 81), [1], 3)
    >>> found.others
    [Other(line=2, text='12..34..2......3', error=None)]
    """
    data = np.frombuffer(block, np.uint8)
    rows = _even(data)
    if rows is not None:
        return Lines(rows, np.arange(len(rows)), [], len(rows))
    text = bytes(block)
    if b"\r" in text:  # line ends of other systems, alone or before a \n
        return lines_of(text.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return _uneven(text, data)


def are_cells(rows: Bytes) -> NDArray[np.bool_]:
    """Tell which rows have only digits and dots: in ASCII, ``.`` to ``9`` except ``/``."""
    above = rows - np.uint8(ord("."))  # what is below becomes large
    good = (above <= ord("9") - ord(".")) & (above != _SLASH - ord("."))
    return np.ones(len(rows), np.bool_) if good.all() else np.asarray(good.all(axis=1))


def _even(data: Bytes) -> Bytes | None:
    """Return a view of the rows if all lines are 81 cells; the last line end may be missing."""
    count, rest = divmod(len(data), _WIDTH)
    if rest == CELLS:
        count += 1
    elif rest or not count:
        return None
    cells = count * CELLS
    ends = data[CELLS::_WIDTH]
    # Line ends are smaller than any cell, so they need not be masked out to count the cells.
    is_even = (
        (ends == _END).all()
        and data.max() <= ord("9")
        and np.count_nonzero(data >= ord(".")) == cells
        and not np.count_nonzero(data == _SLASH)
    )
    if not is_even:
        return None
    return np.lib.stride_tricks.as_strided(data, (count, CELLS), (_WIDTH, 1), writeable=False)


def _uneven(text: bytes, data: Bytes) -> Lines:
    ends = np.flatnonzero(data == _END)
    if len(data) and data[-1] != _END:
        ends = np.append(ends, len(data))
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    lengths = ends - starts
    places = np.flatnonzero(lengths == CELLS)
    if len(places):
        rows = np.lib.stride_tricks.sliding_window_view(data, CELLS)[starts[places]]
        good = are_cells(rows)
        rows, places = rows[good], places[good]
    else:
        rows = np.empty((0, CELLS), np.uint8)
    is_other = lengths > 0
    is_other[places] = False
    others = []
    for line in np.flatnonzero(is_other).tolist():
        start, length = int(starts[line]), int(lengths[line])
        other = other_of(line, text[start : start + min(length, LONGEST)], length)
        if other.text and not other.text.startswith("#"):
            others.append(other)
    return Lines(rows, places, others, len(ends))


def _cut(text: bytes) -> bytes:
    """Return the beginning of a text that is too long."""
    beginning = text.split(LONG, 2)[-1] if text.startswith(LONG) else text
    return beginning[:SHOWN] + "…".encode()


def other_of(line: int, raw: bytes, length: int) -> Other:
    """Return a line that is not 81 plain cells; `raw` is its beginning, or all of it.

    >>> other_of(7, b"12..34..2......3", 16)
    Other(line=7, text='12..34..2......3', error=None)
    >>> other_of(7, b"111", 100_000).error
    '100,000 bytes, and no puzzle has more than 65,536'
    """
    if raw.startswith(LONG) and (said := raw.split(LONG, 2))[1].isdigit():
        length, raw = int(said[1]), said[-1]
    if length > LONGEST:
        text = raw[:SHOWN].decode(errors="replace").strip() + "…"
        return Other(line, text, f"{length:,} bytes, and no puzzle has more than {LONGEST:,}")
    try:
        text = raw.decode().strip()
    except UnicodeDecodeError:
        return Other(line, raw.decode(errors="backslashreplace").strip(), "not text")
    return Other(line, text, "not text" if "\0" in text else None)


def with_long_line(lines: Lines, beginning: bytes, length: int) -> Lines:
    """Return the lines of a block with one more, of which only the beginning was read."""
    return lines._replace(
        others=[*lines.others, other_of(lines.total, beginning, length)],
        total=lines.total + 1,
        expected=lines.expected and lines.expected.with_empty_text(),
        kept=tuple(column.with_empty_text() for column in lines.kept),
    )
