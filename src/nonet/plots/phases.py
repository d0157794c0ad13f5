"""Where the time goes: model, encode, load, solve, decode."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from nonet.durations import duration
from nonet.plots.bars import LEGEND_ROOM, draw_stacks, height
from nonet.plots.runs import describe, entrants, unit
from nonet.plots.seconds import label_in_units
from nonet.plots.style import axes_or_new, entitle, house_style

#: The columns of the table that sum to the time that counts.
PHASES = ("model", "encode", "load", "solve", "decode")


@house_style()
def phases(table: pd.DataFrame, ax: Axes | None = None, *, share: bool = True) -> Axes:
    """Plot how the time of each contestant divides into phases, a bar for each.

    Bars are as long as each other, so that quick and slow contestants can be compared; with
    `share=False` they are as long as their time. The number beside a bar is the mean time of all
    its runs; an undecided one counts with what it had taken.
    """
    field = entrants(table)
    ax = axes_or_new(ax, height(len(field)))
    means = np.array([entrant.runs[list(PHASES)].mean().to_numpy(float) for entrant in field])
    totals = means.sum(axis=1)
    parts = means / np.where(totals, totals, 1)[:, None] if share else means
    texts = [
        duration(total) + _undecided(len(entrant.runs) - entrant.decided)
        for entrant, total in zip(field, totals, strict=True)
    ]
    stacks = dict(zip(PHASES, parts.T, strict=True))
    draw_stacks(ax, [entrant.name for entrant in field], stacks, texts)
    if share:
        ax.set_xlim(0, 1)
        ax.xaxis.set_major_formatter(PercentFormatter(1))
        ax.set_xlabel("share of the time")
    else:
        label_in_units(ax.xaxis)
        ax.set_xlabel(f"mean time for each {unit(table)}")
    facts = f"{describe(table)} · on the right: mean time for each {unit(table)}"
    entitle(ax, "Where the time goes", facts, LEGEND_ROOM)
    return ax


def _undecided(count: int) -> str:
    return f"  ({count} undecided)" if count else ""
