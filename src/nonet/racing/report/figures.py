"""The plots of a report, each with a caption that explains how to read it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from pandas import DataFrame

from nonet.racing import RaceResult, plots
from nonet.racing.plots import bars, labels

_WIDTH, _SQUARE = 6.8, 5.6  # inches
#: The plot over shares of empty cells is drawn only if there are at least this many shares.
_FEWEST_SHARES = 5


def figures(result: RaceResult) -> str:
    """Return all plots that the result has data for."""
    table, count = result.table(), len(result.contestants)
    tall = labels.height_for(count)
    draw = partial(_figure, table)
    drawn = [
        draw(
            plots.cactus,
            tall,
            "Further right: decides more. Lower: is faster. A curve ends at the number decided.",
        ),
        draw(plots.ecdf, tall, "Further left: is faster. The gap below 100 % is undecided."),
        draw(
            plots.phases,
            bars.height(count),
            "A bar is the whole time of a contestant. The mean time on its right counts undecided "
            "runs with the time they took.",
        ),
    ]
    if count > 1:
        first, second = (score.contestant for score in result.scores()[:2])
        caption = (
            f"The two best contestants. {first} is faster above the diagonal, {second} below it."
        )
        drawn.append(draw(plots.scatter, _SQUARE, caption, first=first, second=second))
    if table["values"].nunique() > 1:
        caption = "A median at the border: at least half of the runs are undecided."
        drawn.append(draw(plots.scaling, tall, caption))
    # With boards of several sizes, the plot would show the effect of the size.
    elif table["empty"].nunique() >= _FEWEST_SHARES:
        caption = (
            "Time by the share of empty cells. Puzzles are hardest at the phase transition between "
            "many givens and few."
        )
        drawn.append(draw(plots.hardness, tall, caption))
    return "".join(drawn)


def _figure(
    table: DataFrame, plot: Callable[..., Axes], height: float, caption: str, **options: Any
) -> str:
    with plots.house_style():
        # A figure of pyplot might need a display.
        figure = Figure((_WIDTH, height))
        plot(table, ax=figure.add_subplot(), **options)
    drawn = plots.svg(figure, plot.__name__)
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>\n"
