"""The sizes of all encodings of a puzzle, and a formula for empty classic boards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from nonet.encodings.at_most_one import FORMULATIONS
from nonet.encodings.cnf import encode
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS, Encoding
from nonet.puzzle import Puzzle

#: All encodings, the default first.
ENCODINGS = tuple(
    Encoding(at_most_one, clause_set, reduction)
    for reduction, clause_set, at_most_one in product(REDUCTIONS, CLAUSE_SETS, AT_MOST_ONE)
)


@dataclass(frozen=True)
class Size:
    """The size of one encoding: how many live marks, auxiliary variables, clauses and literals.

    `constraints` counts at-most-one constraints that are not written as clauses.
    """

    encoding: Encoding
    marks: int
    auxiliaries: int
    clauses: int
    literals: int
    constraints: int


def size(puzzle: Puzzle, encoding: Encoding) -> Size:
    """Return the size of one encoding of a puzzle. Raise `TooLarge` as `encode` does."""
    cnf = encode(puzzle, encoding)
    return Size(
        encoding,
        marks=sum(domain.bit_count() for domain in cnf.domains),
        auxiliaries=cnf.variables - cnf.grid.marks,
        clauses=len(cnf.clauses),
        literals=sum(map(len, cnf.clauses)),
        constraints=len(cnf.at_most_ones),
    )


def clauses_of_empty(order: int, at_most_one: str, clause_set: str = "extended") -> int:
    """Compute the number of raw clauses of an empty board of order² rows, for orders of 2 or more.

    The pairwise formulation excludes equal values in pairs of cells. A box and a line share some of
    these pairs: order² · order² · (order - 1) on the whole board. Their clauses are counted once.

    >>> clauses_of_empty(3, "pairwise"), clauses_of_empty(3, "sequential", "minimal")
    (10530, 5670)
    """
    side = order**2
    each = FORMULATIONS[at_most_one].clauses(side)
    count = side**2 + 3 * side * side * each
    if at_most_one == "pairwise":
        count -= side * side**2 * (order - 1)
    if clause_set == "extended":
        count += side**2 * each + 3 * side * side
    return count
