"""The clues of a puzzle, which a setter can remove: givens, candidate sets and rules.

Rows, columns, boxes and regions are not clues. They are the *board*. Every other rule is a clue,
such as a cage or `AntiKnight()`.

A clue keeps its meaning when another clue is removed. For example, `NonConsecutive()` exempts two
cells with a dot, even if the dot is removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from nonet.model.constraints import AllDifferent, Candidates, Values
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, ExtraRegion, Lowered, Regions, Rows, Rule

#: The rules of the board, and the names of their houses.
BOARD: dict[type[Rule], str] = {Rows: "row", Columns: "column", Boxes: "box", Regions: "region"}


@dataclass(frozen=True, order=True)
class Given:
    """The value given in a cell."""

    cell: int
    value: int

    def holds(self, grid: Grid, values: Values) -> bool:
        return values[self.cell] in (None, self.value)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Candidates(self.cell, frozenset({self.value}))

    def describe(self, grid: Grid) -> str:
        return f"given {grid.name(self.cell)} = {self.value}"


@dataclass(frozen=True)
class CandidateSet:
    """The values printed in a cell, as a bit mask."""

    cell: int
    mask: int

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the cell has one of the values, or may still get one."""
        value = values[self.cell]
        return self.mask != 0 if value is None else bool(self.mask & grid.bit(value))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Candidates(self.cell, frozenset(grid.values_of(self.mask)))

    def describe(self, grid: Grid) -> str:
        values = " ".join(map(str, grid.values_of(self.mask))) or "no values"
        return f"{grid.name(self.cell)} among {values}"


@dataclass(frozen=True)
class House:
    """One row, column, box or region of the board."""

    kind: str
    number: int
    cells: Cells

    def holds(self, grid: Grid, values: Values) -> bool:
        return AllDifferent(self.cells).holds(values)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield AllDifferent(self.cells)

    def describe(self, grid: Grid) -> str:
        return f"{self.kind} {self.number}"


Clue: TypeAlias = Given | CandidateSet | Rule
#: A clue or a house of a puzzle.
Part: TypeAlias = Clue | House


def clues_of(puzzle: Puzzle) -> tuple[Clue, ...]:
    """Return all clues of a puzzle: givens, then candidate sets, then rules."""
    return (
        *(Given(cell, value) for cell, value in enumerate(puzzle.givens) if value is not None),
        *(
            CandidateSet(cell, mask)
            for cell, mask in enumerate(puzzle.marks)
            if mask != puzzle.grid.allowed[cell]
        ),
        *(rule for rule in puzzle.meant if type(rule) not in BOARD),
    )


def without_clues(puzzle: Puzzle) -> Puzzle:
    """Return the board alone: the puzzle without its clues."""
    rules = tuple(rule for rule in puzzle.rules if type(rule) in BOARD)
    return Puzzle(puzzle.grid, rules=rules, meta=puzzle.meta)


def houses(puzzle: Puzzle) -> tuple[House, ...]:
    """Return the rows, columns, boxes and regions of the board."""
    return tuple(
        House(BOARD[type(rule)], number, part.cells)
        for rule in without_clues(puzzle).rules
        for number, part in enumerate(rule.lower(puzzle.grid), start=1)
        if isinstance(part, AllDifferent)
    )


def with_parts(puzzle: Puzzle, parts: Iterable[Part]) -> Puzzle:
    """Return the puzzle with clues and houses added."""
    givens, marks, rules = list(puzzle.givens), list(puzzle.marks), list(puzzle.rules)
    for part in parts:
        match part:
            case Given(cell, value):
                givens[cell] = value
            case CandidateSet(cell, mask):
                marks[cell] &= mask
            case House(cells=cells):
                rules.append(ExtraRegion(cells))
            case rule:
                rules.append(rule)
    return replace(puzzle, givens=tuple(givens), marks=tuple(marks), rules=tuple(rules))


def in_words(grid: Grid, parts: Iterable[Part]) -> str:
    """Return the parts as a list for a sentence. Houses of the same kind are grouped.

    >>> in_words(Grid(9, 9), [House("row", n, ()) for n in (1, 2, 3, 7)] + [House("box", 4, ())])
    'rows 1 to 3 and 7, and box 4'
    """
    parts = list(parts)
    texts = [part.describe(grid) for part in parts if not isinstance(part, House)]
    numbers: dict[str, list[int]] = {}
    for part in parts:
        if isinstance(part, House):
            numbers.setdefault(part.kind, []).append(part.number)
    kinds = [_kind_in_words(kind, sorted(found)) for kind, found in numbers.items()]
    has_lists = any(" and " in kind for kind in kinds)
    return _listed([*texts, *kinds], ", and " if has_lists else " and ")


def _kind_in_words(kind: str, numbers: list[int]) -> str:
    texts: list[str] = []
    # In a run of successive numbers, each number minus its index is the same.
    for _, pairs in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [str(number) for _, number in pairs]
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    several = f"{kind}es" if kind.endswith("x") else f"{kind}s"
    return f"{kind if len(numbers) == 1 else several} {_listed(texts, ' and ')}"


def _listed(texts: list[str], last: str) -> str:
    return last.join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def cells_of(grid: Grid, parts: Iterable[Part]) -> tuple[int, ...]:
    """Return the cells of all parts. Leave out rules for the whole board."""
    found = set[int]()
    for part in parts:
        cells = {cell for lowered in part.lower(grid) for cell in lowered.cells}
        found |= cells if len(cells) < len(grid.cells) else set()
    return tuple(sorted(found))
