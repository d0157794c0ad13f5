"""What cells count under a modifier: automata of counts, and the fillings of cages.

The automata read the cells that tell the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, product
from math import comb, inf
from typing import Any, ClassVar, Protocol, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import Candidates, Linear, Regular, Relation
from nonet.model.grid import Grid

#: The values of cells that tell what a cell counts.
_Letters: TypeAlias = tuple[int | None, ...]


class Counting(Protocol):
    """What the automata ask of a modifier."""

    needed: ClassVar[tuple[int, ...]]

    def __hash__(self) -> int: ...

    def labels(self, grid: Grid) -> tuple[int, ...]: ...

    def count(self, mark: int, digit: int, needed: int = 0) -> int: ...


@lru_cache(maxsize=16)
def counts_of(modifier: Counting, grid: Grid) -> dict[_Letters, int]:
    """Return what a cell counts for the values of the cells that tell it."""
    flags, others = modifier.labels(grid), product(grid.values, repeat=len(modifier.needed))
    return {
        (flag, *other, digit): modifier.count(mark, digit, *other)
        for other in others
        for mark, flag in enumerate(flags)
        for digit in grid.values
    }


@lru_cache(maxsize=16)
def _beginnings(modifier: Counting, grid: Grid) -> dict[_Letters, _Letters]:
    """Return for each beginning of letters one from which the same counts follow."""
    follow: dict[_Letters, list[tuple[_Letters, int]]] = {}
    for letters, count in counts_of(modifier, grid).items():
        for length in range(1, len(letters)):
            follow.setdefault(letters[:length], []).append((letters[length:], count))
    first: dict[object, _Letters] = {}
    return {begun: first.setdefault(frozenset(each), begun) for begun, each in follow.items()}


def placed(part: Any) -> Any:
    """Return a primitive about the places 0, 1, 2, …, which other cells can share."""
    places = tuple(range(len(part.cells)))
    if isinstance(part, Linear):
        return part._replace(terms=tuple((weight, n) for n, (weight, _) in enumerate(part.terms)))
    if isinstance(part, Relation):
        return part._replace(a=0, b=1)
    return part._replace(cell=0) if isinstance(part, Candidates) else part._replace(cells=places)


@lru_cache(maxsize=512)
def word_of(part: Any, lengths: tuple[int, ...], modifier: Counting, grid: Grid) -> Automaton:
    """Return the automaton of the letters of some cells whose counts obey a primitive."""
    table, beginnings = counts_of(modifier, grid), _beginnings(modifier, grid)
    counts = range(min(table.values()), max(table.values()) + 1)
    start, step, accepts = _machine(part, [counts if n > 1 else grid.values for n in lengths])

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


#: The digits of a cage, each with the flag of its cell: pairs (flag, digit).
Filling: TypeAlias = frozenset[tuple[int, int]]

#: How many choices of digits and flags are tried for a cage, and how many of them it may have left.
_MOST_TRIED = 50_000
_MOST_FILLINGS = 1000


@lru_cache(maxsize=512)
def fillings(part: Linear, marks: int, modifier: Counting, grid: Grid) -> tuple[Filling, ...]:
    """Return all fillings with the right sum and few enough marks, or none if they are too many."""
    size, flags, table = len(part.cells), modifier.labels(grid), counts_of(modifier, grid)
    if modifier.needed or comb(len(grid.values), size) * len(flags) ** size > _MOST_TRIED:
        return ()
    found = []
    for flagged in product(flags, repeat=size):
        if max(map(flagged.count, flags[1:])) > marks:
            continue
        for digits in combinations(grid.values, size):
            filling = tuple(zip(flagged, digits, strict=True))
            if part.compares(sum(map(table.__getitem__, filling))):
                found.append(frozenset(filling))
                if len(found) > _MOST_FILLINGS:
                    return ()
    return tuple(found)


def affordable(
    cages: Mapping[Linear, Sequence[Filling]], flag: int, values: range
) -> tuple[dict[Linear, Sequence[Filling]], int]:
    """Return the fillings of each cage that leave enough to the others, and what all cages leave.

    The cages have no cell in common. Each digit is in at most one cell with the flag. So the sum of
    these digits is limited. Each cage needs at least the lowest sum of its fillings. One of the
    cages, or the cells outside, can have all that is left.
    """

    def spent(filling: Filling) -> int:
        return sum(digit for marked, digit in filling if marked == flag)

    least = {part: min(map(spent, found)) for part, found in cages.items()}
    spare = max(0, sum(values) - sum(least.values()))
    kept: dict[Linear, Sequence[Filling]] = {
        part: [filling for filling in found if spent(filling) <= least[part] + spare]
        for part, found in cages.items()
    }
    return kept, spare
