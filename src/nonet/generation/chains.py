"""Chains of two values in a full grid: swapping one leads to a neighbouring grid of the model.

A chain is a maximal connected set of cells with one of two values, where cells that must differ are
connected (a Kempe chain). Exchanging the two values along a chain breaks no all-different rule.
Each swap is as likely as the one that undoes it, so a uniform distribution stays uniform; whether
swaps reach every grid is not known for every model.
"""

from __future__ import annotations

from random import Random

from nonet.model.constraints import AllDifferent
from nonet.puzzle import Puzzle
from nonet.solvers import Solution

#: Swaps tried per cell of the board.
SWEEPS = 5


def mixed(model: Puzzle, grid: Solution, random: Random) -> Solution:
    """Return the grid after random swaps; unchanged if the model has other constraints.

    >>> from nonet.formats import classic
    >>> mixed(classic("1", order=1), (1,), Random(0))
    (1,)
    """
    if not all(isinstance(part, AllDifferent) for part in model.constraints):
        return grid
    values = list(grid)
    # Givens, candidate sets and rules about single cells all restrict what a cell may hold.
    bits = {value: model.grid.bit(value) for value in model.grid.values}
    places: dict[int, set[int]] = {value: set() for value in model.grid.values}
    for cell, value in enumerate(values):
        places[value].add(cell)
    for _ in range(SWEEPS * len(values)):
        cell, other = random.randrange(len(values)), random.choice(model.grid.values)
        value = values[cell]
        if other == value:
            continue
        chain = _chain(model, cell, places[value], places[other])
        if all(model.domains[c] & bits[value + other - values[c]] for c in chain):
            for member in chain:
                places[values[member]].remove(member)
                values[member] = value + other - values[member]
                places[values[member]].add(member)
    return tuple(values)


def _chain(model: Puzzle, cell: int, same: set[int], other: set[int]) -> list[int]:
    exclusions = model.geometry.exclusions
    chain, left = [cell], (same | other) - {cell}
    for member in chain:  # grows while it is walked through
        linked = exclusions[member] & left
        left -= linked
        chain += linked
    return chain
