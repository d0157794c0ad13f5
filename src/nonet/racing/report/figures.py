"""The plots of a report. Each has a caption that explains how to read it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from pandas import DataFrame

from nonet.racing import RaceResult, plots
from nonet.racing.plots import axes, bars

_WIDTH, _SQUARE = 6.8, 5.6  # inches
#: The report plots hardness if the puzzles have at least this many different shares of empty cells.
_FEWEST_SHARES = 5


def figures(result: RaceResult) -> str:
    """Return the HTML of all plots that make sense for the result."""
    table, count = result.table(), len(result.contestants)
    tall = axes.height_for(count)
    draw = partial(_figure, table)
    drawn = [
        draw(
            plots.cactus,
            tall,
            "A curve that goes further to the right decides more. A lower curve is faster. A curve "
            "ends at the number of decided runs.",
        ),
        draw(
            plots.ecdf,
            tall,
            "A curve further to the left is faster. The gap below 100 % is the share of undecided "
            "runs.",
        ),
        draw(
            plots.phases,
            bars.height(count),
            "Each bar divides the time of a contestant into phases. On its right is the mean time "
            "of all runs, with the time that undecided runs took.",
        ),
    ]
    if count > 1:
        first, second = (score.contestant for score in result.scores()[:2])
        caption = (
            f"The two best contestants. {first} is faster above the diagonal, {second} below it."
        )
        drawn.append(draw(plots.scatter, _SQUARE, caption, first=first, second=second))
    if table["values"].nunique() > 1:
        caption = "If a median is at the border, at least half of the runs are undecided."
        drawn.append(draw(plots.scaling, tall, caption))
    # If the boards had several sizes, this plot would show the effect of the size.
    elif table["empty"].nunique() >= _FEWEST_SHARES:
        caption = (
            "The median time by the share of empty cells. Puzzles are hardest at the phase "
            "transition between many givens and few."
        )
        drawn.append(draw(plots.hardness, tall, caption))
    return "".join(drawn)


def _figure(
    table: DataFrame, plot: Callable[..., Axes], height: float, caption: str, **options: Any
) -> str:
    with plots.house_style():
        # pyplot might need a display, so it does not make this figure.
        figure = Figure((_WIDTH, height))
        plot(table, ax=figure.add_subplot(), **options)
    drawn = plots.svg(figure, plot.__name__)
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>\n"
