"""Distributions of times: the cactus plot, and the share of runs decided after each time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from nonet.racing.plots.axes import border, make_log, mark_border, quickest
from nonet.racing.plots.entrants import Entrant, Timings, describe, entrants, quantile, unit
from nonet.racing.plots.labels import Label, height_for, label_right
from nonet.racing.plots.style import axes_or_new, entitle, house_style

#: The distance between markers on a curve, as a share of the plot's diagonal.
_MARK_EVERY = 0.13


@house_style()
def cactus(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot how many runs each contestant decides within a time per run.

    A curve further to the right decides more, and a lower curve is faster. The gap on the right of
    a curve is the number of runs that the contestant did not decide within the limit.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> cactus(table).get_xlabel()
    'puzzles decided, fastest first'
    """
    field = entrants(table)
    ax = axes_or_new(ax, height_for(len(field)))
    most = max(len(entrant.runs) for entrant in field)
    ends: list[Label] = []
    for entrant in field:
        seconds = _decided(entrant)
        counts = np.arange(1, len(seconds) + 1)
        ax.plot(counts, seconds, label=entrant.name, **_line(entrant, len(ends)))
        end = (float(counts[-1]), float(seconds[-1])) if len(seconds) else (0.0, border(table))
        ends.append(Label(_name(entrant), end, entrant.look))
    ax.set_xlim(0, most)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    make_log(ax.yaxis, quickest(table), border(table) * 1.15)
    mark_border(ax.yaxis, table)
    ax.set_xlabel(f"{unit(table)}s decided, fastest first")
    ax.set_ylabel(f"time for each {unit(table)}")
    entitle(ax, "How many are decided within a time each", describe(table))
    label_right(ax, ends)
    return ax


@house_style()
def ecdf(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the share of runs that each contestant has decided after a time.

    A curve further to the left is faster. The gap below 100 % is the share of undecided runs.

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
        # The curve starts at zero, steps up at each run, and is level to the border.
        start = seconds[0] if len(seconds) else right
        ax.plot(
            [start, *seconds, right],
            [*share, share[-1]],
            drawstyle="steps-post",
            label=entrant.name,
            **_line(entrant, len(ends)),
        )
        ends.append(Label(_name(entrant), (right, float(share[-1])), entrant.look))
    make_log(ax.xaxis, quickest(table), right)
    mark_border(ax.xaxis, table)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(f"time for each {unit(table)}")
    ax.set_ylabel(f"share of {unit(table)}s decided")
    entitle(ax, "Share decided after a time", describe(table))
    # If curves end at the same height, the label of the fastest contestant is on top.
    medians = [quantile(entrant.times, 0.5) for entrant in field]
    slowest_first = sorted(range(len(field)), key=medians.__getitem__, reverse=True)
    label_right(ax, [ends[number] for number in slowest_first])
    return ax


def _decided(entrant: Entrant) -> Timings:
    return np.sort(entrant.times[np.isfinite(entrant.times)])


def _line(entrant: Entrant, number: int) -> dict[str, Any]:
    """Return the style of a curve, with markers at other places than on other curves."""
    return entrant.look.line | {"markevery": (_MARK_EVERY * (number % 5) / 5, _MARK_EVERY)}


def _name(entrant: Entrant) -> str:
    """Return the text of a label, with the number of decided runs if some were undecided."""
    runs = len(entrant.runs)
    return entrant.name if entrant.decided == runs else f"{entrant.name}  {entrant.decided}/{runs}"
