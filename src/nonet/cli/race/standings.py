"""Show the standings of a race while it runs, and the scoreboard at the end."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

from nonet.cli.common.output import print_table, printable, tell

if TYPE_CHECKING:
    from rich.table import Table

    from nonet.racing import RaceResult, Row

#: Seconds between two drawings of the live table.
_PAUSE = 0.2

#: A race with this many puzzles prints a line for each puzzle.
_LINES = range(6, 51)

#: The line of a puzzle names at most this many contestants, the fastest first.
_QUICKEST = 3

#: The colours of entries in the last column that begin with these words.
_COLOURS = {"WRONG": "bold red", "failed": "yellow"}


@contextmanager
def live(contestants: Sequence[str], puzzles: int, repeats: int) -> Iterator[Callable[[Row], None]]:
    """Show the race on stderr, with a line for each puzzle. A terminal also shows the standings.

    Yield the function to call after each run, while no contestant runs.
    """
    by_puzzle: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    with _standings_on_terminal(contestants, puzzles * repeats * len(contestants)) as note:

        def note_all(row: Row) -> None:
            rows = by_puzzle[row.puzzle, row.repeat]
            rows.append(row)
            if puzzles * repeats in _LINES and len(rows) == len(contestants):
                tell(_line(rows))
            note(row)

        yield note_all


def _line(rows: list[Row]) -> str:
    from nonet.racing.scoreboard import milliseconds

    decided = sorted((row for row in rows if row.decided), key=lambda row: row.seconds)
    quickest = ", ".join(
        f"{row.contestant} {milliseconds(row.seconds).text} ms" for row in decided[:_QUICKEST]
    )
    more = len(decided) - _QUICKEST
    parts = [f"{quickest} and {more} more" if more > 0 else quickest]
    if open_ := [row.contestant for row in rows if not row.decided]:
        parts.append(f"no answer from {', '.join(sorted(open_))}")
    return f"{rows[0].puzzle}: {'; '.join(filter(None, parts))}"


@contextmanager
def _standings_on_terminal(
    contestants: Sequence[str], runs: int
) -> Iterator[Callable[[Row], None]]:
    if not sys.stderr.isatty():
        yield lambda row: None
        return
    from rich import progress
    from rich.console import Console, Group
    from rich.live import Live

    names = ("BarColumn", "MofNCompleteColumn", "TimeElapsedColumn", "TimeRemainingColumn")
    columns = [getattr(progress, name)() for name in names]
    bar = progress.Progress("Racing", *columns, auto_refresh=False)
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

    try:  # unlike `with`, this restores the terminal if Ctrl-C comes during the start
        shown.start(refresh=True)
        yield note
    finally:
        shown.stop()


def _standings(times: dict[str, list[float]], asked: dict[str, int]) -> Table:
    from nonet.racing.scoreboard import milliseconds

    table = _table("contestant", "solved", "median ms")
    for contestant in sorted(times, key=lambda name: (-len(times[name]), sum(times[name]))):
        middle = median(times[contestant]) if times[contestant] else None
        solved = f"{len(times[contestant])}/{asked[contestant]}"
        table.add_row(printable(contestant), solved, milliseconds(middle).text)
    return table


def print_scores(result: RaceResult) -> None:
    """Print the scoreboard, without the columns that few readers need."""
    from rich.text import Text

    from nonet.racing.scoreboard import HEADINGS

    apart = ("Borda", "marginal ms")
    first, *numbers, last = (heading for heading in HEADINGS if heading not in apart)
    table = _table(first, *numbers)
    table.add_column(last)
    for lines, style in zip(result.scoreboard(), (None, "dim"), strict=True):
        for line in lines:
            texts = (printable(line[heading].text) for heading in (first, *numbers))
            agreement = line[last].text
            colour = _COLOURS.get(agreement.partition(" ")[0], "")
            table.add_row(*texts, Text(printable(agreement), style=colour), style=style)
    print_table(table, less_needed=("95 %", "best", "PAR-2 ms"))


def _table(first: str, *others: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
