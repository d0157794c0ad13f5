"""The plots of a report, each with a sentence that says how to read it."""

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
#: With fewer shares of empty cells there is no curve to draw.
_FEWEST_SHARES = 5


@dataclass(frozen=True)
class _Plot:
    """A plot with its height, and how to read it."""

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
        "Further right: decides more. Lower: is quicker. A curve ends where its contestant decides "
        "no more.",
    )
    yield _Plot(plots.ecdf, tall, "Further left: is quicker. The gap below 100 % is undecided.")
    yield _Plot(
        plots.phases,
        bars.height(count),
        "A bar is all the time of a contestant. The mean time beside it counts undecided runs with "
        "the time they took.",
    )
    if count > 1:
        first, second = (score.contestant for score in result.scores()[:2])
        yield _Plot(
            plots.scatter,
            _SQUARE,
            f"The two best. Above the diagonal {first} is quicker, below it {second} is.",
            {"first": first, "second": second},
        )
    if table["values"].nunique() > 1:
        yield _Plot(
            plots.scaling,
            tall,
            "A median at the border: at least half of the runs are undecided.",
        )
    # With boards of several sizes, the plot would show the sizes.
    elif table["empty"].nunique() >= _FEWEST_SHARES:
        yield _Plot(
            plots.hardness,
            tall,
            "How hard puzzles are, by their share of empty cells. They are hardest at the phase "
            "transition between many givens and few.",
        )


def _figure(plot: _Plot, table: DataFrame) -> str:
    with plots.house_style():
        # Not a figure of pyplot, which might need a display.
        figure = Figure((_WIDTH, plot.height))
        plot.draw(table, ax=figure.add_subplot(), **plot.options)
    drawn = plots.svg(figure, plot.draw.__name__)
    return f"<figure>{drawn}<figcaption>{escape(plot.caption)}</figcaption></figure>\n"
