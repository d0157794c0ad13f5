"""Logarithmic axes of seconds, labelled in the units that people use."""

from __future__ import annotations

import math

from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from nonet.durations import duration

#: From this many powers of ten on, an axis has no room to name more than one tick in each.
_WIDE = 2.5


def make_log(axis: Axis, low: float, high: float) -> None:
    """Make an axis logarithmic, from low to high seconds, and label it in units."""
    axes = axis.axes
    is_x = axis is axes.xaxis
    (axes.set_xscale if is_x else axes.set_yscale)("log")
    (axes.set_xlim if is_x else axes.set_ylim)(low, high)
    steps = (1.0,) if math.log10(high / low) > _WIDE else (1.0, 2.0, 5.0)
    axis.set_major_locator(LogLocator(10, subs=steps, numticks=12))
    label_in_units(axis)


def label_in_units(axis: Axis) -> None:
    """Label an axis of seconds in the units that suit them."""
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: duration(seconds)))
    axis.set_minor_formatter(NullFormatter())
