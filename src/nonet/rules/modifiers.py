"""Cells that count for more or less than their digit: doublers, negators, hot cells, vampires."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, product
from math import inf
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
    Values,
)
from nonet.model.figures import Figure
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.areas import InLayer
from nonet.rules.board.houses import Boxes, Columns, Regions, Rows
from nonet.rules.fields import Field, complaints_of, default, frozen
from nonet.rules.own.compound import Compound
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import filled
from nonet.system.errors import PuzzleError


@frozen
class Modifier(InLayer, family=True):
    """Base of rules that mark cells in a layer. What a marked cell counts is not its digit.

    The lowest value of the layer stands for a cell without a mark, and the next values for the
    marks. Each mark occurs once in each row, column and box, and once for each digit.

    A layer of single cells holds the digits of the marked cells: one for each box, in reading
    order, and first those of the first mark. The boxes are the boxes or `Regions` of the puzzle.
    `boxes` (height and width) or `regions` replace them. Without any, rows stand for boxes.
    """

    layer: str = "mark"
    digits: str = "marked"
    boxes: tuple[int, int] | None = None
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)

    of_board = True
    reads = "digits"
    #: The names of the marks, and the number of marks before the one whose digit others need.
    marks: ClassVar[tuple[str, ...]]
    needed: ClassVar[tuple[int, ...]] = ()

    @abstractmethod
    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        """Return what a cell counts. The mark 0 is none. `needed` is a digit of its box."""

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule with the boxes of its puzzle, if it has none of its own."""
        if self.boxes is not None or self.regions is not None:
            return self
        found = dict.fromkeys(rule for rule in rules if isinstance(rule, Boxes | Regions))
        if len(found) > 1:
            problem = "the puzzle has several sorts of regions. Give the rule `boxes` or `regions`"
            raise PuzzleError(f"{self.name}: {problem}")
        for rule in found:
            if isinstance(rule, Boxes):
                return replace(self, boxes=(rule.height, rule.width))
            return replace(self, regions=rule.regions)
        return replace(self, regions=())

    def change(self, rule: Rule) -> Rule:
        if isinstance(rule, Compound):
            return type(rule)(*map(self.change, rule.rules))
        if isinstance(rule, Modifier) and rule != self:
            raise PuzzleError(f"{self.name}: {rule.name} changes what cells count, too")
        if rule.reads == "digits" or (isinstance(rule, Modified) and rule.modifier == self):
            return rule
        if rule.reads is None:
            raise PuzzleError(f"{rule.name}: nonet cannot apply the rule beside {self.name}")
        return Modified(rule, self)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if len(self._flags(grid)) != len(self.marks) + 1:
            counted = len(self.marks) + 1
            raise PuzzleError(f"{self.name}: the layer {self.layer} must have {counted} values")
        if self.boxes is not None:
            Boxes(*self.boxes).fit(grid)
        if self.boxes is None and self.regions is None:
            return
        if self.regions:
            Regions(self.regions).fit(grid)
        boxes = self._boxes(grid)
        with complaints_of(self.name):
            found, needed = len(grid.layer(self.digits)), len(self.marks) * len(boxes)
        if found != needed:
            problem = f"the layer {self.digits} must have {needed} cells, not {found}"
            raise PuzzleError(f"{self.name}: {problem}")

    def _flags(self, grid: Grid) -> tuple[int, ...]:
        return tuple(grid.values_of(grid.allowed[self.area(grid).start]))

    def _boxes(self, grid: Grid) -> tuple[Cells, ...]:
        if self.boxes is not None:
            return tuple(Boxes(*self.boxes).groups(grid))
        return self.regions or tuple(Rows().groups(grid))

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

    def describe(self, grid: Grid) -> str:
        return f"{self.name} in the layer {self.layer}"

    def wording(self, grid: Grid) -> str:
        which = " and one ".join(self.marks)
        return (
            f"Each row, column and box has one {which}, and each digit is one {which} once. "
            f"{self.effect()}, except in rules about digits"
        )

    @abstractmethod
    def effect(self) -> str:
        """Return what marked cells count, in words."""


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
    flags = rule._flags(grid)[1:]
    digits = {flag: found[n * count : (n + 1) * count] for n, flag in enumerate(flags)}
    return _Marking(area, houses, digits, {c: n for n, box in enumerate(boxes) for c in box})


