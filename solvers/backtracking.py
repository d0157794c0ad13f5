"""The textbook algorithm: fill the cells in order, try the values in order, and undo on failure.

The search only calls the method `holds` of each constraint. So it is slow, but it shares no code
with the other solvers and can check them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Trace
from nonet.solvers.enumeration import Search, provider
from nonet.solvers.watched import Recorder, WatchedValues

_SUMMARY = "cells in order, values in order, undo"

_Values: TypeAlias = list[int | None]


def search(puzzle: Puzzle, seed: int, watched: Callable[[_Values], _Values] = list) -> Search:
    """Yield the solutions in lexicographic order, and None for every value that is tried."""
    choices = [tuple(puzzle.grid.values_of(domain)) for domain in puzzle.domains]
    touching = puzzle.geometry.touching
    # Fill cells with a single choice first, because they rule out choices of other cells.
    values = watched([only[0] if len(only) == 1 else None for only in choices])
    empty = [cell for cell in puzzle.grid.cells if len(choices[cell]) != 1]

    def descend() -> Search:
        if not all(constraint.holds(values) for constraint in puzzle.constraints):
            return
        untried = [iter(choices[cell]) for cell in empty[:1]]  # for each cell on the path
        if not empty:
            yield tuple(values)  # type: ignore[arg-type]
        while untried:
            cell = empty[len(untried) - 1]
            values[cell] = next(untried[-1], None)
            if values[cell] is None:
                untried.pop()
                continue
            yield None
            if not all(constraint.holds(values) for constraint in touching[cell]):
                continue
            if len(untried) < len(empty):
                untried.append(iter(choices[empty[len(untried)]]))
            else:
                yield tuple(values)  # type: ignore[arg-type]

    return descend()


def trace(puzzle: Puzzle, most: int) -> Trace:
    """Record the search for the first solution."""
    recorder = Recorder(_SUMMARY, puzzle.domains, most)
    return recorder.record(search(puzzle, 0, lambda empty: WatchedValues(empty, puzzle, recorder)))


PROVIDER = provider("backtracking", _SUMMARY, search, "nodes", trace)
