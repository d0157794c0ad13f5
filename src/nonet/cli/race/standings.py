"""The standings of a race: a live table on the terminal while it runs, and the last one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

from nonet.cli.common.output import print_table, printable

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from nonet.racing import RaceResult, Row, Score

#: Of more puzzles than these, a row says only how many others there are.
_MOST_NAMED = 3

#: Seconds between two drawings of the live table.
_PAUSE = 0.2


@contextmanager
def live(contestants: Sequence[str], runs: int) -> Iterator[Callable[[Row], None]]:
    """Show who is where, and how long it will take, on stderr if that is a terminal.

    It is drawn between two runs and by no thread, so it takes nobody's time.
    """
    if not sys.stderr.isatty():
        yield lambda row: None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    bar = Progress(TextColumn("Racing"), *columns, auto_refresh=False)
    task = bar.add_task("", total=runs)
    times: dict[str, list[float]] = {contestant: [] for contestant in contestants}
    asked = dict.fromkeys(contestants, 0)
    drawn = 0.0
    shown = Live(
        Group(bar, _standings(times, asked)),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
    )

    def note(row: Row) -> None:
        nonlocal drawn
        bar.advance(task)
        asked[row.contestant] += 1
        if row.decided:
            times[row.contestant].append(row.seconds)
        if time.monotonic() - drawn > _PAUSE:
            shown.update(Group(bar, _standings(times, asked)), refresh=True)
            drawn = time.monotonic()

    try:  # not `with`, which would leave the terminal as it is if Ctrl-C came while it starts
        shown.start(refresh=True)
        yield note
    finally:
        shown.stop()


def _standings(times: dict[str, list[float]], asked: dict[str, int]) -> Table:
    table = _table("contestant", "solved", "median ms")
    for contestant in sorted(times, key=lambda who: (-len(times[who]), sum(times[who]))):
        middle = median(times[contestant]) if times[contestant] else None
        solved = f"{len(times[contestant])}/{asked[contestant]}"
        table.add_row(printable(contestant), solved, _milliseconds(middle))
    return table


def print_scores(result: RaceResult) -> None:
    """Print a row for each contestant, and one for who always knows whom to ask."""
    table = _table("contestant", "solved", "median ms", "95 %", "PAR-2 ms", "best")
    table.add_column("agreement")
    for score in result.scores():
        table.add_row(*_fields(score), str(score.best), _agreement(score))
    if len(result.contestants) > 1:
        table.add_row(*_fields(result.virtual_best()), style="dim")
    print_table(table)


def print_wins(result: RaceResult) -> None:
    """Print in how many runs each contestant was quicker than each other, by their numbers."""
    scores = result.scores()
    print(
        "\nRuns in which it was quicker than the contestant of that number; and what the PAR-2 of"
    )
    print("the virtual best would lose without it:\n")
    table = _table("contestant", *map(str, range(1, len(scores) + 1)), "marginal ms")
    for number, score in enumerate(scores, start=1):
        wins = (str(score.wins.get(other.contestant, "")) for other in scores)
        name = f"{number} {printable(score.contestant)}"
        table.add_row(name, *wins, _milliseconds(score.marginal))
    print_table(table)


def _table(first: str, *others: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _fields(score: Score) -> tuple[str, ...]:
    interval = ""
    if score.low is not None and score.high is not None:
        interval = f"{_milliseconds(score.low)}–{_milliseconds(score.high)}"
    return (
        printable(score.contestant),
        f"{score.decided}/{score.runs}",
        _milliseconds(score.median),
        interval,
        _milliseconds(score.par2),
    )


def _milliseconds(seconds: float | None) -> str:
    """Return a time with three digits that count.

    >>> [_milliseconds(seconds) for seconds in (0.0000123, 0.00456, 0.0789, 12.3)]
    ['0.012', '4.56', '78.9', '12300']
    """
    if seconds is None:
        return ""
    ms = seconds * 1e3
    places = 3 if ms < 1 else 2 if ms < 10 else 1 if ms < 100 else 0
    return f"{ms:.{places}f}"


def _agreement(score: Score) -> Text:
    from rich.text import Text

    if score.wrong:
        return Text(f"WRONG on {_names(score.wrong)}", style="bold red")
    if score.failed:
        return Text(f"failed on {_names(score.failed)}", style="yellow")
    return Text("agrees" if score.decided else "")


def _names(puzzles: Sequence[str]) -> str:
    named = ", ".join(puzzles[:_MOST_NAMED])
    more = len(puzzles) - _MOST_NAMED
    return printable(f"{named} and {more} more" if more > 0 else named)
