"""The lines of a block of text, found with NumPy: no Python object for a line of 81 cells.

Which lines are puzzles, comments or blank is as `nonet.formats` has it: `line` is the format.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

CELLS = 81
_WIDTH = CELLS + 1
_END, _SLASH = ord("\n"), ord("/")

Bytes: TypeAlias = NDArray[np.uint8]


class Other(NamedTuple):
    """A line that is not 81 plain cells, and perhaps no puzzle: its text, or why it has none."""

    line: int
    text: str
    error: str | None = None


class Lines(NamedTuple):
    """What a block holds. Lines are counted from 0, blank ones and comments too.

    `rows` are the lines of 81 digits and dots, where the text is if that can be, and `places` the
    lines that they are; `others` are the rest, without the blank ones and the comments.
    """

    rows: Bytes
    places: NDArray[np.int64]
    others: list[Other]
    total: int


def lines_of(block: bytes | memoryview) -> Lines:
    r"""Find the lines of a block, which ends with a line end or with the text.

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
    if b"\r" in text:  # a line end of other systems, alone or before a \n
        return lines_of(text.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return _uneven(text, data)


def are_cells(rows: Bytes) -> NDArray[np.bool_]:
    """Tell which rows have nothing but digits and dots, which stand side by side in ASCII."""
    return np.asarray(((rows >= ord(".")) & (rows <= ord("9")) & (rows != _SLASH)).all(axis=1))


def _even(data: Bytes) -> Bytes | None:
    """Return the rows where they stand, if all lines are 81 cells; the last end may lack."""
    count, rest = divmod(len(data), _WIDTH)
    if rest == CELLS:
        count += 1
    elif rest or not count:
        return None
    cells = count * CELLS
    ends = data[CELLS::_WIDTH]
    # Line ends are less than all cells, so the cells can be counted without leaving them out.
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
    others = [
        other
        for line in np.flatnonzero(is_other).tolist()
        if (other := _other(line, text[starts[line] : ends[line]])) is not None
    ]
    return Lines(rows, places, others, len(ends))


def _other(line: int, raw: bytes) -> Other | None:
    """Return a line, unless it is blank or a comment."""
    try:
        text = raw.decode().strip()
    except UnicodeDecodeError:
        return Other(line, raw.decode(errors="backslashreplace").strip(), "not text")
    if not text or text.startswith("#"):
        return None
    return Other(line, text, "not text" if "\0" in text else None)
