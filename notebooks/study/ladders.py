"""Make puzzles with more and more solutions, and find all solutions in two ways.

A solver's *own* way is to continue its search after each solution. The other way works with every
solver. It *blocks* each solution with a constraint, and asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pandas as pd

import nonet
from nonet.puzzle import Puzzle
from nonet.racing.stopwatch import CpuLimit, Stopwatch
from nonet.solvers import Backend

#: Seconds between two checks of the CPU time. Each time, one solution is verified.
_PAUSE = 0.02


def ladder(puzzle: Puzzle, tops: Sequence[int], random: Random) -> list[tuple[int, int, Puzzle]]:
    """Remove givens and rules one by one, until there are about as many solutions as the last top.

    Return (top, number of solutions, puzzle) for each top, with the puzzle whose number of
    solutions is nearest. `native` counts the solutions.
    """
    most = round(1.5 * tops[-1])
    given = [cell for cell in puzzle.grid.cells if puzzle.givens[cell] is not None]
    parts = [*given, *puzzle.rules[3:]]  # the first three are the houses
    chain = []
    for part in random.sample(parts, len(parts)):
        fewer = _without(puzzle, part)
        with nonet.find_backend("native").open(fewer) as session:
            answers = list(islice(session.answers(nonet.Limits(seconds=3), together=True), most))
        if answers[-1].status is nonet.Status.UNSATISFIABLE:  # all solutions are known
            puzzle = fewer
            chain.append((len(answers) - 1, puzzle))
        if 3 * len(answers) > tops[-1]:
            break
    nearest = {top: min(chain, key=lambda rung: abs(np.log(rung[0] / top))) for top in tops}
    return [
        (top, solutions, some)
        for top, (solutions, some) in nearest.items()
        if abs(np.log10(solutions / top)) < 0.5
    ]


def _without(puzzle: Puzzle, part: object) -> Puzzle:
    """Remove the given of a cell, or a rule."""
    if isinstance(part, int):
        return puzzle.with_givens({part: None})
    return replace(puzzle, rules=tuple(rule for rule in puzzle.rules if rule is not part))


def listed(
    rungs: Iterable[tuple[str, str]], contestants: Sequence[str], seconds: float, seed: int = 0
) -> pd.DataFrame:
    """Let contestants find all solutions of puzzles, in each of their ways.

    A rung is the name of a group and a puzzle in JSON. The clock starts before the JSON is parsed.
    Each run ends after `seconds` of CPU time. Each puzzle has its own random order of contestants.
    """
    random, rows = Random(seed), []
    backends = list(map(nonet.find_backend, contestants))
    for number, (group, text) in enumerate(rungs):
        runs = [(backend, way) for backend in backends for way in WAYS]
        for backend, way in random.sample(runs, len(runs)):
            with Stopwatch() as watch:
                puzzle = nonet.parse(text, format="json").unshared()
                found = WAYS[way](backend, puzzle, watch, seconds)
            if found is not None:
                rows.append((group, number, backend.spec, way, *found, watch.cpu, watch.wall))
    columns = ["group", "puzzle", "contestant", "way", "found", "complete", "cpu", "wall"]
    return pd.DataFrame(rows, columns=columns)


def _in_own_way(
    backend: Backend, puzzle: Puzzle, watch: Stopwatch, seconds: float
) -> tuple[int, bool] | None:
    listing = backend.listings(puzzle) if backend.listings else None
    if listing is None:
        return None
    found, is_over = 0, False
    while not is_over and watch.spent < seconds:
        taken = listing.take(1 << 60, kept=1, seconds=_PAUSE)
        found, is_over = found + taken.found, taken.end
        assert not any(nonet.violations(puzzle, solution) for solution in taken.kept)
    return found, is_over


def _by_blocking(
    backend: Backend, puzzle: Puzzle, watch: Stopwatch, seconds: float
) -> tuple[int, bool]:
    found, limits = 0, nonet.Limits(cancel=CpuLimit(watch, seconds))
    with backend.open(puzzle, verify=False) as session:
        for answer in session.answers(limits):
            found += answer.solution is not None
    return found, answer.status is nonet.Status.UNSATISFIABLE


WAYS: dict[str, Callable[[Backend, Puzzle, Stopwatch, float], tuple[int, bool] | None]] = {
    "own": _in_own_way,
    "blocking": _by_blocking,
}