@lru_cache(maxsize=64)
def _linked(flag: int, values: range) -> Automaton:
    """Return the automaton of a mark, a digit, and the digit of the cell with this mark."""

    def step(word: Cells, value: int) -> Cells | None:
        are_linked = len(word) < 2 or word[0] != flag or word[1] == value
        return (*word, value) if len(word) < 3 and are_linked else None

    start: Cells = ()
    return Automaton.exploring(start, step, lambda word: len(word) == 3, values)


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

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit * (mark + 1)

    def effect(self) -> str:
        return "A doubler counts as twice its digit"


class Negator(Modifier):
    """Each row, column and box has a negator, which counts negatively. Each digit is negated once.

    The layers are those of a `Doubler`.

    >>> Negator().count(0, 5), Negator().count(1, 5)
    (5, -5)
    """

    marks = ("negator",)

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return -digit if mark else digit

    def effect(self) -> str:
        return "The digit of a negator is subtracted instead of added"


@frozen
class Multiplier(Modifier):
    """Each row, column and box has a cell that counts several times. Each digit is in one of them.

    The layers are those of a `Doubler`. The factor may be negative.

    >>> Multiplier(factor=4).count(1, 5)
    20
    """

    layer: str = "mark"
    digits: str = "marked"
    boxes: tuple[int, int] | None = None
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    factor: int = 3

    marks = ("multiplier",)

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit * self.factor if mark else digit

    def effect(self) -> str:
        return f"A multiplier counts as {self.factor} times its digit"

    def describe(self, grid: Grid) -> str:
        return f"{super().describe(grid)}, factor {self.factor}"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not -9 <= self.factor <= 9:
            raise PuzzleError(f"multiplier: the factor must be from -9 to 9, not {self.factor}")


class HotCold(Modifier):
    """Each row, column and box has a hot cell, which counts 1 more, and a cold cell: 1 less.

    Each digit is in one hot and one cold cell. The second value of the layer marks hot cells, and
    the third marks cold cells. The other layer has the digits of the hot cells in each box, then
    those of the cold cells.

    >>> [HotCold().count(mark, 5) for mark in range(3)]
    [5, 6, 4]
    """

    marks = ("hot cell", "cold cell")

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return digit + (0, 1, -1)[mark]

    def effect(self) -> str:
        return "A hot cell counts as its digit plus 1, and a cold cell as its digit minus 1"


class Vampire(Modifier):
    """Each row, column and box has a vampire and a prey. Each digit is in one vampire and one prey.

    A prey counts 0. A vampire counts as its own digit plus the digit of the prey in its box. The
    second value of the layer marks vampires, and the third marks prey. The other layer has the
    digits of the vampires in each box, then those of the prey.

    >>> Vampire().count(0, 5, 7), Vampire().count(1, 5, 7), Vampire().count(2, 5, 5)
    (5, 12, 0)
    """

    marks = ("vampire", "prey")
    needed = (1,)

    def count(self, mark: int, digit: int, needed: int = 0) -> int:
        return (digit, digit + needed, 0)[mark]

    def effect(self) -> str:
        return (
            "A prey counts as 0, and a vampire counts as its digit plus the digit of the prey in "
            "its box"
        )


# --- rules beside a modifier ----------------------------------------------------------------------


