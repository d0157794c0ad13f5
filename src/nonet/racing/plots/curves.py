"""The plot with a curve for each contestant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from nonet.racing.plots.axes import Label, border, height_for, label_right, quickest, time_axis
from nonet.racing.plots.entrants import Entrant, describe, entrants, unit
from nonet.racing.plots.style import axes_or_new, entitle, house_style

#: The distance between two markers on a curve, as a share of the plot's diagonal.
_MARK_EVERY = 0.13


@house_style()
def cactus(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the times of the runs that each contestant decided, the fastest first.

    If a curve goes further to the right, the contestant decides more runs. If a curve is lower, the
    contestant is faster. The gap to the right of a curve is the number of runs that the contestant
    did not decide.
    """
    field = entrants(table)
    ax = axes_or_new(ax, height_for(len(field)))
    ends: list[Label] = []
    for entrant in field:
        seconds = np.sort(entrant.times[np.isfinite(entrant.times)])
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
