"""Random full grids of any model; docs/generation.md says which are uniform.

If a model has few solutions, they are listed and one is drawn. The empty classic 9×9 board has a
method of its own (`nonet.generation.uniform`). For all others, cells are assigned one by one, and
chains of two values are swapped where the rules allow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from random import Random

import numpy as np

from nonet.formats import PuzzleLike, as_puzzle
from nonet.generation import chains, draws
from nonet.generation.uniform import uniform_grids
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import solutions, solve
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError

#: The solutions of a model are listed if there are no more than these, and so few open cells that
#: finding out takes no time.
MOST_LISTED, MOST_OPEN = 1_000, 40

#: Grids that `full_grids` draws at once.
_AT_ONCE = 64


def full_grids(model: PuzzleLike, seed: int = 0, backend: str | None = None) -> Iterator[Solution]:
    """Yield random full grids of a model, endlessly; its givens and candidate sets hold in all.

    >>> from nonet.formats import classic
    >>> first, second = islice(full_grids(classic("1234............"), seed=7), 2)
    >>> first[:4], len(second)
    ((1, 2, 3, 4), 16)
    """
    model = as_puzzle(model)
    at_once = _AT_ONCE if _is_uniform(model) else 1
    for start in count(0, at_once):
        yield from draw(model, seed, [(start + i, 0) for i in range(at_once)], backend)


def completions(model: PuzzleLike, seed: int = 0, backend: str | None = None) -> Iterator[Solution]:
    """Yield the full grids of a model with one random first row, each once.

    They come in the order in which the backend finds them.

    >>> from nonet.formats import classic
    >>> found = list(completions(classic(order=2), seed=7))
    >>> len(found), len({grid[:4] for grid in found})
    (12, 1)
    """
    model = as_puzzle(model)
    [full] = draw(model, seed, [(0, 0)], backend)
    row = dict(enumerate(full[: model.grid.columns]))
    yield from solutions(model.with_givens(row), backend)


def draw(
    model: Puzzle, seed: int, attempts: Sequence[tuple[int, int]], backend: str | None
) -> list[Solution]:
    """Return a full grid for each (index, attempt), which depends only on these and the seed."""
    numbers = np.array(attempts, np.uint64).reshape(-1, 2)
    key = draws.keys(seed, numbers[:, 0], numbers[:, 1])
    if _is_uniform(model):
        return [_relabelled(model, grid) for grid in uniform_grids(key).tolist()]
    listed = _listed(model, backend)
    if listed:
        return [listed[word % len(listed)] for word in draws.words(key, 1)[:, 0].tolist()]
    return [_mixed(model, Random(number), backend) for number in key.tolist()]


def _is_uniform(model: Puzzle) -> bool:
    """Tell whether the model is classic 9×9, and its givens, if any, are in one house.

    Exchanging values keeps a uniform distribution uniform, and makes any house as required.
    """
    if not model.is_classic:
        return False
    given = {cell for cell, value in enumerate(model.givens) if value is not None}
    return not given or any(
        given <= set(house) and len({model.givens[cell] for cell in given}) == len(given)
        for house in model.geometry.houses
    )


def _relabelled(model: Puzzle, grid: Sequence[int]) -> Solution:
    """Exchange values of a grid so that the givens, which all differ, hold."""
    becomes = {value: value for value in model.grid.values}
    for cell, given in enumerate(model.givens):
        if given is not None:
            held = grid[cell]
            other = next(value for value, new in becomes.items() if new == given)
            becomes[other], becomes[held] = becomes[held], given
    return tuple(becomes[value] for value in grid)


@lru_cache(maxsize=16)
def _listed(model: Puzzle, backend: str | None) -> tuple[Solution, ...]:
    """Return all solutions in order, or none if there are too many."""
    state = propagator(model.geometry).start(model.domains)
    if state and sum(mask & (mask - 1) > 0 for mask in state.marks) > MOST_OPEN:
        return ()
    found = sorted(islice(solutions(model, backend), MOST_LISTED + 1))
    if not found:
        raise PuzzleError("no grid obeys these rules and givens")
    return tuple(found) if len(found) <= MOST_LISTED else ()


def _mixed(model: Puzzle, random: Random, backend: str | None) -> Solution:
    boxes = _boxes(model)
    grid = pattern(boxes, random) if boxes else _assigned(model, random, backend)
    return chains.mixed(model, grid, random)


def _boxes(model: Puzzle) -> Boxes | None:
    """Return the boxes of an empty classic board, None for other models."""
    side = model.grid.rows
    is_square = side == model.grid.columns == len(model.grid.values)
    if not is_square or model.restricted or any(given is not None for given in model.givens):
        return None
    boxes = [rule for rule in model.rules if isinstance(rule, Boxes)]
    if len(boxes) != 1 or {*model.rules} != {Rows(), Columns(), *boxes}:
        return None
    [found] = boxes
    return found if found.height * found.width == side and model.grid.values[0] == 1 else None


def pattern(boxes: Boxes, random: Random) -> Solution:
    """Return a grid whose rows are shifts of one another, its lines and values shuffled.

    >>> pattern(Boxes(1, 2), Random(0))
    (2, 1, 1, 2)
    """
    height, width = boxes.height, boxes.width
    side = height * width

    def lines(bands: int, size: int) -> list[int]:
        return [
            size * band + line
            for band in random.sample(range(bands), bands)
            for line in random.sample(range(size), size)
        ]

    rows, columns = lines(side // height, height), lines(side // width, width)
    values = random.sample(range(1, side + 1), side)
    return tuple(
        values[(width * (row % height) + row // height + column) % side]
        for row in rows
        for column in columns
    )


def _assigned(model: Puzzle, random: Random, backend: str | None) -> Solution:
    """Assign the cells in random order, each a random value of those it can have."""
    grid, propagate = model.grid, propagator(model.geometry)
    witness = solve(model, backend).solution
    state = propagate.start(model.domains)
    if witness is None or state is None:
        raise PuzzleError("no grid obeys these rules and givens")
    puzzle = model
    for cell in random.sample(grid.cells, len(grid.cells)):
        while state.marks[cell] & (state.marks[cell] - 1):
            value = random.choice(list(grid.values_of(state.marks[cell])))
            trial = puzzle.with_givens({cell: value})
            found = witness if witness[cell] == value else solve(trial, backend).solution
            keep = grid.bit(value) if found else ~grid.bit(value)
            propagate.settle(state, [(cell, keep)], {})
            if found:
                puzzle, witness = trial, found
    return witness
