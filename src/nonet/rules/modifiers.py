"""Cells that count for more or less than their digit: doublers, negators, hot cells, vampires."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, AnyOf, Count, Linear, Regular, Relation, Values
from nonet.model.figures import Figure
from nonet.model.grid import Cells, CellsLike, Grid, Layer
from nonet.rules.board.areas import InLayer
from nonet.rules.board.houses import Boxes, Columns, InRegions, Regions, Rows
from nonet.rules.counts import Filling, affordable, counts_of, fillings, placed, word_of
from nonet.rules.fields import Field, complaints_of, default, frozen
from nonet.rules.own.compound import Compound
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import filled


@frozen
class Modifier(InLayer, InRegions, family=True):
    """Base of rules that mark cells in a layer. What a marked cell counts is not its digit.

    The lowest value of the layer stands for a cell without a mark, and the next values for the
    marks. Each mark occurs once in each row, column and box, and once for each digit.

    A layer of single cells holds the digits of the marked cells: one for each box, in reading
    order, and first those of the first mark. The boxes are the boxes or `Regions` of the puzzle.
    `boxes` (height and width) or `regions` replace them. A puzzle without any has rows instead.
    """

    layer: str = "mark"
    digits: str = "marked"
    boxes: tuple[int, int] | None = None
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)

    of_board = True
    reads = "digits"
    label = "{name} in the layer {layer}"
    #: What marked cells count, in words.
    effect: ClassVar[str]
    #: The names of the marks, and the number of marks before the one whose digit others need.
    marks: ClassVar[tuple[str, ...]]
    needed: ClassVar[tuple[int, ...]] = ()

    @abstractmethod
    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        """Return what a cell counts. The mark 0 is none. `needed` is a digit of its box."""

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterator[Layer]:
        yield Layer(self.layer, tuple(grid.values)[: len(self.marks) + 1])
        houses = [rule.on(grid) for rule in rules if isinstance(rule, Boxes | Regions)]
        meant = self.on(grid).beside(houses)
        InRegions.fit(meant, grid)
        boxes = meant._boxes(grid)
        yield Layer(self.digits, size=len(self.marks) * len(boxes))

    def beside(self, rules: Sequence[Rule]) -> Self:
        if any(isinstance(rule, Boxes | Regions) for rule in rules) or self.boxes is not None:
            return super().beside(rules)
        return replace(self, regions=self.regions or ())

    def change(self, rule: Rule) -> Rule:
        if isinstance(rule, Compound):
            return type(rule)(*map(self.change, rule.rules))
        if isinstance(rule, Modifier) and rule != self:
            raise self.refusal(f"{rule.name} changes what cells count, too")
        if rule.reads == "digits" or (isinstance(rule, Modified) and rule.modifier == self):
            return rule
        if rule.reads is None:
            raise rule.refusal(f"nonet cannot apply the rule together with {self.name}")
        return Modified((rule,), self)

    def joined(self, rules: Sequence[Rule]) -> Sequence[Rule]:
        modified = [rule for rule in rules if isinstance(rule, Modified)]
        others = [rule for rule in rules if not isinstance(rule, Modified)]
        together = tuple(each for rule in modified for each in rule.rules)
        return (*others, Modified(together, self)) if together else rules

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if len(self.labels(grid)) != len(self.marks) + 1:
            counted = len(self.marks) + 1
            raise self.refusal(f"the layer {self.layer} must have {counted} values")
        if self.boxes is None and self.regions is None:
            return
        if self.regions:
            Regions(self.regions).fit(grid)
        boxes = self._boxes(grid)
        with complaints_of(self.name):
            found, needed = len(grid.layer(self.digits)), len(self.marks) * len(boxes)
        if found != needed:
            raise self.refusal(f"the layer {self.digits} must have {needed} cells, not {found}")

    def _boxes(self, grid: Grid) -> tuple[Cells, ...]:
        if self.boxes is None and not self.regions:
            return tuple(Rows().groups(grid))
        return self.regions_on(grid)

    def holds(self, grid: Grid, values: Values) -> bool:
        board = _marking(self, grid)
        for flag, found in board.digits.items():
            for house in board.houses:
                held = [values[cell] for cell in house]
                if not held.count(flag) <= 1 <= held.count(flag) + held.count(None):
                    return False
            marked = [cell for cell in grid.board if values[board.area[cell]] == flag]
            digits = filled(marked, values)
            listed = filled(found, values)
            if len({*digits}) < len(digits) or len({*listed}) < len(listed):
                return False
            for cell in marked:
                pair = {values[cell], values[found[board.box[cell]]]}
                if len(pair - {None}) > 1:
                    return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        board = _marking(self, grid)
        for flag, found in board.digits.items():
            yield from (Count(h, frozenset({flag}), frozenset({1})) for h in board.houses)
            yield AllDifferent(tuple(found))
            linked = _linked(flag, grid.values)
            for cell in grid.board:
                yield Regular((board.area[cell], cell, found[board.box[cell]]), linked)

    def letters(self, grid: Grid, cell: int) -> Cells:
        """Return the cells that tell what a cell counts. The last is the cell itself."""
        if cell not in grid.board:
            return (cell,)
        board = _marking(self, grid)
        found = [*board.digits.values()]
        others = (found[number][board.box[cell]] for number in self.needed)
        return (board.area[cell], *others, cell)

    def wording(self, grid: Grid) -> str:
        which = " and one ".join(self.marks)
        return (
            f"Each row, column and box has one {which}, and each digit is one {which} once. "
            f"{self.worded(self.effect, grid)}, except in rules about digits"
        )


class _Marking(NamedTuple):
    """The cells of a modifier on a grid."""

    area: range
    #: The cells of the layer in each row, column and box.
    houses: tuple[Cells, ...]
    #: For each value that stands for a mark, the cells with its digit in each box.
    digits: dict[int, range]
    #: The number of the box of each cell.
    box: dict[int, int]


@lru_cache(maxsize=16)
def _marking(rule: Modifier, grid: Grid) -> _Marking:
    area, boxes = rule.area(grid), rule._boxes(grid)
    groups = dict.fromkeys((*Rows().groups(grid), *Columns().groups(grid), *boxes))
    houses = tuple(tuple(area[cell] for cell in group) for group in groups)
    found, count = grid.layer(rule.digits), len(boxes)
    flags = rule.labels(grid)[1:]
    digits = {flag: found[n * count : (n + 1) * count] for n, flag in enumerate(flags)}
    return _Marking(area, houses, digits, {c: n for n, box in enumerate(boxes) for c in box})


#: How many cells have been read, whether the mark is there, and the digit that must follow.
_Read: TypeAlias = tuple[int, bool, int | None]


@lru_cache(maxsize=64)
def _linked(flag: int, values: range) -> Automaton:
    """Return the automaton of a mark, a digit, and the digit of the cell with this mark."""

    def step(state: _Read, value: int) -> _Read | None:
        number, is_marked, digit = state
        if number == 0:
            return 1, value == flag, None
        if number == 1:
            return 2, is_marked, value if is_marked else None
        return (3, False, None) if number == 2 and digit in (None, value) else None

    start: _Read = (0, False, None)
    return Automaton.exploring(start, step, lambda state: state[0] == 3, values)


class Doubler(Modifier):
    """Each row, column and box has a doubler, which counts twice. Each digit is doubled once.

    A layer marks the doublers with its higher value. The other layer has the digit of the doubler
    in each box. Sums, thermometers, whispers, dots and other comparisons read what cells count.
    Digits in a cage do not repeat, but what they count may.

    >>> from nonet.model.grid import Layer
    >>> grid = Grid(1, 2, layers=(Layer("mark"), Layer("marked", size=1)))
    >>> Doubler().holds(grid, [1, 2, 1, 2, 2]), Doubler().holds(grid, [1, 2, 1, 2, 1])
    (False, False)
    """

    marks = ("doubler",)
    effect = "A doubler counts as twice its digit"

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit * (mark + 1)


class Negator(Modifier):
    """Each row, column and box has a negator, which counts negatively. Each digit is negated once.

    It has the same layers as a `Doubler`.

    >>> Negator().count(0, 5), Negator().count(1, 5)
    (5, -5)
    """

    marks = ("negator",)
    effect = "The digit of a negator is subtracted instead of added"

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return -digit if mark else digit


@frozen
class Multiplier(Modifier):
    """Each row, column and box has a cell that counts several times. Each digit is in one of them.

    It has the same layers as a `Doubler`. The factor may be negative.

    >>> Multiplier(factor=4).count(1, 5)
    20
    """

    layer: str = "mark"
    digits: str = "marked"
    boxes: tuple[int, int] | None = None
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    factor: int = 3

    label = "{name} in the layer {layer}, factor {factor}"
    marks = ("multiplier",)
    effect = "A multiplier counts as {factor} times its digit"

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit * self.factor if mark else digit

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not -9 <= self.factor <= 9:
            raise self.refusal(f"the factor must be from -9 to 9, not {self.factor}")


class HotCold(Modifier):
    """Each row, column and box has a hot cell, which counts 1 more, and a cold cell: 1 less.

    Each digit is in one hot and one cold cell. The second value of the layer marks hot cells, and
    the third marks cold cells. The other layer has the digits of the hot cells in each box, then
    the digits of the cold cells.

    >>> [HotCold().count(mark, 5) for mark in range(3)]
    [5, 6, 4]
    """

    marks = ("hot cell", "cold cell")
    effect = "A hot cell counts as its digit plus 1, and a cold cell as its digit minus 1"

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit + (0, 1, -1)[mark]


class Vampire(Modifier):
    """Each row, column and box has a vampire and a prey. Each digit is in one vampire and one prey.

    A prey counts 0. A vampire counts as its own digit plus the digit of the prey in its box. The
    second value of the layer marks vampires, and the third marks prey. The other layer has the
    digits of the vampires in each box, then the digits of the prey.

    >>> Vampire().count(0, 5, 7), Vampire().count(1, 5, 7), Vampire().count(2, 5, 5)
    (5, 12, 0)
    """

    marks = ("vampire", "prey")
    needed = (1,)
    effect = (
        "A prey counts as 0, and a vampire counts as its digit plus the digit of the prey in its "
        "box"
    )

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return (digit, digit + needed, 0)[mark]


# --- rules under a modifier ----------------------------------------------------------------------


#: A cage with more fillings than this becomes an automaton, because solvers then take less time.
_MOST_ALTERNATIVES = 30


@dataclass(frozen=True)
class Modified(Rule, family=True):
    """Rules that read what cells count under a modifier."""

    rules: tuple[Rule, ...]
    modifier: Modifier

    def fit(self, grid: Grid) -> None:
        for rule in self.rules:
            for part in rule.split(grid)[1]:
                part.fit(_wide(self.modifier, grid))

    def holds(self, grid: Grid, values: Values) -> bool:
        wide, counts = _wide(self.modifier, grid), _Counts(self.modifier, grid, values)
        return all(
            all(part.holds(grid, values) for part in reading)
            and all(part.holds(wide, counts) for part in counting)
            for reading, counting in (rule.split(grid) for rule in self.rules)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        cages: dict[Linear, Sequence[Filling]] = {}
        for rule in self.rules:
            reading, counting = rule.split(grid)
            about_digits = [each for part in reading for each in part.lower(grid)]
            yield from about_digits
            differing = {part.cells for part in about_digits if isinstance(part, AllDifferent)}
            with complaints_of(rule.name):
                for part in counting:
                    for primitive in part.lower(_wide(self.modifier, grid)):
                        if isinstance(primitive, Linear) and primitive.cells in differing:
                            found = self._fillings(primitive, grid)
                            if found:
                                cages[primitive] = found
                                continue
                        yield from self._translated(primitive, grid)
        yield from self._filled(cages, grid)

    def _fillings(self, part: Linear, grid: Grid) -> tuple[Filling, ...]:
        """Return the fillings of a cage, or none if they are too many."""
        if not {*part.cells} <= {*grid.board}:
            return ()
        box = _marking(self.modifier, grid).box
        houses = zip(*((*grid.place(cell), box[cell]) for cell in part.cells), strict=True)
        marks = min(len({*each}) for each in houses)
        return fillings(placed(part), marks, self.modifier, grid)

    def _filled(self, cages: Mapping[Linear, Sequence[Filling]], grid: Grid) -> Iterator[Lowered]:
        """Yield that each cage has one of its fillings, and what they leave to other cells."""
        area, flags = self.modifier.area(grid), self.modifier.labels(grid)
        outside, separate = {*grid.board}, dict[Linear, Sequence[Filling]]()
        for part, found in cages.items():
            if outside.issuperset(part.cells):
                separate[part] = found
                outside.difference_update(part.cells)
        excluded = set[tuple[int, int]]()
        for flag in flags[1:]:
            separate, spare = affordable(separate, flag, grid.values)
            excluded |= {(flag, digit) for digit in grid.values if digit > spare}
        for part, found in {**cages, **separate}.items():
            if len(found) <= _MOST_ALTERNATIVES:
                yield AnyOf(
                    tuple(
                        tuple(Relation(area[cell], cell, filling) for cell in part.cells)
                        for filling in found
                    )
                )
            else:
                yield from self._translated(part, grid)
        if excluded:
            allowed = frozenset(product(flags, grid.values)) - excluded
            yield from (Relation(area[cell], cell, allowed) for cell in sorted(outside))

    def _translated(self, part: Lowered, grid: Grid) -> Iterator[Lowered]:
        """Yield what a primitive about counts says about digits and marks."""
        if isinstance(part, AnyOf):
            yield AnyOf(
                tuple(
                    tuple(each for inner in parts for each in self._translated(inner, grid))
                    for parts in part.alternatives
                )
            )
            return
        letters = [self.modifier.letters(grid, cell) for cell in part.cells]
        word = tuple(cell for cells in letters for cell in cells)
        yield Regular(word, word_of(placed(part), tuple(map(len, letters)), self.modifier, grid))

    def describe(self, grid: Grid) -> str:
        return self.rules[0].describe(grid)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return self.rules[0].figures(grid)


class _Wide(Grid):
    """A grid whose values are all that cells may count. They may be negative."""

    def __post_init__(self) -> None:
        """Check nothing, because the puzzle's grid is checked."""


@lru_cache(maxsize=16)
def _wide(modifier: Modifier, grid: Grid) -> Grid:
    counts = {*grid.values, *counts_of(modifier, grid).values()}
    return _Wide(grid.rows, grid.columns, range(min(counts), max(counts) + 1), grid.layers)


@dataclass(frozen=True, slots=True)
class _Counts(Sequence[int | None]):
    """What the cells count, and None for those that depend on an empty cell."""

    modifier: Modifier
    grid: Grid
    values: Values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, cell: Any) -> Any:
        letters = tuple(self.values[each] for each in self.modifier.letters(self.grid, cell))
        return counts_of(self.modifier, self.grid).get(letters) if letters[1:] else letters[0]
