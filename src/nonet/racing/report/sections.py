"""The sections of a report: what went wrong, the scores, pairwise wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from nonet.formats.text import counted
from nonet.racing import RaceResult, Row
from nonet.racing.report.tables import MOST_ROWS, table
from nonet.racing.scoreboard import HEADINGS, ScoreboardEntry

#: The headline has at most this many complaints; all are in the table of failures.
_MOST_SAID = 12


def headline(result: RaceResult) -> str:
    """Return whether the contestants agree, and if not, first which verdicts are wrong."""
    wrong = {row.puzzle for row in result.rows if row.problem == "wrong"}
    said = [*result.disagreements(), *result.problems()]
    if wrong:
        return _box("bad", f"Wrong answers on {counted(len(wrong), 'puzzle')}", said)
    if said:
        return _box("warn", "No answer is wrong, but not all went well", said)
    decided = counted(sum(row.decided for row in result.rows), "verdict")
    agreed = "No two contestants disagree" if len(result.contestants) > 1 else "No answer is wrong"
    return _box("good", f"{agreed}: {decided}, every solution checked", [])


def scores(result: RaceResult) -> str:
    """Return the scoreboard as a table."""
    board = result.scoreboard()
    return table(
        "Scores, the best first",
        HEADINGS,
        [list(line.values()) for line in board.lines],
        [list(line.values()) for line in board.last],
    ) + _explained(HEADINGS)


def wins(result: RaceResult) -> str:
    """Return how often each was quicker than each other; nothing if one raced alone."""
    if len(result.contestants) < 2:
        return ""
    ranked = result.scores()
    headings = ["contestant", *(score.contestant for score in ranked)]
    rows = [
        [
            ScoreboardEntry(score.contestant),
            *(_count(score.wins.get(other.contestant)) for other in ranked),
        ]
        for score in ranked
    ]
    return table(
        "In how many runs the contestant of a row was quicker than that of a column", headings, rows
    )


def failures(result: RaceResult) -> str:
    """Return the runs with a problem, at most `MOST_ROWS`; nothing if there is none."""
    failed = [row for row in result.rows if row.problem]
    if not failed:
        return ""
    # Wrong answers come before missing ones.
    failed.sort(key=lambda row: row.problem != "wrong")
    caption = f"Runs with a problem: {len(failed):,}"
    if len(failed) > MOST_ROWS:
        caption += f", of which {MOST_ROWS} are shown"
    headings = ("contestant", "puzzle", "repeat", "problem", "what it was")
    return table(caption, headings, _failure_rows(failed[:MOST_ROWS]))


def _failure_rows(failed: Iterable[Row]) -> list[Sequence[ScoreboardEntry]]:
    return [
        (
            ScoreboardEntry(row.contestant),
            ScoreboardEntry(row.puzzle),
            _count(row.repeat),
            ScoreboardEntry(row.problem.upper() if row.problem == "wrong" else row.problem),
            ScoreboardEntry(row.error or ""),
        )
        for row in failed
    ]


def _explained(meanings: Mapping[str, str]) -> str:
    items = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(meaning)}</dd></div>"
        for word, meaning in meanings.items()
    )
    return f"<details><summary>What the columns mean</summary><dl>{items}</dl></details>\n"


def _count(number: int | None) -> ScoreboardEntry:
    return ScoreboardEntry("") if number is None else ScoreboardEntry(f"{number:,}", number)


def _box(kind: str, title: str, said: Sequence[str]) -> str:
    left_out = len(said) - _MOST_SAID
    more = [f"and {left_out:,} more, in the table of runs with a problem"] if left_out > 0 else []
    lines = "".join(f"<li>{escape(text)}</li>" for text in (*said[:_MOST_SAID], *more))
    items = f"<ul>{lines}</ul>" if lines else ""
    return f'<section class="headline {kind}"><h2>{escape(title)}</h2>{items}</section>\n'
