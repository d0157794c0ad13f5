"""Draw random full grids of any model. docs/generation.md tells which draws are uniform.

`nonet.generation.uniform` draws grids of an empty classic 9×9 board. If a model has few solutions,
list all solutions and draw one. For any other model, fill the cells one by one. Then swap values
along chains of cells, if the rules permit swaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from random import Random

import numpy as np

from nonet.formats import PuzzleLike, as_puzzle, classic
from nonet.generation import random_words
from nonet.generation.uniform import uniform_grids
from nonet.model.constraints import AllDifferent
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.questions.counting import solutions
from nonet.questions.uniqueness import solve
from nonet.rules import Boxes
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError
from nonet.system.limits import whole

#: List all solutions of a model with at most this many solutions and this many open cells.
MOST_LISTED, MOST_OPEN = 1_000, 40

#: The number of grids that `full_grids` draws at once.
_AT_ONCE = 64

_NO_GRID = "no grid obeys these rules and givens"

#: The number of swaps to try per cell of the board.
_SWEEPS = 5


def full_grids(model: PuzzleLike, seed: int = 0, backend: str | None = None) -> Iterator[Solution]:
    """Yield random full grids endlessly. The grids obey the model's givens and candidate sets.

    >>> next(full_grids("1234............", seed=7))[:4]
    (1, 2, 3, 4)
    """
    model = as_puzzle(model)
    at_once = _AT_ONCE if _is_uniform(model) else 1
    for start in count(0, at_once):
        yield from draw(model, seed, [(start + i, 0) for i in range(at_once)], backend)


def with_holes(model: PuzzleLike, share: float, seed: int = 0, *, balanced: bool = False) -> Puzzle:
    """Draw a random full grid of the model, and empty a share of its cells.

    The puzzle may have several solutions. Givens of the model are never emptied. With `balanced`,
    the numbers of holes in any two rows, columns or boxes differ by at most one.

    >>> board = with_holes("." * 16, 0.5, seed=3, balanced=True)
    >>> [sum(value is None for value in board.givens[row : row + 4]) for row in (0, 4, 8, 12)]
    [2, 2, 2, 2]
    """
    if not 0 <= share <= 1:
        raise PuzzleError(f"the share of emptied cells is {share:g}, but must be from 0 to 1")
    model = as_puzzle(model)
    [full] = draw(model, seed, [(0, 0)], None)
    order = _balanced(model, seed) if balanced else _random(model, f"holes {seed}")
    return _emptied(model, full, order, round(share * len(order)))


def dig(
    model: PuzzleLike, holes: int, seed: int = 0, backend: str | None = None
) -> Iterator[Puzzle]:
    """Draw random full grids of the model endlessly, and make this number of holes in each.

    A puzzle may have several solutions. Givens of the model are never emptied.

    >>> from itertools import islice
    >>> [puzzle.givens.count(None) for puzzle in islice(dig("." * 16, 7), 3)]
    [7, 7, 7]
    """
    model = as_puzzle(model)
    open_cells = model.givens.count(None)
    if not 0 <= (holes := whole(holes, "the number of holes")) <= open_cells:
        raise PuzzleError(f"the number of holes is {holes}, but must be from 0 to {open_cells}")
    for index, full in enumerate(full_grids(model, seed, backend)):
        yield _emptied(model, full, _random(model, f"holes {seed} {index}"), holes)


def draw(
    model: Puzzle, seed: int, attempts: Sequence[tuple[int, int]], backend: str | None
) -> list[Solution]:
    """Return a full grid for each pair (index, attempt). The pair and the seed decide the grid."""
    numbers = np.array(attempts, np.uint64).reshape(-1, 2)
    key = random_words.keys(seed, numbers[:, 0], numbers[:, 1])
    if _is_uniform(model):
        return [_relabelled(model, grid) for grid in uniform_grids(key).tolist()]
    listed = _listed(model, backend)
    if listed:
        return [listed[word % len(listed)] for word in random_words.words(key, 1)[:, 0].tolist()]
    return [_mixed(model, Random(number), backend) for number in key.tolist()]


def _is_uniform(model: Puzzle) -> bool:
    """Tell whether the model is classic 9×9 with all givens in one row, column or box.

    An exchange of values then makes any grid fit the givens. So all these grids are equally likely.
    """
    if not model.is_classic:
        return False
    given = {cell for cell, value in enumerate(model.givens) if value is not None}
    return not given or any(
        given <= set(house) and len({model.givens[cell] for cell in given}) == len(given)
        for house in model.geometry.houses
    )


def _relabelled(model: Puzzle, grid: Sequence[int]) -> Solution:
    """Exchange values in a grid until it has the givens of the model. The givens all differ."""
    becomes = {value: value for value in model.grid.values}
    for cell, given in enumerate(model.givens):
        if given is not None:
            held = grid[cell]
            other = next(value for value, new in becomes.items() if new == given)
            becomes[other], becomes[held] = becomes[held], given
    return tuple(becomes[value] for value in grid)


@lru_cache(maxsize=16)
def _listed(model: Puzzle, backend: str | None) -> tuple[Solution, ...]:
    """Return all solutions in order. If there are too many, return an empty tuple."""
    state = propagator(model.geometry).start(model.domains)
    if state and sum(mask & (mask - 1) > 0 for mask in state.marks) > MOST_OPEN:
        return ()
    found = sorted(islice(solutions(model, backend), MOST_LISTED + 1))
    if not found:
        raise PuzzleError(_NO_GRID)
    return tuple(found) if len(found) <= MOST_LISTED else ()


def _mixed(model: Puzzle, random: Random, backend: str | None) -> Solution:
    boxes = _boxes(model)
    grid = pattern(boxes, random) if boxes else _assigned(model, random, backend)
    return swapped(model, grid, random)


def _boxes(model: Puzzle) -> Boxes | None:
    """Return the boxes of an empty classic board, or None."""
    for rule in model.rules:
        if isinstance(rule, Boxes) and rule.height * rule.width == model.grid.rows:
            empty = classic(boxes=(rule.height, rule.width))
            same_rules = set(model.rules) == set(empty.rules)
            if same_rules and replace(model, rules=empty.rules, meta=()) == empty:
                return rule
    return None


def pattern(boxes: Boxes, random: Random) -> Solution:
    """Return a grid made by shifting one row, with shuffled rows, columns and values."""
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
    """Assign a random possible value to each cell. The order of the cells is random, too."""
    grid, propagate = model.grid, propagator(model.geometry)
    witness = solve(model, backend).solution
    state = propagate.start(model.domains)
    if witness is None or state is None:
        raise PuzzleError(_NO_GRID)
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


def swapped(model: Puzzle, grid: Solution, random: Random) -> Solution:
    """Return the grid after random swaps of two values. Some rules permit no swaps.

    A swap exchanges two values, such as 1 and 2, in some cells. These cells are a Kempe chain: if a
    1 is in the chain, each 2 that must differ from it is in the chain, too. So a swap breaks no
    all-different rule. Each swap is as likely as its reverse, so a uniform distribution stays
    uniform.
    """
    if not all(isinstance(part, AllDifferent) for part in model.constraints):
        return grid
    values = list(grid)
    bits = {value: model.grid.bit(value) for value in model.grid.values}
    places: dict[int, set[int]] = {value: set() for value in model.grid.values}
    for cell, value in enumerate(values):
        places[value].add(cell)
    for _ in range(_SWEEPS * len(values)):
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
    for member in chain:  # the chain grows during the loop
        linked = exclusions[member] & left
        left -= linked
        chain += linked
    return chain


def _emptied(model: Puzzle, full: Solution, order: list[int], holes: int) -> Puzzle:
    emptied = [cell for cell in order if model.givens[cell] is None][:holes]
    return model.with_givens({cell: full[cell] for cell in order} | dict.fromkeys(emptied))


def _random(model: Puzzle, seed: str) -> list[int]:
    return Random(seed).sample(model.grid.answers, len(model.grid.answers))


def _balanced(model: Puzzle, seed: int) -> list[int]:
    """Sort all cells by their values in a second full grid, so each house gets as many holes."""
    [template] = draw(model, seed, [(0, 1)], None)
    random = Random(f"holes {seed}")
    place = {value: random.random() for value in model.grid.values}
    return sorted(model.grid.answers, key=lambda cell: (place[template[cell]], random.random()))
