"""The plots: a curve, a bar or an axis for each contestant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from nonet.racing.plots.axes import (
    Label,
    border,
    height_for,
    label_in_units,
    label_right,
    quickest,
    time_axis,
)
from nonet.racing.plots.entrants import Entrant, Timings, describe, entrants, unit
from nonet.racing.plots.style import (
    FAINT,
    INK,
    PAPER,
    Look,
    axes_or_new,
    entitle,
    house_style,
    looks,
)
from nonet.racing.stopwatch import duration

# --- curves ---------------------------------------------------------------------------------------

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
        # Each curve has its markers at different places.
        markers = (_MARK_EVERY * (len(ends) % 5) / 5, _MARK_EVERY)
        look = entrant.look.line | {"label": entrant.name, "markevery": markers}
        ax.plot(counts, seconds, **look)
        end = (float(counts[-1]), float(seconds[-1])) if len(seconds) else (0.0, border(table))
        runs = len(entrant.runs)
        share = "" if entrant.decided == runs else f"  {entrant.decided}/{runs}"
        ends.append((entrant.name + share, end, entrant.look))
    ax.set_xlim(0, max(len(entrant.runs) for entrant in field))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.set_xlabel(f"{unit(table)}s decided, fastest first")
    time_axis(ax.yaxis, table, quickest(table), border(table) * 1.15)
    entitle(ax, "How many are decided within a time each", describe(table))
    label_right(ax, ends)
    return ax


# --- bars -----------------------------------------------------------------------------------------

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
    order = list(table["contestant"].unique())
    field = sorted(entrants(table), key=lambda entrant: order.index(entrant.contestant))
    ax = axes_or_new(ax, height_of_bars(len(field)))
    means = np.array([entrant.runs[list(PHASES)].mean().to_numpy(float) for entrant in field])
    totals = means.sum(axis=1)
    lengths = means / np.where(totals, totals, 1)[:, None] if share else means
    undecided = [len(entrant.runs) - entrant.decided for entrant in field]
    texts = [
        duration(total) + (f"  ({count} undecided)" if count else "")
        for total, count in zip(totals, undecided, strict=True)
    ]
    places = _places([entrant.contestant for entrant in field])
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


def _places(contestants: Sequence[str]) -> list[float]:
    """Return the positions of the bars. The bars of one contestant are close together."""
    places = [0.0]
    are_pairs = len(set(contestants)) < len(contestants)
    for before, after in pairwise(contestants):
        step = (_CLOSE if before == after else 2 - _CLOSE) if are_pairs else 1.0
        places.append(round(places[-1] + step, 9))
    return places


def height_of_bars(bars: int) -> float:
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


# --- scatter plots --------------------------------------------------------------------------------

#: The axes go beyond the time of undecided runs by this factor, so that their points are visible.
_BEYOND = 1.35
#: More than `_MANY` points are drawn lighter. More than `_TOO_MANY` points are drawn as pixels,
#: because a vector file with so many points would be too large.
_MANY, _TOO_MANY = 400, 3000
_SIDE = 5.0  # inches


@house_style()
def scatter(
    table: pd.DataFrame,
    first: str | None = None,
    second: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot the times of the first contestant against the times of the second, run by run.

    Points above the diagonal are runs in which the first contestant was faster. Hollow triangles
    are runs that one or both contestants did not decide. Each group of puzzles has its own colour
    and marker. If the table has only two contestants, you can leave out their names.
    """
    one, other = _two(entrants(table), [first, second])
    pairs = _pairs(one, other)
    both = pd.concat([one.runs, other.runs])
    edge = border(both)
    ax = axes_or_new(ax, _SIDE)
    ax.set_box_aspect(1)
    for axis in (ax.xaxis, ax.yaxis):
        time_axis(axis, both, quickest(both), edge * _BEYOND)
    _draw_diagonals(ax)
    by_group = pairs.groupby(level="group", sort=False, dropna=False)
    groups = {str(name): points.to_numpy(float) for name, points in by_group}
    if len(groups) > 1:
        extent = pairs.clip(upper=edge).groupby(level="group", sort=False, dropna=False).agg(np.ptp)
        heights = 2 + extent.prod(axis=1).rank(ascending=False) / len(groups)
        # Wide groups lie below narrow ones, which they would hide.
        for (name, points), look, height in zip(
            groups.items(), looks(len(groups)), heights, strict=True
        ):
            _draw_points(ax, points, edge, look, name, height)
        handles = [line for line in ax.lines if line.get_label() in groups]
        place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.02, 1)}
        ax.legend(handles=handles, borderaxespad=0, markerscale=1.3, **place)
    else:
        _draw_points(ax, pairs.to_numpy(float), edge, replace(one.look, marker="o"))
    ones, others = pairs.to_numpy(float).T
    ax.set_xlabel(_label(one.name, ones < others))
    ax.set_ylabel(_label(other.name, others < ones))
    undecided = "" if np.isfinite([ones, others]).all() else " · △ undecided"
    title = f"Two contestants, {unit(table)} by {unit(table)}"
    entitle(ax, title, f"{describe(both)}{undecided}")
    return ax


