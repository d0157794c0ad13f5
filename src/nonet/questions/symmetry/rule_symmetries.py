"""List the moves of rows and columns that preserve further rules, such as diagonals.

The search builds each order of columns step by step. It rejects an order early if two cells share
groups of different sizes before and after the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product
from math import factorial

from nonet.model.constraints import AllDifferent
from nonet.model.grid import Cells
from nonet.puzzle.geometry import Geometry
from nonet.questions.symmetry.search import Found, Frame, all_labels, moved
from nonet.rules import Rule
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: The search tries at most `MOST_ORDERS` orders of rows, and returns at most `MOST_MOVES` moves.
MOST_ORDERS, MOST_MOVES = 10_000, 20_000


def best_moves(board: Sequence[int], moves: Sequence[Cells], values: int) -> Found:
    """Return the smallest form of a board under these moves."""
    best: list[int] | None = None
    first, labels, count = moves[0], {0: 0}, 0
    for cells in moves:
        check_limits()
        names = {0: 0}
        text = [names.setdefault(board[cell], len(names)) for cell in cells]
        if best is None or text < best:
            best, first, labels, count = text, cells, names, 0
        count += text == best
    free = factorial(values + 1 - len(labels))
    return Found(first, all_labels(labels, values), count * free)


@lru_cache(maxsize=16)
def moves(geometry: Geometry, frame: Frame, more: tuple[Rule, ...]) -> tuple[Cells, ...]:
    """Return all moves that preserve the frame and more rules.

    A move has, for each cell, the cell that moves there.
    """
    grid = geometry.grid
    count = factorial(frame.bands) * factorial(frame.height) ** frame.bands
    if count > MOST_ORDERS:
        raise TooLarge(
            f"no canonical form: there are {count} orders of rows, and with {more[0].name} "
            f"the limit is {MOST_ORDERS}"
        )
    groups = {
        frozenset(part.cells)
        for rule in more
        for part in rule.lower(grid)
        if isinstance(part, AllDifferent)
    }
    shared = _shared(groups, len(grid.cells))
    found: list[Cells] = []
    for turned in (False, True)[: 1 + frame.can_turn]:
        for rows in orders(frame.bands, frame.height):
            for columns in _columns(frame, rows, shared, turned):
                cells = moved(grid.columns, rows, columns, turned)
                if {frozenset(map(cells.__getitem__, group)) for group in groups} == groups:
                    found.append(cells)
                if len(found) > MOST_MOVES:
                    words = f"{more[0].name} allows more than {MOST_MOVES} symmetries"
                    raise TooLarge(f"no canonical form: {words}")
    return tuple(found)


def orders(bands: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield all orders of rows (or columns) in which each band stays together."""
    for order in permutations(range(bands)):
        lines = [permutations(range(band * size, (band + 1) * size)) for band in order]
        for within in product(*lines):
            yield tuple(chain.from_iterable(within))


#: For each pair of cells, the sizes of the groups that contain both cells.
Shared = list[list[tuple[int, ...]]]


def _shared(groups: set[frozenset[int]], cells: int) -> Shared:
    shared: list[list[tuple[int, ...]]] = [[()] * cells for _ in range(cells)]
    for group in sorted(groups, key=len):
        for a in group:
            for b in group:
                shared[a][b] += (len(group),)
    return shared


def _columns(
    frame: Frame, rows: Sequence[int], shared: Shared, turned: bool
) -> Iterator[tuple[int, ...]]:
    """Yield the orders of columns that may preserve the rules, with this order of rows."""
    width = frame.stacks * frame.width
    height = len(rows)

    def cell(row: int, column: int) -> int:
        return column * width + row if turned else row * width + column

    def fits(order: tuple[int, ...], new: int) -> bool:
        place = len(order)
        return all(
            shared[r * width + place][s * width + other]
            == shared[cell(rows[r], new)][cell(rows[s], column)]
            for other, column in enumerate((*order, new))
            for r in range(height)
            for s in range(height)
        )

    def extended(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(order) == width:
            yield order
            return
        # Finish a started stack first. Then try any column of another stack.
        begun = len(order) % frame.width
        for new in range(width):
            stack = new // frame.width
            is_free = new not in order and (
                stack == order[-1] // frame.width
                if begun
                else all(column // frame.width != stack for column in order)
            )
            if is_free and fits(order, new):
                yield from extended((*order, new))

    return extended(())
