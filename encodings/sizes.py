"""The sizes of all encodings of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

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
