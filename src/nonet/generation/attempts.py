"""Make attempts at puzzles: draw full grids, and remove clues while the solution stays unique.

Removing clues is called digging. `dig_one` digs a puzzle with any rules and any backend. `dig_many`
digs many classic 9×9 puzzles at once with the native engine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from nonet.generation import grids, random_words
from nonet.generation.request import Request
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.questions.analysis.solutions import choose
from nonet.questions.uniqueness import count_many, solve
from nonet.solvers import Backend, Limits, RowSolver, Solution, Status

#: On a board with more than `MOST_VALUES` values, the check whether a clue is needed stops after
#: `MOST_NODES` search nodes. The clue then stays.
MOST_VALUES, MOST_NODES = 9, 200

#: Limits of `fill_pattern`: the number of solutions that it counts, and of clues that it changes.
MOST_COUNTED, MOST_CHANGES = 64, 60

#: Tells whether a puzzle with clues in these cells has only one solution. At a limit, returns None.
Unique = Callable[[Collection[int]], bool | None]

#: Puzzles, one in each row, with 0 for an empty cell.
Boards = NDArray[np.uint8]
#: The index of a puzzle, and the number of the attempt at this puzzle.
Which = tuple[int, int]


@dataclass(frozen=True)
class Attempt:
    """The cells of the clues, and a solution with their values. `minimal` may be unknown (None)."""

    index: int
    number: int
    solution: Solution
    clues: Cells
    unique: bool = True
    minimal: bool | None = None

    def puzzle(self, model: Puzzle) -> Puzzle:
        return model.with_givens({cell: self.solution[cell] for cell in self.clues})


def is_batched(request: Request) -> bool:
    """Tell whether many attempts together take little more time than one."""
    return request.model.is_classic and digger(request).rows is not None


def make(request: Request, seed: int, wanted: Sequence[Which]) -> list[Attempt]:
    """Make these attempts. Each result depends only on the seed and the numbers of its attempt."""
    full = grids.draw(request.model, seed, wanted, request.backend)
    numbers = np.array(wanted, np.uint64).reshape(-1, 2)
    key = random_words.keys(seed, numbers[:, 0], numbers[:, 1])
    # Use other random numbers than `grids.draw`.
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

    Begin with the values of `solution`. In each step, give a random clue the value that leaves the
    fewest solutions.
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
    dug = dig_many(solver, boards, request.orbits, orders, request.least)
    minimal: list[bool | None] = [None] * len(dug)
    if request.minimal:
        minimal = are_minimal(solver, dug, sorted(request.fixed)).tolist()
    return [
        Attempt(*which, solution, tuple(np.flatnonzero(board).tolist()), minimal=is_minimal)
        for which, solution, board, is_minimal in zip(wanted, full, dug, minimal, strict=True)
    ]


def _alone(request: Request, which: Which, solution: Solution, order: list[int]) -> Attempt:
    orbits = [request.orbits[number] for number in order]
    always = set(request.model.grid.answers).difference(*orbits)
    unique = _oracle(request, solution)
    clues = tuple(sorted(dig_one(orbits, unique, always, request.least)))
    return Attempt(*which, solution, clues, minimal=_is_minimal(request, solution, clues))


def _is_minimal(request: Request, solution: Solution, clues: Cells) -> bool | None:
    if not request.minimal:
        return None
    return is_minimal(clues, _oracle(request, solution), request.fixed)


def digger(request: Request) -> Backend:
    """Return the backend that checks whether clues can be removed."""
    return choose(request.model, request.backend)


def _oracle(request: Request, solution: Solution) -> Unique:
    model, backend = request.model, digger(request)
    is_large = len(model.grid.values) > MOST_VALUES
    limits = Limits(nodes=MOST_NODES) if is_large and not request.minimal else Limits()

    def unique(clues: Collection[int]) -> bool | None:
        with backend.open(model.with_givens({cell: solution[cell] for cell in clues})) as session:
            session.block(solution)
            status = session.solve(limits).status
        return None if status is Status.UNKNOWN else status is Status.UNSATISFIABLE

    return unique


def dig_one(
    orbits: Sequence[Cells], unique: Unique, always: Collection[int] = (), least: int = 0
) -> set[int]:
    """Remove clues while the solution stays unique. Return at least `least` clues.

    To save checks, `dig_one` tries several orbits at once, and twice as many after each success.
    Removing clues never removes solutions, so the result is the same as one by one.
    """
    kept = {cell for orbit in orbits for cell in orbit}.union(always)
    next_, ahead = 0, 1
    while next_ < len(orbits):
        end, some = _some(orbits, next_, ahead, len(kept) - least)
        without = kept.difference(*some)
        if not some or unique(without):
            kept, next_, ahead = without, end, 2 * ahead
        elif len(some) == 1:
            next_ = end
        else:
            ahead = len(some) // 2
    return kept


def _some(orbits: Sequence[Cells], start: int, most: int, spare: int) -> tuple[int, list[Cells]]:
    """Return the next orbits with at most `spare` clues, and the index of the orbit after them."""
    some: list[Cells] = []
    end = len(orbits)
    for at in range(start, len(orbits)):
        if len(some) < most and len(orbits[at]) <= spare:
            spare -= len(orbits[at])
            some.append(orbits[at])
            end = at + 1
    return end, some


def is_minimal(clues: Collection[int], unique: Unique, fixed: Collection[int] = ()) -> bool | None:
    """Tell whether the puzzle needs all clues that are not `fixed`. Return None at a limit."""
    verdicts = [unique(set(clues) - {cell}) for cell in sorted(set(clues).difference(fixed))]
    if True in verdicts:
        return False
    return None if None in verdicts else True


def dig_many(
    solver: RowSolver,
    full: Boards,
    orbits: Sequence[Cells],
    orders: NDArray[np.intp],
    least: int = 0,
) -> Boards:
    """Remove clues from each board while its solution stays unique. Keep at least `least` clues."""
    members = np.zeros((len(orbits), full.shape[1]), np.bool_)
    for orbit, cells in enumerate(orbits):
        members[orbit, list(cells)] = True
    sizes = members.sum(axis=1)
    dug, clues = full.copy(), np.full(len(full), full.shape[1])
    for tried in orders.T:
        able = np.flatnonzero(clues - sizes[tried] >= least)
        trial = np.where(members[tried[able]], np.uint8(0), dug[able])
        unique = are_unique(solver, trial)
        changed = able[unique]
        dug[changed] = trial[unique]
        clues[changed] -= sizes[tried[changed]]
    return dug


def are_unique(solver: RowSolver, boards: Boards) -> NDArray[np.bool_]:
    """Tell which boards have exactly one solution."""
    one: NDArray[np.bool_] = solver.run(boards, limit=2, kept=0).counts == 1
    return one


def are_minimal(solver: RowSolver, boards: Boards, fixed: Sequence[int] = ()) -> NDArray[np.bool_]:
    """Tell which boards need all their clues that are not `fixed`."""
    free = boards.copy()
    free[:, list(fixed)] = 0
    owners, cells = np.nonzero(free)
    without = boards[owners]
    without[np.arange(len(owners)), cells] = 0
    minimal = np.ones(len(boards), np.bool_)
    minimal[owners[are_unique(solver, without)]] = False
    return minimal
