"""Estimate the number of solutions by samples of the search tree.

A *probe* walks down the search tree, cell by cell. At each cell, it chooses at random among the
values that lead to no immediate contradiction. It stops when the grid is full or no value is left.

The *weight* of a probe is the product of the numbers of choices, or 0 without a solution. The
expected weight is the number of solutions (Knuth 1975). Each piece of the puzzle gets the same
number of probes, so differences between pieces add no error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from operator import index
from random import Random

from nonet.formats import PuzzleLike, as_puzzle
from nonet.propagation import Propagator, propagator
from nonet.questions.counting.pieces import Piece, open_cell, pieces
from nonet.questions.uniqueness import LimitReached
from nonet.solvers import Limits, LimitsLike, require_right
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, check_limits, limited_to, whole

#: The default number of probes.
PROBES = 1000
#: The number of pieces of the puzzle.
_PIECES = 32
#: 95 % of a normal distribution lie within this many standard deviations.
_Z95 = 1.96


@dataclass(frozen=True)
class Estimate:
    """The result of `estimate`: the mean weight of some probes, with its standard error.

    The `interval` contains the number of solutions with a probability of about 95 %. `largest` is
    the share of the heaviest probe in the sum of all weights. If this share is large, or if no
    probe found a solution, the interval is too narrow.

    >>> found = estimate("12..34..........")
    >>> found.interval[0] <= 12 <= found.interval[1]
    True
    """

    mean: float
    error: float
    probes: int
    largest: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the number of solutions."""
        return max(0.0, self.mean - _Z95 * self.error), self.mean + _Z95 * self.error

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"about {self.mean:.4g}, standard error {self.error:.2g}, "
            f"95 %: {low:.4g} to {high:.4g} ({self.probes} probes)"
        )


def estimate(
    puzzle: PuzzleLike, probes: int = PROBES, *, seed: int = 0, limits: LimitsLike = Limits()
) -> Estimate:
    """Estimate the number of solutions by this number of probes, or by fewer at the time limit.

    If the time is too short for two probes of each piece, raise `LimitReached`.

    >>> found = estimate("." * 16, probes=200)
    >>> abs(found.mean - 288) < 4 * found.error + 1e-9
    True
    """
    probes = whole(probes, "the number of probes", 1)
    limits = Limits.of(limits)
    found: Estimate | None = None
    with suppress(TimeUp), limited_to(limits):
        for found in estimates(puzzle, seed=seed):
            if found.probes >= probes:
                break
    if found is None:
        raise LimitReached(0)
    return found


def estimates(puzzle: PuzzleLike, *, seed: int = 0) -> Iterator[Estimate]:
    """Yield estimates from more and more probes. Stop only if an estimate is exact.

    >>> found = estimates("." * 81)
    >>> next(found).probes < next(found).probes
    True
    """
    puzzle, random = as_puzzle(puzzle), Random(index(seed))
    propagate = propagator(puzzle.geometry)
    strata = [_Stratum(piece) for piece in pieces(puzzle, _PIECES, exchange=True)]
    if not strata:
        yield Estimate(0.0, 0.0, 0, 0.0)
        return
    for stratum in strata:
        stratum.probe(propagate, random)
    while True:
        for stratum in strata:
            stratum.probe(propagate, random)
        yield _together(strata)
        if not any(stratum.piece.size for stratum in strata):
            return


class _Stratum:
    """A piece with the sum of the weights of its probes, and the sum of the squared weights."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.probes = self.total = self.squares = self.largest = 0

    def probe(self, propagate: Propagator, random: Random) -> None:
        state, weight = self.piece.state, 1
        while (cell := open_cell(state.marks)) is not None:
            check_limits()
            mask, alive = state.marks[cell], []
            while mask:
                bit = mask & -mask
                mask ^= bit
                after = propagate.assign(state, cell, bit)
                if after is not None:
                    alive.append(after)
            weight *= len(alive)
            if not alive:
                break
            state = random.choice(alive)
        else:
            grid = propagate.grid
            solution = tuple([grid.value_of(mask) for mask in state.marks])
            require_right(self.piece.puzzle, [solution], "a probe")
        self.probes += 1
        self.total += weight
        self.squares += weight * weight
        self.largest = max(self.largest, weight)


def _together(strata: list[_Stratum]) -> Estimate:
    """Add up the estimates of all pieces. Return the sum with its standard error."""
    mean = variance = Decimal(0)
    largest = Decimal(0)
    for stratum in strata:
        n, times = stratum.probes, stratum.piece.weight
        mean += Decimal(times * stratum.total) / n
        # A whole number: the variance of the piece's mean, times n² (n - 1).
        spread = times**2 * (n * stratum.squares - stratum.total**2)
        variance += Decimal(spread) / (n * n * (n - 1))
        largest = max(largest, Decimal(times * stratum.largest) / n)
    if mean > Decimal("1e300"):
        raise TooLarge(f"the estimate is {mean:.2e} solutions, but the limit is 1e300")
    share = float(largest / mean) if mean else 0.0
    probes = sum(stratum.probes for stratum in strata)
    return Estimate(float(mean), float(variance.sqrt()), probes, share)
