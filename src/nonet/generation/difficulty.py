"""Measure how difficult a puzzle is, and compare it with the requested difficulty.

The `norvig` solver knows two techniques: naked singles (a cell has only one possible value) and
hidden singles (a value has only one possible cell). If neither technique helps, the solver guesses.
People know more techniques. `nonet.rate` finds steps that people use. A `Band` can restrict the
work of the solver and these steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from operator import index
from typing import Any, SupportsIndex, TypeVar

from nonet.explanations import Explanation, Rating, Step
from nonet.explanations.path import each_step, unit_of
from nonet.explanations.ratings import DIFFICULTIES, HIGHEST_ER, LOWEST_ER, NAKED_ER, placements
from nonet.propagation import State, propagator
from nonet.propagation.filters import Marks, Restriction
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError

N = TypeVar("N", int, float)

Range = tuple[int, int | None]
Span = tuple[float, float | None]

#: The reasons why the steps of a puzzle do not have the requested difficulty.
EASIER, HARDER, UNDECIDED = "easier steps", "harder steps", "a step of undecided cost"


@dataclass(frozen=True)
class Difficulty:
    """The number of search nodes that prove a puzzle unique, and the depth of its deductions.

    One node means that the solver did not guess. The depth is the length of the longest chain of
    deductions before the first guess.
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
    >>> measure(classic("12..34..2......3"))
    Difficulty(nodes=1, depth=3)
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
    """A queue of deductions, first in, first out. `deepest` is the depth of the deepest so far."""

    def __init__(self, marks: Marks, todo: Iterable[Restriction]) -> None:
        super().__init__(todo)
        self._marks = marks
        self._depths = [0] * len(self)
        self._next = 0
        self.deepest = 0

    def __bool__(self) -> bool:
        return self._next < len(self)

    def pop(self, index: SupportsIndex = -1) -> Restriction:
        # The deductions since the last call follow from the last one.
        new = len(self) - len(self._depths)
        self._depths += [self._depths[self._next - 1] + 1] * new
        cell, keep = self[self._next]
        if self._marks[cell] & ~keep:
            self.deepest = max(self.deepest, self._depths[self._next])
        self._next += 1
        return cell, keep


@dataclass(frozen=True)
class Band:
    """A range of difficulty that a generated puzzle must have.

    `nodes` and `depth` are about the search of `norvig`. `er` restricts the estimated ER (see
    `Rating`), and `hardest` the cost of the hardest step.

    >>> band = Band.parse("singles, depth=5-9")
    >>> band.holds(Difficulty(nodes=1, depth=7)), band.holds(Difficulty(nodes=2, depth=7))
    (True, False)
    """

    nodes: Range = (0, None)
    depth: Range = (0, None)
    er: Span | None = None
    hardest: Range | None = None

    def __post_init__(self) -> None:
        if self.er is not None:
            object.__setattr__(self, "er", as_range(self.er, "an ER", float))
            _require_possible(self.er)
        if self.hardest is not None:
            object.__setattr__(self, "hardest", as_range(self.hardest, "a hardest step", index))

    @classmethod
    def parse(cls, text: str) -> Band:
        """Read conditions separated by commas: an ER, singles, search, nodes=A-B or depth=A-B.

        A word such as hard is a range of the ER. The condition step=A-B restricts the hardest step.

        >>> Band.parse("nodes=20-").nodes, Band.parse("3.0-4.5").er, Band.parse("hard").er
        ((20, None), (3.0, 4.5), (4.0, 5.9))
        >>> Band.parse("tough")
        Traceback (most recent call last):
        nonet.system.errors.PuzzleError: unknown difficulty 'tough': use easy, medium, hard, ...
        """
        wanted: dict[str, Any] = {}
        for part in map(str.strip, text.split(",")):
            usual = f"er={part}" if _SPAN.fullmatch(part) else part
            name, _, bounds = _SHORT.get(part, usual).partition("=")
            name = {"step": "hardest"}.get(name, name)
            if name not in ("er", "nodes", "depth", "hardest") or not bounds:
                raise PuzzleError(
                    f"unknown difficulty {part!r}: use {', '.join(DIFFICULTIES)}, an ER such as "
                    "3.0-4.5, or singles, search, nodes=A-B, depth=A-B, step=A-B"
                )
            if name in wanted:
                raise PuzzleError(f"difficulty {text!r} names {name} twice")
            if name == "er":
                wanted[name] = _ends(bounds, _SPAN, float, "2.6, 3.0-4.5, 7- or -2.5")
            else:
                wanted[name] = parse_range(bounds)
        return cls(**wanted)

    @property
    def asks_for_work(self) -> bool:
        """Whether the band restricts the nodes or the depth of the `norvig` solver."""
        return (self.nodes, self.depth) != ((0, None), (0, None))

    @property
    def asks_for_steps(self) -> bool:
        """Whether the band restricts the steps that `nonet.rate` finds."""
        return self.er is not None or self.hardest is not None

    def holds(self, difficulty: Difficulty) -> bool:
        """Tell whether the nodes and the depth of a puzzle are in the band."""
        return is_within(difficulty.nodes, self.nodes) and is_within(difficulty.depth, self.depth)


