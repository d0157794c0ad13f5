"""The contestants of a race's table as plots need them: their runs, times and looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from nonet.racing.plots.style import Look, looks_of
from nonet.racing.stopwatch import duration

Timings = npt.NDArray[np.float64]

#: Seconds at which a logarithmic axis starts at the earliest: less than a function call takes.
QUICKEST = 1e-7


@dataclass(frozen=True)
class Entrant:
    """A contestant in a plot: its name, its runs and its look."""

    name: str
    runs: pd.DataFrame
    look: Look

    @property
    def times(self) -> Timings:
        """The seconds of its runs. An undecided run takes infinitely long."""
        return times(self.runs)

    @property
    def decided(self) -> int:
        """The number of runs it decided."""
        return int(np.isfinite(self.times).sum())


def entrants(table: pd.DataFrame) -> list[Entrant]:
    """Return the contestants, in the order of the table.

    In a table with several modes or settings, a contestant appears once for each mode and setting.
    """
    if table.empty:
        raise ValueError("the table of results is empty: nothing to plot")
    kinds = [column for column in ("mode", "setting") if table[column].nunique() > 1]
    groups = list(table.groupby(["contestant", *kinds], sort=False))
    return [
        Entrant(" ".join(map(str, key)), runs, look)
        for (key, runs), look in zip(groups, looks_of([key[0] for key, _ in groups]), strict=True)
    ]


def times(runs: pd.DataFrame) -> Timings:
    """Return the seconds of runs. Undecided and wrong runs take infinitely long."""
    is_decided = runs["decided"].to_numpy(bool) & (runs["problem"] != "wrong").to_numpy(bool)
    seconds = runs["seconds"].to_numpy(float).clip(QUICKEST)
    return np.where(is_decided, seconds, np.inf)


def limit(table: pd.DataFrame) -> float | None:
    """Return the time limit (the longest, if there are several), or None without a limit."""
    longest = table["limit"].max()
    return None if pd.isna(longest) else float(longest)


def unit(table: pd.DataFrame) -> str:
    """Return the word for a row of the table: "puzzle", or "run" if puzzles are repeated."""
    return "run" if table["repeat"].nunique() > 1 else "puzzle"


def quantile(seconds: Timings, share: float) -> float:
    """Return a quantile of times, some of which may be infinite.

    >>> quantile(np.array([1.0, 2.0, np.inf]), 0.5), quantile(np.array([1.0, np.inf]), 0.5)
    (2.0, inf)
    """
    # Interpolation with an infinite neighbour gives no number, even at weight zero.
    upper = np.quantile(seconds, share, method="higher")
    return float(np.quantile(np.minimum(seconds, upper), share)) if np.isfinite(upper) else np.inf


def describe(table: pd.DataFrame) -> str:
    """Return a description of the table, as in ``check · cold · 50 puzzles · limit 1 s``."""
    return " · ".join(_facts(table))


def _facts(table: pd.DataFrame) -> Iterator[str]:
    for column in ("mode", "setting"):
        yield " and ".join(map(str, table[column].unique()))
    puzzles, repeats = table["puzzle"].nunique(), table["repeat"].nunique()
    count = f"{puzzles:,} puzzle{'s' if puzzles != 1 else ''}"
    yield f"{count}, {repeats} repeats" if repeats > 1 else count
    longest = limit(table)
    yield f"limit {duration(longest)}" if longest else "no time limit"
