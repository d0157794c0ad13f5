"""The sets of different digits with a given sum. Two digits with the sum 3 are always {1, 2}."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

from nonet.model.constraints import Linear
from nonet.puzzle.geometry import Geometry

#: The maximum number of digit sets for a sum. For more sets, other methods are quicker.
MOST_SETS = 2000


def digit_sets(geometry: Geometry, sum_: Linear) -> tuple[int, ...] | None:
    """Return a mask for each set of values that can fill the cells of a sum.

    Return None if two of the cells may be equal, if the coefficients differ, or if there are more
    than `MOST_SETS` sets.
    """
    coefficients = {coefficient for coefficient, _ in sum_.terms}
    cells = set(sum_.cells)
    alike = len(coefficients) == 1 and 0 not in coefficients
    if sum_.totals is None or not alike or len(cells) < len(sum_.terms):
        return None
    if any(not cells - {cell} <= geometry.exclusions[cell] for cell in cells):
        return None
    [coefficient] = coefficients
    totals = (divmod(total, coefficient) for total in sorted(sum_.totals))
    return _sets(
        geometry.grid.values, len(cells), tuple(total for total, rest in totals if not rest)
    )


@lru_cache(maxsize=4096)
def _sets(values: range, size: int, totals: tuple[int, ...]) -> tuple[int, ...] | None:
    sets = chain.from_iterable(_fill(values, size, total) for total in totals)
    found = tuple(islice(sets, MOST_SETS + 1))
    return found if len(found) <= MOST_SETS else None


def _fill(values: range, size: int, total: int) -> Iterator[int]:
    """Yield a mask for each set of `size` values with this total."""
    if size == 0:
        yield from (0,) if total == 0 else ()
        return
    count = len(values)
    path: list[int] = []  # a stack, because recursion is too deep for large groups
    index, left, mask = 0, total, 0
    while True:
        need = size - len(path)
        if index + need <= count and _added_up(values[index : index + need]) <= left:
            if values[index] + _added_up(values[count - need + 1 :]) >= left:
                if need == 1:
                    yield mask | 1 << index
                else:
                    path.append(index)
                    left, mask = left - values[index], mask | 1 << index
        elif path:
            index = path.pop()
            left, mask = left + values[index], mask ^ 1 << index
        else:
            return
        index += 1


def _added_up(values: range) -> int:
    return (values[0] + values[-1]) * len(values) // 2 if values else 0
