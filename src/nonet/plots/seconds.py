"""Seconds for people: 12 µs, 3.4 ms, 5 s; and the logarithmic axes that are labelled with them."""

from __future__ import annotations

import math

from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

#: From this many powers of ten on, an axis has no room to name more than one tick in each.
_WIDE = 2.5
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def written(seconds: float) -> str:
    """Return a time in the unit that suits it, to two digits at least.

    >>> [written(seconds) for seconds in (0.0000012, 0.0345, 0.25, 1, 12.34, 3600)]
    ['1.2 µs', '34 ms', '250 ms', '1 s', '12 s', '3600 s']
    """
    if not seconds:
        return "0"
    unit, name = next((each for each in _UNITS if seconds >= 0.9995 * each[0]), _UNITS[-1])
    amount = seconds / unit
    return f"{amount:.0f} {name}" if amount >= 9.95 else f"{amount:.2g} {name}"


def make_log(axis: Axis, low: float, high: float) -> None:
    """Make an axis logarithmic, from low to high seconds, and label it in units."""
    axes = axis.axes
    is_x = axis is axes.xaxis
    (axes.set_xscale if is_x else axes.set_yscale)("log")
    (axes.set_xlim if is_x else axes.set_ylim)(low, high)
    steps = (1.0,) if math.log10(high / low) > _WIDE else (1.0, 2.0, 5.0)
    axis.set_major_locator(LogLocator(10, subs=steps, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: written(seconds)))
    axis.set_minor_formatter(NullFormatter())
