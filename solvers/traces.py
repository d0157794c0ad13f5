"""Record a search as events that can be replayed, for people who want to watch it.

A *literal* says that a cell has a value, or that it does not. A *clause* is a list of literals of
which at least one is true. A clause tells why a value follows, why a conflict arises, or what the
solver has learned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Solution
from nonet.system.limits import TimeUp

#: A cell, a value, and whether the cell has it. Auxiliary variables have a number instead of the
#: value, and the cell `AUXILIARY`.
Literal: TypeAlias = tuple[int, int, bool]
AUXILIARY = -1


class Event(NamedTuple):
    """One step of a search.

    ==============  ===========================================================================
    ``decide``      The solver tries `literal`.
    ``follow``      `literal` follows, because all other literals of `clause` are false.
    ``remove``      Candidates are gone.
    ``conflict``    All literals of `clause` are false.
    ``learn``       The solver keeps `clause`, which follows from the puzzle.
    ``back``        The solver undoes decisions until `depth` decisions remain.
    ``restart``     The same, but without a conflict.
    ``solved``      The solution is found.
    ``none``        There is no solution.
    ==============  ===========================================================================

    `depth` is the number of open decisions. `changes` has the mask of the remaining values of each
    cell that has changed since the last event.

    >>> from nonet.formats import classic
    >>> from nonet.solvers import find_backend
    >>> first, *_ = find_backend("norvig").trace(classic("12..34..2......3"), 100).events
    >>> first.kind, first.literal, first.clause[:2]
    ('follow', (14, 2, True), ((12, 2, True), (13, 2, True)))
    """

    kind: str
    depth: int
    literal: Literal | None
    clause: tuple[Literal, ...]
    changes: tuple[tuple[int, int], ...]


class Trace(NamedTuple):
    """The events of a search. `about` describes the solver in a few words.

    `start` has the mask of each cell before the first event. If the recording was full or the time
    was up, the last event is neither ``solved`` nor ``none``.

    >>> from nonet.formats import classic
    >>> from nonet.solvers import find_backend
    >>> found = find_backend("norvig").trace(classic("1234341221434321"), 100)
    >>> [event.kind for event in found.events], found.solution[:4]
    (['solved'], (1, 2, 3, 4))
    """

    about: str
    start: tuple[int, ...]
    events: tuple[Event, ...]
    solution: Solution | None


#: Records the search for the first solution of a puzzle, in at most so many events.
Tracer: TypeAlias = Callable[[Puzzle, int], Trace]


class Full(Exception):
    """The recording has the maximum number of events."""


class Recorder:
    """Collects events. `masks` are the remaining values of each cell, as of the last event."""

    def __init__(self, about: str, start: Sequence[int], most: int) -> None:
        self._about = about
        self.start = tuple(start)
        self.masks = list(start)
        self._most = most
        self._events: list[Event] = []

    def add(
        self,
        kind: str,
        depth: int,
        masks: Sequence[int] | None = None,
        literal: Literal | None = None,
        clause: Iterable[Literal] = (),
    ) -> None:
        """Add an event after which the cells have these masks. Raise `Full` if there is no room."""
        if len(self._events) == self._most:
            raise Full
        masks = self.masks if masks is None else masks
        olds = self.masks
        changes = tuple((cell, mask) for cell, mask in enumerate(masks) if mask != olds[cell])
        self.masks = list(masks)
        self._events.append(Event(kind, depth, literal, tuple(clause), changes))

    def record(self, search: Iterable[Sequence[int] | None]) -> Trace:
        """Run a search, which adds events, up to its first solution, `Full` or `TimeUp`."""
        solution = None
        with suppress(Full, TimeUp):
            found = next((found for found in search if found is not None), None)
            depth = self._events[-1].depth if self._events else 0
            self.add("none" if found is None else "solved", depth)
            solution = None if found is None else tuple(found)
        return Trace(self._about, self.start, tuple(self._events), solution)
