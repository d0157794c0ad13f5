"""Sets of parts that leave no solution: minimal ones by deletion, smallest ones by hitting sets.

A set of parts *refutes* a puzzle if the puzzle with them has no solution. Where one solution is
blocked, a set that refutes is one that makes that solution unique; so the same functions find
conflicts, minimal puzzles, and the fewest givens to add.

A smallest set is found by implicit hitting sets. Every solution breaks some parts, and a set that
refutes must have one of them. So a smallest set with a part of each such *correction set* found so
far is asked about: if it refutes, none is smaller; if not, its solution gives one more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import NamedTuple

from nonet.analysis.budget import Budget
from nonet.analysis.hitting_sets import HittingSets
from nonet.analysis.oracles import Oracle
from nonet.solvers import Solution

#: Where no limit says otherwise, the search for a smallest set gives up after so many rounds: about
#: what it takes to prove that ten givens are the fewest.
ROUNDS = 200

#: Some numbers of an oracle's parts.
Parts = frozenset[int]


def shrink(oracle: Oracle, parts: Collection[int]) -> Iterator[Parts]:
    """Yield smaller and smaller sets that refute, from one that does; the last one is minimal.

    Parts that come later are the first to go.
    """
    undecided, needed = sorted(parts), set[int]()
    yield frozenset(undecided)
    while undecided:
        last = undecided.pop()
        reply = oracle.solve([*needed, *undecided])
        if reply.solution is None:
            undecided = [number for number in undecided if number in reply.core]
            yield frozenset(needed.union(undecided))
        else:
            needed.add(last)


def minimal(oracle: Oracle, parts: Collection[int]) -> Parts:
    """Return a minimal set that refutes, out of one that does."""
    *_, last = shrink(oracle, parts)
    return last


def correction(oracle: Oracle, solution: Solution) -> Parts:
    """Return a minimal set of parts that some solution breaks, out of those that this one does."""
    broken, settled = broken_by(oracle, solution), set[int]()
    while undecided := broken - settled:
        tried = min(undecided)
        obeyed = [number for number in range(len(oracle.parts)) if number not in broken]
        reply = oracle.solve([*obeyed, tried])
        if reply.solution is None:
            settled.add(tried)
        else:
            broken = broken_by(oracle, reply.solution)
    return broken


def broken_by(oracle: Oracle, solution: Solution) -> Parts:
    """Return the parts that a solution breaks."""
    grid = oracle.puzzle.grid
    return frozenset(
        number for number, part in enumerate(oracle.parts) if not part.holds(grid, solution)
    )


class Bounds(NamedTuple):
    """The smallest set that was found, and how many parts it takes at least."""

    best: Parts
    least: int

    @property
    def exact(self) -> bool:
        """Whether there is no smaller set."""
        return len(self.best) == self.least


def approach_smallest(
    oracle: Oracle, budget: Budget, best: Parts, bound: int, rounds: int | None = None
) -> Iterator[Bounds]:
    """Yield better and better bounds, from a set that refutes; the last ones meet.

    They do not where the rounds run out, or where all sets turn out to have `bound` parts or more.
    """
    yield Bounds(best, 0)
    with HittingSets(budget) as hitting:
        chosen, least = Parts(), 0
        for round_ in count(1) if rounds is None else range(1, rounds + 1):
            reached, disjoint = set(chosen), 0
            while (solution := oracle.solve(reached).solution) is not None:
                unhit = correction(oracle, solution)
                hitting.hit(unhit)
                reached |= unhit
                disjoint += 1
            if not disjoint:
                yield Bounds(chosen, len(chosen))
                return
            # Sets without a part in common take one each.
            least = max(least, disjoint if not chosen else 0)
            if not round_ & (round_ - 1):  # at every power of two: it takes many questions
                best = min(best, minimal(oracle, reached), key=len)
            if least < min(bound, len(best)):
                chosen = hitting.smallest()
                least = max(least, len(chosen))
            yield Bounds(best, least)
            if least >= min(bound, len(best)):
                return
