"""Labels next to the ends of curves, instead of a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from matplotlib import rcParams
from matplotlib.axes import Axes

from nonet.racing.plots.style import FAINT, Look

#: The distance between two labels, as a multiple of the height of their letters.
_LEADING = 1.45
_SMALLEST = 5.0
#: The horizontal positions of a label's line sample (start and end) and of its name, as multiples
#: of the plot's width.
_SAMPLE, _NAME = (1.035, 1.085), 1.1
#: The height of a figure in inches: this much for each label, plus this much for the rest.
_INCHES_EACH, _INCHES_BESIDES = 0.165, 1.3


@dataclass(frozen=True)
class Label:
    """The name of a curve, which ends at `end` in the plot's own units."""

    text: str
    end: tuple[float, float]
    look: Look


def label_right(ax: Axes, labels: Sequence[Label]) -> None:
    """Write names to the right of the plot, as near as possible to the ends of their curves.

    The limits of the axes must be final. If curves end at the same height, the last label is on
    top.
    """
    if not labels:
        return
    size, step = _fitting(ax, len(labels))
    ordered = sorted(labels, key=lambda label: _height(ax, label))
    places = spread([_height(ax, label) for label in ordered], step)
    leader = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
    aside: dict[str, Any] = {"transform": ax.transAxes}
    for label, place in zip(ordered, places, strict=True):
        start: dict[str, Any] = {"xytext": (_SAMPLE[0], place), "textcoords": "axes fraction"}
        ax.annotate("", label.end, arrowprops=leader, annotation_clip=False, **start)
        xs, ys = (_SAMPLE[0], sum(_SAMPLE) / 2, _SAMPLE[1]), (place,) * 3
        look = label.look.line | {"markevery": [1], "label": "_sample"}
        ax.plot(xs, ys, clip_on=False, **look, **aside)
        ax.text(_NAME, place, label.text, size=size, va="center_baseline", **aside)


def height_for(labels: int) -> float:
    """Return the height in inches of a new figure with room for this many labels."""
    usual: float = rcParams["figure.figsize"][1]
    return max(usual, _INCHES_BESIDES + _INCHES_EACH * labels)


def spread(wanted: Sequence[float], step: float) -> list[float]:
    """Return places between 0 and 1, a step apart and as near as possible to the wanted ones.

    The places and the wanted places ascend. If not all places fit, the lowest are below 0.

    >>> spread([0.1, 0.25, 0.75], 0.25), spread([1.0, 1.0], 0.25)
    ([0.05, 0.3, 0.75], [0.75, 1.0])
    """
    # After subtracting the steps, the places only have to ascend. If neighbours do not ascend, they
    # are pooled.
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
    """Return the size of letters in points, and the step between lines in heights of the axes."""
    # The layout is not computed yet, but it hardly changes the height.
    points = ax.get_position().height * ax.figure.bbox.height / ax.figure.dpi * 72
    usual = float(rcParams["legend.fontsize"])
    size = max(_SMALLEST, min(usual, points / (_LEADING * count)))
    return size, _LEADING * size / points


def _height(ax: Axes, label: Label) -> float:
    """Return the height at which a curve ends, in heights of the axes."""
    return float(ax.transAxes.inverted().transform(ax.transData.transform(label.end))[1])
