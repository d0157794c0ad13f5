"""Attempts at puzzles: full grids, dug as far as the request says; classic ones side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from nonet.generation import batches, digging, draws, grids, patterns
from nonet.generation.request import Request
from nonet.grid import Cells
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, Limits, Solution, find_backend, preferred
from nonet.solvers.native import missing
from nonet.solvers.native.lockstep.session import is_classic

#: With more values than these, a check is given up after so many nodes (of SAT solvers, conflicts),
#: and the clue stays: to prove that it can go may take longer than all the rest.
MOST_VALUES, MOST_NODES = 9, 200


#: The index of a puzzle, and the number of the attempt at it.
Which = tuple[int, int]


@dataclass(frozen=True)
class Attempt:
    """What came of one: the cells of the clues, of a puzzle whose one solution is known.

    Where a pattern could not be filled, the puzzle is not `unique`, and the solution one of many.
    `minimal` is known only where it was asked for; None is also what a limit left undecided.
    """

    index: int
    number: int
    solution: Solution
    clues: Cells
    unique: bool = True
    minimal: bool | None = None

    def puzzle(self, model: Puzzle) -> Puzzle:
        """Return the puzzle."""
        return model.with_givens({cell: self.solution[cell] for cell in self.clues})


def is_batched(request: Request) -> bool:
    """Tell whether many attempts at once cost little more than one."""
    by_native = request.backend in (None, "native") and missing() is None
    return by_native and is_classic(request.model)


def make(request: Request, seed: int, wanted: Sequence[Which]) -> list[Attempt]:
    """Make attempts, given as (index, number): the same one by one and together."""
    full = grids.draw(request.model, seed, wanted, request.backend)
    numbers = np.array(wanted, np.uint64).reshape(-1, 2)
    key = draws.keys(seed, numbers[:, 0], numbers[:, 1])
    key = draws.below(key, np.ones_like(key))  # not the words that drew the grids
    if request.pattern is not None:
        each = zip(wanted, full, key.tolist(), strict=True)
        return [_filled(request, *one) for one in each]
    orders = draws.shuffles(key, len(request.orbits))
    if is_batched(request):
        return _together(request, wanted, full, orders)
    return [_alone(request, *one) for one in zip(wanted, full, orders.tolist(), strict=True)]


def _filled(request: Request, which: Which, solution: Solution, number: int) -> Attempt:
    pattern = request.pattern or ()
    filled = patterns.fill(request.model, pattern, solution, Random(number), request.backend)
    if filled is None:
        return Attempt(*which, solution, pattern, unique=False)
    return Attempt(*which, filled, pattern, minimal=_is_minimal(request, filled, pattern))


def _together(
    request: Request, wanted: Sequence[Which], full: list[Solution], orders: draws.Orders
) -> list[Attempt]:
    boards = np.array(full, np.uint8)
    dug = batches.dig(boards, request.orbits, orders, request.least)
    minimal: list[bool | None] = [None] * len(dug)
    if request.minimal:
        minimal = batches.is_minimal(dug, sorted(request.fixed)).tolist()
    return [
        Attempt(*which, solution, tuple(np.flatnonzero(board).tolist()), minimal=is_minimal)
        for which, solution, board, is_minimal in zip(wanted, full, dug, minimal, strict=True)
    ]


def _alone(request: Request, which: Which, solution: Solution, order: list[int]) -> Attempt:
    orbits = [request.orbits[number] for number in order]
    always = set(request.model.grid.cells).difference(*orbits)
    unique = digging.oracle(request.model, solution, digger(request), _limits(request))
    clues = tuple(sorted(digging.dig(orbits, unique, always, request.least)))
    return Attempt(*which, solution, clues, minimal=_is_minimal(request, solution, clues))


def _is_minimal(request: Request, solution: Solution, clues: Cells) -> bool | None:
    """Tell whether all clues are needed, if that was asked for."""
    if not request.minimal:
        return None
    unique = digging.oracle(request.model, solution, digger(request), _limits(request))
    return digging.is_minimal(clues, unique, request.fixed)


def digger(request: Request) -> Backend:
    """Return who checks the removals."""
    return find_backend(request.backend) if request.backend else preferred(request.model)


def _limits(request: Request) -> Limits:
    is_large = len(request.model.grid.values) > MOST_VALUES
    return Limits(nodes=MOST_NODES) if is_large and not request.minimal else Limits()