@dataclass(frozen=True)
class Modified(Rule, family=True):
    """A rule that reads what cells count, beside a modifier."""

    rule: Rule
    modifier: Modifier

    def fit(self, grid: Grid) -> None:
        _, counting = self.rule.split(grid)
        for part in counting:
            part.fit(_wide(self.modifier, grid))

    def holds(self, grid: Grid, values: Values) -> bool:
        reading, counting = self.rule.split(grid)
        wide, counts = _wide(self.modifier, grid), _Counts(self.modifier, grid, values)
        return all(part.holds(grid, values) for part in reading) and all(
            part.holds(wide, counts) for part in counting
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        reading, counting = self.rule.split(grid)
        for part in reading:
            yield from part.lower(grid)
        with complaints_of(self.rule.name):
            for part in counting:
                for primitive in part.lower(_wide(self.modifier, grid)):
                    yield from self._translated(primitive, grid)

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
        yield Regular(word, _words(_placed(part), tuple(map(len, letters)), self.modifier, grid))

    def describe(self, grid: Grid) -> str:
        return self.rule.describe(grid)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return self.rule.figures(grid)


class _Wide(Grid):
    """A grid whose values are all that cells may count. They may be negative."""

    def __post_init__(self) -> None:
        """Check nothing, because the puzzle's grid is checked."""


@lru_cache(maxsize=16)
def _wide(modifier: Modifier, grid: Grid) -> Grid:
    counts = {*grid.values, *_table(modifier, grid).values()}
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
        return _table(self.modifier, self.grid).get(letters) if letters[1:] else letters[0]


#: The values of cells that tell what a cell counts.
_Letters: TypeAlias = tuple[int | None, ...]


@lru_cache(maxsize=16)
def _table(modifier: Modifier, grid: Grid) -> dict[_Letters, int]:
    flags, others = modifier._flags(grid), product(grid.values, repeat=len(modifier.needed))
    return {
        (flag, *other, digit): modifier.count(mark, digit, *other)
        for other in others
        for mark, flag in enumerate(flags)
        for digit in grid.values
    }


@lru_cache(maxsize=16)
def _beginnings(modifier: Modifier, grid: Grid) -> dict[_Letters, _Letters]:
    """Return for each beginning of letters one from which the same counts follow."""
    follow: dict[_Letters, list[tuple[_Letters, int]]] = {}
    for letters, count in _table(modifier, grid).items():
        for length in range(1, len(letters)):
            follow.setdefault(letters[:length], []).append((letters[length:], count))
    first: dict[object, _Letters] = {}
    return {begun: first.setdefault(frozenset(each), begun) for begun, each in follow.items()}


def _placed(part: Any) -> Any:
    """Return a primitive about the places 0, 1, 2, …, which other cells can share."""
    places = tuple(range(len(part.cells)))
    if isinstance(part, Linear):
        return replace(part, terms=tuple((weight, n) for n, (weight, _) in enumerate(part.terms)))
    if isinstance(part, Relation):
        return replace(part, a=0, b=1)
    return replace(part, cell=0) if isinstance(part, Candidates) else replace(part, cells=places)


@lru_cache(maxsize=512)
def _words(part: Any, lengths: tuple[int, ...], modifier: Modifier, grid: Grid) -> Automaton:
    """Return the automaton of the letters of some cells whose counts obey a primitive.

    A state has the number of cells read, the state of the primitive, and letters of a cell.
    """
    wide = _wide(modifier, grid).values
    start, step, accepts = _machine(part, [wide if n > 1 else grid.values for n in lengths])
    table, beginnings = _table(modifier, grid), _beginnings(modifier, grid)

    def read(state: tuple[int, Any, _Letters], letter: int) -> Any:
        done, inner, begun = state
        letters = (*begun, letter)
        if len(letters) < lengths[done]:
            known = beginnings.get(letters)
            return None if known is None else (done, inner, known)
        counted = table.get(letters) if len(letters) > 1 else letter
        after = None if counted is None else step(inner, counted)
        return None if after is None else (done + 1, after, ())

    def is_accepted(state: tuple[int, Any, _Letters]) -> bool:
        return state[0] == len(lengths) and accepts(state[1])

    return Automaton.exploring((0, start, ()), read, is_accepted, grid.values, longest=sum(lengths))


def _machine(part: Any, spans: Sequence[range]) -> tuple[Any, Callable[[Any, int], Any], Any]:
    """Return the start, the step and the test of a machine that reads a value for each place."""
    if isinstance(part, Regular):
        moves = part.automaton.moves
        return (
            0,
            lambda state, value: moves[state].get(value),
            part.automaton.accepting.__contains__,
        )
    if not isinstance(part, Linear):
        return (), lambda word, value: (*word, value), part.holds
    weights = [weight for weight, _ in part.terms]
    ends = [
        (weight * span[0], weight * span[-1]) for weight, span in zip(weights, spans, strict=True)
    ]
    # The least and the most that the cells from each place on can add.
    lows = [*accumulate(map(min, reversed(ends)), initial=0)][::-1]
    highs = [*accumulate(map(max, reversed(ends)), initial=0)][::-1]
    totals = part.totals or (-inf, inf)  # no totals if the sum is compared by <= or >=

    def add(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        place, total = state[0] + 1, state[1] + weights[state[0]] * value
        within = total + lows[place] <= max(totals), total + highs[place] >= min(totals)
        return (place, total) if all(within) else None

    return (0, 0), add, lambda state: part.compares(state[1])
