"""The plots of a report, each with a caption that explains how to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nonet.racing import RaceResult, plots
from nonet.racing.plots import bars, labels

if TYPE_CHECKING:
    from pandas import DataFrame

_WIDTH, _SQUARE = 6.8, 5.6  # inches
#: The plot over shares of empty cells is drawn only if there are at least this many shares.
_FEWEST_SHARES = 5


@dataclass(frozen=True)
class _Plot:
    """A plot with its height and caption."""

    draw: Callable[..., Axes]
    height: float
    caption: str
    options: dict[str, Any] = field(default_factory=dict)


def figures(result: RaceResult) -> str:
    """Return all plots that the result has data for."""
    table = result.table()
    return "".join(_figure(plot, table) for plot in _chosen(result, table))


def _chosen(result: RaceResult, table: DataFrame) -> Iterator[_Plot]:
    count = len(result.contestants)
    tall = labels.height_for(count)
    yield _Plot(
        plots.cactus,
        tall,
        "Further right: decides more. Lower: is faster. A curve ends at the number decided.",
    )
    yield _Plot(plots.ecdf, tall, "Further left: is faster. The gap below 100 % is undecided.")
    yield _Plot(
        plots.phases,
        bars.height(count),
        "A bar is the whole time of a contestant. The mean time on its right counts undecided runs "
        "with the time they took.",
    )
    if count > 1:
        first, second = (score.contestant for score in result.scores()[:2])
        yield _Plot(
            plots.scatter,
            _SQUARE,
            f"The two best contestants. {first} is faster above the diagonal, {second} below it.",
            {"first": first, "second": second},
        )
    if table["values"].nunique() > 1:
        yield _Plot(
            plots.scaling,
            tall,
            "A median at the border: at least half of the runs are undecided.",
        )
    # With boards of several sizes, the plot would show the effect of the size.
    elif table["empty"].nunique() >= _FEWEST_SHARES:
        yield _Plot(
            plots.hardness,
            tall,
            "Time by the share of empty cells. Puzzles are hardest at the phase transition between "
            "many givens and few.",
        )


def _figure(plot: _Plot, table: DataFrame) -> str:
    with plots.house_style():
        # A figure of pyplot might need a display.
        figure = Figure((_WIDTH, plot.height))
        plot.draw(table, ax=figure.add_subplot(), **plot.options)
    drawn = plots.svg(figure, plot.draw.__name__)
    return f"<figure>{drawn}<figcaption>{escape(plot.caption)}</figcaption></figure>\n"
