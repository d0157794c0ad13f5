"""Races on puzzles with keys. The first part of a key is the group in tables and figures."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.image import AxesImage

import nonet
from nonet.puzzle import Puzzle
from nonet.racing.stopwatch import duration
from study.estimates import Ratio, medians, ratio, span

#: The darkest shade means that a time is this many times as long as the quickest, or longer.
FAR = 1000


def raced(
    puzzles: Mapping[tuple[Hashable, ...], Puzzle],
    contestants: Sequence[str],
    seconds: float,
    *,
    seed: int = 0,
    **options: Any,
) -> pd.DataFrame:
    """Return the table of a race. Raise `AssertionError` if a contestant is wrong or fails."""
    found = nonet.race(
        list(puzzles.values()),
        contestants,
        nonet.Limits(seconds=seconds),
        groups=[str(key[0]) for key in puzzles],
        seed=seed,
        **options,
    )
    assert not found.disagreements(), found.disagreements()
    assert not found.problems(), found.problems()
    return found.table()


def ratios(
    table: pd.DataFrame, names: Sequence[str], to: str, column: str = "cpu"
) -> dict[str, dict[str, Ratio]]:
    """Return, by group, how many times as long as `to` each contestant takes."""
    groups = dict(list(table.groupby("group", sort=False)))
    return {
        name: {group: ratio(part, name, to, column) for group, part in groups.items()}
        for name in names
    }


def cold_to_warm(cold: pd.DataFrame, warm: pd.DataFrame) -> dict[str, Ratio]:
    """Return how many times as long a cold run takes as a warm one, by contestant."""
    both = pd.concat([cold, warm])
    return {
        name: ratio(part.assign(contestant=part["setting"]), "cold", "warm")
        for name, part in both.groupby("contestant", sort=False)
    }


def quicker(table: pd.DataFrame, one: str, other: str) -> pd.Series:
    """Return the share of puzzles on which one contestant is quicker than another, by group."""
    seconds = table.set_index(["group", "puzzle"])
    first, second = (seconds.loc[seconds["contestant"] == name, "cpu"] for name in (one, other))
    return (first < second).groupby("group", sort=False).mean()


def shares_of(table: pd.DataFrame, names: Sequence[str], phases: Sequence[str]) -> str:
    """Return the share of their time that contestants spend in some phases, in words."""
    sums = table[table["contestant"].isin(names)].groupby("contestant")[[*phases, "seconds"]].sum()
    return span(sums[list(phases)].sum(axis=1) / sums["seconds"], "{:.0%}".format)


def searched_alike(table: pd.DataFrame, one: str, other: str) -> pd.Series:
    """Tell for each puzzle whether the counters of two contestants are equal.

    If they are, both contestants ran the same search.
    """
    both = table[table["contestant"].isin([one, other])]
    return both.groupby("puzzle")["counters"].nunique() == 1


def heat_map(table: pd.DataFrame, ax: Axes, limit: float) -> AxesImage:
    """Draw the median of each contestant in each group, shaded by its distance from the best."""
    middle = medians(table).T
    far = middle.div(middle.min(axis=1), axis=0).clip(upper=FAR)
    image = ax.imshow(far, norm=LogNorm(1, FAR), cmap="Blues", aspect="auto")
    for (down, across), seconds in np.ndenumerate(middle.to_numpy()):
        ax.text(
            across,
            down,
            duration(seconds) if np.isfinite(seconds) else f"> {limit:g} s",
            ha="center",
            va="center",
            fontsize=7.5,
            fontweight="bold" if far.iloc[down, across] == 1 else "normal",
            color="white" if far.iloc[down, across] > 30 else "#202428",
        )
    ax.set_xticks(range(len(middle.columns)), middle.columns, rotation=35, ha="left")
    ax.set_yticks(range(len(middle)), middle.index)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    bar = plt.colorbar(image, ax=ax, shrink=0.7, pad=0.02)
    bar.set_label("times the quickest of the row")
    bar.set_ticks([1, 10, 100, 1000], labels=["1", "10", "100", "1000 or more"])
    bar.outline.set_visible(False)
    return image
