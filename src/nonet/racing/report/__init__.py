"""The report of a race, as one HTML file that loads nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import nonet
from nonet.racing import RaceResult, plots
from nonet.racing.plots import axes, kinds
from nonet.racing.result import headline, scores
from nonet.racing.scoreboard import Entry, ScoreboardEntry, definitions, table
from nonet.system.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

__all__ = ["page", "write_html"]

#: A table has at most this many rows. A browser could not show much longer tables.
MOST_ROWS = 300

#: The width of a figure, and the side of the scatter plot, in inches.
_WIDTH, _SQUARE = 6.8, 5.6

_BYTES_PER_GB = 2**30

#: With this policy, the browser fetches nothing, even if a name or an error contains HTML.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def write_html(result: RaceResult, path: str | Path) -> None:
    """Write the report of a race to an HTML file. An error leaves no half-written file.

    The report begins with wrong answers and failures. Then it shows the scores, the plots and the
    environment of the race. A click on the heading of a column sorts its table.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.racing import race
    >>> with TemporaryDirectory() as folder:
    ...     write_html(race(["12..34..2......3"], ["norvig", "pysat"]), Path(folder, "race.html"))
    ...     print(*(file.name for file in Path(folder).iterdir()))
    race.html
    """
    write_whole(str(path), [page(result).encode()])


def page(result: RaceResult) -> str:
    """Return the whole report as one HTML document."""
    if not result.rows:
        raise ValueError("The race has no runs, so there is nothing to report.")
    found = {
        "Scores": scores(result),
        "Pairwise wins": wins(result),
        "Failures": failures(result),
        "Plots": f'<div class="figures">\n{figures(result)}</div>',
        "Environment": definitions(dict(_facts(result.environment))),
    }
    sections = "\n".join(
        f'<section id="{title.split()[0].lower()}"><h2>{title}</h2>\n{content}</section>'
        for title, content in found.items()
        if content
    )
    return Template(_shipped("report.html")).substitute(
        version=escape(nonet.__version__),
        policy=_POLICY,
        summary=escape(result.summary()),
        style=_shipped("report.css"),
        script=_shipped("report.js"),
        headline=headline(result),
        sections=sections,
    )


def _shipped(name: str) -> str:
    return files("nonet.racing.report").joinpath(name).read_text(encoding="utf-8")


def _facts(environment: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in environment.items():
        if isinstance(value, Mapping):
            yield from _facts(value)
        elif name == "memory" and isinstance(value, int):
            yield name, f"{value / _BYTES_PER_GB:.1f} GB"
        elif isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif value is not None:
            yield name, str(value)


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


def _count(number: int | None) -> Entry:
    return "" if number is None else ScoreboardEntry(f"{number:,}", number)


# --- plots ---------------------------------------------------------------------------------------

#: How to read the plots.
_CACTUS = (
    "A curve that goes further to the right decides more. A lower curve is faster. A curve ends at "
    "the number of decided runs."
)
_PHASES = (
    "Each bar divides the time of a contestant into phases. On its right is the mean time of all "
    "runs, with the time that undecided runs took."
)


def figures(result: RaceResult) -> str:
    """Return the HTML of all plots that make sense for the result."""
    runs, count = result.table(), len(result.contestants)
    draw, tall = partial(_figure, runs), axes.height_for(count)
    drawn = [
        draw(plots.cactus, tall, _CACTUS),
        draw(plots.phases, kinds.height_of_bars(count), _PHASES),
    ]
    if count > 1:
        first, second = (score.contestant for score in result.scores()[:2])
        words = (
            f"The two best contestants. {first} is faster above the diagonal, {second} below it."
        )
        drawn.append(draw(plots.scatter, _SQUARE, words, first=first, second=second))
    return "".join(drawn)


def _figure(
    runs: DataFrame, plot: Callable[..., Axes], height: float, caption: str, **options: Any
) -> str:
    # Imported late, so that a missing matplotlib gives the message of `nonet.racing.plots`.
    from matplotlib.figure import Figure

    with plots.house_style():
        # Make the figure without pyplot, because pyplot might need a display.
        figure = Figure((_WIDTH, height))
        plot(runs, ax=figure.add_subplot(), **options)
    drawn = plots.svg(figure, plot.__name__)
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>\n"
