"""Stacked bars that show how long each phase of a contestant takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from nonet.racing.plots.axes import label_in_units
from nonet.racing.plots.entrants import Entrant, describe, entrants, unit
from nonet.racing.plots.style import INK, PAPER, axes_or_new, entitle, house_style
from nonet.racing.stopwatch import duration

#: The columns of a race's table that sum to the time of a run.
PHASES = ("model", "encode", "load", "solve", "decode")

#: The colours of the phases. Phases next to each other also differ in grey print.
_COLOURS = ("#c9ced6", "#56b4e9", "#0072b2", "#e69f00", INK)
_THICK = 0.72
#: The distance between two bars of one contestant. Different contestants are further apart.
_CLOSE = 0.8
#: The space for the legend above the bars, in points.
_LEGEND_ROOM = 14.0
#: A figure has `_INCHES_EACH` inches of height for each bar, and `_INCHES_BESIDES` for the rest.
_INCHES_EACH, _INCHES_BESIDES = 0.25, 1.55


@house_style()
def phases(table: pd.DataFrame, ax: Axes | None = None, *, share: bool = True) -> Axes:
    """Plot a bar for each contestant. The bar shows how the contestant's time divides into phases.

    All bars have the same length, so that you can compare fast and slow contestants. With
    `share=False`, the length of a bar is the time. The text next to a bar is the mean time of all
    runs, decided or not.
    """
    field = _together(entrants(table))
    ax = axes_or_new(ax, height(len(field)))
    means = np.array([entrant.runs[list(PHASES)].mean().to_numpy(float) for entrant in field])
    totals = means.sum(axis=1)
    lengths = means / np.where(totals, totals, 1)[:, None] if share else means
    undecided = [len(entrant.runs) - entrant.decided for entrant in field]
    texts = [
        duration(total) + (f"  ({count} undecided)" if count else "")
        for total, count in zip(totals, undecided, strict=True)
    ]
    places = _places([_contestant(entrant) for entrant in field])
    _draw_stacks(ax, lengths, texts, places)
    ax.set_yticks(places, [entrant.name for entrant in field])
    if share:
        ax.set_xlim(0, 1)
        ax.xaxis.set_major_formatter(PercentFormatter(1))
        ax.set_xlabel("share of the time")
    else:
        label_in_units(ax.xaxis)
        ax.set_xlabel(f"mean time for each {unit(table)}")
    facts = f"{describe(table)} · on the right: mean time for each {unit(table)}"
    entitle(ax, "Where the time goes", facts, _LEGEND_ROOM)
    return ax


def _contestant(entrant: Entrant) -> str:
    return str(entrant.runs["contestant"].iloc[0])


def _together(field: Sequence[Entrant]) -> list[Entrant]:
    order = list(dict.fromkeys(map(_contestant, field)))
    return sorted(field, key=lambda entrant: order.index(_contestant(entrant)))


def _places(contestants: Sequence[str]) -> list[float]:
    """Return the positions of the bars. The bars of one contestant are close together."""
    places = [0.0]
    are_pairs = len(set(contestants)) < len(contestants)
    for before, after in pairwise(contestants):
        step = (_CLOSE if before == after else 2 - _CLOSE) if are_pairs else 1.0
        places.append(round(places[-1] + step, 9))
    return places


def height(bars: int) -> float:
    """Return the height in inches of a figure with this many bars."""
    return _INCHES_BESIDES + _INCHES_EACH * bars


def _draw_stacks(
    ax: Axes, lengths: npt.NDArray[np.float64], texts: Sequence[str], places: Sequence[float]
) -> None:
    """Draw the bars from top to bottom. Write a text to the right of each bar."""
    ends = np.zeros(len(places))
    for phase, colour, widths in zip(PHASES, _COLOURS, lengths.T, strict=True):
        look: dict[str, Any] = {"color": colour, "edgecolor": PAPER, "linewidth": 0.6}
        ax.barh(places, widths, _THICK, ends, label=phase, **look)
        ends = ends + widths
    for place, end, text in zip(places, ends, texts, strict=True):
        ax.annotate(
            text, (end, place), (5, 0), textcoords="offset points",
            va="center_baseline", annotation_clip=False,
        )  # fmt: skip
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(places[-1] + 0.6, -0.6)
    ax.grid(visible=False, axis="y")
    ax.spines["left"].set_visible(False)
    ax.legend(
        ncols=len(PHASES), loc="lower left", bbox_to_anchor=(0, 1),
        borderpad=0.2, borderaxespad=0, columnspacing=1.2, handletextpad=0.5,
    )  # fmt: skip
