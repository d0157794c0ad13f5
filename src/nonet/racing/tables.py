"""Tables and lists of definitions in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TypeAlias

from nonet.racing.scoreboard import ScoreboardEntry

#: The HTML class of a column of words, and of the cells in this column.
_WORDS = ' class="words"'

#: An entry of a table: a text, or a text with the number to sort it by.
Entry: TypeAlias = str | ScoreboardEntry


def definitions(meanings: Mapping[str, str]) -> str:
    """Return an HTML list of words with their meanings."""
    items = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(meaning)}</dd></div>"
        for word, meaning in meanings.items()
    )
    return f"<dl>{items}</dl>"


def table(
    caption: str,
    headings: Iterable[str],
    rows: Sequence[Sequence[Entry]],
    last: Sequence[Sequence[Entry]] = (),
) -> str:
    """Return an HTML table. The first entry of a row is the heading of the row.

    Sorting leaves the `last` rows at the end. Columns without numbers are left-aligned.
    """
    lines, ending = ([[_entry(cell) for cell in row] for row in part] for part in (rows, last))
    numeric = {at for line in lines for at, cell in enumerate(line) if cell.number is not None}
    kinds = ["" if column in numeric else _WORDS for column, _ in enumerate(headings)]
    heads = "".join(
        f'<th scope="col"{kind}>{_breakable(heading)}</th>'
        for heading, kind in zip(headings, kinds, strict=True)
    )
    body, foot = ("".join(_row(line, kinds) for line in part) for part in (lines, ending))
    return (
        f'<div class="scroll" tabindex="0"><table class="sortable">'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{body}</tbody>{f'<tfoot>{foot}</tfoot>' if foot else ''}</table></div>\n"
    )


def _entry(cell: Entry) -> ScoreboardEntry:
    return ScoreboardEntry(cell) if isinstance(cell, str) else cell


def _breakable(heading: str) -> str:
    """Allow line breaks between the parts of a contestant's long name."""
    return re.sub("([:/,])", r"\1<wbr>", escape(heading))


def _row(cells: Sequence[ScoreboardEntry], kinds: Sequence[str]) -> str:
    data = "".join(map(_cell, cells[1:], kinds[1:]))
    return f'<tr><th scope="row"{_WORDS}>{escape(cells[0].text)}</th>{data}</tr>\n'


def _cell(cell: ScoreboardEntry, kind: str) -> str:
    if cell.number is not None:
        return f'<td data-number="{cell.number!r}">{escape(cell.text)}</td>'
    text = escape(cell.text) or "–"
    # Wrong answers stand out in every table.
    return f"<td{kind}>{f'<strong>{text}</strong>' if text.startswith('WRONG') else text}</td>"
