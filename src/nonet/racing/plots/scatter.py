"""A scatter plot that compares the times of two contestants, run by run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes

from nonet.racing.plots.axes import border, quickest, time_axis
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
    groups = _groups(pairs)
    if len(groups) > 1:
        for (name, points), look in zip(groups.items(), looks(len(groups)), strict=True):
            _draw_points(ax, points, edge, look, name)
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


def _groups(pairs: pd.DataFrame) -> dict[str, Timings]:
    by_group = pairs.groupby(level="group", sort=False, dropna=False)
    return {str(name): points.to_numpy(float) for name, points in by_group}


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
    ax: Axes, pairs: Timings, edge: float, look: Look, name: str = "both decided"
) -> None:
    is_decided = np.isfinite(pairs).all(axis=1)
    shown = np.minimum(pairs, edge)
    alpha = 0.85 if len(pairs) <= _MANY else 0.4
    pixels: dict[str, Any] = {"rasterized": len(pairs) > _TOO_MANY}
    ax.plot(
        *shown[is_decided].T, look.marker, color=look.colour, markeredgecolor=PAPER,
        markersize=4.5, markeredgewidth=0.4, alpha=alpha, label=name, **pixels,
    )  # fmt: skip
    ax.plot(
        *shown[~is_decided].T, "^", markerfacecolor="none", markeredgecolor=INK, markersize=5.5,
        label="not decided by both", clip_on=False, in_layout=False, **pixels,
    )  # fmt: skip


def _label(name: str, is_quicker: npt.NDArray[np.bool_]) -> str:
    return f"time of {name} (faster in {is_quicker.sum():,} of {len(is_quicker):,})"
