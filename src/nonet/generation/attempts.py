"""Make attempts at puzzles: draw a full grid and remove clues, for many puzzles at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from nonet.generation import grids, random_words, removal
from nonet.generation.request import Request
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import count_many, solve
from nonet.solvers import Backend, Limits, RowSolver, Solution, find_backend, preferred

#: On boards with more than `MOST_VALUES` values, checking whether a clue can be removed stops after
#: `MOST_NODES` nodes (conflicts of a SAT solver), and the clue stays. Without this limit, a single
#: check might take longer than everything else.
MOST_VALUES, MOST_NODES = 9, 200

#: Limits for filling a pattern of clues. Two puzzles are compared by their numbers of solutions,
#: which are counted up to `MOST_COUNTED`. The attempt fails after `MOST_CHANGES` changes of a clue.
MOST_COUNTED, MOST_CHANGES = 64, 60

#: The index of a puzzle, and the number of the attempt at this puzzle.
Which = tuple[int, int]


@dataclass(frozen=True)
class Attempt:
    """The result of one attempt: the cells of the clues, and the solution that gives their values.

    If no clues were found for a pattern, the puzzle is not `unique`, and the solution is one of
    many. `minimal` is None if the request does not ask for it, or if a limit was reached first.
    """

    index: int
    number: int
    solution: Solution
    clues: Cells
    unique: bool = True
    minimal: bool | None = None

    def puzzle(self, model: Puzzle) -> Puzzle:
        """Return the model with the clues."""
        return model.with_givens({cell: self.solution[cell] for cell in self.clues})


def is_batched(request: Request) -> bool:
    """Tell whether a batch of attempts takes little more time than one attempt."""
    return request.model.is_classic and digger(request).rows is not None


def make(request: Request, seed: int, wanted: Sequence[Which]) -> list[Attempt]:
    """Make these attempts. The result of each depends only on its two numbers and the seed."""
    full = grids.draw(request.model, seed, wanted, request.backend)
    numbers = np.array(wanted, np.uint64).reshape(-1, 2)
    key = random_words.keys(seed, numbers[:, 0], numbers[:, 1])
    # These words are independent of the words that drew the grids.
    key = random_words.derived(key, np.ones_like(key))
    if request.pattern is not None:
        return [_filled(request, *one) for one in zip(wanted, full, key.tolist(), strict=True)]
    orders = random_words.shuffles(key, len(request.orbits))
    solver = digger(request).rows
    if request.model.is_classic and solver is not None:
        return _together(request, solver, wanted, full, orders)
    return [_alone(request, *one) for one in zip(wanted, full, orders.tolist(), strict=True)]


def _filled(request: Request, which: Which, solution: Solution, number: int) -> Attempt:
    pattern = request.pattern or ()
    filled = fill_pattern(request.model, pattern, solution, Random(number), request.backend)
    if filled is None:
        return Attempt(*which, solution, pattern, unique=False)
    return Attempt(*which, filled, pattern, minimal=_is_minimal(request, filled, pattern))


def fill_pattern(
    model: Puzzle, pattern: Cells, solution: Solution, random: Random, backend: str | None
) -> Solution | None:
    """Find a puzzle with clues in exactly these cells. Return its only solution, or None.

    The search begins with the clues of the given solution. In each step, it changes a random clue
    to the value that leaves the fewest solutions, but at least one.
    """
    free = [cell for cell in pattern if model.givens[cell] is None]
    puzzle = model.with_givens({cell: solution[cell] for cell in pattern})
    [fewest] = count_many([puzzle], MOST_COUNTED, backend)
    for _ in range(MOST_CHANGES):
        if fewest == 1:
            return solve(puzzle, backend).solution
        if not free:
            return None
        cell = random.choice(free)
        trials = [
            puzzle.with_givens({cell: value})
            for value in random.sample(model.grid.values, len(model.grid.values))
        ]
        counts = list(count_many(trials, MOST_COUNTED, backend))
        fewest, best = min((n, i) for i, n in enumerate(counts) if n)
        puzzle = trials[best]
    return None


def _together(
    request: Request,
    solver: RowSolver,
    wanted: Sequence[Which],
    full: list[Solution],
    orders: random_words.Orders,
) -> list[Attempt]:
    boards = np.array(full, np.uint8)
    dug = removal.dig_many(solver, boards, request.orbits, orders, request.least)
    minimal: list[bool | None] = [None] * len(dug)
    if request.minimal:
        minimal = removal.are_minimal(solver, dug, sorted(request.fixed)).tolist()
    return [
        Attempt(*which, solution, tuple(np.flatnonzero(board).tolist()), minimal=is_minimal)
        for which, solution, board, is_minimal in zip(wanted, full, dug, minimal, strict=True)
    ]


def _alone(request: Request, which: Which, solution: Solution, order: list[int]) -> Attempt:
    orbits = [request.orbits[number] for number in order]
    always = set(request.model.grid.cells).difference(*orbits)
    unique = _oracle(request, solution)
    clues = tuple(sorted(removal.dig(orbits, unique, always, request.least)))
    return Attempt(*which, solution, clues, minimal=_is_minimal(request, solution, clues))


def _is_minimal(request: Request, solution: Solution, clues: Cells) -> bool | None:
    """Tell whether every clue is needed, or return None if the request does not ask."""
    if not request.minimal:
        return None
    return removal.is_minimal(clues, _oracle(request, solution), request.fixed)


def digger(request: Request) -> Backend:
    """Return the backend that checks whether clues can be removed."""
    return find_backend(request.backend) if request.backend else preferred(request.model)


def _oracle(request: Request, solution: Solution) -> removal.Unique:
    is_large = len(request.model.grid.values) > MOST_VALUES
    limits = Limits(nodes=MOST_NODES) if is_large and not request.minimal else Limits()
    return removal.oracle(request.model, solution, digger(request), limits)
