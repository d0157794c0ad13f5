"""The primitives: simple constraints. Every rule becomes primitives, and solvers read only these.

`holds` checks a constraint. It takes the values of all cells, with None for an empty cell. For a
full grid, the result is exact. For a partial grid, False means that no values of the empty cells
can satisfy the constraint. True means that some values may.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from nonet.model.automata import Automaton

Values: TypeAlias = Sequence[int | None]
Comparison: TypeAlias = Literal["==", "<=", ">=", "in"]
_COMPARISONS = frozenset(get_args(Comparison))
Kind = TypeVar("Kind", bound=type)


def _primitive(kind: Kind) -> Kind:
    """Make a kind of tuple unequal to all other kinds, even if the items are equal."""

    def equal(one: Any, other: Any) -> bool:
        return type(one) is type(other) and tuple(one) == tuple(other)

    def differ(one: Any, other: Any) -> bool:
        return not equal(one, other)

    for name, method in (("__eq__", equal), ("__ne__", differ)):
        setattr(kind, name, method)
    return kind


@_primitive
class AllDifferent(NamedTuple):
    """No value occurs twice. If there are as many cells as values, every value occurs once.

    >>> AllDifferent((0, 1, 2)).holds([1, None, 1])
    False
    """

    cells: tuple[int, ...]

    def holds(self, values: Values) -> bool:
        """Tell whether the filled cells differ."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return len(filled) == len(set(filled))


@_primitive
class Relation(NamedTuple):
    """The values of two cells are one of the allowed pairs.

    >>> Relation(0, 1, frozenset({(1, 2), (2, 4)})).holds([2, 4])
    True
    """

    a: int
    b: int
    allowed: frozenset[tuple[int, int]]

    @property
    def cells(self) -> tuple[int, ...]:
        """Both cells."""
        return (self.a, self.b)

    def holds(self, values: Values) -> bool:
        """Return False if both cells are filled and the pair is not allowed."""
        a, b = values[self.a], values[self.b]
        return a is None or b is None or (a, b) in self.allowed


class _Sum(NamedTuple):
    # A named tuple cannot check its fields itself.
    terms: tuple[tuple[int, int], ...]
    op: Comparison
    total: int | frozenset[int]


@_primitive
class Linear(_Sum):
    """A weighted sum, compared with a total. Each term is a pair (coefficient, cell).

    With the operator ``in``, `total` is the set of allowed sums.

    >>> Linear(((1, 0), (-1, 1)), "in", frozenset({-2, 2})).holds([3, 5])
    True
    """

    __slots__ = ()

    def __new__(
        cls, terms: tuple[tuple[int, int], ...], op: Comparison, total: int | frozenset[int]
    ) -> Linear:
        if op not in _COMPARISONS:
            raise TypeError(f"a sum compares by ==, <=, >= or in, not {op!r}")
        if isinstance(total, frozenset) != (op == "in"):
            raise TypeError(f"{op} does not fit {total!r}: only 'in' takes a set")
        return tuple.__new__(cls, (terms, op, total))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells in the order of the terms. A cell may repeat."""
        return tuple(cell for _, cell in self.terms)

    @property
    def totals(self) -> frozenset[int] | None:
        """The set of allowed sums, or None for ``<=`` and ``>=``."""
        if isinstance(self.total, frozenset):
            return self.total
        return frozenset({self.total}) if self.op == "==" else None

    def holds(self, values: Values) -> bool:
        """Return False if all cells are filled and the sum is not allowed."""
        total = 0
        for coefficient, cell in self.terms:
            value = values[cell]
            if value is None:
                return True
            total += coefficient * value
        return self.compares(total)

    def compares(self, total: int) -> bool:
        """Tell whether this sum satisfies the comparison with the total."""
        if isinstance(self.total, frozenset):
            return total in self.total
        if self.op == "==":
            return total == self.total
        return total <= self.total if self.op == "<=" else total >= self.total


@_primitive
class Count(NamedTuple):
    """Count the cells whose value is in `values`. The count must be in `allowed`.

    A cell that is listed twice counts twice.

    >>> Count((0, 1, 2), frozenset({1, 3}), frozenset({0, 3})).holds([1, None, 2])
    False
    """

    cells: tuple[int, ...]
    values: frozenset[int]
    allowed: frozenset[int]

    def holds(self, values: Values) -> bool:
        """Tell whether the count is allowed, or may still become allowed."""
        least = most = 0
        for cell in self.cells:
            value = values[cell]
            least += value in self.values
            most += value is None or value in self.values
        return any(least <= number <= most for number in self.allowed)


@_primitive
class Regular(NamedTuple):
    """An automaton accepts the values of the cells, read in this order. A cell may repeat.

    >>> odd_ones = Automaton([(0, 1, 1), (1, 1, 0), (0, 2, 0), (1, 2, 1)], 0, [1])
    >>> Regular((0, 1, 2), odd_ones).holds([1, 1, 2])
    False
    """

    cells: tuple[int, ...]
    automaton: Automaton

    def holds(self, values: Values) -> bool:
        """Tell whether some values of the empty cells make the automaton accept."""
        return self.automaton.accepts([values[cell] for cell in self.cells])


@_primitive
class Candidates(NamedTuple):
    """One cell is restricted to some values.

    Encoders see `Candidates` only inside an `AnyOf`. `Puzzle.domains` applies all others.

    >>> Candidates(0, frozenset({1, 2})).holds([3])
    False
    """

    cell: int
    values: frozenset[int]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell."""
        return (self.cell,)

    def holds(self, values: Values) -> bool:
        """Tell whether the cell has one of the values, or may still get one."""
        value = values[self.cell]
        return value in self.values or (value is None and bool(self.values))


