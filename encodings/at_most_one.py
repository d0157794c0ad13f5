"""Seven ways to write "at most one of these literals is true" as clauses. PySAT writes four."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import ceil, isqrt
from typing import TypeAlias

from nonet.system.processes import ctrl_c_waits

Clause: TypeAlias = list[int]
#: A function from literals, and the last variable in use, to clauses and the new last variable.
Write: TypeAlias = Callable[[Sequence[int], int], tuple[list[Clause], int]]

#: The number of literals in a group of the commander formulation. Smaller groups save no clauses.
COMMANDED = 3


@dataclass(frozen=True)
class Formulation:
    """One way to write "at most one of these literals is true" as clauses.

    >>> FORMULATIONS["pairwise"].write([1, 2, 3], 9)
    ([[-1, -2], [-1, -3], [-2, -3]], 9)
    """

    name: str
    text: str
    #: The number of clauses for k literals, at least 3.
    formula: str
    write: Write


def _pairwise(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
    return [[-a, -b] for a, b in combinations(literals, 2)], top


def _from_pysat(encoding: str) -> Write:
    def write(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
        from pysat.card import CardEnc, EncType

        if len(literals) < 2:
            return [], top
        kind = getattr(EncType, encoding)
        with ctrl_c_waits():
            written = CardEnc.atmost(list(literals), bound=1, top_id=top, encoding=kind)
        return written.clauses, max(top, written.nv)

    return write


def _sides(count: int) -> tuple[int, int]:
    """Return the height and width of a nearly square rectangle with at least `count` places."""
    across = isqrt(count - 1) + 1
    return ceil(count / across), across


def _product(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
    if len(literals) <= 2:
        return _pairwise(literals, top)
    down, across = _sides(len(literals))
    rows = range(top + 1, top + 1 + down)
    columns = range(rows.stop, rows.stop + across)
    clauses: list[Clause] = []
    for place, literal in enumerate(literals):
        row, column = divmod(place, across)
        clauses += [-literal, rows[row]], [-literal, columns[column]]
    of_rows, top = _product(rows, columns[-1])
    of_columns, top = _product(columns, top)
    return clauses + of_rows + of_columns, top


def _commander(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
    if len(literals) <= COMMANDED:
        return _pairwise(literals, top)
    clauses: list[Clause] = []
    commanders = []
    for start in range(0, len(literals), COMMANDED):
        group = literals[start : start + COMMANDED]
        top += 1
        commanders.append(top)
        clauses += _pairwise(group, top)[0]
        clauses += ([-literal, top] for literal in group)
        clauses.append([-top, *group])
    above, top = _commander(commanders, top)
    return clauses + above, top


FORMULATIONS: dict[str, Formulation] = {
    formulation.name: formulation
    for formulation in (
        Formulation(
            "pairwise",
            "For each pair of literals, a clause says that not both are true. This needs no "
            "auxiliary variables, and unit propagation makes all other literals false at once. It "
            "is the fastest formulation for Sudokus.",
            "k(k-1)/2",
            _pairwise,
        ),
        Formulation(
            "sequential",
            "Auxiliary variable i is true if one of the first i literals is true (Sinz 2005). It "
            "makes variable i + 1 true and literal i + 1 false.",
            "3k-4",
            _from_pysat("seqcounter"),
        ),
        Formulation(
            "ladder",
            "The auxiliary variables are a row of ones followed by zeros (Gent and Nightingale "
            "2004). The literal at the place where the ones end is true.",
            "4k",
            _from_pysat("ladder"),
        ),
        Formulation(
            "bitwise",
            "The auxiliary variables are the bits of the number of the true literal (Frisch and "
            "others 2005). Two literals have different numbers, so only one can be true.",
            "k⌈log₂ k⌉",
            _from_pysat("bitwise"),
        ),
        Formulation(
            "product",
            "The literals are arranged in a rectangle of p × q, with a variable for each row and "
            "each column (Chen 2010). A true literal makes its row and its column true. The same "
            "formulation says that at most one row and at most one column is true.",
            "P(k) = 2k + P(p) + P(q), P(2) = 1",
            _product,
        ),
        Formulation(
            "commander",
            f"Each group of {COMMANDED} literals has a commander, a variable that is true exactly "
            "when one of them is true (Klieber and Kwon 2007). Each group is written pairwise. The "
            "same formulation says that at most one commander is true.",
            "C(k) = k + ⌈k/3⌉ + pairs in the groups + C(⌈k/3⌉), C(3) = 3, C(2) = 1",
            _commander,
        ),
        Formulation(
            "totalizer",
            "Unary counters are merged two by two (Bailleux and Boufkhad 2003), and the last "
            "counter must not reach two. The formulation is large because it could count to any "
            "bound.",
            "1 + Σ over the merges of counters of a and b: (a+1)(b+1) - 1",
            _from_pysat("totalizer"),
        ),
    )
}


@cache
def count_clauses(name: str, literals: int) -> int:
    """Return the number of clauses in a formulation. Write the clauses once to count them.

    >>> count_clauses("sequential", 9), count_clauses("pairwise", 9)
    (23, 36)
    """
    return len(FORMULATIONS[name].write(range(1, literals + 1), literals)[0])
