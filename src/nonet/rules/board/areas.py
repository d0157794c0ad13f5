"""Rules about areas of the board: 2×2 squares, and cells that shared edges connect."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import Connected, Count, Regular, Values
from nonet.model.grid import Cells, Grid, Layer
from nonet.rules.connection import pieces, touching
from nonet.rules.fields import IntegersField, complaints_of, default, frozen
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import either, filled, third, thirds_in_words


class Global(Rule, family=True):
    """Base of rules that require a value of every kind (such as low or high) in each 2×2 square."""

    of_board = True

    @abstractmethod
    def kind(self, grid: Grid, value: int) -> Hashable:
        """Return the kind of a value."""

    def groups(self, grid: Grid) -> list[frozenset[int]]:
        """Return the values of each kind."""
        kinds: dict[Hashable, set[int]] = {}
        for value in grid.values:
            kinds.setdefault(self.kind(grid, value), set()).add(value)
        return list(map(frozenset, kinds.values()))

    def holds(self, grid: Grid, values: Values) -> bool:
        groups = self.groups(grid)
        held = (filled(square, values) for square in squares(grid))
        return all(
            sum(group.isdisjoint(each) for group in groups) <= 4 - len(each) for each in held
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        some, groups = frozenset({1, 2, 3, 4}), self.groups(grid)
        return (Count(square, group, some) for square in squares(grid) for group in groups)


class GlobalEntropy(Global):
    """Each 2×2 square has a low value (1–3), a middle value (4–6) and a high value (7–9).

    If the number of values is not a multiple of 3, the middle third is larger or smaller by one.

    >>> GlobalEntropy().holds(Grid(2, 2, range(1, 10)), [1, 2, 4, 5])
    False
    """

    label = "global entropy"

    def fit(self, grid: Grid) -> None:
        if (count := len(grid.values)) < 3:
            raise self.refusal(f"{count} values are too few for three thirds")

    def kind(self, grid: Grid, value: int) -> int:
        return third(grid.values, value)

    def wording(self, grid: Grid) -> str:
        return f"Every 2×2 square contains {thirds_in_words(grid.values)}"


@frozen
class GlobalModular(Global):
    """Each 2×2 square has values with all remainders modulo 3, such as 1, 5 and 9.

    >>> GlobalModular().holds(Grid(2, 2, range(1, 10)), [1, 4, 2, 3])
    True
    """

    modulus: int = 3

    label = "global modular, modulo {modulus}"

    def fit(self, grid: Grid) -> None:
        if not 2 <= self.modulus <= 4:
            raise self.refusal(f"the modulus must be from 2 to 4, not {self.modulus}")
        if (count := len(grid.values)) < self.modulus:
            raise self.refusal(f"{count} values cannot have {self.modulus} remainders")

    def kind(self, grid: Grid, value: int) -> int:
        return value % self.modulus

    def wording(self, grid: Grid) -> str:
        groups = (" ".join(map(str, sorted(group))) for group in self.groups(grid))
        listed = ", ".join(f"one of {group}" for group in groups)
        return f"Every 2×2 square contains digits of all remainders modulo {self.modulus}: {listed}"


def squares(grid: Grid, area: range | None = None) -> Iterator[Cells]:
    """Yield the 2×2 squares of the board, or of a layer's cells, row by row."""
    start = area.start if area else 0
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            cell = start + grid.at(row, column)
            yield cell, cell + 1, cell + grid.columns, cell + grid.columns + 1


class InLayer(Rule, family=True):
    """Base of rules about the cells of a layer like the board."""

    layer: str

    reads = "digits"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if len(self.area(grid)) != len(grid.board):
            raise self.refusal(f"the layer {self.layer} has single cells, so it has no areas")

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterable[Layer]:
        return (Layer(self.layer),)

    def area(self, grid: Grid) -> range:
        with complaints_of(self.name):
            return grid.layer(self.layer)

    def labels(self, grid: Grid) -> tuple[int, ...]:
        """Return the values that the layer may hold."""
        return tuple(grid.values_of(grid.allowed[self.area(grid).start]))

    def connected(self, grid: Grid, values: Values, inside: Set[int], size: int | None) -> bool:
        """Tell whether the cells with a value from a set form one area, or may grow to do so."""
        held = values[self.area(grid).start : self.area(grid).stop]
        sure = {cell for cell in grid.board if held[cell] in inside}
        areas = pieces(grid, [c for c in grid.board if c in sure or held[c] is None])
        return any(
            sure.issubset(area) and (size is None or len(sure) <= size <= len(area))
            for area in areas
        )

    def where(self) -> str:
        """Return words that name the layer, or no words for the board."""
        return f" in the layer {self.layer}" if self.layer else ""


