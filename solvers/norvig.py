"""Constraint propagation and search as in Peter Norvig's essay, but for all rules.

`nonet.propagation` removes candidates. When no more candidates can be removed, the search takes a
cell with the fewest candidates. It tries each of them on a copy of the state, and propagates again.
"""

from __future__ import annotations

from random import Random

from nonet.propagation import Propagator, State, propagator
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Trace
from nonet.solvers.enumeration import Search, provider
from nonet.solvers.watched import Recorder, WatchedPropagator

_SUMMARY = "propagation and search on bit masks"


def search(puzzle: Puzzle, seed: int, watched: Propagator | None = None) -> Search:
    """Yield every solution, and None for every node.

    With seed 0, the search tries the values in order. With any other seed, the order is random.
    """
    propagate = watched or propagator(puzzle.geometry)
    grid = puzzle.grid
    random = Random(seed) if seed else None

    def branches(state: State, cell: int) -> list[tuple[State, int, int]]:
        bits = [grid.bit(value) for value in grid.values_of(state.marks[cell])]
        if random:
            random.shuffle(bits)
        return [(state, cell, bit) for bit in reversed(bits)]

    def descend() -> Search:
        yield None
        state = propagate.start(puzzle.domains)
        untried: list[tuple[State, int, int]] = []
        while True:
            if state is not None:
                cell = fewest(state.marks)
                if cell is None:
                    yield tuple(map(grid.value_of, state.marks))
                else:
                    untried += branches(state, cell)
            if not untried:
                return
            yield None
            parent, cell, bit = untried.pop()
            state = propagate.assign(parent, cell, bit)

    return descend()


def fewest(marks: list[int]) -> int | None:
    """Return the first open cell with the fewest candidates, or None if no cell is open."""
    found, least = None, 0
    for cell, mask in enumerate(marks):
        if mask & (mask - 1):
            count = mask.bit_count()
            if count == 2:
                return cell
            if found is None or count < least:
                found, least = cell, count
    return found


def trace(puzzle: Puzzle, most: int) -> Trace:
    """Record the search for the first solution."""
    recorder = Recorder(_SUMMARY, puzzle.domains, most)
    return recorder.record(search(puzzle, 0, WatchedPropagator(puzzle, recorder)))


PROVIDER = provider("norvig", _SUMMARY, search, "nodes", trace)
