"""Clues about the rank of a row or column among all rows and columns, read as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, zip_longest
from typing import Literal, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, AnyOf, Regular, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Columns, Rows
from nonet.rules.fields import CellsField, complaints_of, frozen
from nonet.rules.outside import Outside
from nonet.rules.rule import Lowered
from nonet.rules.value_sets import only
from nonet.system.errors import PuzzleError


@frozen
class FullRank(Outside):
    """The line is a number. Its rank is its place among all rows and columns in both directions.

    The lowest number has the rank 1. Along each edge of the board, no value repeats. No line equals
    the line with the clue. If `ties` is True, lines may be equal to it: then exactly as many lines
    are lower as the rank says.

    >>> board = Grid(2, 2)
    >>> FullRank("r1", 2, ties=True).on(board).holds(board, [1, 2, 2, 1])
    False
    >>> FullRank("r1", 1, ties=True).on(board).holds(board, [1, 2, 2, 1])
    True
    """

    cells: CellsField
    rank: int
    ties: bool = False

    reads = "digits"
    lowest = "rank", 1
    title = "full rank"
    sign = "{rank}"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        side = grid.rows
        if not side == grid.columns == len(grid.values) > 1:
            raise PuzzleError("fullrank: the grid must be square, with as many values as rows")
        if self.cells not in chain.from_iterable(_lines(grid)):
            raise PuzzleError("fullrank: the cells are not a row or a column")
        if self.rank > 4 * side:
            raise PuzzleError(f"fullrank: the rank {self.rank} is above {4 * side}")

    def holds(self, grid: Grid, values: Values) -> bool:
        edges = _lines(grid)
        for lines in edges:
            ends = [value for cells in lines if (value := values[cells[0]]) is not None]
            if len(set(ends)) < len(ends):
                return False
        others = [line for line in chain.from_iterable(edges) if line != self.cells]
        found = [_order(line, self.cells, values) for line in others]
        if "=" in found and not self.ties:
            return False
        return 0 <= self.rank - 1 - found.count("<") <= found.count("?")

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        place, lower = divmod(self.rank - 1, 4)
        first = grid.values[place]
        yield only(self.cells[0], first)
        edges = _lines(grid)
        yield from (AllDifferent(tuple(line[0] for line in lines)) for lines in edges)
        # One line at each edge begins with the value. The lines with a lower first value are lower.
        below = _compared(grid.values, first, "<")
        above = _compared(grid.values, first, ">=" if self.ties else ">")
        others = [lines for lines in edges if self.cells not in lines]
        options = [
            tuple(
                Regular(self._beside(line), below if lines in chosen else above)
                for lines in others
                for line in lines
            )
            for chosen in combinations(others, lower)
        ]
        yield from options[0] if len(options) == 1 else (AnyOf(tuple(options)),)

    def _beside(self, line: Cells) -> Cells:
        """Return the first cell of a line, then the next cells of both lines in turns."""
        pairs = zip_longest(self.cells[1:], line[1:], fillvalue=0)
        return (line[0], *chain.from_iterable(pairs))

    def details(self, grid: Grid) -> Iterator[str]:
        if self.ties:
            yield "and other lines may be equal to the line"

    def wording(self, grid: Grid) -> str:
        equal = "" if self.ties else ". No row or column equals one with a clue"
        return (
            "A clue outside the grid is the rank of its row or column, read from the clue as a "
            f"number, among all rows and columns in both directions: 1 is the lowest{equal}"
        )


@lru_cache(maxsize=8)
def _lines(grid: Grid) -> tuple[tuple[Cells, ...], ...]:
    """Return the rows and columns in both directions, for each edge where they begin."""
    rows, columns = tuple(Rows().groups(grid)), tuple(Columns().groups(grid))
    turned = (tuple(line[::-1] for line in lines) for lines in (rows, columns))
    return rows, columns, *turned


_Order: TypeAlias = Literal["<", "=", ">", "?"]


def _order(line: Cells, clued: Cells, values: Values) -> _Order:
    """Compare a line with the line of the clue. Empty cells may leave the order open."""
    for a, b in zip(line, clued, strict=True):
        one, other = values[a], values[b]
        if one is None or other is None:
            if a != b:
                return "?"
        elif one != other:
            return "<" if one < other else ">"
    return "="


@lru_cache(maxsize=256)
def _compared(values: range, first: int, wanted: Literal["<", ">", ">="]) -> Automaton:
    """Return the automaton of the cells of two lines, of which the other begins with `first`.

    A word is the first value of a line, then the next values of the other line and this line in
    turns. The line is lower or higher, as wanted, or does not begin with this value.
    """

    def step(state: str, value: int) -> str | None:
        if state == "begin":
            return "equal" if value == first else "any"
        if state == "any":
            return "any"
        if state == "equal":
            return str(value)  # of the other line
        if value == int(state):
            return "equal"
        return "any" if (value < int(state)) == (wanted == "<") else None

    accepted = ("any", "equal") if wanted == ">=" else ("any",)
    with complaints_of(FullRank.name):
        return Automaton.exploring("begin", step, accepted.__contains__, values)
