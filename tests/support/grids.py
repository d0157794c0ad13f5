"""Arrays of many classic grids. A row has the 81 bytes of a grid, with 0 for an empty cell."""

from random import Random

import numpy as np
from examples import full_board


def solved(count: int, seed: int) -> np.ndarray:
    """Return random solved grids."""
    random = Random(seed)
    return np.array([full_board(3, random) for _ in range(count)], np.uint8).reshape(-1, 81)


def thinned(grids: np.ndarray, clues: int | tuple[int, int], seed: int) -> np.ndarray:
    """Empty random cells of the grids. A fixed or a random number of cells is left."""
    random = np.random.default_rng(seed)
    least, most = (clues, clues) if isinstance(clues, int) else clues
    keep = random.integers(least, most + 1, len(grids))
    order = random.random(grids.shape).argsort(axis=1).argsort(axis=1)
    return np.where(order < keep[:, None], grids, 0).astype(np.uint8)


def spoiled(puzzles: np.ndarray, seed: int) -> np.ndarray:
    """Return the puzzles with the value of one cell changed in each."""
    random = np.random.default_rng(seed)
    cells = random.integers(0, 81, len(puzzles))
    other = puzzles.copy()
    rows = np.arange(len(puzzles))
    shift = random.integers(1, 9, len(puzzles))
    other[rows, cells] = (puzzles[rows, cells].astype(int) - 1 + shift) % 9 + 1
    return other


def of_lines(lines: list[str]) -> np.ndarray:
    text = "".join(lines).replace(".", "0").encode()
    return np.frombuffer(text, np.uint8).reshape(-1, 81) - ord("0")


def text(row: np.ndarray) -> str:
    return "".join(map(str, row))


def obeys(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """Tell which grids solve their puzzles, by sorting the values of each house."""
    by_cell = grids.reshape(-1, 9, 9)
    boxes = by_cell.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    good = ((puzzles == 0) | (puzzles == grids)).all(axis=1)
    for houses in (by_cell, by_cell.swapaxes(1, 2), boxes):
        good &= (np.sort(houses, axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return good
