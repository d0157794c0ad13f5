"""9×9 puzzles of cages alone, as the texts of killers have them.

Each cell says its cage, so cages share no cell. One of a single cell without a sum says nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nonet.formats.contract import Inexpressible
from nonet.formats.squares import Square, build, require_side
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Rows, Rule

SIDE = 9
CELLS = SIDE**2
GRID = Grid(SIDE, SIDE)

#: No nine values of a house add up to more.
MOST_TOTAL = 45

CLASSIC: tuple[Rule, ...] = (Rows(), Columns(), Boxes(3, 3))


def caged(totals: Iterable[tuple[list[int], int]], *others: Rule) -> Puzzle:
    """Return the puzzle of cages with their sums, 0 for none, and other rules.

    >>> caged([([0, 1], 11), ([2], 0)]).rules[3:]
    (Cage(cells=(0, 1), total=11),)
    """
    cages = [
        Cage(tuple(cells), total or None) for cells, total in totals if total or len(cells) > 1
    ]
    square = Square(SIDE, GRID.values, (None,) * CELLS)
    return build(square, (3, 3)).with_rules(*others, *cages)


def cages_of(
    puzzle: Puzzle, frame: Collection[Rule] = CLASSIC, others: Collection[Rule] = ()
) -> list[Cage]:
    """Return the cages of a puzzle that has the rules of the frame, and perhaps some others."""
    require_side(puzzle, SIDE, keeps=[key for key, _ in puzzle.meta])
    cages: list[Cage] = []
    seen: set[int] = set()
    for rule in dict.fromkeys(puzzle.rules):
        if isinstance(rule, Cage):
            _require_plain(rule, puzzle.grid)
            if not seen.isdisjoint(rule.cells):
                shared = puzzle.grid.name(min(seen.intersection(rule.cells)))
                raise Inexpressible(f"two cages that share {shared}")
            seen.update(rule.cells)
            cages.append(rule)
        elif rule not in (*frame, *others):
            raise Inexpressible(f"the rule {rule.name}")
    for rule in frame:
        if rule not in puzzle.rules:
            raise Inexpressible(f"a puzzle without the rule {rule.name}")
    if puzzle.grid.values != GRID.values:
        raise Inexpressible(f"values from {puzzle.grid.span}")
    return sorted(cages, key=lambda cage: min(cage.cells))


def require_no_givens(puzzle: Puzzle) -> None:
    """Refuse givens, for which the texts of most killers have no place."""
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            raise Inexpressible(f"the given in {puzzle.grid.name(cell)}")


def _require_plain(cage: Cage, grid: Grid) -> None:
    if cage.totals is not None or cage.root is not None:
        raise Inexpressible(f"{cage.describe(grid)}: it is not one sum")
    if cage.total is not None and not 0 < cage.total <= MOST_TOTAL:
        raise Inexpressible(f"{cage.describe(grid)}: a sum is 1 to {MOST_TOTAL}")
