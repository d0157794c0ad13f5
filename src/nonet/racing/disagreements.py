"""Disagreements: checked solutions of one contestant that refute the verdict of another."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from nonet.racing.rows import UNKNOWN, Problem, Row

#: The number of solutions that a verdict claims.
_CLAIMED = {"unsatisfiable": 0, "none": 0, "unique": 1}


@dataclass
class _Evidence:
    """The checked solutions of a puzzle with their finders, and the largest count so far."""

    grids: dict[tuple[int, ...], str] = field(default_factory=dict)
    most: int = 0
    by: str = ""

    def add(self, row: Row) -> None:
        for grid in json.loads(row.witnesses):
            self.grids.setdefault(tuple(grid), row.contestant)
        if (row.solutions or 0) > self.most:
            self.most, self.by = row.solutions or 0, row.contestant

    def refutation(self, row: Row, most: int) -> str | None:
        """Return the evidence against the verdict of a row, in words, if there is any."""
        claimed = _claimed(row, most)
        if claimed is None:
            return None
        if row.verdict == "multiple":
            claim = f"says that there are {claimed} solutions"
            return f"{claim}, but {self.by} has found {self.most}" if self.most > claimed else None
        own = {tuple(grid) for grid in json.loads(row.witnesses)}
        others = [finder for grid, finder in self.grids.items() if grid not in own]
        if not others:
            return None
        found = "a solution" if claimed == 0 else "another solution"
        return f"says {row.verdict}, but {others[0]} has {found}"


def settle(rows: Iterable[Row], most: int) -> tuple[Row, ...]:
    """Return the rows, with refuted verdicts marked as wrong. A count stops at `most` solutions."""
    rows = tuple(rows)
    evidence: dict[str, _Evidence] = {}
    for row in rows:
        evidence.setdefault(row.puzzle, _Evidence()).add(row)
    return tuple(_settled(row, evidence[row.puzzle].refutation(row, most)) for row in rows)


def is_dispute(row: Row) -> bool:
    """Tell whether a settled row has a refuted verdict, and not only a wrong grid."""
    return row.problem == Problem.WRONG and row.verdict != UNKNOWN


def disputes(rows: Iterable[Row]) -> list[str]:
    """Return the refuted verdicts of settled rows, in words, each once."""
    found = (f"{row.puzzle}: {row.contestant} {row.error}" for row in rows if is_dispute(row))
    return list(dict.fromkeys(found))


def _settled(row: Row, refutation: str | None) -> Row:
    if refutation is None:
        return row
    return replace(row, problem=str(Problem.WRONG), error=refutation, decided=False)


def _claimed(row: Row, most: int) -> int | None:
    """Return the number of solutions that a row claims, or None if it makes no such claim."""
    if row.verdict in _CLAIMED:
        return _CLAIMED[row.verdict] if row.solutions is None or row.solutions < most else None
    if row.verdict == "multiple" and row.solutions is not None and row.solutions < most:
        return row.solutions
    return None
