"""Links between marks, and the chains that they form.

A *strong link* joins the only two marks of a cell, or the only two places of a digit in a house. At
least one of the two marks is right. A *weak link* joins two marks of which at most one is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonet.explanations.reasons import Mark, Reason
from nonet.explanations.uses import Use
from nonet.model.grid import Grid
from nonet.questions.analysis.clues import House
from nonet.system.limits import check_limits


class Link(NamedTuple):
    """A strong link, read in one direction. Without a `house`, both marks are in one cell."""

    first: Mark
    last: Mark
    house: House | None = None

    @property
    def turned(self) -> Link:
        return Link(self.last, self.first, self.house)


class Digit(NamedTuple):
    """A house and a value in it."""

    house: House
    value: int


@dataclass(frozen=True)
class Shape:
    """A step, and the facts that it needs (see `Reason`)."""

    grid: Grid
    marks: Sequence[int]
    removed: Sequence[Mark]
    places: tuple[Digit, ...]
    ones: tuple[Digit, ...]
    cells: tuple[int, ...]

    @property
    def digits(self) -> set[int]:
        """All values that the step needs or removes."""
        return {digit.value for digit in (*self.places, *self.ones)} | {v for _, v in self.removed}

    def cells_for(self, digit: Digit) -> set[int]:
        """Return the cells of the house that may hold the digit."""
        bit = self.grid.bit(digit.value)
        return {cell for cell in digit.house.cells if self.marks[cell] & bit}

    def joints(self, a: Mark, b: Mark) -> list[House]:
        """Return the houses in which two marks of the same digit cannot both be right."""
        return [
            house
            for house, value in self.ones
            if a[1] == b[1] == value and a != b and {a[0], b[0]} <= {*house.cells}
        ]

    def is_weak(self, a: Mark, b: Mark) -> bool:
        """Tell whether two marks exclude each other, in a cell or in a house."""
        return (a[0] == b[0] and a[1] != b[1]) or bool(self.joints(a, b))

    def links(self) -> list[Link] | None:
        """Return all strong links, or None if a cell or a digit does not have exactly two marks."""
        found: list[tuple[House | None, list[Mark]]] = [
            (None, [(cell, value) for value in self.grid.values_of(self.marks[cell])])
            for cell in self.cells
        ]
        for digit in self.places:
            places = [(cell, digit.value) for cell in sorted(self.cells_for(digit))]
            found.append((digit.house, places))
        if any(len(marks) != 2 for _, marks in found):
            return None
        return [Link(first, last, house) for house, (first, last) in found]

    def chains(self, links: Sequence[Link], gone: Mark) -> Iterator[tuple[Link, ...]]:
        """Yield each chain that uses all links and leads from a removed mark back to this mark.

        Weak links join the strong links to each other and to the removed mark. If the mark were
        right, the chain would prove it wrong.
        """
        if not any(gone in link for link in links):
            yield from self._extended((), links, gone)

    def _extended(
        self, chain: tuple[Link, ...], left: Sequence[Link], gone: Mark
    ) -> Iterator[tuple[Link, ...]]:
        check_limits()  # similar links may have very many orders
        end = chain[-1].last if chain else gone
        if not left and self.is_weak(end, gone):
            yield chain
        for number, link in enumerate(left):
            rest = (*left[:number], *left[number + 1 :])
            for turned in (link, link.turned):
                if self.is_weak(end, turned.first):
                    yield from self._extended((*chain, turned), rest, gone)


def shape_of(
    grid: Grid, uses: Sequence[Use], reason: Reason, marks: Sequence[int], removed: Sequence[Mark]
) -> Shape:
    """Return the step with the facts that it needs."""

    def digits(numbers: frozenset[int]) -> tuple[Digit, ...]:
        cited = [(uses[number].house, uses[number].value) for number in sorted(numbers)]
        return tuple(Digit(h, v) for h, v in cited if h is not None and v is not None)

    places, ones = digits(reason.places), digits(reason.ones)
    return Shape(grid, marks, removed, places, ones, tuple(sorted(reason.cells)))
