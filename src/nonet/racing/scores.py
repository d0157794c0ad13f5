"""Scores as in competitions: decided, PAR-2, Borda, virtual best, medians, pairwise wins.

This module also summarises the counters that the contestants report.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean, median
from typing import TypeAlias

from nonet.racing.rows import Problem, Row

#: For PAR-2, an undecided run counts as this multiple of the time limit.
PENALTY = 2

RESAMPLES = 1_000
LOW, HIGH = 2.5, 97.5

VIRTUAL_BEST = "virtual best"

#: A puzzle in one repeat, on which all contestants are compared.
Trial: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class RaceScore:
    """The score of a contestant over all puzzles and all repeats, with times in seconds.

    `median` is the median time of the decided puzzles, where each puzzle counts with the median of
    its repeats. Its 95 % bootstrap interval is from `low` to `high`. `total` is the sum over the
    decided runs. `par2` is the mean over all runs, where an undecided run counts as twice the time
    limit. It is None if there is no limit.

    `borda` is the score of the MiniZinc Challenge. For each decided run the contestant gets from
    each rival one point if the rival did not decide it, or else the rival's share of their two
    times. It is None if there are no rivals. `best` counts the runs in which no contestant was
    faster. `marginal` says by how much the PAR-2 of the virtual best would increase without this
    contestant. `wins` counts, for each rival, the runs in which this contestant was faster. `wrong`
    and `failed` name the puzzles with wrong answers and with other failures.

    >>> from nonet.racing import race
    >>> [score] = race(["12..34..2......3"], ["norvig"]).scores()
    >>> score.contestant, score.decided, score.failed
    ('norvig', 1, ())
    """

    contestant: str
    runs: int
    decided: int
    median: float | None
    low: float | None
    high: float | None
    total: float
    par2: float | None
    borda: float | None = None
    best: int = 0
    marginal: float | None = None
    wins: Mapping[str, int] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


@dataclass(frozen=True)
class CounterTally:
    """A summary of a contestant's counter, over the runs that report it.

    The counter has the contestant's own name for it, and is not comparable with the counters of
    other contestants.

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
    """Return the counters of all contestants."""
    counts: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        for name, count in json.loads(row.counters).items():
            counts.setdefault((row.contestant, name), []).append(count)
    return [
        CounterTally(*key, len(found), median(found), fmean(found), max(found))
        for key, found in counts.items()
    ]


class Scoring:
    """All scores of a race."""

    def __init__(self, rows: Sequence[Row], contestants: Sequence[str], seed: int) -> None:
        self._seed = seed
        self._rows: dict[str, dict[Trial, Row]] = {contestant: {} for contestant in contestants}
        for row in rows:
            self._rows[row.contestant][row.puzzle, row.repeat] = row
        #: The times of the runs that each contestant decided.
        self._times = {
            contestant: {trial: row.seconds for trial, row in own.items() if row.decided}
            for contestant, own in self._rows.items()
        }
        limits = {(row.puzzle, row.repeat): row.limit for row in rows}
        self._penalties = {trial: PENALTY * limit for trial, limit in limits.items()}

    def scores(self) -> list[RaceScore]:
        """Return a score for each contestant: most decided first, then the least total time."""
        scores = [self._score(contestant) for contestant in self._rows]
        return sorted(scores, key=lambda score: (-score.decided, score.total))

    def virtual_best(self) -> RaceScore:
        """Return the score of a solver as fast as the fastest contestant in each run."""
        best = self._best
        return RaceScore(
            VIRTUAL_BEST,
            len(self._penalties),
            len(best),
            *_median(best, self._seed),
            total=sum(best.values()),
            par2=self._par2(best),
            best=len(best),
        )

    def _score(self, contestant: str) -> RaceScore:
        rows, times = self._rows[contestant], self._times[contestant]
        wrong = [row.puzzle for row in rows.values() if row.problem == Problem.WRONG]
        failed = [
            row.puzzle for row in rows.values() if row.problem not in (Problem.NOTHING, "wrong")
        ]
        return RaceScore(
            contestant,
            len(rows),
            len(times),
            *_median(times, self._seed),
            total=sum(times.values()),
            par2=self._par2(times, rows),
            borda=self._borda(contestant),
            best=sum(seconds == self._best[trial] for trial, seconds in times.items()),
            marginal=self._marginal(contestant),
            wins={
                other: self._wins(contestant, other) for other in self._rows if other != contestant
            },
            wrong=tuple(dict.fromkeys(wrong)),
            failed=tuple(dict.fromkeys(failed)),
        )

    @cached_property
    def _best(self) -> dict[Trial, float]:
        return self._best_of(self._rows)

    def _best_of(self, contestants: Mapping[str, object]) -> dict[Trial, float]:
        best: dict[Trial, float] = {}
        for contestant in contestants:
            for trial, seconds in self._times[contestant].items():
                best[trial] = min(seconds, best.get(trial, math.inf))
        return best

    def _par2(
        self, times: Mapping[Trial, float], trials: Mapping[Trial, object] | None = None
    ) -> float | None:
        asked = self._penalties if trials is None else trials
        if not asked:
            return None
        mean = fmean(times.get(trial, self._penalties[trial]) for trial in asked)
        return None if math.isnan(mean) else mean

    def _borda(self, contestant: str) -> float | None:
        rivals = [other for other in self._rows if other != contestant]
        if not rivals:
            return None
        return math.fsum(
            _point(seconds, self._times[rival].get(trial))
            for rival in rivals
            for trial, seconds in self._times[contestant].items()
            if trial in self._rows[rival]
        )

    def _marginal(self, contestant: str) -> float | None:
        others = {other: None for other in self._rows if other != contestant}
        without, everyone = self._par2(self._best_of(others)), self._par2(self._best)
        return None if without is None or everyone is None else without - everyone

    def _wins(self, contestant: str, other: str) -> int:
        theirs = self._times[other]
        return sum(
            trial in self._rows[other] and seconds < theirs.get(trial, math.inf)
            for trial, seconds in self._times[contestant].items()
        )


def _point(seconds: float, of_rival: float | None) -> float:
    """Return the points of a decided run against a rival's run, which is None if undecided.

    >>> _point(1.0, None), _point(1.0, 3.0), _point(0.0, 0.0)
    (1.0, 0.75, 0.5)
    """
    if of_rival is None:
        return 1.0
    both = seconds + of_rival
    return of_rival / both if both else 0.5


def _median(
    times: Mapping[Trial, float], seed: int
) -> tuple[float | None, float | None, float | None]:
    """Return the median over puzzles, and its bootstrap interval.

    The repeats of a puzzle depend on each other, so they are not resampled.
    """
    by_puzzle: dict[str, list[float]] = {}
    for (puzzle, _), seconds in times.items():
        by_puzzle.setdefault(puzzle, []).append(seconds)
    if not by_puzzle:
        return None, None, None
    medians = [median(seconds) for seconds in by_puzzle.values()]
    return median(medians), *_interval(medians, seed)


def _interval(values: Sequence[float], seed: int) -> tuple[float, float]:
    import numpy as np

    random = np.random.default_rng(seed)
    array = np.asarray(values)
    medians = [
        np.median(array[random.integers(0, len(array), len(array))]) for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(medians, (LOW, HIGH))
    return float(low), float(high)
