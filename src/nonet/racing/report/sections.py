"""The sections of a report in HTML, except for the plots."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from math import inf
from statistics import median
from typing import TypeAlias

from nonet.formats.text import counted
from nonet.racing import RaceResult, Row
from nonet.racing.scoreboard import HEADINGS, ScoreboardEntry
from nonet.racing.stopwatch import duration

#: The headline lists at most this many complaints. The table of failures has more.
_MOST_COMPLAINTS = 12
#: A table has at most this many rows. A browser could not show much longer tables.
MOST_ROWS = 300
#: The columns that describe the puzzle itself, not the runs.
_FACTS = ("group", "values", "empty", "verdict")
#: The text of an empty entry.
_NOTHING = "–"
#: The HTML class of a column of words, and of the cells in this column.
_WORDS = ' class="words"'

#: An entry of a table: a text, or a text with the number to sort it by.
Entry: TypeAlias = str | ScoreboardEntry
#: The runs of one puzzle, by contestant.
Runs: TypeAlias = dict[str, list[Row]]


def headline(result: RaceResult) -> str:
    """Return a box that lists wrong answers and failures, or says that there are none."""
    wrong = {row.puzzle for row in result.rows if row.problem == "wrong"}
    complaints = [*result.disagreements(), *result.problems()]
    if wrong:
        return _box("bad", f"Wrong answers on {counted(len(wrong), 'puzzle')}", complaints)
    if complaints:
        return _box("warn", "No answer is wrong, but some runs failed", complaints)
    decided = counted(sum(row.decided for row in result.rows), "verdict")
    agreed = "No two contestants disagree" if len(result.contestants) > 1 else "No answer is wrong"
    return _box("good", f"{agreed}: {decided}, every solution checked", [])


def scores(result: RaceResult) -> str:
    """Return the scoreboard as a table."""
    board = result.scoreboard()
    lines, last = ([list(line.values()) for line in part] for part in (board.lines, board.last))
    meanings = f"<summary>Meaning of the columns</summary>{definitions(HEADINGS)}"
    return (
        table("Scores, the best first", HEADINGS, lines, last) + f"<details>{meanings}</details>\n"
    )


def wins(result: RaceResult) -> str:
    """Return a table that counts how often each contestant was faster than each rival."""
    if len(result.contestants) < 2:
        return ""
    ranked = result.scores()
    names = [score.contestant for score in ranked]
    return table(
        "The number of runs in which the row's contestant was faster than the column's",
        ["contestant", *names],
        [[score.contestant, *(_count(score.wins.get(name)) for name in names)] for score in ranked],
    )


def failures(result: RaceResult) -> str:
    """Return a table of the runs that failed, or an empty text if none did."""
    failed = [row for row in result.rows if row.problem]
    if not failed:
        return ""
    # Wrong answers come before missing ones.
    failed.sort(key=lambda row: row.problem != "wrong")
    caption = f"Runs with a problem: {len(failed):,}"
    if len(failed) > MOST_ROWS:
        caption += f", of which {MOST_ROWS} are shown"
    lines = [
        (row.contestant, row.puzzle, _count(row.repeat), _loud(row.problem), row.error or "")
        for row in failed[:MOST_ROWS]
    ]
    return table(caption, ("contestant", "puzzle", "repeat", "problem", "error"), lines)


def _loud(problem: str) -> str:
    return "WRONG" if problem == "wrong" else problem


def definitions(meanings: Mapping[str, str]) -> str:
    """Return an HTML list of words with their meanings."""
    items = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(meaning)}</dd></div>"
        for word, meaning in meanings.items()
    )
    return f"<dl>{items}</dl>"


def _count(number: int | None) -> Entry:
    return "" if number is None else ScoreboardEntry(f"{number:,}", number)


def _box(kind: str, title: str, complaints: Sequence[str]) -> str:
    left_out = len(complaints) - _MOST_COMPLAINTS
    more = [f"and {left_out:,} more, in the table of runs with a problem"] if left_out > 0 else []
    lines = "".join(f"<li>{escape(text)}</li>" for text in (*complaints[:_MOST_COMPLAINTS], *more))
    items = f"<ul>{lines}</ul>" if lines else ""
    return f'<section class="headline {kind}"><h2>{escape(title)}</h2>{items}</section>\n'


# --- puzzle by puzzle ----------------------------------------------------------------------------


def puzzles(result: RaceResult) -> str:
    """Return a table with a row for each puzzle.

    If there are too many, show only the hardest puzzles.
    """
    found: dict[str, Runs] = {}
    for row in result.rows:
        found.setdefault(row.puzzle, {}).setdefault(row.contestant, []).append(row)
    ranked = sorted(found, key=lambda name: _hardness(found[name]), reverse=True)
    hardest = set(ranked[:MOST_ROWS])
    shown = {name: runs for name, runs in found.items() if name in hardest}
    caption = "Median time for each puzzle"
    if len(shown) < len(found):
        caption += (
            f" ({len(shown):,} of {len(found):,} puzzles: those with problems and the hardest. The "
            "table of results has all runs.)"
        )
    lines = [_line(name, runs, result.contestants) for name, runs in shown.items()]
    # Leave out columns in which all puzzles have the same entry.
    headings = [
        head for head in lines[0] if head not in _FACTS or len({line[head] for line in lines}) > 1
    ]
    return table(caption, headings, [[line[head] for head in headings] for line in lines])


def _hardness(runs: Runs) -> tuple[bool, int, float]:
    """Return a sort key: problems first, then undecided runs, then the fastest time."""
    rows = [row for own in runs.values() for row in own]
    undecided = sum(not row.decided for row in rows)
    fastest = min((row.seconds for row in rows if row.decided), default=inf)
    return any(row.problem for row in rows), undecided, fastest


def _line(name: str, runs: Runs, contestants: Sequence[str]) -> dict[str, Entry]:
    first = next(iter(runs.values()))[0]
    values = ScoreboardEntry(str(first.values), first.values)
    empty = ScoreboardEntry(f"{first.empty:.0%}", first.empty)
    facts: list[Entry] = [first.group, values, empty, _verdict(runs)]
    times = {contestant: _time(runs.get(contestant, [])) for contestant in contestants}
    return {"puzzle": name, **dict(zip(_FACTS, facts, strict=True)), **times}


def _verdict(runs: Runs) -> str:
    """Return the verdict of the decided runs. If these runs disagree, return all their verdicts."""
    found = {row.verdict for rows in runs.values() for row in rows if row.decided}
    return " or ".join(sorted(found)) or "unknown"


def _time(runs: Sequence[Row]) -> Entry:
    """Return the median of the repeats, or the reason why there is no median."""
    problems = sorted({row.problem for row in runs if row.problem})
    decided = sum(row.decided for row in runs)
    if problems:
        return ", ".join(map(_loud, problems))
    if decided < len(runs):
        return f"{decided}/{len(runs)} decided" if decided else "undecided"
    if not runs:
        return ""
    seconds = median(row.seconds for row in runs)
    return ScoreboardEntry(duration(seconds), seconds)


# --- tables --------------------------------------------------------------------------------------


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
    heads = "".join(
        f'<th scope="col"{"" if column in numeric else _WORDS}>{_breakable(heading)}</th>'
        for column, heading in enumerate(headings)
    )
    body, foot = ("".join(_row(row, numeric) for row in part) for part in (lines, ending))
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
