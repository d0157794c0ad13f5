"""Print texts, drawings and tables. Escape control characters that come from files."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from nonet.formats import write_values
from nonet.puzzle import Puzzle
from nonet.system.processes import ENDING

if TYPE_CHECKING:
    from rich.table import Table

#: Files and pipes have this width in characters, so that no line is wrapped.
_UNLIMITED = 10_000

#: The control characters that nonet itself prints, without and with colours.
_OURS, _OURS_COLOURED = re.compile(r"(\n)"), re.compile(r"(\n|\x1b\[[\d;]*m)")


def printable(text: str) -> str:
    """Return the text on one line, with control characters escaped."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def coloured() -> bool:
    """Tell whether to print colours: only on a terminal, and only if NO_COLOR is not set."""
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not is_plain


def shown(text: str) -> str:
    """Return the text for stdout. Escape control characters that might come from a file."""
    if text.isprintable() or not sys.stdout.isatty():
        return text
    ours = _OURS_COLOURED if coloured() else _OURS
    parts = ours.split(text)  # every second part is a control character of nonet itself
    return "".join(part if place % 2 else printable(part) for place, part in enumerate(parts))


#: The ASCII characters for terminals that lack the characters of drawings.
_IN_ASCII = str.maketrans(
    {
        **dict.fromkeys("┏┓┗┛┣┫┳┻╋╸╹╺╻", "+"),
        **{"━": "-", "┃": "|", "·": ".", "×": "x", "–": "-", "…": "...", "→": ">"},
    }
)


def legible(text: str, encoding: str | None) -> str:
    """Return the text. If the encoding cannot show drawings, use ASCII characters."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(_IN_ASCII)
    return text


def tell(text: str) -> None:
    """Print a line on stderr. A failure of stderr does not change the answer or the exit code."""
    with suppress(OSError):
        print(legible(printable(text), sys.stderr.encoding), file=sys.stderr)


@contextmanager
def stdout_named() -> Iterator[None]:
    """If the block raises an `OSError`, let the error name stdout as its file."""
    try:
        yield
    except OSError as error:
        error.filename = "<stdout>"
        raise


def put(text: str) -> None:
    """Print a text in one piece. Ctrl-C waits until the whole text is printed."""
    # print() would write the line end in a second call, and Ctrl-C could come before this call.
    line = f"{legible(shown(text), sys.stdout.encoding)}\n"
    can_wait = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING) if can_wait else ()
    try:
        with stdout_named():
            sys.stdout.write(line)
    finally:
        if can_wait:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def put_record(record: Mapping[str, object], ensure_ascii: bool = True) -> None:
    """Print a record as a line of JSON."""
    put(json.dumps(record, ensure_ascii=ensure_ascii))


def readable(count: int | float) -> str:
    """Return a number as a text for people.

    >>> readable(12345), readable(0.0312345)
    ('12,345', '0.0312')
    """
    return f"{count:,.0f}" if isinstance(count, int) or count >= 1000 else f"{count:.3g}"


def line(puzzle: Puzzle, values: Sequence[int | None]) -> str:
    """Return the values of all cells on one line."""
    return write_values(puzzle.grid, values)


def drawing(puzzle: Puzzle, values: Sequence[int | None] | None = None) -> str:
    """Return a drawing of a puzzle or of a solution."""
    from nonet.drawing import draw

    return draw(puzzle, values, colour=coloured())


def drawings(
    puzzle: Puzzle, boards: Sequence[Sequence[int]], highlight: Collection[int] = ()
) -> str:
    """Return drawings of several solutions, side by side if the terminal is wide enough."""
    from nonet.drawing import draw_side_by_side

    return draw_side_by_side(
        puzzle, boards, colour=coloured(), highlight=highlight, width=terminal_width()
    )


def terminal_width() -> int:
    """Return the width of the terminal in characters, or `_UNLIMITED` if there is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNLIMITED


@stdout_named()
def print_table(table: Table, less_needed: Sequence[str] = ()) -> None:
    """Print a table. If it is too wide, leave out the less needed columns, then wrap the texts."""
    from rich.console import Console
    from rich.measure import Measurement

    # Without a height, Rich ignores the width if TERM is "dumb". It prints whole tables anyway.
    console = Console(
        width=terminal_width(), height=25, color_system="auto" if coloured() else None
    )
    unlimited = console.options.update(width=_UNLIMITED)
    for column in table.columns:
        if column.no_wrap:  # require the width of the whole text, not only of its longest word
            shown_in_it = (console.measure(cell).maximum for cell in (column.header, *column.cells))
            column.min_width = max(shown_in_it)
    for heading in less_needed:
        if Measurement.get(console, unlimited, table).minimum > console.width:
            table.columns = [column for column in table.columns if column.header != heading]
    is_too_wide = Measurement.get(console, unlimited, table).minimum > console.width
    for column in table.columns:
        column.overflow = "fold"
        if is_too_wide:
            column.no_wrap, column.min_width = False, None
    # Print the table with put(). Rich would not handle a closed pipe as nonet does.
    with console.capture() as printed:
        console.print(table)
    for row in printed.get().splitlines():
        put(row.rstrip())
