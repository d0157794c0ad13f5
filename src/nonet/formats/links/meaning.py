"""What rules say, in one form: to tell whether what was written means the same when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from nonet.model.constraints import AllDifferent, Candidates, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Lowered, Rule


def meaning(rules: Iterable[Rule], grid: Grid) -> frozenset[object]:
    """Return what rules lower to, without the order of what has none, and what says nothing.

    >>> from nonet.rules import ExtraRegion, WhiteDot
    >>> grid = Grid(1, 4)
    >>> meaning([WhiteDot(0, 1)], grid) == meaning([WhiteDot(1, 0), ExtraRegion([3])], grid)
    True
    """
    parts = chain.from_iterable(rule.lower(grid) for rule in rules)
    return frozenset(chain.from_iterable(_plain(part, grid) for part in parts))


def are_same(puzzle: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles are of the same grid, givens and candidates, and mean the same."""
    return (
        (puzzle.grid, puzzle.givens) == (other.grid, other.givens)
        and puzzle.domains == other.domains
        and meaning(puzzle.meant, puzzle.grid) == meaning(other.meant, other.grid)
    )


def _plain(part: Lowered, grid: Grid) -> Iterator[object]:
    match part:
        case AllDifferent(cells):
            if len(cells) > 1:
                yield frozenset(cells)
        case Candidates(cell, values):
            yield from ((cell, value) for value in grid.values if value not in values)
        case Relation(a, b, allowed) if a > b:
            yield Relation(b, a, frozenset((w, v) for v, w in allowed))
        case Linear(terms, op, total):
            yield Linear(tuple(sorted(terms)), op, total)
        case _:
            yield part
