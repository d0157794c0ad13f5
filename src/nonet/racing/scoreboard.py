"""The scoreboard of a race, and the HTML tables of notebooks and reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from nonet.racing.scores import RaceScore

#: The scoreboard names at most this many puzzles of a contestant, and counts the others.
_MOST_NAMED = 3

#: The HTML class of a column of words, and of the cells in this column.
_WORDS = ' class="words"'

#: The headings with their meanings.
HEADINGS = {
    "contestant": "the solver with its options",
    "solved": "the number of runs decided within the limit, of all its runs",
    "median ms": "the median time of the decided puzzles, where a repeated puzzle has its median",
    "95 %": "the bootstrap interval of that median",
    "PAR-2 ms": "the mean time of all runs, where an undecided run counts as twice the limit",
    "Borda": "points against each rival: 1 for a run that only it decided, else the rival's share "
    "of both times",
    "best": "the number of runs in which no contestant was faster",
    "marginal ms": "how much the PAR-2 of the virtual best would increase without this contestant",
    "agreement": "whether all answers were right",
}


class ScoreboardEntry(NamedTuple):
    """A text of the scoreboard. If there is a `number`, tables sort by the number."""

    text: str
    number: float | None = None


#: An entry of a table: a text, or a text with the number to sort it by.
Entry: TypeAlias = str | ScoreboardEntry

#: The entries of a contestant. The keys are the headings.
Line: TypeAlias = dict[str, ScoreboardEntry]


def scoreboard(
    scores: Sequence[RaceScore], virtual_best: RaceScore
) -> tuple[list[Line], list[Line]]:
    """Return the lines of the contestants, and for several, a last line for the virtual best."""
    best = _line(virtual_best) | {"best": ScoreboardEntry(""), "agreement": ScoreboardEntry("")}
    return [_line(score) for score in scores], [best] if len(scores) > 1 else []


def milliseconds(seconds: float | None) -> ScoreboardEntry:
    """Return a time in milliseconds, with three significant digits.

    >>> [milliseconds(seconds).text for seconds in (0.0000123, 0.00456, 0.0789, 12.3)]
    ['0.012', '4.56', '78.9', '12300']
    """
    if seconds is None:
        return ScoreboardEntry("")
    ms = seconds * 1e3
    places = 3 if ms < 1 else 2 if ms < 10 else 1 if ms < 100 else 0
    return ScoreboardEntry(f"{ms:.{places}f}", seconds)


def _line(score: RaceScore) -> Line:
    interval = ""
    if score.low is not None and score.high is not None:
        interval = f"{milliseconds(score.low).text}–{milliseconds(score.high).text}"
    entries = (
        ScoreboardEntry(score.contestant),
        ScoreboardEntry(f"{score.decided}/{score.runs}", score.decided),
        milliseconds(score.median),
        ScoreboardEntry(interval, score.low),
        milliseconds(score.par2),
        ScoreboardEntry("" if score.borda is None else f"{score.borda:.2f}", score.borda),
        ScoreboardEntry(str(score.best), score.best),
        milliseconds(score.marginal),
        ScoreboardEntry(_agreement(score)),
    )
    return dict(zip(HEADINGS, entries, strict=True))


def _agreement(score: RaceScore) -> str:
    if score.wrong:
        return f"WRONG on {_names(score.wrong)}"
    if score.failed:
        return f"failed on {_names(score.failed)}"
    return "agrees" if score.decided else ""


def _names(puzzles: Sequence[str]) -> str:
    more = len(puzzles) - _MOST_NAMED
    named = ", ".join(puzzles[:_MOST_NAMED])
    return f"{named} and {more} more" if more > 0 else named


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
    lines, ending = (
        [[ScoreboardEntry(cell) if isinstance(cell, str) else cell for cell in row] for row in part]
        for part in (rows, last)
    )
    numeric = {at for line in lines for at, cell in enumerate(line) if cell.number is not None}
    kinds = ["" if column in numeric else _WORDS for column, _ in enumerate(headings)]
    heads = "".join(
        f'<th scope="col"{kind}>{_breakable(heading)}</th>'
        for heading, kind in zip(headings, kinds, strict=True)
    )
    body, foot = ("".join(_html_row(line, kinds) for line in part) for part in (lines, ending))
    return (
        f'<div class="scroll" tabindex="0"><table class="sortable">'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{body}</tbody>{f'<tfoot>{foot}</tfoot>' if foot else ''}</table></div>\n"
    )


def _breakable(heading: str) -> str:
    """Allow line breaks between the parts of a contestant's long name."""
    return re.sub("([:/,])", r"\1<wbr>", escape(heading))


def _html_row(cells: Sequence[ScoreboardEntry], kinds: Sequence[str]) -> str:
    data = "".join(map(_cell, cells[1:], kinds[1:]))
    return f'<tr><th scope="row"{_WORDS}>{escape(cells[0].text)}</th>{data}</tr>\n'


def _cell(cell: ScoreboardEntry, kind: str) -> str:
    if cell.number is not None:
        return f'<td data-number="{cell.number!r}">{escape(cell.text)}</td>'
    text = escape(cell.text) or "–"
    # Wrong answers stand out in every table.
    return f"<td{kind}>{f'<strong>{text}</strong>' if text.startswith('WRONG') else text}</td>"
