"""Estimate the ratio of the times of two contestants, with an interval.

The time of a contestant on a puzzle is the mean of its repeats. The ratio is the geometric mean of
the ratios on all common puzzles. You can multiply such ratios along a chain, and no slow puzzle
outweighs the others. A `Ratio` also has the ratio of the sums, in which slow puzzles dominate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from nonet.racing.scores import PENALTY

#: The percentiles of the resamples between which the interval lies.
LOW, HIGH = 2.5, 97.5
RESAMPLES = 2000
#: The fewest puzzles for an interval. With fewer, an interval is too rough.
ENOUGH = 20

#: The columns of a race's table that sum to its seconds.
PHASES = ("model", "encode", "load", "solve", "decode")

_Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ratio:
    """The ratio of the times of two contestants.

    `value` is the ratio for a typical puzzle, and its interval goes from `low` to `high`. The text
    of a ratio from few pairs has no interval. `total` is the ratio of the sums. `slow_open` and
    `quick_open` count the puzzles on which the slower and the quicker contestant reached the limit.
    These puzzles count with the time until the limit, so the true ratio may be larger or smaller.

    >>> print(Ratio(4.21, 3.9, 4.6, total=2.9, pairs=300))
    4.2 (3.9–4.6)
    """

    value: float
    low: float
    high: float
    total: float
    pairs: int
    slow_open: int = 0
    quick_open: int = 0

    def __str__(self) -> str:
        text = f"{self.bound}{number(self.value)}"
        return text if self.pairs < ENOUGH else f"{text} ({number(self.low)}–{number(self.high)})"

    @property
    def bound(self) -> str:
        """The words to write before the ratio if a contestant reached its limit."""
        if self.slow_open and self.quick_open:
            return "about "
        if self.slow_open:
            return "at least "
        return "at most " if self.quick_open else ""


def number(value: float) -> str:
    """Return a number as text, with two significant digits and all digits before the point.

    >>> [number(value) for value in (0.123, 1.26, 9.96, 123.4, 12345)]
    ['0.12', '1.3', '10', '123', '12,345']
    """
    if not np.isfinite(value) or value >= 9.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2g}"


def span(values: Iterable[float], form: Callable[[float], str] = number) -> str:
    """Return the lowest and the highest value in words, or one if they read the same.

    >>> span([3.14, 1.04, 2.0]), span([1.01, 1.02])
    ('1.0 to 3.1', '1.0')
    """
    values = list(values)
    return " to ".join(dict.fromkeys((form(min(values)), form(max(values)))))


def times(table: pd.DataFrame, column: str = "cpu") -> pd.DataFrame:
    """Return the mean seconds, with a row for each puzzle and a column for each contestant.

    >>> runs = pd.DataFrame(
    ...     {"puzzle": ["a", "a"], "contestant": ["x", "x"], "cpu": [1.0, 3.0]}
    ... )
    >>> times(runs).loc["a", "x"].item()
    2.0
    """
    return table.pivot_table(column, "puzzle", "contestant", aggfunc="mean", sort=False)


def on_cpu(table: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with CPU time in place of wall time.

    Each phase gets the share of the CPU time that it has of the wall time.

    >>> runs = pd.DataFrame({"cpu": [1.0], "seconds": [4.0], "solve": [2.0], "load": [2.0]})
    >>> on_cpu(runs)[["seconds", "solve"]].to_dict("records")
    [{'seconds': 1.0, 'solve': 0.5}]
    """
    scale = table["cpu"] / table["seconds"].where(table["seconds"] > 0, np.inf)
    phases = {name: table[name] * scale for name in PHASES if name in table}
    return table.assign(seconds=table["cpu"], **phases)


