"""Propagate givens with Norvig's two rules, and with a filter for every other constraint.

`marks` has the mask of possible values for each cell. `places` has the set of possible cells for
each value. The *peers* of a cell are the cells that can never have its value. A *house* has as many
cells as there are values, so each value has exactly one place in it.

1. If a cell has one value left, no peer of the cell has this value.
2. If a house has one place left for a value, the value goes there.

Every other constraint has a filter (see `nonet.propagation.filters`). The filter runs again
whenever one of its cells changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from nonet.model.constraints import AllDifferent
from nonet.propagation.filters import Filter, Marks, Restriction, filter_of
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.system.limits import check_limits


class State:
    """The marks of each cell, and the places of each value."""

    __slots__ = ("marks", "places")

    def __init__(self, marks: Marks, places: list[int]) -> None:
        self.marks = marks
        self.places = places

    def copy(self) -> State:
        return State(self.marks.copy(), self.places.copy())


class Propagator:
    """Propagates givens in all puzzles with the same grid and rules."""

    def __init__(self, geometry: Geometry) -> None:
        grid = self.grid = geometry.grid
        self.groups = geometry.all_different
        self.peers = [_cell_set(cells) for cells in geometry.exclusions]
        self.houses: list[list[int]] = [[] for _ in grid.cells]
        self.filters: list[list[Filter]] = [[] for _ in grid.cells]
        for house in geometry.houses:
            for cell in house:
                self.houses[cell].append(_cell_set(house))
        # Propagation misses two contradictions, so look for them first. The filter of a constraint
        # without cells never runs. A group may list a cell twice, but no cell is its own peer.
        self.refuted = any(
            not constraint.cells and not constraint.holds(()) for constraint in geometry.constraints
        ) or any(len(set(cells)) < len(cells) for cells in self.groups)
        for constraint in geometry.constraints:
            if not isinstance(constraint, AllDifferent):
                check_limits()
                asked = filter_of(constraint, geometry)
                for cell in dict.fromkeys(constraint.cells):
                    self.filters[cell].append(asked)

    def start(self, domains: Iterable[int]) -> State | None:
        """Propagate the domains. Return the state, or None for a contradiction."""
        grid = self.grid
        everywhere = (1 << len(grid.cells)) - 1
        state = State([grid.full] * len(grid.cells), [everywhere] * len(grid.values))
        filters = dict.fromkeys(asked for asked_here in self.filters for asked in asked_here)
        if self.refuted or not self.settle(state, list(enumerate(domains)), filters):
            return None
        # If a group has fewer values left than cells, a search would take exponential time.
        for cells in self.groups:
            if reduce(or_, (state.marks[cell] for cell in cells), 0).bit_count() < len(cells):
                return None
        return state

    def assign(self, state: State, cell: int, bit: int) -> State | None:
        """Return the state after a cell takes a value, or None if a contradiction follows."""
        branch = state.copy()
        return branch if self.settle(branch, [(cell, bit)], {}) else None

    def settle(self, state: State, todo: list[Restriction], asked: dict[Filter, None]) -> bool:
        """Restrict cells to masks of values, and run filters until nothing changes.

        Return False for a contradiction. The state must not be used after that.
        """
        marks, places = state.marks, state.places
        while True:
            while todo:
                cell, keep = todo.pop()
                old = marks[cell]
                new = marks[cell] = old & keep
                if new == old:
                    continue
                if not new:
                    return False
                if not self._only_choice(places, cell, old ^ new, todo):
                    return False
                if not new & (new - 1):
                    check_limits()
                    hit = places[new.bit_length() - 1] & self.peers[cell]
                    while hit:
                        place = hit & -hit
                        hit ^= place
                        todo.append((place.bit_length() - 1, ~new))
                if self.filters[cell]:
                    asked.update(dict.fromkeys(self.filters[cell]))
            if not asked:
                return True
            check_limits()
            todo.extend(asked.popitem()[0](marks))

    def _only_choice(
        self, places: list[int], cell: int, gone: int, todo: list[Restriction]
    ) -> bool:
        """Record that a cell has lost values. Queue each value with one place left in a house."""
        at = 1 << cell
        while gone:
            bit = gone & -gone
            gone ^= bit
            index = bit.bit_length() - 1
            left = places[index] = places[index] ^ at
            for house in self.houses[cell]:
                spots = left & house
                if not spots & (spots - 1):
                    if not spots:
                        return False
                    todo.append((spots.bit_length() - 1, bit))
        return True


@once_for_geometry
def propagator(geometry: Geometry) -> Propagator:
    """Return the propagator of a geometry, built once."""
    return Propagator(geometry)


def _cell_set(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)
