"""The scores of solver competitions, such as PAR-2 and Borda points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nonet.racing.rows import Problem, Row

#: In PAR-2, an undecided run counts as this multiple of the time limit.
PENALTY = 2

RESAMPLES = 1_000
LOW, HIGH = 2.5, 97.5

VIRTUAL_BEST = "virtual best"

Times: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RaceScore:
    """The score of a contestant over all puzzles and all repeats. Times are in seconds.

    `median` is the median time of the decided puzzles. The time of a puzzle is the median of its
    repeats. The 95 % bootstrap interval of `median` goes from `low` to `high`. `total` is the total
    time of the decided runs.

    `par2` is the mean time of all runs. An undecided run counts as twice the time limit. Without a
    time limit, `par2` is None. `marginal` says by how much the PAR-2 of the virtual best would
    increase without this contestant.

    `borda` is the score of the MiniZinc Challenge. A contestant gets points against each rival for
    each run that it decides. If the rival did not decide the run, the contestant gets one point.
    Otherwise it gets the rival's time divided by the sum of both times. A contestant without rivals
    has the score None.

    `best` counts the runs in which no contestant was faster. `wins` counts, for each rival, the
    runs in which this contestant was faster. `wrong` names the puzzles with wrong answers. `failed`
    names the puzzles with other failures.

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


class Scoring:
    """Computes all scores of a race."""

    def __init__(self, rows: Sequence[Row], contestants: Sequence[str], seed: int) -> None:
        self._rows = rows
        self._contestants = tuple(contestants)
        self._seed = seed
        trials = dict.fromkeys((row.puzzle, row.repeat) for row in rows)
        self._puzzles = [puzzle for puzzle, _ in trials]
        shape = len(contestants), len(trials)
        #: The seconds of each run, by contestant and trial. Undecided runs count as infinite.
        self._times = np.full(shape, np.inf)
        self._is_asked = np.zeros(shape, bool)
        #: In PAR-2, an undecided run counts as this many seconds.
        self._penalties = np.full(len(trials), np.nan)
        lines = {contestant: line for line, contestant in enumerate(contestants)}
        columns = {trial: column for column, trial in enumerate(trials)}
        for row in rows:
            place = lines[row.contestant], columns[row.puzzle, row.repeat]
            self._is_asked[place] = True
            self._times[place] = row.seconds if row.decided else np.inf
            self._penalties[place[1]] = PENALTY * row.limit
        self._best = _best(self._times)

    def scores(self) -> list[RaceScore]:
        scores = map(self._score, range(len(self._contestants)))
        return sorted(scores, key=lambda score: (-score.decided, score.total))

    def virtual_best(self) -> RaceScore:
        is_asked = np.ones(len(self._best), bool)
        score = self._basic_score(VIRTUAL_BEST, self._best, is_asked)
        return replace(score, best=score.decided)

    def _score(self, line: int) -> RaceScore:
        contestant, times = self._contestants[line], self._times[line]
        names = [name for name in self._contestants if name != contestant]
        rivals, is_common = (np.delete(all_, line, 0) for all_ in (self._times, self._is_asked))
        everyone, without = self._par2(self._best), self._par2(_best(rivals))
        failed = [row for row in self._rows if row.contestant == contestant and row.problem]
        wrong = [row.puzzle for row in failed if row.problem == Problem.WRONG]
        others = [row.puzzle for row in failed if row.problem != Problem.WRONG]
        return replace(
            self._basic_score(contestant, times, self._is_asked[line]),
            borda=float(points(times, rivals)[is_common].sum()) if names else None,
            best=int((np.isfinite(times) & (times == self._best)).sum()),
            marginal=None if without is None or everyone is None else without - everyone,
            wins=dict(zip(names, ((times < rivals) & is_common).sum(axis=1).tolist(), strict=True)),
            wrong=tuple(dict.fromkeys(wrong)),
            failed=tuple(dict.fromkeys(others)),
        )

    def _basic_score(self, name: str, times: Times, is_asked: npt.NDArray[np.bool_]) -> RaceScore:
        """Return a score without the parts that compare rivals."""
        decided = times[np.isfinite(times)].tolist()
        return RaceScore(
            name,
            int(is_asked.sum()),
            len(decided),
            *self._median(times),
            total=sum(decided),
            par2=self._par2(times, is_asked),
        )

    def _par2(
        self, times: Times, is_asked: npt.NDArray[np.bool_] | slice = slice(None)
    ) -> float | None:
        counted = np.where(np.isfinite(times), times, self._penalties)[is_asked]
        mean = counted.mean() if counted.size else np.nan
        return None if np.isnan(mean) else float(mean)

    def _median(self, times: Times) -> tuple[float | None, float | None, float | None]:
        """Return the median over puzzles, and its bootstrap interval.

        The bootstrap draws whole puzzles, because the repeats of a puzzle are not independent.
        """
        by_puzzle: dict[str, list[float]] = {}
        for puzzle, seconds in zip(self._puzzles, times.tolist(), strict=True):
            if seconds < np.inf:
                by_puzzle.setdefault(puzzle, []).append(seconds)
        if not by_puzzle:
            return None, None, None
        medians = np.array([median(seconds) for seconds in by_puzzle.values()])
        random, count = np.random.default_rng(self._seed), len(medians)
        resampled = [np.median(medians[random.integers(0, count, count)]) for _ in range(RESAMPLES)]
        low, high = np.percentile(resampled, (LOW, HIGH)).tolist()
        return float(np.median(medians)), low, high


def points(times: Times, of_rivals: Times) -> Times:
    """Return the Borda points of each run against the rivals' runs on the same puzzle."""
    with np.errstate(invalid="ignore"):  # the next lines replace NaN
        shares = of_rivals / (times + of_rivals)
    shares = np.where(times + of_rivals == 0, 0.5, shares)
    return np.where(np.isinf(of_rivals), np.isfinite(times), shares).astype(float)


def _best(times: Times) -> Times:
    return times.min(axis=0, initial=np.inf)  # type: ignore[no-any-return]
