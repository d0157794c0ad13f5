"""The tables of a page; its script sorts them by the column whose heading is clicked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape

from nonet.racing.scoreboard import ScoreboardEntry

#: Shown for an empty entry.
_NOTHING = "–"
#: The class of a column of words, and of its cells.
_WORDS = ' class="words"'
#: The most rows of a table: a report stays small enough for a browser.
MOST_ROWS = 300


def table(
    caption: str,
    headings: Iterable[str],
    rows: Sequence[Sequence[ScoreboardEntry]],
    last: Sequence[Sequence[ScoreboardEntry]] = (),
) -> str:
    """Return a table; the first entry of a row is its name, and the last rows stay below.

    Columns without a number are left-aligned.
    """
    numeric = {column for row in rows for column, cell in enumerate(row) if cell.number is not None}
    heads = "".join(
        f'<th scope="col"{"" if column in numeric else _WORDS}>{_breakable(heading)}</th>'
        for column, heading in enumerate(headings)
    )
    body, foot = ("".join(_row(row, numeric) for row in part) for part in (rows, last))
    return (
        f'<div class="scroll" tabindex="0"><table class="sortable">'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{body}</tbody>{f'<tfoot>{foot}</tfoot>' if foot else ''}</table></div>\n"
    )


def _breakable(heading: str) -> str:
    """Let the long name of a contestant break between its parts."""
    return re.sub("([:/,])", r"\1<wbr>", escape(heading))


def _row(cells: Sequence[ScoreboardEntry], numeric: Collection[int]) -> str:
    first, *others = cells
    data = "".join(
        _cell(cell, "" if column in numeric else _WORDS)
        for column, cell in enumerate(others, start=1)
    )
    return f'<tr><th scope="row"{_WORDS}>{escape(first.text)}</th>{data}</tr>\n'


def _cell(cell: ScoreboardEntry, kind: str) -> str:
    if cell.number is not None:
        return f'<td data-number="{cell.number!r}">{escape(cell.text)}</td>'
    text = escape(cell.text) or _NOTHING
    # Wrong answers stand out in every table.
    return f"<td{kind}>{f'<strong>{text}</strong>' if text.startswith('WRONG') else text}</td>"
