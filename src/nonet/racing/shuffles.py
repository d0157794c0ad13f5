"""Shuffle a puzzle into a random isomorph, so that no contestant profits from a lucky cell order.

A shuffle uses only symmetries of the rules. In a classic puzzle, bands may change places, and so
may the lines within a band. Most other rules about the whole board allow rotations and reflections.
If a rule is about certain cells, no cell moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.questions.symmetry import Isomorphism
from nonet.questions.symmetry.search import moved
from nonet.rules import Boxes


def random_isomorphism(puzzle: Puzzle, random: Random) -> Isomorphism:
    """Return a random isomorphism that preserves the rules of a puzzle."""
    grid, geometry = puzzle.grid, puzzle.geometry
    if grid.layers:  # the values of a layer mean something else than the board's
        return Isomorphism(grid, tuple(grid.cells), tuple(grid.values))
    moves = _orders(puzzle, random)
    cells = next(cells for cells in moves if _preserves(geometry, cells))
    values = list(grid.values)
    # If all constraints only require cells to differ, values may be renamed.
    are_alike = all(isinstance(part, AllDifferent) for part in geometry.constraints)
    if are_alike and set(geometry.allowed) == {grid.full}:
        random.shuffle(values)
    return Isomorphism(grid, cells, tuple(values))


def _orders(puzzle: Puzzle, random: Random) -> Iterator[Cells]:
    """Yield the cell orders to try: thorough shuffles first, then the rotations and reflections."""
    grid = puzzle.grid
    sizes = {(rule.height, rule.width) for rule in puzzle.rules if isinstance(rule, Boxes)}
    height, width = sizes.pop() if len(sizes) == 1 else (1, 1)
    rows, columns = _lines(grid.rows, height, random), _lines(grid.columns, width, random)
    is_square = grid.rows == grid.columns
    turns = random.sample([False, True], 2) if is_square and height == width else [False]
    yield from (moved(grid.columns, rows, columns, turned) for turned in turns)
    # These include the unchanged order.
    down, right = range(grid.rows), range(grid.columns)
    rigid = [
        moved(grid.columns, *sides, turned)
        for sides in product((down, down[::-1]), (right, right[::-1]))
        for turned in (False, True)[: 1 + is_square]
    ]
    yield from random.sample(rigid, len(rigid))


def _lines(count: int, band: int, random: Random) -> list[int]:
    """Return the lines in a random order that keeps bands together."""
    bands = random.sample(range(count // band), count // band)
    return [band * which + line for which in bands for line in random.sample(range(band), band)]


def _preserves(geometry: Geometry, cells: Cells) -> bool:
    allowed = geometry.allowed
    if any(allowed[old] != allowed[new] for new, old in enumerate(cells)):
        return False
    place = sorted(geometry.grid.cells, key=cells.__getitem__)
    return _multiset(geometry) == Counter(_moved(part, place) for part in geometry.constraints)


@once_for_geometry
def _multiset(geometry: Geometry) -> Counter[object]:
    return Counter(_moved(part, geometry.grid.cells) for part in geometry.constraints)


def _moved(constraint: object, place: Sequence[int]) -> object:
    """Return a normal form of the constraint after its cells have moved."""
    match constraint:
        case AllDifferent(cells):
            return frozenset(place[cell] for cell in cells)
        case Relation(a, b, allowed):
            a, b = place[a], place[b]
            return (a, b, allowed) if a < b else (b, a, frozenset((w, v) for v, w in allowed))
        case Linear(terms, op, total):
            return tuple(sorted((place[cell], factor) for factor, cell in terms)), op, total
        case Count(cells, values, allowed):
            return tuple(sorted(place[cell] for cell in cells)), values, allowed
        case Regular(cells, automaton):
            return tuple(place[cell] for cell in cells), automaton
        case Candidates(cell, values):
            return place[cell], values
        case AnyOf(alternatives):
            return frozenset(
                frozenset(_moved(part, place) for part in parts) for parts in alternatives
            )
        case Connected(cells, values, edges, least):
            pairs = frozenset(frozenset((place[a], place[b])) for a, b in edges)
            return frozenset(place[cell] for cell in cells), values, pairs, least
        case Runs(control, first, arms, plus):
            lines = Counter(tuple(place[cell] for cell in arm) for arm in arms)
            return place[control], place[first], frozenset(lines.items()), plus
        case Partition(marked, filled, edges, labels):
            pairs = frozenset(frozenset((place[a], place[b])) for a, b in edges)
            moved = tuple(place[cell] for cell in marked + filled)  # the order is part of it
            return moved, pairs, labels
    raise NotImplementedError(f"{type(constraint).__name__} cannot be moved")
