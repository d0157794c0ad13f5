"""Logarithmic axes of time, with a border at which undecided runs are drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from matplotlib import rcParams
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from nonet.racing.plots.entrants import QUICKEST, limit, times, unit
from nonet.racing.plots.style import FAINT
from nonet.racing.stopwatch import duration

#: The border of a race without a time limit, as a multiple of the slowest run.
_BEYOND = 1.5

#: An axis that spans more powers of ten than this gets only one labelled tick per power of ten.
_WIDE = 2.5


def quickest(table: pd.DataFrame) -> float:
    """Return the start of a time axis, a little before the fastest run."""
    return float(min(times(table).min(), border(table) / 10)) / 1.3


def border(table: pd.DataFrame) -> float:
    """Return the time at which undecided runs are drawn.

    This is the time limit, or a time after the slowest run if there is no limit. If all runs are
    decided, it is where the axis ends.
    """
    seconds = times(table)
    is_decided = np.isfinite(seconds)
    slowest = float(seconds[is_decided].max(initial=QUICKEST)) * _BEYOND
    return slowest if is_decided.all() else limit(table) or slowest


def time_axis(axis: Axis, table: pd.DataFrame, low: float, high: float) -> None:
    """Make a logarithmic time axis from `low` to `high` seconds, with a border if it is needed."""
    name = "x" if axis is axis.axes.xaxis else "y"
    axis.axes.set(**{f"{name}scale": "log", f"{name}lim": (low, high)})
    steps = (1.0,) if math.log10(high / low) > _WIDE else (1.0, 2.0, 5.0)
    axis.set_major_locator(LogLocator(10, subs=steps, numticks=12))
    label_in_units(axis)
    axis.set_label_text(f"time for each {unit(table)}")
    if not np.isfinite(times(table)).all():
        _mark_border(axis, table)


def _mark_border(axis: Axis, table: pd.DataFrame) -> None:
    at, longest, axes = border(table), limit(table), axis.axes
    name = f"limit {duration(longest)}" if longest else "undecided"
    line: dict[str, Any] = {"color": FAINT, "linewidth": 0.9, "linestyle": (0, (4, 2)), "zorder": 1}
    text = {"color": FAINT, "textcoords": "offset points", "fontsize": rcParams["xtick.labelsize"]}
    if axis is axes.xaxis:
        axes.axvline(at, **line)
        text |= {"xycoords": axes.get_xaxis_transform(), "rotation": 90, "ha": "right"}
        axes.annotate(name, (at, 0.02), (-3, 0), va="bottom", **text)
    else:
        axes.axhline(at, **line)
        text |= {"xycoords": axes.get_yaxis_transform()}
        axes.annotate(name, (0.01, at), (0, -3), va="top", **text)


def label_in_units(axis: Axis) -> None:
    """Label an axis of seconds in readable units."""
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: duration(seconds)))
    axis.set_minor_formatter(NullFormatter())