def ratio(table: pd.DataFrame, slow: str, quick: str, column: str = "cpu", seed: int = 0) -> Ratio:
    """Return how many times as long as `quick` the contestant `slow` takes on common puzzles.

    >>> runs = pd.DataFrame(
    ...     {
    ...         "puzzle": ["a", "b"] * 2,
    ...         "contestant": ["x", "x", "y", "y"],
    ...         "cpu": [2.0, 8.0, 1.0, 1.0],
    ...         "decided": True,
    ...     }
    ... )
    >>> found = ratio(runs, "x", "y")
    >>> found.value, found.total, found.pairs
    (4.0, 5.0, 2)
    """
    both = times(table[table["contestant"].isin([slow, quick])], column)
    if not {slow, quick} <= set(both):
        raise ValueError(f"The table lacks runs of {slow!r} and {quick!r}.")
    both = both.dropna()
    one, other = both[slow].to_numpy(float), both[quick].to_numpy(float)
    value, low, high = geometric(one / other, seed)
    return Ratio(
        value,
        low,
        high,
        float(one.sum() / other.sum()),
        len(both),
        _open(table, slow, both.index),
        _open(table, quick, both.index),
    )


def geometric(values: Sequence[float] | _Numbers, seed: int = 0) -> tuple[float, float, float]:
    """Return the geometric mean of values, and its bootstrap interval.

    >>> geometric([2.0, 2.0])
    (2.0, 2.0, 2.0)
    """
    logs = np.log(np.asarray(values, float))
    if not len(logs):
        raise ValueError("The mean needs at least one value.")
    drawn = np.random.default_rng(seed).integers(0, len(logs), (RESAMPLES, len(logs)))
    low, high = np.percentile(logs[drawn].mean(axis=1), (LOW, HIGH))
    mean, low, high = (round(float(np.exp(log)), 9) for log in (logs.mean(), low, high))
    return mean, low, high


def share(values: Sequence[bool] | _Numbers) -> str:
    """Return the share of true values with its interval, by Wilson.

    >>> share([True, True, True, False])
    '75.0% (30.1%–95.4%)'
    """
    z, n, p = 1.96, len(values), float(np.mean(values))
    middle = (p + z * z / 2 / n) / (1 + z * z / n)
    half = z / (1 + z * z / n) * float(np.sqrt(p * (1 - p) / n + z * z / 4 / n / n))
    return f"{p:.1%} ({max(0, middle - half):.1%}–{min(1, middle + half):.1%})"


def mean(values: Sequence[float] | _Numbers, seed: int = 0) -> str:
    """Return the mean of values with its bootstrap interval.

    >>> mean([2.0, 2.0])
    '2.00 (2.00–2.00)'
    """
    numbers = np.asarray(values, float)
    drawn = np.random.default_rng(seed).choice(numbers, (RESAMPLES, len(numbers))).mean(axis=1)
    low, high = np.percentile(drawn, (LOW, HIGH))
    return f"{numbers.mean():.2f} ({low:.2f}–{high:.2f})"


def medians(
    table: pd.DataFrame, by: Sequence[str] = ("contestant", "group"), column: str = "cpu"
) -> pd.DataFrame:
    """Return the median time over the puzzles, by contestant and group.

    A median is infinite if the contestant did not answer most puzzles.

    >>> runs = pd.DataFrame(
    ...     {
    ...         "puzzle": ["a", "b", "c"],
    ...         "contestant": "x",
    ...         "group": "hard",
    ...         "cpu": [1.0, 2.0, 9.0],
    ...         "decided": [True, True, False],
    ...     }
    ... )
    >>> medians(runs).loc["x", "hard"].item()
    2.0
    """
    seconds = table[column].where(table["decided"], np.inf)
    each = seconds.groupby([table[name] for name in (*by, "puzzle")], sort=False).mean()
    return each.groupby(level=list(by), sort=False).median().unstack(sort=False)


def par2(
    table: pd.DataFrame, by: Sequence[str] = ("contestant",), column: str = "cpu"
) -> pd.Series:
    """Return the mean time over the puzzles. An unanswered puzzle counts with twice its limit.

    >>> runs = pd.DataFrame({"contestant": "x", "cpu": [1.0, 9.0], "limit": 9.0})
    >>> par2(runs.assign(decided=[True, False]))["x"].item()
    9.5
    """
    seconds = table[column].where(table["decided"].astype(bool), PENALTY * table["limit"])
    return seconds.groupby([table[name] for name in by], sort=False).mean()


def _open(table: pd.DataFrame, contestant: str, puzzles: pd.Index) -> int:
    runs = table[(table["contestant"] == contestant) & table["puzzle"].isin(puzzles)]
    return int(runs.loc[~runs["decided"].astype(bool), "puzzle"].nunique())
