"""The contestants of a plot, with their runs, times and looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from nonet.racing.plots.style import Look, looks_of
from nonet.racing.stopwatch import duration

Timings = npt.NDArray[np.float64]

#: Shorter times are plotted as this many seconds, because a logarithmic axis cannot start at 0. No
#: real run is as short as this.
QUICKEST = 1e-7


@dataclass(frozen=True)
class Entrant:
    """A contestant in a plot."""

    name: str
    contestant: str
    runs: pd.DataFrame
    look: Look

    @property
    def times(self) -> Timings:
        """The seconds of the contestant's runs. Undecided runs count as infinite."""
        return times(self.runs)

    @property
    def decided(self) -> int:
        return int(np.isfinite(self.times).sum())


def entrants(table: pd.DataFrame) -> list[Entrant]:
    """Return an entrant for each contestant, mode and setting, in the order of the table."""
    if not isinstance(table, pd.DataFrame):
        raise TypeError("A plot takes the table of a race: pass result.table().")
    if table.empty:
        raise ValueError("The table of results is empty, so there is nothing to plot.")
    kinds = [column for column in ("mode", "setting") if table[column].nunique() > 1]
    groups = list(table.groupby(["contestant", *kinds], sort=False))
    return [
        Entrant(" ".join(map(str, key)), key[0], runs, look)
        for (key, runs), look in zip(groups, looks_of([key[0] for key, _ in groups]), strict=True)
    ]


def times(runs: pd.DataFrame) -> Timings:
    """Return the seconds of runs. Undecided and wrong runs count as infinite."""
    is_decided = runs["decided"].to_numpy(bool) & (runs["problem"] != "wrong").to_numpy(bool)
    seconds = runs["seconds"].to_numpy(float).clip(QUICKEST)
    return np.where(is_decided, seconds, np.inf)


def limit(table: pd.DataFrame) -> float | None:
    """Return the longest time limit, or None if no run has a limit."""
    longest = table["limit"].max()
    return None if pd.isna(longest) else float(longest)


def unit(table: pd.DataFrame) -> str:
    """Return what the plot calls a row of the table: "puzzle", or "run" if there are repeats."""
    return "run" if table["repeat"].nunique() > 1 else "puzzle"


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
