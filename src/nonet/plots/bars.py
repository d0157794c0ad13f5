"""Stacked bars from left to right, told apart by colour and hatching at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from nonet.plots.style import PAPER, looks

#: Lines alone: dots would be hundreds of circles in an SVG.
_HATCHES = ("", "////", "|||", "---", "\\\\\\\\")
_THICK = 0.72
#: What the names of the parts take above the bars, in points.
LEGEND_ROOM = 14.0
#: Inches that a figure takes for each bar, and besides.
_INCHES_EACH, _INCHES_BESIDES = 0.25, 1.55


def height(bars: int) -> float:
    """Return how high a figure of so many bars is, in inches."""
    return _INCHES_BESIDES + _INCHES_EACH * bars


def draw_stacks(
    ax: Axes,
    names: Sequence[str],
    parts: Mapping[str, npt.NDArray[np.float64]],
    texts: Sequence[str],
) -> None:
    """Draw a bar for each name, stacked from the parts, with a text to the right of it.

    The first bar is at the top; the parts are named above them all.
    """
    places = np.arange(len(names))
    start = np.zeros(len(names))
    each = zip(parts.items(), looks(len(parts)), _HATCHES, strict=False)
    for (part, lengths), look, hatch in each:
        ax.barh(
            places, lengths, _THICK, start, label=part, color=look.colour, hatch=hatch,
            edgecolor=PAPER, linewidth=0.6,
        )  # fmt: skip
        start = start + lengths
    for place, end, text in zip(places, start, texts, strict=True):
        ax.annotate(
            text, (end, place), (5, 0), textcoords="offset points",
            va="center_baseline", annotation_clip=False,
        )  # fmt: skip
    ax.set_yticks(places, names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ax.spines["left"].set_visible(False)
    if len(parts) > 1:
        ax.legend(
            ncols=len(parts), loc="lower left", bbox_to_anchor=(0, 1),
            borderpad=0.2, borderaxespad=0, columnspacing=1.2, handletextpad=0.5,
        )  # fmt: skip
