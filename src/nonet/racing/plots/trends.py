"""Trends: how the time depends on the size of the board, and on the share of empty cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from nonet.racing.plots.axes import border, make_log, mark_border
from nonet.racing.plots.entrants import Entrant, describe, entrants, quantile, times, unit
from nonet.racing.plots.labels import Label, height_for, label_right
from nonet.racing.plots.style import PAPER, axes_or_new, entitle, house_style

#: The band covers the middle of the runs, between these quantiles.
_LOW, _HIGH = 0.1, 0.9
#: Bands are drawn for at most this many contestants; more bands would hide the lines.
_MOST_BANDS = 4
#: If the table has more shares of empty cells than this, neighbouring shares are pooled.
_MOST_PLACES = 20


@house_style()
def scaling(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the median time of each contestant over the size of the board.

    With up to four contestants, a band covers the middle 80 % of the runs. A hollow marker means
    that some runs were undecided. A marker at the border means that at least half of the runs were
    undecided.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> scaling(table).get_xlabel()
    'size of the board'
    """
    ax = _plot_medians(table, table["values"].to_numpy(float), ax, "How time grows with the board")
    sizes = sorted(table["values"].unique())
    ax.set_xticks(sizes, [f"{size}×{size}" for size in sizes])
    ax.set_xlabel("size of the board")
    return ax


@house_style()
def hardness(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the median time of each contestant over the share of empty cells.

    Puzzles are hardest at the phase transition, between boards with many givens and boards with
    few. Markers and bands are as in `scaling`.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> hardness(table).get_xlabel()
    'share of empty cells'
    """
    places = _places(table["empty"].to_numpy(float))
    ax = _plot_medians(table, places, ax, "How hard, by the share of empty cells")
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_xlabel("share of empty cells")
    return ax


def _plot_medians(
    table: pd.DataFrame, places: npt.NDArray[np.float64], ax: Axes | None, title: str
) -> Axes:
    field = entrants(table.assign(place=places))
    has_bands = len(field) <= _MOST_BANDS
    ax = axes_or_new(ax, height_for(len(field)))
    edge = border(table)
    labels, lowest = [], edge / 10
    for entrant in field:
        medians = _medians(entrant, edge)
        _draw(ax, entrant, medians, has_bands)
        labels.append(
            Label(entrant.name, (medians.index[-1], medians["median"].iloc[-1]), entrant.look)
        )
        lowest = min(lowest, medians["low" if has_bands else "median"].min())
    ax.margins(x=0.03)
    make_log(ax.yaxis, lowest / 1.5, edge * 1.15)
    mark_border(ax.yaxis, table)
    ax.set_ylabel(f"time for each {unit(table)}")
    is_decided = np.isfinite(times(table)).all()
    hollow = "" if is_decided else " · hollow: some undecided"
    band = f" and middle {_HIGH - _LOW:.0%}" if has_bands else ""
    entitle(ax, title, f"median{band} · {describe(table)}{hollow}")
    label_right(ax, labels)
    return ax


def _medians(entrant: Entrant, edge: float) -> pd.DataFrame:
    """Return the quantiles of the times at each place; times beyond the edge are cut off there."""
    rows = {}
    for place, runs in entrant.runs.groupby("place"):
        seconds = times(runs)
        low, median, high = (min(quantile(seconds, q), edge) for q in (_LOW, 0.5, _HIGH))
        is_decided = bool(np.isfinite(seconds).all())
        rows[place] = {"low": low, "median": median, "high": high, "is_decided": is_decided}
    return pd.DataFrame.from_dict(rows, orient="index")


def _draw(ax: Axes, entrant: Entrant, medians: pd.DataFrame, has_band: bool) -> None:
    look = entrant.look
    if has_band:
        ax.fill_between(
            medians.index, medians["low"], medians["high"],
            color=look.colour, alpha=0.15, linewidth=0,
        )  # fmt: skip
    ax.plot(medians.index, medians["median"], label=entrant.name, **look.line)
    undecided = medians[~medians["is_decided"]]
    ax.plot(
        undecided.index, undecided["median"], linestyle="none", marker=look.marker,
        markerfacecolor=PAPER, markeredgecolor=look.colour, clip_on=False, in_layout=False,
        label="_hollow",
    )  # fmt: skip


def _places(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the shares, or the middles of intervals if the shares are many."""
    if len(np.unique(shares)) <= _MOST_PLACES:
        return shares
    edges = np.linspace(shares.min(), shares.max(), _MOST_PLACES + 1)
    numbers = np.clip(np.digitize(shares, edges) - 1, 0, _MOST_PLACES - 1)
    middles: npt.NDArray[np.float64] = (edges[:-1] + edges[1:]) / 2
    return middles[numbers]
