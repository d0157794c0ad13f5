"""Cut a puzzle into pieces. A piece is the puzzle with more givens. Each solution is in one piece.

If the rules treat the values 1 and 2 alike, pieces that differ only by an exchange of 1 and 2 have
equally many solutions. So only one of these pieces is counted. Its weight is the number of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import log2

from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.propagation import Propagator, State, propagator
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True)
class Piece:
    """A puzzle with more givens. It represents `weight` pieces with equally many solutions.

    `state` is the result of propagating the givens. `path` decides the order of the pieces. Each of
    the `classes` is a mask of values that can be exchanged with each other.
    """

    puzzle: Puzzle
    state: State
    weight: int
    path: tuple[int, ...]
    classes: tuple[int, ...]

    @property
    def size(self) -> float:
        """The logarithm of the number of ways to choose a mark for each cell of the answer."""
        marks = self.puzzle.grid.answer(tuple(self.state.marks))
        return sum(log2(mask.bit_count()) for mask in marks)


def pieces(puzzle: Puzzle, wanted: int, *, exchange: bool) -> list[Piece]:
    """Return about `wanted` pieces, sorted by their givens, cell by cell.

    Split the largest piece until there are enough. Without `exchange`, each piece has weight 1.
    """
    propagate = propagator(puzzle.geometry)
    state = propagate.start(puzzle.domains)
    if state is None:
        return []
    classes = _classes(puzzle) if exchange else ()
    order = count()
    heap: list[tuple[float, int, Piece]] = []
    found: list[Piece] = []

    def add(piece: Piece) -> None:
        if piece.size:
            heappush(heap, (-piece.size, next(order), piece))
        else:
            found.append(piece)

    add(Piece(puzzle, state, 1, (), classes))
    while heap and len(heap) + len(found) < wanted:
        for piece in _split(propagate, heappop(heap)[2]):
            add(piece)
    found += [piece for _, _, piece in heap]
    return sorted(found, key=lambda piece: piece.path)


def open_cell(grid: Grid, marks: list[int]) -> int | None:
    """Return the first open cell of the answer with the fewest marks, or None if none is open."""
    cells = [cell for cell in grid.answers if marks[cell] & (marks[cell] - 1)]
    return min(cells, key=lambda cell: marks[cell].bit_count(), default=None)


def _split(propagate: Propagator, piece: Piece) -> Iterator[Piece]:
    grid, marks = propagate.grid, piece.state.marks
    cell = open_cell(grid, marks)
    assert cell is not None
    check_limits()
    left = marks[cell]
    while left:
        bit = left & -left
        # Values of a class are interchangeable, so a cell may hold all of them or none.
        of = next((mask for mask in piece.classes if mask & bit), bit)
        left &= ~of
        state = propagate.assign(piece.state, cell, bit)
        if state is not None:
            value = grid.value_of(bit)
            yield Piece(
                piece.puzzle.with_givens({cell: value}),
                state,
                piece.weight * of.bit_count(),
                (*piece.path, value),
                tuple(mask & ~bit for mask in piece.classes),
            )


def _classes(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the masks of values that the puzzle treats alike."""
    if not all(isinstance(constraint, AllDifferent) for constraint in puzzle.constraints):
        return ()
    domains = dict.fromkeys(puzzle.domains)
    alike: dict[tuple[int, ...], int] = {}
    for index in range(len(puzzle.grid.values)):
        where = tuple(domain >> index & 1 for domain in domains)
        alike[where] = alike.get(where, 0) | 1 << index
    return tuple(mask for mask in alike.values() if mask & (mask - 1))
