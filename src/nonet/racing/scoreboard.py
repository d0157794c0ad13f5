"""The scoreboard of a race: the same words on a terminal, in a notebook and in a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from nonet.racing.scores import RaceScore

#: Of more puzzles than these, an entry only counts the others.
_MOST_NAMED = 3

#: The headings, and what they mean.
HEADINGS = {
    "contestant": "the solver with its options",
    "solved": "runs decided within the limit, of all its runs",
    "median ms": "median over the puzzles it decided, each by the median of its repeats",
    "95 %": "bootstrap interval of that median",
    "PAR-2 ms": "mean time of all runs, where an undecided one counts as twice the limit",
    "Borda": "points from each rival in each run: 1 if only it decided, else by the share of time",
    "best": "runs in which no contestant was quicker",
    "marginal ms": "what the PAR-2 of the virtual best would lose without it",
    "agreement": "whether all its answers stood the check",
}


class ScoreboardEntry(NamedTuple):
    """What the scoreboard shows in one place, and the number to sort it by, if it has one."""

    text: str
    number: float | None = None


#: The entries of a contestant by heading.
Line: TypeAlias = dict[str, ScoreboardEntry]


@dataclass(frozen=True)
class Scoreboard:
    """A line for each contestant, the best first; `last` has the virtual best of several."""

    lines: tuple[Line, ...]
    last: tuple[Line, ...]

    @classmethod
    def of(cls, scores: Sequence[RaceScore], virtual_best: RaceScore) -> Scoreboard:
        """Put scores into words; a virtual best has no rivals to be compared with."""
        lines = tuple(map(_line, scores))
        best = _line(virtual_best) | {"best": ScoreboardEntry(""), "agreement": ScoreboardEntry("")}
        return cls(lines, (best,) if len(lines) > 1 else ())


def milliseconds(seconds: float | None) -> ScoreboardEntry:
    """Return a time with three significant digits.

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
