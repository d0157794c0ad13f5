"""Find out why times differ: because of the solver, the board, or luck."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

_NAMES = ("solver", "board", "solver × board", "shuffle", "solver × shuffle")


@dataclass(frozen=True)
class Components:
    """The variance of the logarithm of the time that each source explains.

    *shuffle* is the effect that a shuffle has on all solvers. *solver × shuffle* is the rest that
    nothing else explains, which is luck.

    >>> Components({"solver": 3.0, "board": 1.0}).shares
    {'solver': 0.75, 'board': 0.25}
    """

    variances: dict[str, float]

    @property
    def shares(self) -> dict[str, float]:
        """Each variance as a share of the total."""
        total = sum(self.variances.values()) or 1.0
        return {name: variance / total for name, variance in self.variances.items()}

    @property
    def factors(self) -> dict[str, float]:
        """The factor by which one standard deviation changes a time."""
        return {name: float(np.exp(np.sqrt(each))) for name, each in self.variances.items()}


def components(table: pd.DataFrame, column: str = "cpu") -> Components:
    """Return the components of a balanced table.

    The table must have a run of every solver on every shuffle of every board. All solvers must get
    the same shuffles. The estimates come from an analysis of variance (expected mean squares). A
    negative estimate becomes zero.

    >>> runs = pd.DataFrame(
    ...     [
    ...         (solver, board, shuffle, 2.0 ** (board + shuffle))
    ...         for solver in ("x", "y")
    ...         for board in (0, 9)
    ...         for shuffle in (0, 1)
    ...     ],
    ...     columns=["contestant", "puzzle", "repeat", "cpu"],
    ... )
    >>> found = components(runs).variances
    >>> found["solver"], found["solver × shuffle"], found["board"] > found["shuffle"] > 0
    (0.0, 0.0, True)
    """
    logs = _cube(table, column)
    solvers, boards, shuffles = logs.shape
    if min(logs.shape) < 2:
        raise ValueError("The table needs at least two solvers, two boards and two shuffles.")
    mean = logs.mean()
    by_solver, by_board = logs.mean((1, 2)), logs.mean((0, 2))
    by_both, by_shuffle = logs.mean(2), logs.mean(0)
    interaction = by_both - by_solver[:, None] - by_board[None, :] + mean
    within = by_shuffle - by_board[:, None]
    rest = logs - by_both[:, :, None] - by_shuffle[None, :, :] + by_board[None, :, None]
    of_solver = boards * shuffles * _square(by_solver - mean) / (solvers - 1)
    of_board = solvers * shuffles * _square(by_board - mean) / (boards - 1)
    of_both = shuffles * _square(interaction) / ((solvers - 1) * (boards - 1))
    of_shuffle = solvers * _square(within) / (boards * (shuffles - 1))
    luck = _square(rest) / (boards * (solvers - 1) * (shuffles - 1))
    variances = (
        (of_solver - of_both) / (boards * shuffles),
        (of_board - of_both - of_shuffle + luck) / (solvers * shuffles),
        (of_both - luck) / shuffles,
        (of_shuffle - luck) / solvers,
        luck,
    )
    # Rounding removes tiny errors where a variance should be zero.
    return Components(
        {
            name: max(0.0, round(float(each), 9))
            for name, each in zip(_NAMES, variances, strict=True)
        }
    )


def _square(deviations: npt.NDArray[np.float64]) -> float:
    return float((deviations**2).sum())


def _cube(table: pd.DataFrame, column: str) -> npt.NDArray[np.float64]:
    """Return the logarithms of the times, by solver, board and shuffle."""
    keys = ["contestant", "puzzle", "repeat"]
    series = np.log(table.set_index(keys)[column].astype(float))
    sizes = [table[key].nunique() for key in keys]
    if series.index.has_duplicates or len(series) != np.prod(sizes):
        raise ValueError("Every solver needs exactly one run on every shuffle of every board.")
    cube: npt.NDArray[np.float64] = series.sort_index().to_numpy(float).reshape(sizes)
    return cube