@_primitive
class AnyOf(NamedTuple):
    """At least one alternative holds. An alternative holds if all of its primitives hold.

    >>> first_or_last = AnyOf(((Candidates(0, frozenset({9})),), (Candidates(2, frozenset({9})),)))
    >>> first_or_last.holds([1, 2, None]), first_or_last.holds([1, 9, 3])
    (True, False)
    """

    alternatives: tuple[tuple[Constraint | Candidates, ...], ...]

    def __hash__(self) -> int:
        # Hash only the first alternative, because hashing all alternatives takes long.
        return hash(self.alternatives[:1])

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all alternatives, each once."""
        parts = (part for alternative in self.alternatives for part in alternative)
        return tuple(dict.fromkeys(cell for part in parts for cell in part.cells))

    def holds(self, values: Values) -> bool:
        """Tell whether an alternative holds."""
        return any(all(part.holds(values) for part in parts) for parts in self.alternatives)


@_primitive
class Connected(NamedTuple):
    """The cells that hold one of the values form one area, with `least` cells or more.

    `edges` has the pairs of cells that touch.

    >>> path = Connected((0, 1, 2), frozenset({1}), ((0, 1), (1, 2)))
    >>> path.holds([1, None, 1]), path.holds([1, 2, 1])
    (True, False)
    """

    cells: tuple[int, ...]
    values: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    least: int = 1

    def holds(self, values: Values) -> bool:
        """Tell whether one area contains all cells with one of the values, or may grow to do so."""
        sure = {cell for cell in self.cells if values[cell] in self.values}
        possible = sure.union(cell for cell in self.cells if values[cell] is None)
        return any(sure <= area and len(area) >= self.least for area in self.areas(possible))

    def areas(self, cells: Set[int]) -> Iterator[set[int]]:
        """Yield the areas of some cells: the largest sets in which edges connect all cells."""
        touching = _touching(self.edges)
        left = set(cells)
        for first in sorted(cells):
            if first in left:
                left.remove(first)
                area = [first]
                for cell in area:  # the area grows during the loop
                    near = touching[cell] & left
                    left -= near
                    area += near
                yield set(area)

    def border(self, area: Set[int]) -> set[int]:
        """Return the cells outside an area that touch it."""
        touching = _touching(self.edges)
        return {near for cell in area for near in touching[cell]}.difference(area)


@_primitive
class Partition(NamedTuple):
    """Labels divide a board into connected areas of the same size. The values in an area differ.

    Each place of the board has a cell with its label and a cell with its value. `edges` has the
    pairs of cells with labels that touch. The labels are in the order in which they first occur.

    >>> halves = Partition((0, 1, 2, 3), (4, 5, 6, 7), ((0, 1), (1, 2), (2, 3)), (1, 2))
    >>> halves.holds([1, 1, 2, 2, 1, 2, 2, 1]), halves.holds([1, 2, 2, 1, 1, 2, 2, 1])
    (True, False)
    """

    marked: tuple[int, ...]
    filled: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    labels: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells with labels, then the cells with values."""
        return self.marked + self.filled

    @property
    def size(self) -> int:
        """The number of cells of an area."""
        return len(self.marked) // len(self.labels)

    def holds(self, values: Values) -> bool:
        """Tell whether all parts hold, or may still hold."""
        return all(part.holds(values) for part in _parts(self))

    def areas(self) -> Iterator[Connected]:
        """Yield a primitive for each label: its cells are connected."""
        for label in self.labels:
            yield Connected(self.marked, frozenset({label}), self.edges, self.size)

    def others(self) -> Iterator[Constraint]:
        """Yield all other primitives. Two places that are near differ in label or value."""
        steps = [
            (count, label, max(count, number))
            for count in range(len(self.labels) + 1)
            for number, label in enumerate(self.labels[: count + 1], start=1)
        ]
        # The labels first occur in their order.
        yield Regular(self.marked, Automaton(steps, 0, range(len(self.labels) + 1)))
        for label in self.labels:
            yield Count(self.marked, frozenset({label}), frozenset({self.size}))
        value_of, touching = dict(zip(self.marked, self.filled, strict=True)), _touching(self.edges)
        for cell in self.marked:
            reached = {cell}
            for _ in range(self.size - 1):
                reached.update(*(touching[each] for each in reached))
            for near in sorted(each for each in reached if each > cell):
                values = AllDifferent((value_of[cell], value_of[near]))
                yield AnyOf(((AllDifferent((cell, near)),), (values,)))


