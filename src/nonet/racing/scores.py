"""Scores as the field computes them: solved, PAR-2, virtual best, medians, pairwise wins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median
from typing import TypeAlias

from nonet.racing.rows import Problem, Row

#: What is decided too late or not at all counts as so many times the limit.
PENALTY = 2

RESAMPLES = 1_000
LOW, HIGH = 2.5, 97.5

VIRTUAL_BEST = "virtual best"

#: A puzzle in one repeat.
Heat: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class Score:
    """A contestant on all puzzles in all repeats; times are in seconds.

    `median` is that of the puzzles that it decided, each by the median of its repeats, with a
    95 % bootstrap interval from `low` to `high`; `total` is the sum over the runs that it
    decided. `par2` is the mean over all runs, where one that was not decided counts as twice the
    limit; it is None where there is no limit to double. `best` counts the runs in which nobody
    was quicker, and `marginal` is what the PAR-2 of the virtual best would lose without it.
    `wins` says against whom it was quicker, and how often. `wrong` and `failed` name puzzles.
    """

    contestant: str
    runs: int
    decided: int
    median: float | None
    low: float | None
    high: float | None
    total: float
    par2: float | None
    best: int
    marginal: float | None
    wins: Mapping[str, int]
    wrong: tuple[str, ...]
    failed: tuple[str, ...]


class Scoring:
    """All scores of a race."""

    def __init__(self, rows: Sequence[Row], contestants: Sequence[str], seed: int) -> None:
        self._seed = seed
        self._rows: dict[str, dict[Heat, Row]] = {contestant: {} for contestant in contestants}
        for row in rows:
            self._rows[row.contestant][row.puzzle, row.repeat] = row
        #: What each contestant needed where it decided.
        self._times = {
            contestant: {heat: row.seconds for heat, row in of_it.items() if row.decided}
            for contestant, of_it in self._rows.items()
        }
        limits = {(row.puzzle, row.repeat): row.limit for row in rows}
        self._penalties = {heat: PENALTY * limit for heat, limit in limits.items()}

    def scores(self) -> list[Score]:
        """Return a score for each contestant: most decided first, then the quickest."""
        scores = [self._score(contestant) for contestant in self._rows]
        return sorted(scores, key=lambda score: (-score.decided, score.total))

    def virtual_best(self) -> Score:
        """Return the score of one who always knew whom to ask."""
        best = self._best
        middle = _Middle.of(best, self._seed)
        return Score(
            VIRTUAL_BEST,
            runs=len(self._penalties),
            decided=len(best),
            median=middle.median,
            low=middle.low,
            high=middle.high,
            total=sum(best.values()),
            par2=self._par2(best),
            best=len(best),
            marginal=None,
            wins={},
            wrong=(),
            failed=(),
        )

    def _score(self, contestant: str) -> Score:
        rows, times = self._rows[contestant], self._times[contestant]
        middle = _Middle.of(times, self._seed)
        wrong = [row.puzzle for row in rows.values() if row.problem == Problem.WRONG]
        failed = [
            row.puzzle for row in rows.values() if row.problem not in (Problem.NOTHING, "wrong")
        ]
        return Score(
            contestant,
            runs=len(rows),
            decided=len(times),
            median=middle.median,
            low=middle.low,
            high=middle.high,
            total=sum(times.values()),
            par2=self._par2(times, rows),
            best=sum(seconds == self._best[heat] for heat, seconds in times.items()),
            marginal=self._marginal(contestant),
            wins={
                other: self._wins(contestant, other) for other in self._rows if other != contestant
            },
            wrong=tuple(dict.fromkeys(wrong)),
            failed=tuple(dict.fromkeys(failed)),
        )

    @cached_property
    def _best(self) -> dict[Heat, float]:
        return self._best_of(self._rows)

    def _best_of(self, contestants: Mapping[str, object]) -> dict[Heat, float]:
        best: dict[Heat, float] = {}
        for contestant in contestants:
            for heat, seconds in self._times[contestant].items():
                best[heat] = min(seconds, best.get(heat, math.inf))
        return best

    def _par2(
        self, times: Mapping[Heat, float], heats: Mapping[Heat, object] | None = None
    ) -> float | None:
        asked = self._penalties if heats is None else heats
        if not asked:
            return None
        mean = fmean(times.get(heat, self._penalties[heat]) for heat in asked)
        return None if math.isnan(mean) else mean

    def _marginal(self, contestant: str) -> float | None:
        others = {other: None for other in self._rows if other != contestant}
        without, everyone = self._par2(self._best_of(others)), self._par2(self._best)
        return None if without is None or everyone is None else without - everyone

    def _wins(self, contestant: str, other: str) -> int:
        theirs = self._times[other]
        return sum(
            heat in self._rows[other] and seconds < theirs.get(heat, math.inf)
            for heat, seconds in self._times[contestant].items()
        )


@dataclass(frozen=True)
class _Middle:
    """A median with its bootstrap interval."""

    median: float | None = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, times: Mapping[Heat, float], seed: int) -> _Middle:
        """Return that of puzzles: repeats of one are no new evidence, so they are not resampled."""
        by_puzzle: dict[str, list[float]] = {}
        for (puzzle, _), seconds in times.items():
            by_puzzle.setdefault(puzzle, []).append(seconds)
        if not by_puzzle:
            return cls()
        medians = [median(of_puzzle) for of_puzzle in by_puzzle.values()]
        return cls(median(medians), *_interval(medians, seed))


def _interval(values: Sequence[float], seed: int) -> tuple[float, float]:
    """Return the percentiles of the medians of resamples."""
    import numpy as np

    random = np.random.default_rng(seed)
    array = np.asarray(values)
    medians = [
        np.median(array[random.integers(0, len(array), len(array))]) for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(medians, (LOW, HIGH))
    return float(low), float(high)
