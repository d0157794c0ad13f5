"""Compare encodings of the same boards with one SAT solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import pandas as pd

from nonet.encodings import cnf
from nonet.encodings.at_most_one import count_clauses
from nonet.puzzle import Puzzle
from study.estimates import ratio
from study.races import raced

SOLVER = "pysat:glucose4"
#: The encodings. The others are compared with the first, which is the default.
ENCODINGS = (
    *("pairwise", "pairwise,minimal", "product", "product,minimal"),
    *("sequential", "sequential,minimal"),
)


def encoded(boards: Mapping[tuple[Hashable, ...], Puzzle], seconds: float) -> pd.DataFrame:
    """Return the race of all encodings, with the number of clauses of each."""
    specs = {encoding: f"{SOLVER}/{encoding}" for encoding in ENCODINGS}
    table = raced(boards, list(specs.values()), seconds, seed=6)
    names = dict(zip(table["contestant"].unique(), ENCODINGS, strict=True))
    table["encoding"] = table["contestant"].map(names)
    sizes = {
        (puzzle.label, encoding): len(cnf.encode(puzzle, encoding).clauses)
        for puzzle in boards.values()
        for encoding in ENCODINGS
    }
    keys = zip(table["puzzle"], table["encoding"], strict=True)
    return table.assign(clauses=[sizes[key] for key in keys])


def compared(runs: pd.DataFrame) -> pd.DataFrame:
    """Compare each encoding with the default by its clauses, its time and its time to solve."""
    rows = {}
    for group, part in runs.groupby("group", sort=False):
        names = part.drop_duplicates("encoding").set_index("encoding")["contestant"]
        clauses = part.groupby("encoding")["clauses"].sum()
        for encoding, name in names.items():
            against = name, names[ENCODINGS[0]]
            rows[group, encoding] = {
                "clauses": f"{clauses[encoding] / clauses[ENCODINGS[0]]:.2f}",
                "total": str(ratio(part, *against)),
                "solve": str(ratio(part[part["solve"] > 0], *against, "solve")),
                "not answered": int((~part.loc[part["encoding"] == encoding, "decided"]).sum()),
            }
    return pd.DataFrame(rows).T


def clauses_of_empty(order: int, at_most_one: str, clause_set: str = "extended") -> int:
    """Compute the number of raw clauses of an empty board of order² rows, for orders of 2 or more.

    The pairwise formulation excludes equal values in pairs of cells. A box and a line share some of
    these pairs: order² · order² · (order - 1) on the whole board. Their clauses are counted once.

    >>> clauses_of_empty(3, "pairwise"), clauses_of_empty(3, "sequential", "minimal")
    (10530, 5670)
    """
    side = order**2
    each = count_clauses(at_most_one, side)
    count = side**2 + 3 * side * side * each
    if at_most_one == "pairwise":
        count -= side * side**2 * (order - 1)
    if clause_set == "extended":
        count += side**2 * each + 3 * side * side
    return count
