"""Constraint propagation and search, after Peter Norvig's essay, for every rule.

`nonet.propagation` eliminates and finds only choices; what is left is the search: take a cell
with the fewest candidates, try each in turn on a copy, and propagate.
"""

from __future__ import annotations

from random import Random

from nonet.propagation import State, propagator
from nonet.puzzle import Puzzle
from nonet.solvers.enumeration import Search, family


def search(puzzle: Puzzle, seed: int) -> Search:
    """Yield every solution, and None for every node.

    Seed 0 tries the values in order, any other a random order of its own.
    """
    propagate = propagator(puzzle.geometry)
    grid = puzzle.grid
    random = Random(seed) if seed else None

    def branches(state: State) -> list[tuple[State, int, int]]:
        """Return the branches on a cell with the fewest candidates, the first to try last."""
        cell = fewest(state.marks)
        bits = [grid.bit(value) for value in grid.values_of(state.marks[cell])]
        if random:
            random.shuffle(bits)
        return [(state, cell, bit) for bit in reversed(bits)]

    def descend() -> Search:
        yield None
        root = propagate.start(puzzle.domains)
        if root is None:
            return
        if solved(root.marks):
            yield tuple(map(grid.value_of, root.marks))
            return
        untried = branches(root)
        while untried:
            parent, cell, bit = untried.pop()
            yield None
            state = parent.copy()
            if not propagate.assign(state, cell, bit):
                continue
            if solved(state.marks):
                yield tuple(map(grid.value_of, state.marks))
            else:
                untried.extend(branches(state))

    return descend()


def solved(marks: list[int]) -> bool:
    """Tell whether every cell has one candidate."""
    return not any(mask & (mask - 1) for mask in marks)


def fewest(marks: list[int]) -> int:
    """Return the first cell with the fewest candidates, of those that have several."""
    return min(
        (cell for cell, mask in enumerate(marks) if mask & (mask - 1)),
        key=lambda cell: marks[cell].bit_count(),
    )


FAMILY = family("norvig", "propagation and search on bit masks", search, "nodes")
