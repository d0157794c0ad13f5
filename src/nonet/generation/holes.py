"""Empty some cells of full grids, for benchmarks. The puzzles may have several solutions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from nonet.formats import PuzzleLike, as_puzzle
from nonet.generation import grids
from nonet.puzzle import Puzzle
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError
from nonet.system.limits import whole


def with_holes(model: PuzzleLike, share: float, seed: int = 0, *, balanced: bool = False) -> Puzzle:
    """Return a random full grid of the model with a share of its cells emptied.

    The puzzle may have several solutions. Givens of the model are never emptied. With `balanced`,
    the numbers of holes in any two rows, columns or boxes differ by at most one.

    >>> from nonet.formats import classic
    >>> board = with_holes(classic(order=2), 0.5, seed=3, balanced=True)
    >>> [sum(value is None for value in board.givens[row : row + 4]) for row in (0, 4, 8, 12)]
    [2, 2, 2, 2]
    """
    if not 0 <= share <= 1:
        raise PuzzleError(f"the share of emptied cells is {share:g}, but must be from 0 to 1")
    model = as_puzzle(model)
    [full] = grids.draw(model, seed, [(0, 0)], None)
    order = _balanced(model, seed) if balanced else _random(model, f"holes {seed}")
    return _emptied(model, full, order, round(share * len(full)))


def dig(
    model: PuzzleLike, holes: int, seed: int = 0, backend: str | None = None
) -> Iterator[Puzzle]:
    """Yield random full grids of the model with this number of holes, without end.

    A puzzle may have several solutions. Givens of the model are never emptied.

    >>> from itertools import islice
    >>> from nonet.formats import classic
    >>> [puzzle.givens.count(None) for puzzle in islice(dig(classic(order=2), 7), 3)]
    [7, 7, 7]
    """
    model = as_puzzle(model)
    open_cells = model.givens.count(None)
    if not 0 <= (holes := whole(holes, "the number of holes")) <= open_cells:
        raise PuzzleError(f"the number of holes is {holes}, but must be from 0 to {open_cells}")
    for index, full in enumerate(grids.full_grids(model, seed, backend)):
        yield _emptied(model, full, _random(model, f"holes {seed} {index}"), holes)


def _emptied(model: Puzzle, full: Solution, order: list[int], holes: int) -> Puzzle:
    """Empty the first cells in the order, except givens of the model."""
    emptied = [cell for cell in order if model.givens[cell] is None][:holes]
    return model.with_givens(dict(enumerate(full)) | dict.fromkeys(emptied))


def _random(model: Puzzle, seed: str) -> list[int]:
    return Random(seed).sample(model.grid.cells, len(model.grid.cells))


def _balanced(model: Puzzle, seed: int) -> list[int]:
    """Return the cells sorted by their values in a second full grid, in a random order of values.

    A house has each value once, so the first cells are always spread over all houses.
    """
    [template] = grids.draw(model, seed, [(0, 1)], None)
    random = Random(f"holes {seed}")
    place = {value: random.random() for value in model.grid.values}
    return sorted(model.grid.cells, key=lambda cell: (place[template[cell]], random.random()))
