"""Exact cover by the Python package `exact-cover`, which implements dancing links in C.

A puzzle becomes a matrix. There is a column for each cell, and a column for each value in each
group of cells that must differ. There is a row for each pencil mark. It covers the column of the
cell, and the columns of the value in all groups of the cell. Each column that may stay uncovered
gets an extra row, which covers only this column. Sums and other constraints are not part of the
matrix. Their method `holds` filters the covers, which is slow.

Nothing can interrupt the package, so it runs in a worker process. It returns a list of at most a
given number of covers. To get more covers, the engine asks for a list four times as long, which may
have another order.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from nonet.encodings.places import Lowered
from nonet.model.constraints import AllDifferent
from nonet.solvers.answers import Answer, Solution
from nonet.solvers.contract import single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.enumeration import Enumeration, Search
from nonet.solvers.errors import refuse_nodes
from nonet.solvers.worker_engine import in_worker
from nonet.system.errors import TooLarge
from nonet.system.limits import Limits

if TYPE_CHECKING:
    import numpy as np


#: The limit on the size of the matrix. An empty 25×25 board needs 39 million entries of a byte.
MOST_BYTES = 1 << 26

#: The limit on the numbers in a list of covers. A cover has at most a number for each row.
MOST_NUMBERS = 1 << 26


class Covers(Enumeration):
    """The engine. It makes no random choices and ignores the seed."""

    def __init__(self, lowered: Lowered, seed: int) -> None:
        self._lowered = lowered
        self._known: set[Solution] = set()  # the grids of all listed covers
        super().__init__("exact-cover", self._start_over, "covers")

    def solve(self, limits: Limits) -> Answer:
        refuse_nodes("exact-cover", limits)
        return replace(super().solve(limits), counters={"covers": len(self._known)})

    def _start_over(self) -> Search:
        self._marks = [
            (cell, value)
            for cell, domain in enumerate(self._lowered.domains)
            for value in self._lowered.grid.values_of(domain)
        ]
        self._matrix = _matrix(self._lowered, self._marks)
        return self._grids()

    def _grids(self) -> Search:
        sieve = [c for c in self._lowered.constraints if not isinstance(c, AllDifferent)]
        room, most = MOST_NUMBERS // max(1, len(self._matrix)), 1
        while True:
            found = self._covers(most)
            new = sorted({*found} - self._known)
            self._known.update(new)
            yield from (grid for grid in new if all(c.holds(grid) for c in sieve))
            if len(found) < most:
                return
            most = max(len(self._known) + 1, min(4 * len(self._known), room))

    def _covers(self, most: int) -> list[Solution]:
        from exact_cover import get_all_solutions
        from exact_cover.error import NoSolution

        if (numbers := most * len(self._matrix)) > MOST_NUMBERS:
            raise TooLarge(f"the covers would have {numbers} items. The limit is {MOST_NUMBERS}")
        if not self._matrix.any(axis=0).all():
            return []  # there is a column that no row covers
        try:
            covers = get_all_solutions(self._matrix, max_count=most)
        except NoSolution:
            return []
        return [self._grid(cover) for cover in covers]

    def _grid(self, cover: tuple[int, ...]) -> Solution:
        rows = cover or range(len(self._matrix))  # an empty cover stands for all rows
        marks = sorted(self._marks[row] for row in rows if row < len(self._marks))
        return tuple(value for _, value in marks)


def _matrix(lowered: Lowered, marks: list[tuple[int, int]]) -> np.ndarray:
    """Return the matrix: first the rows of the marks, then the extra rows."""
    import numpy as np

    values, cells = lowered.grid.values, len(lowered.domains)
    named = {frozenset(c.cells) for c in lowered.constraints if isinstance(c, AllDifferent)}
    groups = sorted(named, key=sorted)
    first = {group: cells + place * len(values) for place, group in enumerate(groups)}
    optional = [first[group] for group in groups if len(group) < len(values)]
    free = [start + at for start in optional for at in range(len(values))]
    shape = len(marks) + len(free), cells + len(groups) * len(values)
    if shape[0] * shape[1] > MOST_BYTES:
        raise TooLarge(
            f"the matrix would take {shape[0] * shape[1]} bytes. The limit is {MOST_BYTES}"
        )
    of_cell = {cell: [first[group] for group in groups if cell in group] for cell in range(cells)}
    matrix = np.zeros(shape, dtype=bool)
    for row, (cell, value) in enumerate(marks):
        matrix[row, [cell, *(start + value - values[0] for start in of_cell[cell])]] = True
    matrix[range(len(marks), shape[0]), free] = True
    return matrix


PROVIDER = single_backend(
    "exact-cover",
    "exact cover by dancing links, compiled from C",
    with_cuts(partial(in_worker, "exact-cover", Covers), lambda puzzle: (object,)),
    ("every rule", "seconds (child process)"),
    package="exact-cover",
    module="exact_cover",
)
