"""What the contestants count themselves: nodes, conflicts, iterations and the like."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, median

from nonet.racing.rows import Row


@dataclass(frozen=True)
class CounterTally:
    """A counter of a contestant, under the name that it gives it, in the runs that report it.

    >>> from nonet.racing import race
    >>> [tally] = race(["12..34..2......3"], ["norvig"]).tallies()
    >>> tally.contestant, tally.counter, tally.runs, tally.median
    ('norvig', 'nodes', 1, 1)
    """

    contestant: str
    counter: str
    runs: int
    median: float
    mean: float
    most: float


def tallies(rows: Iterable[Row]) -> list[CounterTally]:
    """Return the counters of all contestants; those of different contestants are not comparable."""
    counts: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        for name, count in json.loads(row.counters).items():
            counts.setdefault((row.contestant, name), []).append(count)
    return [
        CounterTally(*key, len(found), median(found), fmean(found), max(found))
        for key, found in counts.items()
    ]
