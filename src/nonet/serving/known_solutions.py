"""Reuse the solutions of the last puzzle after an edit.

An old solution that obeys the new clues is also a solution of the new puzzle. If an edit only adds
clues, impossible candidates stay impossible. If an edit only removes clues, all old solutions
remain solutions.
"""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.questions.analysis.coverage import SolutionPool, fill
from nonet.questions.analysis.solutions import choose
from nonet.solvers import Limits

#: After an edit, this many of the newest solutions are checked against the new clues.
_KEPT = 500


class KnownSolutions:
    """The solutions of the last puzzle and its impossible candidates."""

    def __init__(self) -> None:
        # One attribute holds both the puzzle and its pool. With two attributes, an interruption
        # could leave a puzzle with the pool of another puzzle.
        self._last: tuple[Puzzle, SolutionPool] | None = None

    def pool(self, puzzle: Puzzle) -> SolutionPool:
        """Return a pool with the known solutions of a puzzle, and keep it for the next puzzle."""
        pool = SolutionPool(puzzle)
        if self._last is not None and self._last[0].grid == puzzle.grid:
            _add_solutions(pool, puzzle, *self._last)
            _add_counts(pool, puzzle, *self._last)
        self._last = puzzle, pool
        return pool

    def counts(self, puzzle: Puzzle, most: int) -> list[list[int]]:
        """Return the number of solutions with each value in each cell, at most `most`."""
        pool = self.pool(puzzle)
        fill(pool, puzzle, choose(puzzle, None), Limits(), most)
        grid = puzzle.grid
        return [[min(most, pool.count(cell, v)) for v in grid.values] for cell in grid.cells]


#: Each conversation has its own process, so its known solutions can be global.
KNOWN = KnownSolutions()


def _add_solutions(pool: SolutionPool, puzzle: Puzzle, before: Puzzle, known: SolutionPool) -> None:
    grid, domains = puzzle.grid, puzzle.domains
    old = frozenset(before.meant)
    others = [rule for rule in puzzle.meant if rule not in old]
    for solution in known.solutions[-_KEPT:]:
        fits = all(domain & grid.bit(v) for domain, v in zip(domains, solution, strict=True))
        if fits and all(rule.holds(grid, solution) for rule in others):
            pool.add(solution)


def _add_counts(pool: SolutionPool, puzzle: Puzzle, before: Puzzle, known: SolutionPool) -> None:
    """Mark impossible candidates, and set lower bounds on the counts of the others."""
    is_narrower, is_wider = _is_within(puzzle, before), _is_within(before, puzzle)
    for cell, domain in enumerate(before.domains):
        for value in puzzle.grid.values_of(domain):
            mark, count = (cell, value), known.count(cell, value)
            if is_wider:
                pool.counted[mark] = count
            if is_narrower and not count and (known.complete or mark in known.settled):
                pool.settled.add(mark)


def _is_within(inner: Puzzle, outer: Puzzle) -> bool:
    """Tell whether `inner` has all clues of `outer`, so that its solutions also solve `outer`."""
    pairs = zip(inner.domains, outer.domains, strict=True)
    return frozenset(outer.meant) <= frozenset(inner.meant) and all(a & ~b == 0 for a, b in pairs)
