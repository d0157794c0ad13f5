"""Estimate the number of solutions by samples of the search tree.

A *probe* searches the whole tree, but visits only a sample of the nodes. The weight of a visited
node is the number of nodes that it represents. The expected sum of the weights of all solutions is
the number of solutions (Knuth 1975, Chen 1992).

Nodes are sampled by their number of open cells. For each number, the weight of nodes is a *goal*.
The first probes are small. They estimate how many nodes there are, and so which goals let the later
probes visit about equally many nodes at each number of open cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import index
from random import Random
from statistics import fmean, stdev

from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.questions.counting.pieces import open_cell
from nonet.questions.uniqueness import LimitReached, solve
from nonet.solvers import (
    MOST_WEIGHT,
    Limits,
    LimitsLike,
    Sampled,
    Solution,
    Status,
    find_backend,
    require_right,
)
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, check_limits, limited_to, whole

#: The default number of probes, and the smallest number of probes for an estimate.
PROBES, _FEWEST = 10, 4
#: About how many nodes the backend, or Python, visits at each number of open cells.
_NODES, _NODES_IN_PYTHON = 1000, 64
#: The number of nodes of the first, small probe. Each later probe visits four times as many.
_FIRST_NODES = 8
#: A whole search is quick if its solutions, and `_STEPS` for each node, are fewer than this.
_QUICK, _STEPS = 2_500_000, 10


@dataclass(frozen=True)
class Estimate:
    """The result of `estimate`: the mean of some probes, with its standard error.

    The `interval` contains the number of solutions with a probability of about 95 %. `largest` is
    the share of the largest probe in the sum of all. If this share is large, the interval is too
    narrow. If one probe visited the whole tree, the mean is exact and the error is 0.

    >>> estimate("12..34..........").interval
    (12.0, 12.0)
    """

    mean: float
    error: float
    probes: int
    largest: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the number of solutions."""
        if not self.error:
            return self.mean, self.mean
        freedom = self.probes - 1
        spread = self.error * (1.96 + 2.37 / freedom + 2.82 / freedom**2)  # Student's t
        return max(0.0, self.mean - spread), self.mean + spread

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"about {self.mean:.4g}, standard error {self.error:.2g}, "
            f"95 %: {low:.4g} to {high:.4g} ({counted(self.probes, 'probe')})"
        )


def estimate(
    puzzle: PuzzleLike, probes: int = PROBES, *, seed: int = 0, limits: LimitsLike = Limits()
) -> Estimate:
    """Estimate the number of solutions by this number of probes, or by fewer at the time limit.

    There are at least four probes. As long as no probe finds a solution, the next ones are larger.
    If the time is too short for them, raise `LimitReached`.

    >>> found = estimate("." * 81)
    >>> 0.5 < found.mean / 6.67e21 < 2
    True
    """
    probes = whole(probes, "the number of probes", 1)
    found: Estimate | None = None
    with suppress(TimeUp), limited_to(Limits.of(limits)):
        for found in estimates(puzzle, seed=seed):
            if found.probes >= probes:
                break
    if found is None:
        raise LimitReached(0)
    return found


def estimates(puzzle: PuzzleLike, *, seed: int = 0) -> Iterator[Estimate]:
    """Yield estimates from more and more probes. Stop only if an estimate is exact."""
    puzzle, random = as_puzzle(puzzle), Random(index(seed))
    samplers = find_backend(None).samplers
    own = samplers(puzzle) if samplers else None
    sample, enough = (own, _NODES) if own else (_sample, _NODES_IN_PYTHON)
    size, most, visits = len(puzzle.grid.cells) + 1, _FIRST_NODES, 0
    seen, found = [0.0] * size, list[float]()
    while True:
        # Cells are filled one by one, so lower goals than before would be of no use.
        expected = [number / most / max(visits, 1) for number in seen]
        goals = [*accumulate(reversed(expected), max, initial=1.0)][:0:-1]
        sampled = sample(puzzle, goals, [random.random() for _ in goals], 2 * most)
        require_right(puzzle, sampled.kept, "a probe")
        if max(sampled.goals) > MOST_WEIGHT:
            raise TooLarge(f"the estimate is more than {MOST_WEIGHT:g} solutions")
        if max(sampled.goals) == 1:
            yield Estimate(sampled.solutions, 0.0, 1, 1.0)
            return
        seen = [before + most * now for before, now in zip(seen, sampled.nodes, strict=True)]
        visits += most
        if most < enough:
            most = min(enough, 4 * most)
            continue
        found.append(sampled.solutions)
        if len(found) == 1 and _STEPS * sum(sampled.nodes) + sampled.solutions < _QUICK:
            most = _QUICK
        if len(found) < _FEWEST:
            continue
        if any(found):
            mean, error = fmean(found), stdev(found) / len(found) ** 0.5
            yield Estimate(mean, error, len(found), max(found) / sum(found))
        else:  # solutions are rare: in the end, a probe searches the whole tree
            most *= 4


def _sample(puzzle: Puzzle, goals: list[float], due: list[float], most: int) -> Sampled:
    """Visit a sample of the search tree in Python, for puzzles that the backend cannot sample."""
    propagate, found = propagator(puzzle.geometry), Sampled(0.0, [0.0] * len(goals), goals, [])
    solutions, visits = 0.0, Counter[int]()
    start = propagate.start(puzzle.domains)
    stack = [] if start is None else [(start, 1.0)]
    while stack and max(goals) <= MOST_WEIGHT:
        check_limits()
        state, weight = stack.pop()
        open_cells = sum(mask & (mask - 1) > 0 for mask in puzzle.grid.answer(tuple(state.marks)))
        found.nodes[open_cells] += weight
        due[open_cells] += min(1.0, weight / goals[open_cells])
        if due[open_cells] < 1:
            continue
        due[open_cells] -= 1
        weight = max(weight, goals[open_cells])
        visits[open_cells] += 1
        if visits[open_cells] % most == 0:
            goals[open_cells] *= 2
        cell = open_cell(puzzle.grid, state.marks)
        if cell is None:
            solution = _filled(puzzle, state.marks)
            if solution is not None:
                solutions += weight
                found.kept[:] = [solution]
            continue
        for value in puzzle.grid.values_of(state.marks[cell]):
            after = propagate.assign(state, cell, puzzle.grid.bit(value))
            if after is not None:
                stack.append((after, weight))
    return found._replace(solutions=solutions)


def _filled(puzzle: Puzzle, marks: Sequence[int]) -> Solution | None:
    """Return a solution with these marks, which leave only auxiliary cells open."""
    if not puzzle.grid.has_auxiliary:
        return tuple(map(puzzle.grid.value_of, marks))
    answer = solve(replace(puzzle, marks=tuple(marks)))
    if answer.status is Status.UNKNOWN:
        raise TimeUp
    return answer.solution
