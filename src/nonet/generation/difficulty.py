"""The difficulty of a puzzle, measured by the work of the `norvig` solver.

It knows two techniques, naked and hidden singles (the only value for a cell, the only cell for a
value), and guesses where they do not help (see `nonet.propagation`). People know more techniques,
and get tired: these numbers measure the puzzle, and do not promise how hard it feels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from nonet.errors import PuzzleError
from nonet.filters import Marks, Restriction
from nonet.propagation import State, propagator
from nonet.puzzle import Puzzle
from nonet.uniqueness import check

Range = tuple[int, int | None]


@dataclass(frozen=True)
class Difficulty:
    """`nodes` of the search that proves the puzzle unique, and `depth` of its deductions.

    The depth is the length of the longest chain of deductions, each of which follows from the one
    before, from the givens until the puzzle is solved or singles find no more. One node means that
    no guess was needed.

    >>> from nonet.formats import classic
    >>> measure(classic("12..34..2......3"))
    Difficulty(nodes=1, depth=3)
    """

    nodes: int
    depth: int

    @property
    def singles(self) -> bool:
        """Whether singles alone solve the puzzle."""
        return self.nodes == 1


def measure(puzzle: Puzzle) -> Difficulty:
    """Measure a puzzle with one solution.

    >>> from nonet.formats import classic
    >>> measure(classic("12..34..2......3")).singles
    True
    """
    nodes = sum(int(answer.counters["nodes"]) for answer in check(puzzle, "norvig").answers)
    return Difficulty(nodes, _depth(puzzle))


def _depth(puzzle: Puzzle) -> int:
    grid, propagate = puzzle.grid, propagator(puzzle.geometry)
    everywhere = (1 << len(grid.cells)) - 1
    state = State([grid.full] * len(grid.cells), [everywhere] * len(grid.values))
    filters = dict.fromkeys(asked for asked_here in propagate.filters for asked in asked_here)
    waves = _Waves(state.marks, enumerate(puzzle.domains))
    propagate.settle(state, waves, filters)
    return waves.deepest


class _Waves(list[Restriction]):
    """The restrictions still to apply, first in, first out: so each has its smallest depth.

    `deepest` is the largest depth of a restriction that has removed a value.
    """

    def __init__(self, marks: Marks, todo: Iterable[Restriction]) -> None:
        self._marks = marks
        self._queue: Iterator[Restriction]
        super().__init__(todo)
        self._depths = [0] * len(self)
        self._next = 0
        self.deepest = 0

    def __bool__(self) -> bool:
        return self._next < len(self)

    def pop(self, index: SupportsIndex = -1) -> Restriction:
        cell, keep = self[self._next]
        if self._marks[cell] & ~keep:
            self.deepest = max(self.deepest, self._depths[self._next])
        self._next += 1
        return cell, keep

    def append(self, restriction: Restriction) -> None:
        super().append(restriction)
        self._depths.append(self._depths[self._next - 1] + 1)

    def extend(self, restrictions: Iterable[Restriction]) -> None:
        for restriction in restrictions:
            self.append(restriction)


@dataclass(frozen=True)
class Band:
    """The difficulty that is asked for.

    >>> band = Band.parse("singles, depth=5-9")
    >>> band.holds(Difficulty(nodes=1, depth=7)), band.holds(Difficulty(nodes=2, depth=7))
    (True, False)
    """

    nodes: Range = (0, None)
    depth: Range = (0, None)

    @classmethod
    def parse(cls, text: str) -> Band:
        """Read conditions separated by commas: singles, search, nodes=A-B, depth=A-B.

        >>> Band.parse("nodes=20-")
        Band(nodes=(20, None), depth=(0, None))
        >>> Band.parse("hard")
        Traceback (most recent call last):
        nonet.errors.PuzzleError: difficulty 'hard' is none of singles, search, nodes=A-B, depth=A-B
        """
        wanted: dict[str, Range] = {}
        for part in map(str.strip, text.split(",")):
            name, _, bounds = _SHORT.get(part, part).partition("=")
            if name not in ("nodes", "depth") or not bounds:
                raise PuzzleError(
                    f"difficulty {part!r} is none of singles, search, nodes=A-B, depth=A-B"
                )
            if name in wanted:
                raise PuzzleError(f"difficulty {text!r} names {name} twice")
            wanted[name] = parse_range(bounds)
        return cls(**wanted)

    def holds(self, difficulty: Difficulty) -> bool:
        """Tell whether a puzzle is in the band."""
        return _within(difficulty.nodes, self.nodes) and _within(difficulty.depth, self.depth)


_SHORT = {"singles": "nodes=1", "search": "nodes=2-"}

_RANGE = re.compile(r"(\d{1,9})?(-)?(\d{1,9})?")


def parse_range(text: str) -> Range:
    """Read a number, or a range that may be open at one end.

    >>> parse_range("24"), parse_range("22-26"), parse_range("22-"), parse_range("-26")
    ((24, 24), (22, 26), (22, None), (0, 26))
    """
    found = _RANGE.fullmatch(text.strip())
    if not found or not (found[1] or found[3]):
        raise PuzzleError(f"{text!r} is not a range such as 24, 22-26, 22- or -26")
    low = int(found[1] or 0)
    high = low if not found[2] else None if found[3] is None else int(found[3])
    if high is not None and high < low:
        raise PuzzleError(f"the range {text!r} is empty")
    return low, high


def _within(number: int, range_: Range) -> bool:
    low, high = range_
    return low <= number and (high is None or number <= high)
