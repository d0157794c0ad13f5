"""Visibility: which rules the picture itself shows; the others are described below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from nonet.constraints import Values
from nonet.drawing.shapes import in_one_piece
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Among,
    BlackDot,
    Cage,
    Diagonals,
    Even,
    ExtraRegion,
    Odd,
    Rule,
    Thermo,
    WhiteDot,
    Windoku,
)


def open_cells(puzzle: Puzzle, boards: Sequence[Values]) -> frozenset[int]:
    """Return the cells that are empty on every board: they have room for candidates."""
    return frozenset(
        cell
        for cell in puzzle.grid.cells
        if puzzle.givens[cell] is None and all(values[cell] is None for values in boards)
    )


def signed_rules(puzzle: Puzzle, boards: Sequence[Values]) -> list[Rule]:
    """Return the rules to draw: those with a sign whose place no other sign has taken."""
    grid, free = puzzle.grid, open_cells(puzzle, boards)
    taken: set[object] = {
        ("set", cell) for cell in grid.cells if cell not in free or puzzle.marks[cell] != grid.full
    }
    signed = []
    for rule in dict.fromkeys(puzzle.rules):
        places = set(_places(grid, rule))
        if places and taken.isdisjoint(places):
            taken |= places
            signed.append(rule)
    return signed


def _places(grid: Grid, rule: Rule) -> Iterator[object]:
    """Yield the places that the sign of a rule takes; none if no sign would be understood."""
    match rule:
        case Windoku() if any(rule.groups(grid)):
            yield rule
        case Diagonals():
            yield rule
        case ExtraRegion(cells) if in_one_piece(grid, cells):
            yield rule
        case Thermo(cells) if all(_touch(grid, a, b) for a, b in pairwise(cells)):
            yield rule
        case Odd(cells) | Even(cells):
            yield from (("parity", cell) for cell in cells)
        case Among(cells, values) if len(set(values)) < len(grid.values):
            yield from (("set", cell) for cell in cells)
        case Cage(cells) if in_one_piece(grid, cells):
            yield from (("cage", cell) for cell in cells)
        case WhiteDot(a, b) | BlackDot(a, b) if a != b and in_one_piece(grid, (a, b)):
            yield "dot", frozenset((a, b))


def _touch(grid: Grid, a: int, b: int) -> bool:
    """Tell whether two cells share an edge or a corner."""
    (row, column), (other_row, other_column) = grid.place(a), grid.place(b)
    return max(abs(row - other_row), abs(column - other_column)) == 1


def printed_sets(puzzle: Puzzle, signed: Sequence[Rule]) -> tuple[int, ...]:
    """Return for each cell the mask of its printed candidates; all values if there are none."""
    masks = list(puzzle.marks)
    for rule in signed:
        if isinstance(rule, Among):
            for cell in rule.cells:
                masks[cell] = puzzle.grid.mask(rule.values)
    return tuple(masks)
