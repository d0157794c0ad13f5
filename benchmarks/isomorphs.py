"""Seeded shuffles of classic puzzles: of their lines, bands, digits and axes."""

from pathlib import Path

import numpy as np

CELLS = 81

#: The number of puzzles that are shuffled at once. A larger number takes more memory.
_BATCH = 1 << 16


class Unreadable(Exception):
    """A file that is not a puzzle of 81 characters a line."""


def read(path: Path) -> np.ndarray:
    """Return the puzzles of a file as uint8[n, 9, 9], 0 for an empty cell."""
    lines = path.read_text().split()
    if not lines:
        raise Unreadable(f"{path}: no puzzles")
    for number, line in enumerate(lines, start=1):
        if len(line) != CELLS:
            raise Unreadable(f"{path}:{number}: {len(line)} characters, not {CELLS}")
    text = "".join(lines).replace(".", "0").encode()
    return np.frombuffer(text, np.uint8).reshape(-1, 9, 9) - ord("0")


def isomorphs(grids: np.ndarray, size: int, seed: int) -> np.ndarray:
    """Return shuffled puzzles as uint8[n, 81]. Each puzzle is used equally often (± 1)."""
    random = np.random.default_rng(seed)
    size = max(size, len(grids))
    order = random.permutation(np.resize(random.permutation(len(grids)), size))
    found = np.empty((size, CELLS), np.uint8)
    for first in range(0, size, _BATCH):
        chosen = order[first : first + _BATCH]
        found[first : first + _BATCH] = shuffled(grids[chosen], random)
    return found


def shuffled(grids: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return an isomorph of each puzzle, in their order."""
    count = len(grids)
    flipped = random.integers(2, size=count).astype(bool)
    grids = np.where(flipped[:, None, None], grids.transpose(0, 2, 1), grids)
    rows, columns = _lines(count, random), _lines(count, random)
    grids = grids[np.arange(count)[:, None, None], rows[:, :, None], columns[:, None, :]]
    digits = np.zeros((count, 10), np.uint8)
    digits[:, 1:] = random.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (count, 1)), axis=1)
    return np.take_along_axis(digits, grids.reshape(count, CELLS).astype(np.intp), axis=1)


def _lines(count: int, random: np.random.Generator) -> np.ndarray:
    """Return for each puzzle nine lines shuffled within bands, and the bands shuffled."""
    within = random.permuted(np.tile(np.arange(3), (count, 3, 1)), axis=2)
    bands = random.permuted(np.tile(np.arange(3), (count, 1)), axis=1)
    lines = np.arange(0, 9, 3)[None, :, None] + within
    return lines[np.arange(count)[:, None], bands].reshape(count, 9)


def as_signs(puzzles: np.ndarray) -> np.ndarray:
    """Return puzzles as the characters of a file, a dot for an empty cell."""
    return np.where(puzzles == 0, ord("."), puzzles + ord("0")).astype(np.uint8)
