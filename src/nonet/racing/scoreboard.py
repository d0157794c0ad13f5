"""The scores of a race as a table of texts, for whoever shows it: a notebook or a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonet.durations import duration
from nonet.formats.text import counted
from nonet.racing.scores import Score

if TYPE_CHECKING:
    from nonet.racing.result import RaceResult

#: Of more puzzles than these, a cell says only how many others there are.
_MOST_NAMED = 3

#: The headings, and what they mean.
HEADINGS = {
    "contestant": "the solver with its options",
    "decided": "runs with a verdict within the limit, of all its runs",
    "median": "of the puzzles that it decided, each by the median of its repeats",
    "95 %": "bootstrap interval of that median",
    "PAR-2": "mean time of all runs, where an undecided one counts as twice the limit",
    "quickest": "runs in which nobody was quicker",
    "marginal": "what the PAR-2 of the virtual best would lose without it",
    "answers": "whether all of them stood the check",
}


class Cell(NamedTuple):
    """What a cell shows, and what it is sorted by: the text, if there is no number."""

    text: str
    number: float | None = None


#: A contestant's cells, by heading.
Line: TypeAlias = dict[str, Cell]


def scoreboard(result: RaceResult) -> list[Line]:
    """Return a line for each contestant, the best first."""
    return [_line(score) for score in result.scores()]


def virtual_best_line(result: RaceResult) -> Line:
    """Return the line of one who always knew whom to ask."""
    return _line(result.virtual_best()) | {"quickest": Cell(""), "answers": Cell("")}


def summary(result: RaceResult) -> str:
    """Return what was raced, as in ``2 contestants · 40 puzzles · check · cold · limit 1 s``."""
    return " · ".join(_facts(result))


def _facts(result: RaceResult) -> Iterator[str]:
    chosen = result.environment
    yield counted(len(result.contestants), "contestant")
    yield counted(len(result.puzzles), "puzzle")
    repeats = chosen.get("repeats", 1)
    if repeats != 1:
        yield f"{repeats} repeats"
    yield from (str(chosen[name]) for name in ("mode", "setting") if name in chosen)
    seconds, nodes = chosen.get("seconds"), chosen.get("nodes")
    if isinstance(seconds, int | float):
        yield f"limit {duration(seconds)}"
    if nodes is not None:
        yield f"limit {nodes} nodes"


def _line(score: Score) -> Line:
    interval = ""
    if score.low is not None and score.high is not None:
        interval = f"{duration(score.low)} to {duration(score.high)}"
    cells = (
        Cell(score.contestant),
        Cell(f"{score.decided:,}/{score.runs:,}", score.decided),
        _time(score.median),
        Cell(interval, score.low),
        _time(score.par2),
        Cell(f"{score.best:,}", score.best),
        _time(score.marginal),
        Cell(_answers(score)),
    )
    return dict(zip(HEADINGS, cells, strict=True))


def _time(seconds: float | None) -> Cell:
    return Cell("") if seconds is None else Cell(duration(seconds), seconds)


def _answers(score: Score) -> str:
    if score.wrong:
        return f"WRONG on {_names(score.wrong)}"
    if score.failed:
        return f"failed on {_names(score.failed)}"
    return "agrees" if score.decided else ""


def _names(puzzles: Sequence[str]) -> str:
    more = len(puzzles) - _MOST_NAMED
    named = ", ".join(puzzles[:_MOST_NAMED])
    return f"{named} and {more} more" if more > 0 else named