def _two(field: Sequence[Entrant], wanted: Sequence[str | None]) -> tuple[Entrant, Entrant]:
    known = {entrant.name: entrant for entrant in field}
    names = [name for name in wanted if name is not None] or list(known)
    for name in names:
        if name not in known:
            raise ValueError(f"The table has no contestant {name!r}, only {', '.join(known)}.")
    if len(names) != 2:
        raise ValueError(
            f"A scatter plot compares two contestants. Name two of {', '.join(known)}."
        )
    one, other = names
    return known[one], known[other]


def _pairs(one: Entrant, other: Entrant) -> pd.DataFrame:
    """Return both times of each run that both contestants have. The index identifies the run."""
    key = ["group", "puzzle", "repeat"]
    sides = [
        pd.Series(each.times, pd.MultiIndex.from_frame(each.runs[key])) for each in (one, other)
    ]
    return pd.concat(sides, axis=1, join="inner")


def _draw_diagonals(ax: Axes) -> None:
    """Draw the lines on which the times are equal or differ by a factor of ten."""
    low, high = ax.get_xlim()
    for factor, width in ((0.1, 0.6), (1, 0.9), (10, 0.6)):
        ax.plot([low, high], [low * factor, high * factor], color=FAINT, linewidth=width, zorder=1)
    # Put the labels "10×" at a fifth of the diagonals, if there is room.
    x = low * (high / low) ** 0.2
    near = {"color": FAINT, "fontsize": rcParams["xtick.labelsize"], "ha": "center", "va": "center"}
    paper = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    if x * 10 < high:
        for place in ((x, x * 10), (x * 10, x)):
            ax.text(*place, "10×", rotation=45, zorder=1, bbox=paper, **near)


def _draw_points(
    ax: Axes,
    pairs: Timings,
    edge: float,
    look: Look,
    name: str = "both decided",
    height: float = 2,
) -> None:
    is_decided = np.isfinite(pairs).all(axis=1)
    shown = np.minimum(pairs, edge)
    alpha = 0.85 if len(pairs) <= _MANY else 0.4
    pixels: dict[str, Any] = {"rasterized": len(pairs) > _TOO_MANY}
    ax.plot(
        *shown[is_decided].T, look.marker, color=look.colour, markeredgecolor=PAPER,
        markersize=4.5, markeredgewidth=0.4, alpha=alpha, label=name, zorder=height, **pixels,
    )  # fmt: skip
    ax.plot(
        *shown[~is_decided].T, "^", markerfacecolor="none", markeredgecolor=INK, markersize=5.5,
        label="not decided by both", clip_on=False, in_layout=False, **pixels,
    )  # fmt: skip


def _label(name: str, is_quicker: npt.NDArray[np.bool_]) -> str:
    return f"time of {name} (faster in {is_quicker.sum():,} of {len(is_quicker):,})"
