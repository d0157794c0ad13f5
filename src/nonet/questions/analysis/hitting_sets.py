"""Smallest hitting sets: the fewest numbers such that each given set contains one of them."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, wait

from nonet.system.limits import TimeUp, seconds_left
from nonet.system.processes import endings_wait


class HittingSets:
    """Find smallest hitting sets with an incremental MaxSAT solver.

    >>> with HittingSets() as hitting:
    ...     hitting.hit({1, 2})
    ...     hitting.hit({2, 3})
    ...     print(sorted(hitting.smallest()))
    [2]
    """

    def __init__(self) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._maxsat = RC2(WCNF(), solver="glucose3", adapt=True, exhaust=True)
        self._known: set[int] = set()
        self._worker = ThreadPoolExecutor(max_workers=1)

    def hit(self, numbers: Iterable[int]) -> None:
        """Add a set that must contain a chosen number."""
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
            with endings_wait():  # otherwise, a search could start that nothing stops
                running = self._worker.submit(self._maxsat.compute, expect_interrupt=True)
            wait([running], seconds_left())
            if not running.done():
                raise TimeUp
        finally:  # also on Ctrl-C, which ends the wait but not the search
            while running is not None and not running.done():
                self._maxsat.interrupt()
                wait([running], 0.01)
        return frozenset(variable - 1 for variable in running.result() if variable > 0)

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.shutdown()
        self._maxsat.delete()
