"""Witnesses: boards that show why a mark cannot be removed yet.

A witness of a mark is a board that contains the mark and breaks some uses (rules that a step may
cite). A step that removes the mark must cite one of these uses.

A set of marks or of uses is an integer, in which bit n stands for number n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

Mask: TypeAlias = int


def mask_of(numbers: Iterable[int]) -> Mask:
    """Return the mask of some numbers.

    >>> bin(mask_of([0, 2]))
    '0b101'
    """
    return sum(1 << number for number in set(numbers))


def numbers_in(mask: Mask) -> Iterator[int]:
    """Yield the numbers in a mask, lowest first.

    >>> list(numbers_in(0b101))
    [0, 2]
    """
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


class Witness(NamedTuple):
    """A board, and the uses that it breaks."""

    board: Mask
    broken: Mask


class Witnesses:
    """The witnesses of each mark. A witness that breaks all uses of another one is dropped.

    >>> known = Witnesses(solution=0b010)
    >>> known.add(Witness(board=0b101, broken=0b11))
    >>> known.of(2), known.spare(2, 0b100), sorted(known.drop(0b001))
    ([3], True, [0, 2])
    """

    def __init__(self, solution: Mask) -> None:
        self._solution = solution
        self._known: dict[int, list[Witness]] = {}

    def add(self, witness: Witness) -> None:
        """Store a witness under each of its marks that is not in the solution."""
        for mark in numbers_in(witness.board & ~self._solution):
            known = self._known.setdefault(mark, [])
            if not any(each.broken & ~witness.broken == 0 for each in known):
                known[:] = [each for each in known if witness.broken & ~each.broken]
                known.append(witness)

    def of(self, mark: int) -> list[Mask]:
        """Return the sets of uses that the witnesses of a mark break, the smallest first."""
        broken = [each.broken for each in self._known.get(mark, ())]
        return sorted(broken, key=int.bit_count)

    def spare(self, mark: int, uses: Mask) -> bool:
        """Tell whether a witness shows that these uses do not remove a mark."""
        return any(not each.broken & uses for each in self._known.get(mark, ()))

    def drop(self, gone: Mask) -> set[int]:
        """Forget the witnesses with removed marks. Return the marks that lose a witness."""
        losers = set()
        for mark, known in self._known.items():
            if any(each.board & gone for each in known):
                losers.add(mark)
                known[:] = [each for each in known if not each.board & gone]
        return losers
