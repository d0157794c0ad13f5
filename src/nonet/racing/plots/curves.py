"""Plots with a curve for each contestant."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from nonet.racing.plots.axes import Label, border, height_for, label_right, quickest, time_axis
from nonet.racing.plots.entrants import Entrant, Timings, describe, entrants, quantile, times, unit
from nonet.racing.plots.style import PAPER, axes_or_new, entitle, house_style

#: The distance between two markers on a curve, as a share of the plot's diagonal.
_MARK_EVERY = 0.13
#: A band around a median covers the times between these quantiles.
_LOW, _HIGH = 0.1, 0.9
#: Bands are drawn for at most this many contestants. More bands would hide the lines.
_MOST_BANDS = 4
#: A curve of `hardness` has at most this many points. Similar shares of empty cells are pooled.
_MOST_PLACES = 20


@house_style()
def cactus(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the times of the runs that each contestant decided, the fastest first.

    If a curve goes further to the right, the contestant decides more runs. If a curve is lower, the
    contestant is faster. The gap to the right of a curve is the number of runs that the contestant
    did not decide.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> cactus(table).get_xlabel()
    'puzzles decided, fastest first'
    """
    field = entrants(table)
    ax = axes_or_new(ax, height_for(len(field)))
    ends: list[Label] = []
    for entrant in field:
        seconds = _decided(entrant)
        counts = np.arange(1, len(seconds) + 1)
        ax.plot(counts, seconds, **_line(entrant, len(ends)))
        end = (float(counts[-1]), float(seconds[-1])) if len(seconds) else (0.0, border(table))
        ends.append(Label(_name(entrant), end, entrant.look))
    ax.set_xlim(0, max(len(entrant.runs) for entrant in field))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.set_xlabel(f"{unit(table)}s decided, fastest first")
    time_axis(ax.yaxis, table, quickest(table), border(table) * 1.15)
    entitle(ax, "How many are decided within a time each", describe(table))
    label_right(ax, ends)
    return ax


@house_style()
def ecdf(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot how the share of decided runs grows with time, for each contestant.

    If a curve is further to the left, the contestant is faster. The gap below 100 % is the share of
    undecided runs.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> ecdf(table).get_ylabel()
    'share of puzzles decided'
    """
    field = entrants(table)
    ax = axes_or_new(ax, height_for(len(field)))
    right = border(table)
    ends: list[Label] = []
    for entrant in field:
        seconds = _decided(entrant)
        share = np.arange(len(seconds) + 1) / len(entrant.runs)
        # The curve starts at zero and steps up at each run. After the last run, it stays level.
        xs = [seconds[0] if len(seconds) else right, *seconds, right]
        ax.plot(xs, [*share, share[-1]], drawstyle="steps-post", **_line(entrant, len(ends)))
        ends.append(Label(_name(entrant), (right, float(share[-1])), entrant.look))
    time_axis(ax.xaxis, table, quickest(table), right)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylabel(f"share of {unit(table)}s decided")
    entitle(ax, "Share decided after a time", describe(table))
    # If curves end at the same height, the label of the fastest contestant is on top.
    medians = [quantile(entrant.times, 0.5) for entrant in field]
    slowest_first = sorted(range(len(field)), key=medians.__getitem__, reverse=True)
    label_right(ax, [ends[number] for number in slowest_first])
    return ax


@house_style()
def scaling(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the median time of each contestant against the size of the board.

    If there are at most four contestants, a band covers the middle 80 % of the runs. A hollow
    marker means that some runs are undecided. If at least half of the runs are undecided, the
    marker is at the time limit.

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
    """Plot the median time of each contestant against the share of empty cells.

    Puzzles are hardest at the phase transition between boards with many givens and boards with few
    givens. Markers and bands have the same meaning as in `scaling`.

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


def _decided(entrant: Entrant) -> Timings:
    return np.sort(entrant.times[np.isfinite(entrant.times)])


def _line(entrant: Entrant, number: int) -> dict[str, Any]:
    """Return the style of a curve. Each curve has its markers at different places."""
    start = _MARK_EVERY * (number % 5) / 5
    return entrant.look.line | {"label": entrant.name, "markevery": (start, _MARK_EVERY)}


def _name(entrant: Entrant) -> str:
    """Return the label of a curve.

    If some runs are undecided, the label counts the decided runs.
    """
    runs = len(entrant.runs)
    return entrant.name if entrant.decided == runs else f"{entrant.name}  {entrant.decided}/{runs}"


def _plot_medians(
    table: pd.DataFrame, places: npt.NDArray[np.float64], ax: Axes | None, title: str
) -> Axes:
    field = entrants(table.assign(place=places))
    has_bands = len(field) <= _MOST_BANDS
    ax = axes_or_new(ax, height_for(len(field)))
    edge = border(table)
    ends, lowest = [], edge / 10
    for entrant in field:
        medians = _medians(entrant, edge)
        _draw(ax, entrant, medians, has_bands)
        end = medians.index[-1], medians["median"].iloc[-1]
        ends.append(Label(entrant.name, end, entrant.look))
        lowest = min(lowest, medians["low" if has_bands else "median"].min())
    ax.margins(x=0.03)
    time_axis(ax.yaxis, table, lowest / 1.5, edge * 1.15)
    hollow = "" if np.isfinite(times(table)).all() else " · hollow: some undecided"
    band = f" and middle {_HIGH - _LOW:.0%}" if has_bands else ""
    entitle(ax, title, f"median{band} · {describe(table)}{hollow}")
    label_right(ax, ends)
    return ax


def _medians(entrant: Entrant, edge: float) -> pd.DataFrame:
    """Return the points of a contestant's curve and band, at most as high as `edge`."""
    rows = {}
    for place, runs in entrant.runs.groupby("place"):
        seconds = times(runs)
        low, median, high = (min(quantile(seconds, q), edge) for q in (_LOW, 0.5, _HIGH))
        is_decided = bool(np.isfinite(seconds).all())
        rows[place] = {"low": low, "median": median, "high": high, "is_decided": is_decided}
    return pd.DataFrame.from_dict(rows, orient="index")


def _draw(ax: Axes, entrant: Entrant, medians: pd.DataFrame, has_band: bool) -> None:
    look, xs = entrant.look, medians.index
    if has_band:
        low, high = medians["low"], medians["high"]
        ax.fill_between(xs, low, high, color=look.colour, alpha=0.15, linewidth=0)
    ax.plot(xs, medians["median"], label=entrant.name, **look.line)
    hollow = look.line | {"linestyle": "none", "markerfacecolor": PAPER}
    undecided = medians[~medians["is_decided"]]
    ax.plot(
        undecided.index, undecided["median"], **hollow | {"markeredgecolor": look.colour},
        clip_on=False, in_layout=False, label="_hollow",
    )  # fmt: skip


def _places(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return shares of empty cells, rounded to the middles of intervals if there are too many."""
    if len(np.unique(shares)) <= _MOST_PLACES:
        return shares
    edges = np.linspace(shares.min(), shares.max(), _MOST_PLACES + 1)
    numbers = np.clip(np.digitize(shares, edges) - 1, 0, _MOST_PLACES - 1)
    middles: npt.NDArray[np.float64] = (edges[:-1] + edges[1:]) / 2
    return middles[numbers]
