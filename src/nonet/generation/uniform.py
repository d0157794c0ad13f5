"""Draw full classic 9×9 grids. All 6,670,903,752,021,072,936,960 grids are equally likely.

A grid is filled box by box. Boxes are numbered 1 to 9, row by row. In each step, the number of
choices does not depend on earlier choices. If no choice is possible, the grid is rejected. So all
completed grids are equally likely.

1. Box 1 is 1 to 9 in order. The values are shuffled at the end.
2. Boxes 2 and 3 complete the upper three rows. There are 56 ways to divide the values into the rows
   of both boxes. Each row of a box has 6 orders. Boxes 4 and 7 are filled in the same way.
3. Box 5: again there are 56 ways to divide the values into rows. Box 2 excludes each value from one
   column. So each row of box 5 has two orders or none.
4. Box 6 gets the values that are missing in its rows. Because of box 3, each row has two orders or
   none. Box 8 is filled in the same way, column by column.
5. Box 9: each cell gets the value that is missing in both its row and its column.

About one grid in eleven is completed. The tests compare this share with the known number of grids.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from nonet.generation.random_words import Words, derived, shuffles, words

#: The number of choices for boxes 2 and 3, and for boxes 5, 6 and 8 together.
BANDS, CHOICES = 56 * 6**6, 56 * 8**3

#: The number of attempts made at once for each missing grid.
_AT_ONCE = 16

_ORDERS = np.array(list(permutations(range(3))), np.intp)
_ALL = (1 << 9) - 1


def uniform_grids(key: Words) -> NDArray[np.uint8]:
    """Return a full grid for each key, ``uint8[keys, 81]`` with the values 1 to 9."""
    grids = np.empty((len(key), 81), np.intp)
    pending = np.arange(len(key))
    first = 0
    while len(pending):
        trials = np.arange(first, first + _AT_ONCE, dtype=np.uint64)
        trial_keys = derived(np.repeat(key[pending], _AT_ONCE), np.tile(trials, len(pending)))
        completed, found = proposals(trial_keys)
        # Keep the first completed grid for each key.
        owners, where = np.unique(completed // _AT_ONCE, return_index=True)
        grids[pending[owners]] = found[where].reshape(-1, 81)
        pending = np.delete(pending, owners)
        first += _AT_ONCE
    values = shuffles(derived(key, np.full(len(key), 1 << 32, np.uint64)), 9)
    return (np.take_along_axis(values, grids, axis=1) + 1).astype(np.uint8)


def proposals(key: Words) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of the keys that lead to a full grid, and the grids with values from 0."""
    drawn = words(key, 3)
    grid = np.empty((len(key), 9, 9), np.intp)
    grid[:, :3] = _bands(drawn[:, 0])
    grid[:, :, :3] = _ON_ITS_SIDE[_bands(drawn[:, 1])].swapaxes(1, 2)
    choice = (drawn[:, 2] % np.uint64(CHOICES)).astype(np.intp)
    which = np.arange(len(key))

    def keep(good: NDArray[np.bool_]) -> None:
        nonlocal grid, choice, which
        grid, choice, which = grid[good], choice[good], which[good]

    rows = np.take_along_axis(
        grid[:, 3:6, :3].reshape(-1, 9), _SPLITS[choice >> 9].reshape(-1, 18), axis=1
    ).reshape(-1, 6, 3)[:, :3]
    good, box = _placed(rows, _columns(grid[:, :3, 3:6]), choice)
    keep(good)
    grid[:, 3:6, 3:6] = box
    good, box = _placed(_left(grid[:, 3:6, :6]), _columns(grid[:, :3, 6:]), choice >> 3)
    keep(good)
    grid[:, 3:6, 6:] = box
    good, box = _placed(_left(_columns(grid[:, :6, 3:6])), grid[:, 6:, :3], choice >> 6)
    keep(good)
    grid[:, 6:, 3:6] = _columns(box)
    left = _missing(grid[:, 6:, :6])[:, :, None] & _missing(_columns(grid[:, :6, 6:]))[:, None]
    good = (np.bitwise_count(left) == 1).all(axis=(1, 2))
    keep(good)
    grid[:, 6:, 6:] = np.bitwise_count(left[good] - 1)
    return which, grid


def _bands(word: Words) -> NDArray[np.intp]:
    """Return the upper three rows of a grid for each random word, as ``intp[n, 3, 9]``."""
    number = (word % np.uint64(BANDS)).astype(np.intp)
    split, orders = np.divmod(number, 6**6)
    digits = orders[:, None] // 6 ** np.arange(6) % 6
    rows = np.take_along_axis(_SPLITS[split], _ORDERS[digits], axis=2)
    first = np.broadcast_to(np.arange(9).reshape(3, 3), (len(word), 3, 3))
    return np.concatenate([first, rows[:, :3], rows[:, 3:]], axis=2)


def _placed(
    rows: NDArray[np.intp], blocked: NDArray[np.intp], bits: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Order each row of a box, so that no value is in its `blocked` column. Random bits choose.

    Tell which boxes have such an order, and return these boxes.
    """
    column = blocked.reshape(-1, 9).argsort(axis=1) // 3
    at = np.take_along_axis(column, rows.reshape(-1, 9), axis=1).reshape(-1, 3, 3)
    kind = at @ np.array([9, 3, 1])
    good = _CAN[kind].all(axis=1)
    bit = bits[good, None] >> np.arange(3) & 1
    return good, np.take_along_axis(rows[good], _TWO_ORDERS[kind[good], bit], axis=2)


def _missing(lines: NDArray[np.intp]) -> NDArray[np.intp]:
    missing: NDArray[np.intp] = _ALL - (1 << lines).sum(axis=-1)
    return missing


def _left(lines: NDArray[np.intp]) -> NDArray[np.intp]:
    return _TRIPLES[_missing(lines)]


def _columns(box: NDArray[np.intp]) -> NDArray[np.intp]:
    return box.swapaxes(1, 2)


def _splits() -> NDArray[np.intp]:
    """Return the 56 ways to divide the values into the rows of boxes 2 and 3."""
    own = [frozenset(range(3 * row, 3 * row + 3)) for row in range(3)]
    everything = frozenset(range(9))
    found = []
    for first in combinations(sorted(everything - own[0]), 3):
        for second in combinations(sorted(everything - own[1] - set(first)), 3):
            box = [frozenset(first), frozenset(second), everything - set(first) - set(second)]
            beside = [everything - own[row] - box[row] for row in range(3)]
            if not box[2] & own[2]:
                found.append([sorted(row) for row in (*box, *beside)])
    return np.array(found, np.intp)


def _two_orders() -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """For each combination of blocked columns, tell whether a row has two orders, and which."""
    can, orders = np.zeros(27, np.bool_), np.zeros((27, 2, 3), np.intp)
    for kind in range(27):
        blocked = (kind // 9, kind // 3 % 3, kind % 3)
        good = [
            order
            for order in permutations(range(3))
            if all(blocked[value] != column for column, value in enumerate(order))
        ]
        can[kind] = len(good) == 2
        orders[kind] = good or 0
    return can, orders


_SPLITS = _splits()
_CAN, _TWO_ORDERS = _two_orders()
_TRIPLES = np.zeros((512, 3), np.intp)
for _triple in combinations(range(9), 3):
    _TRIPLES[sum(1 << _value for _value in _triple)] = _triple
#: Box 1 after an exchange of rows and columns.
_ON_ITS_SIDE = np.arange(9).reshape(3, 3).T.ravel()
