"""Draw time axes, and labels at the ends of curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from nonet.racing.plots.entrants import QUICKEST, limit, times, unit
from nonet.racing.plots.style import FAINT, Look
from nonet.racing.stopwatch import duration

#: If a race has no time limit, its axes end at the slowest time multiplied by this factor.
_BEYOND = 1.5

#: If an axis spans more powers of ten than this, it has only one labelled tick per power of ten.
_WIDE = 2.5

#: The distance between two labels, as a multiple of the height of their letters.
_LEADING = 1.45
#: The smallest size of letters, in points.
_SMALLEST = 5.0
#: The start and the end of a label's line sample, and the start of its text, in plot widths.
_SAMPLE, _NAME = (1.035, 1.085), 1.1
#: A figure has `_INCHES_EACH` inches of height for each label, and `_INCHES_BESIDES` for the rest.
_INCHES_EACH, _INCHES_BESIDES = 0.165, 1.3


def quickest(table: pd.DataFrame) -> float:
    """Return the seconds at which a time axis starts, a little before the fastest run."""
    return float(min(times(table).min(), border(table) / 10)) / 1.3


def border(table: pd.DataFrame) -> float:
    """Return the time at which undecided runs are drawn.

    Undecided runs are drawn at the time limit, or at the time of a decided run that took longer. (A
    limit of CPU time allows more wall time.) Without a limit, they are drawn after the slowest run.
    """
    seconds = times(table)
    is_decided = np.isfinite(seconds)
    slowest, longest = float(seconds[is_decided].max(initial=QUICKEST)), limit(table)
    if longest is None or is_decided.all():
        return slowest * _BEYOND
    return max(slowest, longest)


def time_axis(axis: Axis, table: pd.DataFrame, low: float, high: float) -> None:
    """Make a logarithmic axis from `low` to `high` seconds. Mark the time of undecided runs."""
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


# --- labels ---------------------------------------------------------------------------------------


#: The name of a curve, the point at which the curve ends, and its look.
Label: TypeAlias = tuple[str, tuple[float, float], Look]


def label_right(ax: Axes, labels: Sequence[Label]) -> None:
    """Write each label to the right of the plot, as near as possible to the end of its curve.

    Call this function when the limits of the axes are final. If curves end at the same height, the
    last of their labels is on top.
    """
    size, step = _fitting(ax, len(labels))
    to_axes = ax.transAxes.inverted().transform
    heights = [float(to_axes(ax.transData.transform(end))[1]) for _, end, _ in labels]
    order = sorted(range(len(labels)), key=heights.__getitem__)
    places = spread(sorted(heights), step)
    leader = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
    aside: dict[str, Any] = {"transform": ax.transAxes}
    for number, place in zip(order, places, strict=True):
        text, end, look = labels[number]
        start: dict[str, Any] = {"xytext": (_SAMPLE[0], place), "textcoords": "axes fraction"}
        ax.annotate("", end, arrowprops=leader, annotation_clip=False, **start)
        xs, ys = (_SAMPLE[0], sum(_SAMPLE) / 2, _SAMPLE[1]), (place,) * 3
        line = look.line | {"markevery": [1], "label": "_sample"}
        ax.plot(xs, ys, clip_on=False, **line, **aside)
        ax.text(_NAME, place, text, size=size, va="center_baseline", **aside)


def height_for(labels: int) -> float:
    """Return the height in inches of a figure that has room for this many labels."""
    usual: float = rcParams["figure.figsize"][1]
    return max(usual, _INCHES_BESIDES + _INCHES_EACH * labels)


def spread(wanted: Sequence[float], step: float) -> list[float]:
    """Return places near the wanted places. All places are from 0 to 1, at least a step apart.

    `wanted` must be sorted. The result is sorted, too. If there is not enough room, the first
    places are below 0.

    >>> spread([0.1, 0.25, 0.75], 0.25), spread([1.0, 1.0], 0.25)
    ([0.05, 0.3, 0.75], [0.75, 1.0])
    """
    # Isotonic regression: subtract the steps, then replace neighbours that do not ascend by their
    # mean.
    pools: list[list[float]] = []
    for number, place in enumerate(wanted):
        pools.append([place - number * step])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    top = 1 - (len(wanted) - 1) * step
    levels = [min(max(fmean(pool), 0.0), top) for pool in pools for _ in pool]
    return [round(level + number * step, 6) for number, level in enumerate(levels)]


def _fitting(ax: Axes, count: int) -> tuple[float, float]:
    """Return the size of letters in points, and the step between labels as a share of the plot."""
    # matplotlib has not computed the layout yet, but the layout hardly changes the height.
    points = ax.get_position().height * ax.figure.bbox.height / ax.figure.dpi * 72
    usual = float(rcParams["legend.fontsize"])
    size = max(_SMALLEST, min(usual, points / (_LEADING * count)))
    return size, _LEADING * size / points
