"""The ends of an axis of seconds; the upper one is the border on which the undecided runs lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib import rcParams
from matplotlib.axis import Axis

from nonet.durations import duration
from nonet.plots.runs import QUICKEST, limit, times
from nonet.plots.style import FAINT

#: Without a limit, the border is so much above the slowest run.
_BEYOND = 1.5


def quickest(table: pd.DataFrame) -> float:
    """Return where an axis of seconds starts: a little before the quickest run."""
    return float(min(times(table).min(), border(table) / 10)) / 1.3


def border(table: pd.DataFrame) -> float:
    """Return where the undecided runs are drawn: at the limit, or beyond all that was decided.

    Where everything was decided, an axis need not reach as far as the limit.
    """
    seconds = times(table)
    is_decided = np.isfinite(seconds)
    slowest = float(seconds[is_decided].max(initial=QUICKEST)) * _BEYOND
    return slowest if is_decided.all() else limit(table) or slowest


def mark_border(axis: Axis, table: pd.DataFrame) -> None:
    """Draw the border across an axis of seconds, and name it; but not where nothing lies on it."""
    if np.isfinite(times(table)).all():
        return
    at, longest, axes = border(table), limit(table), axis.axes
    name = f"limit {duration(longest)}" if longest else "undecided"
    line: dict[str, Any] = {"color": FAINT, "linewidth": 0.9, "linestyle": (0, (4, 2)), "zorder": 1}
    text = {"color": FAINT, "textcoords": "offset points", "fontsize": rcParams["xtick.labelsize"]}
    if axis is axes.xaxis:
        axes.axvline(at, **line)
        axes.annotate(
            name, (at, 0.02), (-3, 0), xycoords=axes.get_xaxis_transform(),
            rotation=90, ha="right", va="bottom", **text,
        )  # fmt: skip
    else:
        axes.axhline(at, **line)
        axes.annotate(
            name, (0.01, at), (0, -3), xycoords=axes.get_yaxis_transform(), va="top", **text
        )
