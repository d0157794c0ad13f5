"""Rules that forbid equal values in two cells a certain distance apart."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.model.constraints import AllDifferent, Count, Values
from nonet.model.grid import Grid
from nonet.rules.board.neighbours import Differ, Step, Unlike
from nonet.rules.fields import CellsField, IntegersField, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.rules.value_sets import either
from nonet.system.errors import PuzzleError


@frozen
class AntiLeaper(Unlike):
    """Cells that are `down` rows and `right` columns apart, or the other way round, differ.

    ``AntiLeaper(1, 2)`` is anti-knight, and ``AntiLeaper(1, 3)`` is anti-camel. With `values`, only
    these values may not repeat. With `cells`, the rule applies only to pairs with one of these
    cells.

    >>> AntiLeaper(0, 2).holds(Grid(1, 3), [1, 2, 1])
    False
    >>> AntiLeaper(0, 2, values=[3]).holds(Grid(1, 3), [1, 2, 1])
    True
    """

    down: int
    right: int
    values: IntegersField = default(())
    cells: CellsField = default(())

    @property
    def steps(self) -> tuple[Step, ...]:
        ways = sorted({(self.down, self.right), (self.right, self.down)})
        rising = ((down, right) for down, right in ways if right)
        falling = ((down, -right) for down, right in ways if down)
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        cells = frozenset(self.cells or grid.cells)
        return (pair for pair in super().pairs(grid) if not cells.isdisjoint(pair))

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if min(self.down, self.right) < 0 or self.down == self.right == 0:
            raise PuzzleError(
                f"antileaper: {self.down} rows and {self.right} columns do not lead to another cell"
            )
        require_cells(grid, self.cells, self.name, at_least=0)
        grid.mask(self.values)

    def clashes(self, a: int, b: int) -> bool:
        return a == b and (not self.values or a in self.values)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return super().lower(grid) if self.values else map(AllDifferent, self.pairs(grid))

    def describe(self, grid: Grid) -> str:
        values = f", values {' '.join(map(str, self.values))}" if self.values else ""
        cells = f", {grid.names(self.cells)}" if self.cells else ""
        return f"no equal values {self.down} and {self.right} apart{values}{cells}"

    def wording(self, grid: Grid) -> str:
        ways = dict.fromkeys(((self.down, self.right), (self.right, self.down)))
        apart = ", or ".join(f"{_in_words(*way)} apart" for way in ways)
        digit = f"the digit {either(self.values)} twice" if self.values else "the same digit"
        cells = either(map(grid.name, self.cells))
        condition = f" if one of them is {cells}" if self.cells else ""
        return f"Cells {apart}{',' * (len(ways) > 1)} cannot contain {digit}{condition}"


@frozen
class Taxicab(Differ):
    """Cells that are `distance` steps apart differ. Each step goes up, down, left or right.

    >>> Taxicab(3).holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    distance: int

    template = "Cells at taxicab distance {distance} cannot contain the same digit"

    @property
    def steps(self) -> tuple[Step, ...]:
        rising = ((down, self.distance - down) for down in range(self.distance))
        falling = ((down, down - self.distance) for down in range(1, self.distance + 1))
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        if self.distance <= grid.rows + grid.columns - 2:
            yield from super().pairs(grid)

    def fit(self, grid: Grid) -> None:
        if self.distance < 1:
            raise PuzzleError(f"taxicab: the distance must be at least 1, not {self.distance}")
        _require_few_pairs(grid, 2 * self.distance, self.name)

    def describe(self, grid: Grid) -> str:
        return f"no equal values at taxicab distance {self.distance}"


class SelfTaxicab(Rule):
    """Two cells with the same value N are not N steps up, down, left or right apart.

    >>> SelfTaxicab().holds(Grid(1, 3), [2, 1, 2]), SelfTaxicab().holds(Grid(1, 3), [3, 1, 3])
    (False, True)
    """

    template = "Two cells that contain the same digit N cannot be at taxicab distance N"
    of_board = True

    def fit(self, grid: Grid) -> None:
        require_pairs(grid, self.name)
        _require_few_pairs(grid, len(grid.values) * (grid.values[-1] + 1), self.name)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int, int]]:
        for value in grid.values:
            if 0 < value <= grid.rows + grid.columns - 2:
                yield from ((a, b, value) for a, b in Taxicab(value).pairs(grid))

    def holds(self, grid: Grid, values: Values) -> bool:
        return not any(values[a] == values[b] == far for a, b, far in self.pairs(grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        once = frozenset({0, 1})
        return (Count((a, b), frozenset({far}), once) for a, b, far in self.pairs(grid))

    def describe(self, grid: Grid) -> str:
        return "no value twice at its own taxicab distance"


def _in_words(down: int, right: int) -> str:
    rows, columns = f"{down} row{'s' * (down != 1)}", f"{right} column{'s' * (right != 1)}"
    return " and ".join(words for words, steps in ((rows, down), (columns, right)) if steps)


def _require_few_pairs(grid: Grid, steps: int, what: str) -> None:
    pairs = len(grid.cells) * min(steps, len(grid.cells))
    require_room(pairs, what, "pairs of cells")
