"""Make large classic boards with one solution, by removing givens from full grids one by one.

After each removal, one of two solvers of different kinds must prove that the solution is still the
only one. If the same solver proved every board, all boards would be easy for it. A board with many
holes starts from a board with fewer holes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pandas as pd

import nonet
from nonet.generation import full_grids
from nonet.puzzle import Puzzle
from study.variants import judge_of, labelled

#: The solvers that prove boards, with their limits of nodes or conflicts.
JUDGES = {"native": 20_000, "pysat:cadical153": 50_000}

#: The shares of holes for each order of the board, and the number of boards for each share.
SIZES = {4: (0.5, 0.55, 0.6), 5: (0.45, 0.5, 0.52, 0.53), 6: (0.4, 0.44, 0.46)}
COUNT = 50


def dug(
    order: int, shares: Sequence[float], seed: int, judges: Mapping[str, int] = JUDGES
) -> Iterator[tuple[float, Puzzle, Counter[str]]]:
    """Yield (share, board, proofs of each judge) for each share of holes that can be reached.

    >>> [(share, puzzle, proved)] = dug(order=2, shares=[0.5], seed=1)
    >>> puzzle.givens.count(None), proved.total()
    (8, 8)
    """
    board, random = nonet.classic(order=order), Random(f"{order} {seed}")
    solution = next(full_grids(board, seed))
    puzzle, proved = board.with_givens(dict(enumerate(solution))), Counter[str]()
    left = sorted(shares)
    for cell in random.sample(board.grid.cells, len(solution)):
        if not left:
            return
        fewer = puzzle.with_givens({cell: None})
        if judge := judge_of(fewer, solution, judges):
            puzzle = fewer
            proved[judge] += 1
        if proved.total() >= left[0] * len(solution):
            yield left.pop(0), puzzle, proved.copy()


#: The seconds for each run, and the solvers that learn clauses.
SECONDS = 20.0
LEARNERS = (
    *("pysat:minisat22", "pysat:glucose4", "pysat:cadical153", "pysat:cadical195"),
    *("cpsat:integer", "cpsat:boolean"),
)


def boards(sizes: Mapping[int, Sequence[float]] = SIZES, count: int = COUNT) -> pd.DataFrame:
    """Return a table of boards, with `count` boards for each order and share of holes."""
    rows = [
        (order, share, seed, nonet.write(puzzle, "json"), *(proved[name] for name in JUDGES))
        for order, shares in sizes.items()
        for seed in range(count)
        for share, puzzle, proved in dug(order, shares, seed)
    ]
    return pd.DataFrame(rows, columns=["order", "holes", "seed", "puzzle", *JUDGES])


def chosen(
    table: pd.DataFrame, order: int | None = None, share: float | None = None, most: int = COUNT
) -> dict[tuple[str, int], Puzzle]:
    """Return the first puzzles of each kind in a table of boards. Select an order or a share."""
    part = table[
        (table["seed"] < most)
        & (table["order"].eq(order) if order else True)
        & (table["holes"].eq(share) if share else True)
    ]
    return {
        (f"{order**2}×{order**2}, {holes:.0%}", seed): labelled(
            nonet.parse(text, format="json"), f"{order**2}×{order**2} {holes:.0%} {seed}"
        )
        for order, holes, seed, text in part.iloc[:, :4].itertuples(index=False)
    }
