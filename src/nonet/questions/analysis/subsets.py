"""Sets of parts that refute a puzzle: minimal sets by deletion, smallest sets by hitting sets.

A part is a clue or a house. A set of parts *refutes* a puzzle if the puzzle with these parts has no
solution. Such a set is a conflict (a MUS, if minimal). If one solution is blocked, a refuting set
makes this solution unique. So the same functions find minimal puzzles.

A *correction set* (an MCS, if minimal) has all parts that a solution breaks. Every refuting set
contains a part of every correction set. The search for a smallest refuting set tries a smallest set
that contains a part of every known correction set. If this set refutes the puzzle, the search ends.
If not, the solver finds a solution, which gives another correction set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from typing import NamedTuple

from nonet.questions.analysis.oracles import Oracle
from nonet.solvers import Limits, Solution
from nonet.system.limits import seconds_left
from nonet.system.processes import endings_wait
from nonet.system.worker import result_of

#: Without a time limit, the search for a smallest set stops after this many rounds, enough for
#: about ten givens.
ROUNDS = 200

#: A set of parts, by number.
Parts = frozenset[int]


def rounds(limits: Limits) -> int | None:
    """Return the number of rounds after which a search with these limits stops, or None."""
    return ROUNDS if limits.seconds is None else None


def shrink(
    refutes: Callable[[Collection[int]], Collection[int] | None], parts: Collection[int]
) -> Iterator[Parts]:
    """Yield smaller and smaller subsets that still refute the puzzle. The last one is minimal.

    The given set must refute the puzzle. Parts with higher numbers are removed first. `refutes`
    returns a subset that refutes the puzzle, or None.
    """
    undecided, needed = sorted(parts), set[int]()
    yield frozenset(undecided)
    while undecided:
        last = undecided.pop()
        core = refutes([*needed, *undecided])
        if core is None:
            needed.add(last)
        else:
            undecided = [number for number in undecided if number in core]
            yield frozenset(needed.union(undecided))


def correction(oracle: Oracle, solution: Solution) -> Parts:
    """Return a minimal correction set among the parts that a solution breaks."""
    broken, settled = broken_by(oracle, solution), set[int]()
    while undecided := broken - settled:
        tried = min(undecided)
        reply = oracle.solve([*Parts(range(len(oracle.parts))) - broken, tried])
        if reply.solution is None:
            settled.add(tried)
        else:
            broken = broken_by(oracle, reply.solution)
    return broken


def broken_by(oracle: Oracle, solution: Solution) -> Parts:
    """Return the parts that a solution breaks."""
    grid = oracle.puzzle.grid
    return Parts(n for n, part in enumerate(oracle.parts) if not part.holds(grid, solution))


class HittingSets:
    """Find smallest hitting sets with an incremental MaxSAT solver."""

    def __init__(self) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._maxsat = RC2(WCNF(), solver="glucose3", adapt=True, exhaust=True)
        self._known: set[int] = set()
        self._worker = ThreadPoolExecutor(max_workers=1)

    def hit(self, numbers: Iterable[int]) -> None:
        """Add a set. From now on, hitting sets must contain one of its numbers."""
        variables = [number + 1 for number in numbers]
        self._maxsat.add_clause(variables)
        for variable in variables:
            if variable not in self._known:
                self._known.add(variable)
                self._maxsat.add_clause([-variable], weight=1)

    def smallest(self) -> frozenset[int]:
        """Return a smallest hitting set of all added sets, or raise `TimeUp`."""
        running = None
        try:
            with endings_wait():  # no Ctrl-C before `running` is set
                running = self._worker.submit(self._maxsat.compute, expect_interrupt=True)
            found = result_of(running, seconds_left())
        finally:  # stop the search, even after Ctrl-C
            while running is not None and not running.done():
                self._maxsat.interrupt()
                wait([running], 0.01)
        return frozenset(variable - 1 for variable in found if variable > 0)

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.shutdown()
        self._maxsat.delete()


class Bounds(NamedTuple):
    """The smallest refuting set so far, and a lower bound on the size of every refuting set."""

    best: Parts
    least: int

    @property
    def exact(self) -> bool:
        """Whether no smaller set exists."""
        return len(self.best) == self.least


def approach_smallest(
    oracle: Oracle, best: Parts, bound: int, rounds: int | None = None
) -> Iterator[Bounds]:
    """Start with a refuting set. Yield better and better bounds until the bounds meet.

    Stop earlier after `rounds` rounds, or when the lower bound reaches `bound`.
    """
    yield Bounds(best, 0)
    with HittingSets() as hitting:
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
            # Disjoint correction sets need different parts, so their number is a lower bound.
            least = max(least, disjoint if not chosen else 0)
            if not round_ & (round_ - 1):  # shrinking takes many solves
                best = min([best, *shrink(oracle.core, reached)], key=len)
            if least < min(bound, len(best)):
                chosen = hitting.smallest()
                least = max(least, len(chosen))
            yield Bounds(best, least)
            if least >= min(bound, len(best)):
                return
