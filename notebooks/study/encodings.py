"""Compare encodings of the same boards with one SAT solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import pandas as pd

from nonet.encodings import cnf
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
