"""Record a search as events that can be replayed, for people who want to watch it.

A search that is not recorded uses a plain list and a plain propagator, so recording costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from nonet.model.constraints import AllDifferent
from nonet.propagation import Propagator, State
from nonet.propagation.filters import Filter, Restriction
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Event, Literal, Trace
from nonet.system.limits import TimeUp


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


class WatchedValues(list[int | None]):
    """The values of a search that fills cells in order. Each change is an event."""

    def __init__(self, values: list[int | None], puzzle: Puzzle, recorder: Recorder) -> None:
        super().__init__(values)
        self._puzzle = puzzle
        self._recorder = recorder
        self._depth = 0

    def __setitem__(self, cell: int, value: int | None) -> None:  # type: ignore[override]
        self._depth += (value is not None) - (self[cell] is not None)
        super().__setitem__(cell, value)
        masks = self._recorder.masks.copy()
        if value is None:
            masks[cell] = self._recorder.start[cell]
            self._recorder.add("back", self._depth, masks)
            return
        masks[cell] = self._puzzle.grid.bit(value)
        self._recorder.add("decide", self._depth, masks, (cell, value, True))
        for constraint in self._puzzle.geometry.touching[cell]:
            if not constraint.holds(self):
                clash = [other for other in constraint.cells if self[other] is not None]
                if isinstance(constraint, AllDifferent):
                    clash = [other for other in clash if self[other] == value]
                clause = ((other, self[other] or 0, False) for other in clash)
                self._recorder.add("conflict", self._depth, clause=clause)
                return


class WatchedPropagator(Propagator):
    """A propagator that records decisions, cells with one value left, and contradictions."""

    def __init__(self, puzzle: Puzzle, recorder: Recorder) -> None:
        super().__init__(puzzle.geometry)
        self._recorder = recorder
        self._geometry = puzzle.geometry
        self._depths: dict[State, int] = {}  # the number of decisions before each open state
        self._depth = 0
        self._has_failed = False

    def assign(self, state: State, cell: int, bit: int) -> State | None:
        depth = self._depths.get(state, 0)
        if self._has_failed:
            self._recorder.add("back", depth, state.marks)
        self._depth = depth + 1
        masks = state.marks.copy()
        masks[cell] = bit
        decision = (cell, self.grid.value_of(bit), True)
        self._recorder.add("decide", self._depth, masks, decision)
        branch = super().assign(state, cell, bit)
        if branch is not None:
            self._depths[branch] = self._depth
        return branch

    def settle(self, state: State, todo: list[Restriction], asked: dict[Filter, None]) -> bool:
        state.marks = marks = _Marks(state.marks, self)
        self._has_failed = not super().settle(state, todo, asked)
        masks = self._masks(marks)
        if self._has_failed:
            clause = next(self._false_clauses(marks), ())
            self._recorder.add("conflict", self._depth, masks, clause=clause)
        elif masks != self._recorder.masks:
            self._recorder.add("remove", self._depth, masks)
        return not self._has_failed

    def note(self, marks: list[int], cell: int) -> None:
        """Record that a cell has one value left, and why."""
        bit = marks[cell]
        if bit == self._recorder.masks[cell]:
            return  # a given
        value, clause = self.grid.value_of(bit), self._choices(cell)
        for house in self._geometry.houses:
            if cell in house and not any(marks[other] & bit for other in house if other != cell):
                clause = tuple((other, value, True) for other in house)
        masks = self._masks(marks)
        self._recorder.add("follow", self._depth, masks, (cell, value, True), clause)

    def _masks(self, marks: list[int]) -> list[int]:
        """Return the marks without values that the givens have excluded from the beginning."""
        return [mark & start for mark, start in zip(marks, self._recorder.start, strict=True)]

    def _choices(self, cell: int) -> tuple[Literal, ...]:
        values = self.grid.values_of(self._recorder.start[cell])
        return tuple((cell, value, True) for value in values)

    def _false_clauses(self, marks: list[int]) -> Iterator[tuple[Literal, ...]]:
        """Yield a clause for each cell without a value, and for each value without a place."""
        for cell in self.grid.cells:
            if not marks[cell]:
                yield self._choices(cell)
        for house in self._geometry.houses:
            for value in self.grid.values:
                if not any(marks[cell] & self.grid.bit(value) for cell in house):
                    yield tuple((cell, value, True) for cell in house)


class _Marks(list[int]):
    """The marks of a state. They tell the propagator when a cell has one value left."""

    def __init__(self, marks: list[int], propagator: WatchedPropagator) -> None:
        super().__init__(marks)
        self._propagator = propagator

    def __setitem__(self, cell: int, mask: int) -> None:  # type: ignore[override]
        old = self[cell]
        super().__setitem__(cell, mask)
        if mask != old and mask and not mask & (mask - 1):
            self._propagator.note(self, cell)
