"""Check whether a grid obeys a puzzle, by the definitions of its rules.

This module checks every answer of every backend. It shares no code with solvers. `violations` also
accepts a partly filled grid, so it can explain why givens clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from nonet.formats import PuzzleLike, as_puzzle, values_of
from nonet.model.constraints import Values
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: Messages do not show larger values. Python refuses to print integers of 4,300 digits.
_UNREADABLE = 10**20


@dataclass(frozen=True)
class Violation:
    """A broken rule, the cells that break it, and a message.

    `rule` is None if a single cell contradicts its given, its marks or the range of values.

    >>> from nonet.formats import classic
    >>> violations(classic("12..34..2......3"), [2] + [None] * 15)[0].message
    'r1c1 is 2, but 1 is given'
    """

    rule: Rule | None
    cells: tuple[int, ...]
    message: str

    def __str__(self) -> str:
        return self.message


def violations(puzzle: PuzzleLike, values: str | Values) -> list[Violation]:
    """Return a violation for each broken rule.

    `values` is a list with a value for each cell, and None for an empty cell. It may also be a text
    from `nonet.write_values`. A violation names only as many cells as needed to break the rule.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Rows
    >>> print(violations(Puzzle(Grid(2, 2), rules=(Rows(),)), [1, 1, None, 2])[0])
    r1c1 and r1c2 are both 1
    """
    puzzle = as_puzzle(puzzle)
    values = values_of(puzzle.grid, values)
    try:
        puzzle.grid.require_each(values, "value")
    except PuzzleError as error:
        return [Violation(None, (), str(error))]
    obeys_houses, _ = puzzle.geometry.tested
    return _violations(puzzle, values, obeys_houses(values))


def is_solution(puzzle: Puzzle, values: Sequence[int | None]) -> bool:
    """Tell whether values fill the board and obey the puzzle."""
    if len(values) != len(puzzle.grid.cells):
        return False
    obeys_houses, _ = puzzle.geometry.tested
    houses_hold = obeys_houses(values)  # True only for a full board
    return (houses_hold or None not in values) and not _violations(puzzle, values, houses_hold)


def _violations(puzzle: Puzzle, values: Values, houses_hold: bool) -> list[Violation]:
    geometry = puzzle.geometry
    if not houses_hold and not puzzle.grid.contents.issuperset(values):
        return list(_cell_violations(puzzle, values))
    found = [] if _cells_agree(puzzle, values) else list(_cell_violations(puzzle, values))
    _, others = geometry.tested
    for rule in others if houses_hold else geometry.meant:
        if not rule.holds(puzzle.grid, values):
            cells = _culprits(puzzle, rule, values)
            found.append(Violation(rule, cells, _message(puzzle, rule, cells, values)))
    return found


def _cells_agree(puzzle: Puzzle, values: Values) -> bool:
    """Return True if a quick test proves that all cells agree with givens and marks."""
    if puzzle.restricted or 0 in puzzle.grid.values:
        return False
    # Compare only the cells with a given. No given is 0 here.
    return [*compress(values, puzzle.givens)] == [*filter(None, puzzle.givens)]


def _cell_violations(puzzle: Puzzle, values: Values) -> Iterator[Violation]:
    grid = puzzle.grid
    for cell, value in enumerate(values):
        if value is None:
            continue
        given, name = puzzle.givens[cell], grid.name(cell)
        if value not in grid.values:
            shown = value if abs(value) < _UNREADABLE else "a huge number"
            yield Violation(None, (cell,), f"{name} is {shown}, not from {grid.span}")
        elif given is not None and value != given:
            yield Violation(None, (cell,), f"{name} is {value}, but {given} is given")
        elif not puzzle.marks[cell] & grid.bit(value):
            yield Violation(None, (cell,), f"{name} is {value}, which its marks leave out")


def _culprits(puzzle: Puzzle, rule: Rule, values: Values) -> tuple[int, ...]:
    """Return a minimal set of filled cells that breaks the rule."""

    def breaks(cells: Sequence[int]) -> bool:
        kept: list[int | None] = [None] * len(values)
        for cell in cells:
            kept[cell] = values[cell]
        return not rule.holds(puzzle.grid, kept)

    if breaks(()):
        return ()  # no grid obeys the rule
    filled = [cell for cell, value in enumerate(values) if value is not None]
    return tuple(sorted(_minimal(breaks, [], filled)))


def _minimal(
    breaks: Callable[[Sequence[int]], bool], kept: list[int], cells: list[int]
) -> list[int]:
    """Return a minimal set of cells that breaks the rule together with `kept` (QuickXplain)."""
    if len(cells) <= 1:
        return cells
    left, right = cells[: len(cells) // 2], cells[len(cells) // 2 :]
    if breaks(kept + left):
        return _minimal(breaks, kept, left)
    if breaks(kept + right):
        return _minimal(breaks, kept, right)
    needed = _minimal(breaks, kept + left, right)
    return _minimal(breaks, kept + needed, left) + needed


def _message(puzzle: Puzzle, rule: Rule, cells: tuple[int, ...], values: Values) -> str:
    grid = puzzle.grid
    if not cells:
        return unfillable(rule, grid)
    if len(cells) == 2 and values[cells[0]] == values[cells[1]]:
        return f"{grid.name(cells[0])} and {grid.name(cells[1])} are both {values[cells[0]]}"
    held = ", ".join(f"{grid.name(cell)} is {values[cell]}" for cell in cells)
    return f"{held}, which breaks {rule.describe(grid)}"


def unfillable(rule: Rule, grid: Grid) -> str:
    """Return the message for a rule that no values of its cells can satisfy.

    >>> from nonet.rules import Cage
    >>> unfillable(Cage((0, 1), 20), Grid(9, 9))
    'cage r1c1 r1c2 = 20: no digits fill it'
    """
    return f"{rule.describe(grid)}: no digits fill it"
