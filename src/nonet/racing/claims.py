"""Claims and their refutation: checked grids show which of two verdicts is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from nonet.racing.rows import UNKNOWN, Problem, Row

#: How many solutions there are in all, by a verdict that says so.
_ALL = {"unsatisfiable": 0, "none": 0, "unique": 1}


@dataclass
class _Known:
    """What is known of a puzzle: its checked grids, and the most solutions found."""

    grids: dict[tuple[int, ...], str] = field(default_factory=dict)
    most: int = 0
    by: str = ""

    def learn(self, row: Row) -> None:
        """Add the findings of a row, which were checked."""
        for grid in json.loads(row.witnesses):
            self.grids.setdefault(tuple(grid), row.contestant)
        if (row.solutions or 0) > self.most:
            self.most, self.by = row.solutions or 0, row.contestant

    def refutation(self, row: Row, most: int) -> str | None:
        """Return what refutes the verdict of a row, if anything does."""
        claimed = _claimed(row, most)
        if claimed is None:
            return None
        if row.verdict == "multiple":
            said = f"says that there are {claimed} solutions"
            return f"{said}, but {self.by} has found {self.most}" if self.most > claimed else None
        own = {tuple(grid) for grid in json.loads(row.witnesses)}
        others = [finder for grid, finder in self.grids.items() if grid not in own]
        if not others:
            return None
        what = "a solution" if claimed == 0 else "another solution"
        return f"says {row.verdict}, but {others[0]} has {what}"


def settle(rows: Iterable[Row], most: int) -> tuple[Row, ...]:
    """Return the rows, with refuted verdicts marked as wrong; a count stops at `most`."""
    rows = tuple(rows)
    known: dict[str, _Known] = {}
    for row in rows:
        known.setdefault(row.puzzle, _Known()).learn(row)
    return tuple(_settled(row, known[row.puzzle].refutation(row, most)) for row in rows)


def is_dispute(row: Row) -> bool:
    """Tell whether a settled row has a wrong verdict; a wrong grid gives none."""
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
    """Return how many solutions there are in all by this row; None if it does not say."""
    if row.verdict in _ALL:
        return _ALL[row.verdict] if row.solutions is None or row.solutions < most else None
    if row.verdict == "multiple" and row.solutions is not None and row.solutions < most:
        return row.solutions
    return None