class Areas(InLayer, family=True):
    """Base of rules about areas of cells with some values, in a layer or on the board."""

    values: IntegersField
    layer: str

    of_board = True

    def fit(self, grid: Grid) -> None:
        if not grid.mask(self.values):
            raise self.refusal("the list of values is empty")
        super().fit(grid)
        if {*self.values}.isdisjoint(self.labels(grid)):
            raise self.refusal(f"no cell{self.where()} may hold {either(self.values)}")

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterator[Layer]:
        if self.layer:
            # The other cells all have the same value.
            others = [value for value in grid.values if value not in self.values][:1]
            inside = [value for value in self.values if value in grid.values]
            yield Layer(self.layer, tuple(sorted({*inside, *others})))

    def area(self, grid: Grid) -> range:
        return super().area(grid) if self.layer else grid.board

    def connection(self, grid: Grid, inside: frozenset[int], least: int) -> Connected:
        """Return the primitive that says the same as `connected`."""
        area = self.area(grid)
        return Connected(tuple(area), inside, edges(grid, area), least)

    def describe(self, grid: Grid) -> str:
        values = " ".join(map(str, self.values))
        return f"{self.worded(self.label, grid)}: {values}{self.where()}"

    def wording(self, grid: Grid) -> str:
        predicate = self.worded(self.template, grid)
        return f"All cells with {either(self.values)}{self.where()} {predicate}"


@frozen
class ConnectedValues(Areas):
    """All cells that hold one of the values form a single area, connected by shared edges.

    At least one cell holds one of the values. The size, if there is one, is the number of cells of
    the area. The cells are the cells of the board, or of a layer.

    >>> ConnectedValues([1]).holds(Grid(2, 2), [1, 2, 2, 1])
    False
    """

    values: IntegersField
    size: int | None = default(None)
    layer: str = ""

    template = "form one orthogonally connected area"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.size is not None and not 1 <= self.size <= len(grid.board):
            span = f"1 to {len(grid.board)}"
            raise self.refusal(f"the size must be from {span}, not {self.size}")

    def holds(self, grid: Grid, values: Values) -> bool:
        return self.connected(grid, values, {*self.values}, self.size)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        values = frozenset(self.values)
        yield self.connection(grid, values, self.size or 1)
        if self.size is not None:
            yield Count(tuple(self.area(grid)), values, frozenset({self.size}))

    def describe(self, grid: Grid) -> str:
        size = "" if self.size is None else f", {self.size} cells"
        return f"connected values {' '.join(map(str, self.values))}{size}{self.where()}"

    def wording(self, grid: Grid) -> str:
        size = "" if self.size is None else f" of {self.size} cells"
        return f"{super().wording(grid)}{size}"


@frozen
class YinYang(Areas):
    """The cells with one of the values form one area, and so do all other cells.

    Shared edges connect an area. No 2×2 square lies in one of the two areas. The cells are those of
    the board, or of a layer: then the shading of the layer is part of the solution.

    >>> grid = Grid(2, 2)
    >>> YinYang([1]).holds(grid, [1, 1, 2, 2]), YinYang([1]).holds(grid, [1, 2, 2, 1])
    (True, False)
    """

    values: IntegersField
    layer: str = ""

    label = "yin-yang"
    template = (
        "form one orthogonally connected area, and so do all other cells; no 2×2 square lies in "
        "one of the two areas"
    )

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if {*self.values}.issuperset(self.labels(grid)):
            raise self.refusal("no value is left for the other area")

    def _sides(self, grid: Grid) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(self.values), frozenset(grid.values) - {*self.values}

    def holds(self, grid: Grid, values: Values) -> bool:
        sides = self._sides(grid)
        for square in squares(grid, self.area(grid)):
            held = filled(square, values)
            if len(held) == len(square) and any(side.issuperset(held) for side in sides):
                return False
        return all(self.connected(grid, values, side, None) for side in sides)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        area, sides = self.area(grid), self._sides(grid)
        # Around a 2×2 square, and around the board, there are no four changes between the areas:
        # an area with two separate parts there would separate the other area.
        square = changing(sides[0], grid.values, frozenset({2}))
        yield from (Regular((a, b, d, c), square) for a, b, c, d in squares(grid, area))
        if min(grid.rows, grid.columns) > 1:
            yield Regular(_rim(grid, area), changing(sides[0], grid.values, frozenset({0, 2})))
        yield from (self.connection(grid, side, 1) for side in sides)


def _rim(grid: Grid, area: range) -> Cells:
    """Return the cells along the edge of the board, or of a layer, clockwise."""
    wide = grid.columns
    top, bottom, left, right = area[:wide], area[-wide:], area[::wide], area[wide - 1 :: wide]
    return (*top, *right[1:], *bottom[-2::-1], *left[-2:0:-1])


#: The first and the last cell read, as whether it is on the side, and the changes between them.
_Ring: TypeAlias = tuple[bool | None, bool | None, int]


@lru_cache(maxsize=64)
def changing(side: frozenset[int], values: range, allowed: frozenset[int]) -> Automaton:
    """Return the automaton of the rings that change between a side and the other so often."""

    def after(ring: _Ring, value: int) -> _Ring | None:
        first, last, changes = ring
        now = value in side
        changes += last not in (None, now)
        return (now if first is None else first, now, changes) if changes <= max(allowed) else None

    def is_allowed(ring: _Ring) -> bool:
        first, last, changes = ring
        return changes + (first != last) in allowed

    start: _Ring = (None, None, 0)
    return Automaton.exploring(start, after, is_allowed, values)


@lru_cache(maxsize=16)
def edges(grid: Grid, area: range) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells of the board, or of a layer, that share an edge."""
    pairs = ((cell, near) for cell in grid.board for near in touching(grid, cell))
    return tuple((area[cell], area[near]) for cell, near in pairs if near > cell)
