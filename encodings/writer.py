"""The writer of the CNF encoding: it collects clauses over the live marks.

Nearly all clauses have two literals. The writer computes these as arrays, for all cells and values
at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.encodings.at_most_one import FORMULATIONS, Clause, count_clauses
from nonet.encodings.options import NATIVE, Encoding
from nonet.encodings.places import union
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

Literals = NDArray[np.int32]

#: What an auxiliary variable means. It is true in these cases:
#:
#: - ("among", cell, mask): the value of the cell is in the mask
#: - ("digits", cells, mask): the mask has exactly the values of these cells
#: - ("any", parts): all parts of an alternative hold
#: - ("after", constraint, place, states): the walk of the constraint is in one of the states after
#:   this many letters
Meaning: TypeAlias = tuple[object, ...]

#: The limit on the number of clauses. An empty 36×36 board needs three million. A clause takes 150
#: bytes as a list, and another 150 bytes in a solver.
MOST_CLAUSES = 8_000_000

#: The writer converts this many clauses to lists between two checks of the limits.
_STEP = 1 << 16

#: The limit on the number of literals in long clauses of relations. A literal takes 12 bytes.
MOST_LITERALS = 40_000_000


class Writer:
    """Collects the clauses of one puzzle and numbers its auxiliary variables.

    `pairs` has arrays of clauses with two literals. `clauses` has all other clauses. `at_most_ones`
    has the native cardinality constraints.
    """

    def __init__(self, geometry: Geometry, marks: Sequence[int], encoding: Encoding) -> None:
        self.geometry = geometry
        self.grid = geometry.grid
        self.marks = marks
        self.encoding = encoding
        self.clauses: list[Clause] = []
        self.pairs: list[Literals] = []
        self.at_most_ones: list[Clause] = []
        self.variables = self.grid.marks
        self.meanings: dict[int, Meaning] = {}
        self._conditions = 0
        #: The number of at-most-one clauses. Nearly all clauses are such clauses.
        self._exclusive = 0
        self._literals = 0
        self._size = len(self.grid.values)
        #: Tells which marks are live: a row for each cell, a column for each value.
        self._alive = _bits(marks, self._size)

    def new(self, *meaning: object) -> int:
        """Return a fresh auxiliary variable with a `Meaning`."""
        self.variables += 1
        self.meanings[self.variables] = meaning
        return self.variables

    @contextmanager
    def only_if(self, literal: int) -> Iterator[None]:
        """Within the block, write clauses that apply only if a literal is true."""
        outside, self.clauses = self.clauses, []
        self._conditions += 1
        yield
        outside.extend([-literal, *clause] for clause in self.clauses)
        self.clauses = outside
        self._conditions -= 1

    def alive(self, cell: int, mask: int = -1) -> list[int]:
        """Return the live marks of a cell that are in a mask."""
        first, left, found = cell * self._size, self.marks[cell] & mask, []
        while left:
            bit = left & -left
            left ^= bit
            found.append(first + bit.bit_length())
        return found

    def is_open(self, cell: int) -> bool:
        """Tell whether a cell has several candidates."""
        mask = self.marks[cell]
        return mask & (mask - 1) != 0

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Write that at most one of the literals is true, in the chosen formulation."""
        if len(literals) < 2:
            return
        check_limits()
        name = self.encoding.at_most_one
        if name == NATIVE and self._conditions == 0:
            self.at_most_ones.append(list(literals))
            return
        # A native constraint cannot depend on a literal. So write clauses within `only_if`.
        formulation = FORMULATIONS["pairwise" if name == NATIVE else name]
        clauses, self.variables = formulation.write(literals, self.variables)
        self.clauses.extend(clauses)

    def one_value(self, cells: Iterable[int]) -> None:
        """Write that none of these cells has two values."""
        if self.encoding.at_most_one != "pairwise":
            for cell in cells:
                self.at_most_one(self.alive(cell))
            return
        rows = np.fromiter(cells, np.intp)
        first, second = np.triu_indices(self._size, 1)
        for part in _parts(len(rows), len(first)):
            alive = self._alive[rows[part]]
            places, pairs = (alive[:, first] & alive[:, second]).nonzero()
            starts = rows[part][places] * self._size + 1
            self._conflicts(starts + first[pairs], starts + second[pairs])

    def exclusions(self) -> None:
        """Write that the cells of each group differ. Pairwise clauses are written once per pair."""
        if self.encoding.at_most_one == "pairwise":
            first, second = cell_pairs(self.geometry)
            for part in _parts(len(first), self._size):
                both = self._alive[first[part]] & self._alive[second[part]]
                pairs, values = both.nonzero()
                starts = (cells[part][pairs] * self._size + 1 for cells in (first, second))
                self._conflicts(*(start + values for start in starts))
            return
        for group in self.geometry.groups:
            for holders in self.holders(group):
                self.at_most_one(holders)

    def houses(self) -> None:
        """Write that each house has each value. Skip values that a fixed cell already has."""
        for house in self.geometry.houses:
            check_limits()
            left = [cell for cell in house if self.is_open(cell)]
            taken = union(self.marks, {*house} - {*left})
            self.clauses.extend(self.holders(left, ~taken))

    def holders(self, cells: Sequence[int], mask: int = -1) -> Iterable[Clause]:
        """For each value in a mask, return the live marks with this value in these cells."""
        holders: dict[int, Clause] = {}
        for cell in cells:
            first = cell * self._size
            for mark in self.alive(cell, mask):
                holders.setdefault(mark - first, []).append(mark)
        return holders.values()

    def _conflicts(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> None:
        self._require_room(len(first))
        self.pairs.append(-np.stack((first, second), axis=1).astype(np.int32))

    def all_clauses(self) -> list[Clause]:
        """Return all clauses. The clauses with two literals come last."""
        found = self.clauses.copy()
        for pairs in self.pairs:
            for start in range(0, len(pairs), _STEP):
                check_limits()
                found.extend(pairs[start : start + _STEP].tolist())
        return found

    def require_room(self) -> None:
        """Raise `TooLarge` if the clauses of a large formulation would be too many.

        Pairwise clauses are counted when they are written, because arrays are small.
        """
        name = self.encoding.at_most_one
        if name in ("pairwise", NATIVE):
            return
        groups = (self._alive[list(group)].sum(axis=0) for group in self.geometry.groups)
        for counts in (self._alive.sum(axis=1), *groups):
            self._require_room(sum(count_clauses(name, count) for count in counts.tolist()))

    def _require_room(self, clauses: int) -> None:
        self._exclusive += clauses
        if self._exclusive > MOST_CLAUSES:
            raise TooLarge(
                f"the {self.grid.rows}×{self.grid.columns} puzzle needs more than "
                f"{MOST_CLAUSES} clauses, which is the limit of the CNF encoding"
            )

    def write_long(self, clause: Clause) -> None:
        """Write a clause of a relation. Raise `TooLarge` if there are too many literals."""
        self._literals += len(clause)
        if self._literals > MOST_LITERALS:
            raise TooLarge(
                f"the {self.grid.rows}×{self.grid.columns} puzzle needs more than "
                f"{MOST_LITERALS} literals in relations, which is the limit of the CNF encoding"
            )
        self.clauses.append(clause)


def _parts(length: int, width: int) -> Iterator[slice]:
    """Split the rows of a table into parts of a million entries. Check limits before each part."""
    step = max(1, (1 << 20) // max(1, width))
    for start in range(0, length, step):
        check_limits()
        yield slice(start, start + step)


def _bits(marks: Sequence[int], size: int) -> NDArray[np.bool_]:
    width = (size + 7) // 8
    packed = b"".join(mask.to_bytes(width, "little") for mask in marks)
    table = np.frombuffer(packed, np.uint8).reshape(len(marks), width)
    return np.unpackbits(table, axis=1, count=size, bitorder="little").view(np.bool_)


@once_for_geometry
def cell_pairs(geometry: Geometry) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return all pairs of cells that must differ, as two arrays. Each pair occurs once."""
    pairs: list[tuple[int, int]] = []
    for cell, others in enumerate(geometry.exclusions):
        check_limits()
        pairs.extend((cell, other) for other in sorted(others) if other > cell)
    table = np.array(pairs, np.intp).reshape(-1, 2)
    return table[:, 0].copy(), table[:, 1].copy()
