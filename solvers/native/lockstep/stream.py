"""Many classic puzzles: a chunk at a time, side by side in the lanes."""

from __future__ import annotations

import time
from collections.abc import Sequence

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.solvers.contract import Stream
from nonet.solvers.engines import within_means
from nonet.system.limits import Limits

#: The most solutions that are kept for each puzzle; for more, each puzzle has a session.
MOST_KEPT = 64


class Lanes:
    """Answers classic puzzles together; other puzzles, and all under limits, one by one."""

    def __init__(self, one_by_one: Stream) -> None:
        self._one_by_one = one_by_one

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return at most `most` answers to each puzzle; the time is shared out evenly.

        A lane cannot be stopped for one puzzle, so sessions keep the limits.
        """
        limits = within_means(limits)
        is_limited = limits.seconds is not None or limits.nodes is not None
        if is_limited or most > MOST_KEPT or not all(p.is_classic for p in puzzles):
            return self._one_by_one.ask(puzzles, limits, most)
        start = time.perf_counter()
        found = _solutions(puzzles, most)
        each = Times(solve=(time.perf_counter() - start) / max(1, len(puzzles)))
        return [_answers(solutions, most, each) for solutions in found]

    def close(self) -> None:
        """Nothing is held between chunks."""


def _solutions(puzzles: Sequence[Puzzle], most: int) -> list[list[Solution]]:
    from nonet.solvers.native.lockstep import arrays

    rows = bytes([value or 0 for puzzle in puzzles for value in puzzle.givens])
    # Not verified here: the backend checks all answers of a stream.
    results = arrays.run(rows, limit=most, kept=most, verify=False)
    grids, counts = results.solutions.tolist(), results.counts.tolist()
    return [list(map(tuple, kept[:count])) for kept, count in zip(grids, counts, strict=True)]


def _answers(solutions: list[Solution], most: int, times: Times) -> list[Answer]:
    is_end = len(solutions) < most
    share = Times(solve=times.solve / (len(solutions) + is_end))
    answers = [
        Answer(Status.SATISFIED, solution, times=share, are_shared=True) for solution in solutions
    ]
    if is_end:
        answers.append(Answer(Status.UNSATISFIABLE, times=share, are_shared=True))
    return answers
