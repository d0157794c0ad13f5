"""Find out at which share of empty cells boards are hard to solve, and why.

The *backbone* of a board is the set of empty cells that have the same value in every solution. A
*backdoor* is a set of cells whose values let unit propagation solve the board. All numbers are
counters and sizes, so they do not depend on the machine or its load.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from random import Random

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from pysat.solvers import Solver

import nonet
from nonet.encodings import cnf
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.racing.plots.style import looks_of
from nonet.rules import Columns, Rows
from nonet.solvers import Limits
from nonet.solvers.answers import Solution
from study.estimates import HIGH, LOW, RESAMPLES

#: The solvers, each with the name of its counter and the count at which it gives up.
SOLVERS = {
    "native:search": ("nodes", 200_000),
    "pysat:minisat22": ("conflicts", 20_000),
    "cpsat:boolean": ("num_conflicts", 20_000),
}

#: How many random orders are tried for a backdoor. The smallest backdoor is kept.
ORDERS = 10


@dataclass(frozen=True)
class Series:
    """Boards of one kind, `count` for each share of empty cells."""

    side: int
    latin: bool
    balanced: bool
    shares: tuple[float, ...]
    count: int

    @property
    def name(self) -> str:
        """The name in tables and figures.

        >>> Series(16, latin=False, balanced=True, shares=(0.5,), count=9).name
        '16×16 Sudoku, balanced'
        """
        kind = "Latin square" if self.latin else "Sudoku"
        return f"{self.side}×{self.side} {kind}, {'balanced' if self.balanced else 'random'}"

    def boards(self) -> Iterator[tuple[float, int, Puzzle]]:
        """Yield (share, seed, board) for each board."""
        if self.latin:
            empty = Puzzle(Grid(self.side, self.side), rules=(Rows(), Columns()))
        else:
            empty = nonet.classic(order=isqrt(self.side))
        for share in self.shares:
            for seed in range(self.count):
                board = nonet.with_holes(empty, share, seed, balanced=self.balanced)
                yield share, seed, board


#: The shares of empty cells. The key is the side of the board, and whether it is a Latin square.
#: Near the peak of hardness, the shares are closer together.
SHARES = {
    (9, False): tuple(round(0.3 + 0.05 * step, 2) for step in range(11)),
    (16, False): (0.4, 0.45, 0.5, 0.525, 0.55, 0.575, 0.6, 0.625, 0.65, 0.7, 0.75, 0.8),
    (25, False): (0.4, 0.46, 0.48, 0.5, 0.51, 0.52, 0.53, 0.54, 0.56, 0.6),
    (25, True): (0.34, 0.38, 0.4, 0.41, 0.42, 0.43, 0.44, 0.46, 0.5),
}

SERIES = [
    Series(side, latin, balanced, shares, count=20 if side == 25 else 50)
    for (side, latin), shares in SHARES.items()
    for balanced in (False, True)
]


def measured(series: Sequence[Series]) -> pd.DataFrame:
    """Return the measures of each board, with a column for each solver."""
    return pd.DataFrame(
        {"series": each.name, "share": share, "seed": seed} | _measures(board)
        for each in series
        for share, seed, board in each.boards()
    )


def _measures(puzzle: Puzzle) -> dict[str, object]:
    found: dict[str, object] = {}
    solution = None
    for spec, (counter, most) in SOLVERS.items():
        answer = nonet.solve(puzzle, spec, Limits(nodes=most))
        solution = answer.solution or solution
        found[spec] = answer.counters.get(counter, 0) if answer.solution else None
    if solution is not None:
        solved = Solved(puzzle, solution)
        found["open"] = len(solved.open)
        found["backbone"] = len(solved.backbone())
        found["backdoor"] = min(len(solved.backdoor(seed)) for seed in range(ORDERS))
    return found


def draw_hardness(table: pd.DataFrame, ax: Axes) -> None:
    """Draw the median counter of each solver against the share of empty cells.

    A band covers the middle 80 % of the boards. A hollow marker means that the solver gave up on at
    least one board.
    """
    for look, (spec, (counter, most)) in zip(looks_of(list(SOLVERS)), SOLVERS.items(), strict=True):
        by_share = table[spec].fillna(most).groupby(table["share"])
        low, middle, high = (by_share.quantile(part) + 1 for part in (0.1, 0.5, 0.9))
        ax.fill_between(low.index, low, high, color=look.colour, alpha=0.15, linewidth=0)
        ax.plot(middle.index, middle, color=look.colour, label=f"{spec}: {counter}")
        gave_up = table[spec].isna().groupby(table["share"]).any()
        for hollow, fill in ((False, look.colour), (True, "white")):
            part = middle[gave_up == hollow]
            ax.plot(part.index, part, look.marker, color=look.colour, markerfacecolor=fill)
    ax.set(yscale="log", ylim=(0.8, 3e5))


def draw_causes(table: pd.DataFrame, ax: Axes) -> None:
    """Draw the mean shares of the open cells that are in the backbone and in the backdoor.

    A band covers the middle 80 % of the boards.
    """
    open_ = table[table["open"] > 0]
    for name, colour, marker in (("backbone", "#202428", "o"), ("backdoor", "#9aa3ad", "s")):
        by_share = (open_[name] / open_["open"]).groupby(open_["share"])
        ax.fill_between(
            by_share.mean().index,
            by_share.quantile(0.1),
            by_share.quantile(0.9),
            color=colour,
            alpha=0.15,
            linewidth=0,
        )
        ax.plot(by_share.mean(), marker, linestyle="-", color=colour, label=name)
    ax.set(ylim=(-0.03, 1.03))


def peaks(table: pd.DataFrame) -> pd.DataFrame:
    """Return the share at which each series is hardest for MiniSat, with facts about it.

    The hardest share is uncertain: it lies *between* two shares in 95 % of the resamples of the
    boards. The backbone is given for the share *before* them, and for the *last* of them.
    """
    minisat = "pysat:minisat22"
    rows = {}
    for series, part in table.groupby("series", sort=False):
        parts = {
            name: part[name] / part["open"].replace(0, np.nan) for name in ("backbone", "backdoor")
        }
        counts = {spec: part[spec].fillna(most) for spec, (_, most) in SOLVERS.items()}
        means = part.assign(**parts, **counts).groupby("share").mean(numeric_only=True)
        hardest, (low, high) = means[minisat].idxmax(), _hardest(part.assign(**counts), minisat)
        rows[series] = {
            "hardest at": f"{hardest:.1%}",
            "between": f"{low:.1%} and {high:.1%}",
            "conflicts there": float(means[minisat][hardest]),
            "nodes of native:search": float(means["native:search"][hardest]),
            "conflicts of CP-SAT": float(means["cpsat:boolean"][hardest]),
            "backbone before": f"{means['backbone'][: low - 0.001].iloc[-1:].sum():.0%}",
            "backbone at the last": f"{means['backbone'][high]:.0%}",
            "backdoor there": f"{means['backdoor'][hardest]:.0%}",
            "given up there (search, MiniSat, CP-SAT)": ", ".join(
                str(count) for count in part[part["share"] == hardest][list(SOLVERS)].isna().sum()
            ),
            "boards at each share": int(part.groupby("share").size().min()),
        }
    return pd.DataFrame(rows).T


def _hardest(table: pd.DataFrame, spec: str) -> tuple[float, float]:
    """Return the shares between which the highest mean lies in 95 % of the resamples."""
    wide = table.pivot(index="seed", columns="share", values=spec).dropna()
    drawn = np.random.default_rng(0).integers(0, len(wide), (RESAMPLES, *wide.shape))
    means = np.take_along_axis(wide.to_numpy()[None], drawn, axis=1).mean(axis=1)
    found = wide.columns.to_numpy()[means.argmax(axis=1)]
    low, high = np.percentile(found, (LOW, HIGH), method="nearest")
    return float(low), float(high)


class Solved:
    """A board with one of its solutions.

    >>> puzzle = nonet.classic("12..34........2.")
    >>> solved = Solved(puzzle, nonet.solve(puzzle).solution)
    >>> len(solved.open), len(solved.backbone()), len(solved.backdoor(seed=1))
    (7, 0, 1)
    """

    def __init__(self, puzzle: Puzzle, solution: Solution) -> None:
        encoded = cnf.encode(puzzle)
        self._clauses = encoded.clauses
        self._propagator = Solver("minisat22", bootstrap_with=encoded.clauses)
        #: The marks of the solution in the cells that propagation leaves open.
        self.open = [
            puzzle.grid.mark(cell, value)
            for cell, value in enumerate(solution)
            if encoded.domains[cell].bit_count() > 1
        ]

    def backbone(self) -> set[int]:
        """Return the open marks that are true in every solution."""
        left, frozen = set(self.open), set[int]()
        # This solver learns clauses, which must not help `backdoor`, so `backdoor` uses another.
        with Solver("minisat22", bootstrap_with=self._clauses) as solver:
            while left:
                mark = left.pop()
                if solver.solve(assumptions=[-mark]):
                    left &= set(solver.get_model())
                else:
                    frozen.add(mark)
        return frozen

    def backdoor(self, seed: int) -> list[int]:
        """Return a minimal backdoor, which depends on a random order of the cells."""
        shuffled = Random(seed).sample(self.open, len(self.open))
        known: list[int] = []
        implied = self._implied(known)
        for mark in shuffled:
            if mark not in implied:
                known.append(mark)
                implied = self._implied(known)
        for mark in list(known):
            fewer = [other for other in known if other != mark]
            if self._implied(fewer).issuperset(self.open):
                known = fewer
        return known

    def _implied(self, known: list[int]) -> set[int]:
        return set(known) | set(self._propagator.propagate(assumptions=known)[1])