@lru_cache(maxsize=16)
def _parts(partition: Partition) -> tuple[Constraint, ...]:
    return (*partition.areas(), *partition.others())


@_primitive
class Runs(NamedTuple):
    """The value of the control cell is a number plus the lengths of some runs.

    Each arm has a run: the cells at its start that have the same value as the first cell.

    >>> runs = Runs(0, 1, ((2, 3), (4,)), plus=1)
    >>> runs.holds([2, 5, 5, 1, 1]), runs.holds([3, 5, 1, 5, 5])
    (True, False)
    """

    control: int
    first: int
    arms: tuple[tuple[int, ...], ...]
    plus: int = 0

    @property
    def cells(self) -> tuple[int, ...]:
        """The control cell, the first cell, then the arms."""
        return (self.control, self.first, *(cell for arm in self.arms for cell in arm))

    def holds(self, values: Values) -> bool:
        """Tell whether the runs have the right length, or may still get it."""
        control, first = values[self.control], values[self.first]
        least = most = self.plus
        for arm in self.arms:
            held = [values[cell] for cell in arm]
            if first is None:
                most += len(arm)
                continue
            least += next((n for n, value in enumerate(held) if value != first), len(arm))
            most += next((n for n, v in enumerate(held) if v not in (first, None)), len(arm))
        return control is None or least <= control <= most

    def word(self, values: Iterable[int]) -> Regular:
        """Return a primitive with the same meaning. Its automaton has thousands of states."""
        lengths = tuple(map(len, self.arms))
        return Regular(self.cells, _runs(lengths, self.plus, tuple(values)))


@lru_cache(maxsize=256)
def _runs(lengths: tuple[int, ...], plus: int, values: tuple[int, ...]) -> Automaton:
    starts = {0, *accumulate(lengths)}  # the places at which an arm starts
    cells = sum(lengths)

    # A state: the place, the missing length, the first value, and whether the run continues.
    def step(state: tuple[int, int, int | None, bool], value: int) -> Any:
        place, missing, first, goes_on = state
        if place == -2:
            return (-1, value - plus, None, True) if 0 <= value - plus <= cells else None
        if place == -1:
            return (0, missing, value, True)
        goes_on = (goes_on or place in starts) and value == first
        missing -= goes_on
        return (place + 1, missing, first, goes_on) if 0 <= missing < cells - place else None

    return Automaton.exploring(
        (-2, 0, None, True), step, lambda state: state[0] == cells and not state[1], values
    )


@lru_cache(maxsize=16)
def _touching(edges: tuple[tuple[int, int], ...]) -> dict[int, set[int]]:
    touching: dict[int, set[int]] = defaultdict(set)
    for a, b in edges:
        touching[a].add(b)
        touching[b].add(a)
    return touching


Constraint: TypeAlias = (
    AllDifferent | Relation | Linear | Count | Regular | AnyOf | Connected | Partition | Runs
)