def _require_possible(er: Span) -> None:
    low, high = er
    if not is_within(LOWEST_ER, er) and (
        low > HIGHEST_ER or (high is not None and high < NAKED_ER)
    ):
        span = f"{low}" if low == high else f"from {low} to {high}" if low else f"up to {high}"
        raise PuzzleError(
            f"no puzzle has an ER {span}: estimates are {LOWEST_ER}, or {NAKED_ER} to {HIGHEST_ER}"
        )


_SHORT = {word: f"er={low}-{high}" for word, (low, high) in DIFFICULTIES.items()}
_SHORT |= {"singles": "nodes=1", "search": "nodes=2-"}

_RANGE = re.compile(r"(\d{1,9})?(?:(-)(\d{1,9})?)?")
_SPAN = re.compile(r"(?=.*\d)(\d{1,2}(?:\.\d)?)?(?:(-)(\d{1,2}(?:\.\d)?)?)?")


def parse_range(text: str) -> Range:
    """Read a number or a range, which may be open at one end.

    >>> parse_range("24"), parse_range("22-26"), parse_range("22-"), parse_range("-26")
    ((24, 24), (22, 26), (22, None), (0, 26))
    """
    return _ends(text, _RANGE, int, "24, 22-26, 22- or -26")


def _ends(
    text: str, pattern: re.Pattern[str], number: Callable[[str], N], examples: str
) -> tuple[N, N | None]:
    found = pattern.fullmatch(text.strip())
    if not found or not (found[1] or found[3]):
        raise PuzzleError(f"{text!r} is not a range such as {examples}")
    low = number(found[1] or "0")
    high = low if not found[2] else None if found[3] is None else number(found[3])
    if high is not None and high < low:
        raise PuzzleError(f"the range {text!r} is empty")
    return low, high


def as_range(found: Any, what: str, number: Callable[[Any], N]) -> tuple[N, N | None]:
    """Convert an argument to a range. Refuse an empty range."""
    try:
        low, high = found
        low, high = number(low), None if high is None else number(high)
    except (TypeError, ValueError):
        raise TypeError(
            f"{what}: {found!r} is not a range. Pass two numbers, or a number and None"
        ) from None
    if low < 0:
        raise PuzzleError(f"{what} from {low}: the range must start at 0 or more")
    if high is not None and high < low:
        raise PuzzleError(f"{what} from {low} to {high}: the range is empty")
    return low, high


def is_within(number: float, range_: Range | Span) -> bool:
    """Tell whether a number is in a range."""
    low, high = range_
    return low <= number and (high is None or number <= high)


def misfit(puzzle: Puzzle, solution: Solution, band: Band) -> str | None:
    """Return None if the steps have the requested difficulty. Otherwise, return the reason."""
    unit = unit_of(puzzle, None)
    singles = placements(puzzle) if band.er else None
    steps: list[Step] = []

    def rated() -> Rating:
        path = Explanation(puzzle, unit, Kind.UNIQUE, tuple(steps))
        return Rating(puzzle, Kind.UNIQUE, {unit: path}, singles)

    if _is_over(rated(), band):
        return HARDER
    if singles and singles.finished and not band.hardest:
        return _misfit(rated(), band)
    with closing(each_step(puzzle, solution, unit)) as found:
        for step in found:
            steps.append(step)
            if _is_over(rated(), band):
                return HARDER
    return _misfit(rated(), band)


def _is_over(rating: Rating, band: Band) -> bool:
    """Tell whether the steps so far are already too hard."""
    assert rating.path is not None
    most_er, most = (high[1] if high else None for high in (band.er, band.hardest))
    return (most_er is not None and rating.er is not None and rating.er > most_er) or (
        most is not None and rating.path.least > most
    )


def _misfit(rating: Rating, band: Band) -> str | None:
    """Return the reason why a complete path is too easy or undecided, or None."""
    assert rating.path is not None
    # A puzzle without empty cells has no steps and no ER.
    if band.er and (rating.er is None or rating.er < band.er[0]):
        return EASIER
    if band.hardest:
        low, high = band.hardest
        if rating.path.hardest < low:
            return EASIER
        if rating.path.least < low or (high is not None and rating.path.hardest > high):
            return UNDECIDED
    return None
