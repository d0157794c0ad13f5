"""What is known of a puzzle from the one before: an edit leaves most of it true.

A solution that obeys the new clues is still one. While clues are only added, a mark that was in no
solution stays in none; while they are only taken away, a mark is in no fewer solutions than before.
"""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.questions.analysis.solution_pool import SolutionPool

#: The solutions that are looked through after an edit, the newest.
_KEPT = 500


class KnownWitnesses:
    """The solutions of the last puzzle that was asked about, and its impossible marks.

    >>> from nonet.formats import latin
    >>> witnesses = KnownWitnesses()
    >>> witnesses.pool(latin(side=2)).add((1, 2, 2, 1))
    >>> witnesses.pool(latin(side=2).with_givens({0: 1})).solutions
    [(1, 2, 2, 1)]
    >>> witnesses.pool(latin(side=2).with_givens({0: 2})).solutions
    []
    """

    def __init__(self) -> None:
        # As one: the question may be interrupted anywhere.
        self._last: tuple[Puzzle, SolutionPool] | None = None

    def pool(self, puzzle: Puzzle) -> SolutionPool:
        """Return a pool for a puzzle with what is known already; what is added to it is kept."""
        pool = SolutionPool(puzzle)
        if self._last is not None and self._last[0].grid == puzzle.grid:
            _add_solutions(pool, puzzle, *self._last)
            _add_counts(pool, puzzle, *self._last)
        self._last = puzzle, pool
        return pool


def _add_solutions(pool: SolutionPool, puzzle: Puzzle, before: Puzzle, known: SolutionPool) -> None:
    """Add the known solutions that obey the new puzzle: all that is not said in the old one too."""
    grid, domains = puzzle.grid, puzzle.domains
    said = frozenset(before.meant)
    others = [rule for rule in puzzle.meant if rule not in said]
    for solution in known.solutions[-_KEPT:]:
        fits = all(domain & grid.bit(v) for domain, v in zip(domains, solution, strict=True))
        if fits and all(rule.holds(grid, solution) for rule in others):
            pool.add(solution)


def _add_counts(pool: SolutionPool, puzzle: Puzzle, before: Puzzle, known: SolutionPool) -> None:
    """Add the marks that are in no solution as before, or in as many at least."""
    is_narrower, is_wider = _is_within(puzzle, before), _is_within(before, puzzle)
    for cell, domain in enumerate(before.domains):
        for value in puzzle.grid.values_of(domain):
            mark, count = (cell, value), known.count(cell, value)
            if is_wider:
                pool.set_count(mark, count)
            if is_narrower and not count and (known.complete or mark in known.settled):
                pool.settled.add(mark)


def _is_within(inner: Puzzle, outer: Puzzle) -> bool:
    """Tell whether a puzzle has all clues of another one, and so no other solutions."""
    pairs = zip(inner.domains, outer.domains, strict=True)
    return frozenset(outer.meant) <= frozenset(inner.meant) and all(a & ~b == 0 for a, b in pairs)
