"""The puzzles of a report: their facts, and the time of each contestant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median

from nonet.racing import RaceResult, Row
from nonet.racing.durations import duration
from nonet.racing.report.tables import MOST_ROWS, table
from nonet.racing.scoreboard import ScoreboardEntry

#: The columns about the puzzle itself.
_FACTS = ("group", "values", "empty", "verdict")


@dataclass
class _Entry:
    """A puzzle with its runs, by contestant."""

    name: str
    runs: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))

    @property
    def first(self) -> Row:
        return next(iter(self.runs.values()))[0]

    @property
    def hardness(self) -> tuple[bool, int, float]:
        """What makes it worth showing: a problem, undecided runs, a slow best time."""
        rows = [row for runs in self.runs.values() for row in runs]
        undecided = sum(not row.decided for row in rows)
        quickest = min((row.seconds for row in rows if row.decided), default=inf)
        return any(row.problem for row in rows), undecided, quickest


def puzzles(result: RaceResult) -> str:
    """Return a table with a row for each puzzle; of very many, for the most telling."""
    entries: dict[str, _Entry] = {}
    for row in result.rows:
        entries.setdefault(row.puzzle, _Entry(row.puzzle)).runs[row.contestant].append(row)
    telling = sorted(entries.values(), key=lambda entry: entry.hardness, reverse=True)[:MOST_ROWS]
    shown = {entry.name for entry in telling}
    caption = "Median time for each puzzle"
    if len(shown) < len(entries):
        caption += (
            f": {len(shown):,} of {len(entries):,} puzzles, those with a problem and then the "
            "hardest; all runs are in the table of results"
        )
    lines = [_line(entry, result.contestants) for name, entry in entries.items() if name in shown]
    # A column of equal entries tells nothing.
    telling_heads = [
        head for head in lines[0] if head not in _FACTS or len({line[head] for line in lines}) > 1
    ]
    return table(caption, telling_heads, [[line[head] for head in telling_heads] for line in lines])


def _line(entry: _Entry, contestants: Sequence[str]) -> dict[str, ScoreboardEntry]:
    values, empty = entry.first.values, entry.first.empty
    facts = (
        ScoreboardEntry(entry.first.group),
        ScoreboardEntry(str(values), values),
        ScoreboardEntry(f"{empty:.0%}", empty),
        ScoreboardEntry(_verdict(entry.runs)),
    )
    times = (_time(entry.runs.get(contestant, [])) for contestant in contestants)
    return {
        "puzzle": ScoreboardEntry(entry.name),
        **dict(zip(_FACTS, facts, strict=True)),
        **dict(zip(contestants, times, strict=True)),
    }


def _verdict(runs: Mapping[str, Sequence[Row]]) -> str:
    """Return the verdict of the decided runs, which agree."""
    found = {row.verdict for rows in runs.values() for row in rows if row.decided}
    return " or ".join(sorted(found)) or "unknown"


def _time(runs: Sequence[Row]) -> ScoreboardEntry:
    """Return the median of the repeats, or why there is none."""
    problems = sorted({row.problem for row in runs if row.problem})
    if problems:
        return ScoreboardEntry(", ".join("WRONG" if name == "wrong" else name for name in problems))
    if not all(row.decided for row in runs):
        decided = sum(row.decided for row in runs)
        return ScoreboardEntry(f"{decided}/{len(runs)} decided" if decided else "undecided")
    if not runs:
        return ScoreboardEntry("")
    seconds = median(row.seconds for row in runs)
    return ScoreboardEntry(duration(seconds), seconds)
