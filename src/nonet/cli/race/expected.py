"""The solutions that came with the puzzles of a race, beside the answers of contestants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item
from nonet.cli.common.stated import contradiction, stored_values
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.racing import RaceResult, Row


def refuted(field: list[tuple[Item, Puzzle]], most: int, result: RaceResult) -> RaceResult:
    """Return the result with the verdicts marked as wrong that a stored solution refutes.

    One that obeys the rules does, as if another contestant had found it; a count stops at `most`.
    """
    from nonet.racing.disagreements import settle

    rows = settle((*result.rows, *_stored(field, result)), most)
    return replace(result, rows=rows[: len(result.rows)])


def _stored(field: list[tuple[Item, Puzzle]], result: RaceResult) -> Iterator[Row]:
    """Yield a row for each stored solution that is one, found by the file that has it."""
    from nonet.racing.rows import UNKNOWN

    a_row = {row.puzzle: row for row in result.rows}
    for name, (item, puzzle) in zip(result.names, field, strict=True):
        if name in a_row and _is_solved(puzzle):
            grids = json.dumps([stored_values(puzzle)])
            row = replace(a_row[name], contestant=item.file, verdict=UNKNOWN, witnesses=grids)
            yield replace(row, solutions=None)


def is_as_expected(field: list[tuple[Item, Puzzle]], result: RaceResult) -> bool:
    """Tell whether no stored solution is contradicted; say on stderr which ones are."""
    found = list(_differing(field, result))
    for said in found:
        complain(said)
    return not found


def _differing(field: list[tuple[Item, Puzzle]], result: RaceResult) -> Iterator[str]:
    """Yield for each puzzle whose stored solution some contestants contradict, who, and where."""
    from nonet.racing.disagreements import is_dispute

    by_name = dict(zip(result.names, field, strict=True))
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in result.rows:
        _, puzzle = by_name[row.puzzle]
        if not is_dispute(row) and (said := _contradiction(puzzle, row)):
            found.setdefault((row.puzzle, said), {})[row.contestant] = None
    for (name, said), contestants in found.items():
        item, _ = by_name[name]
        yield f"{item.place}: {said} ({', '.join(contestants)})"


def _contradiction(puzzle: Puzzle, row: Row) -> str | None:
    """Return how a verdict, which is not refuted, contradicts the stored solution."""
    if "solution" not in dict(puzzle.meta):
        return None
    if row.verdict in ("none", "unsatisfiable"):
        return "a solution is stored, but there is none"
    if row.verdict == "multiple":
        return _fault(puzzle)
    if row.verdict in ("unique", "satisfied"):
        found = contradiction(puzzle, json.loads(row.witnesses)[0])
        is_sure = row.verdict == "unique" and not _is_solved(puzzle)
        return found.said if found and (is_sure or _fault(puzzle)) else None
    return None


def _is_solved(puzzle: Puzzle) -> bool:
    """Tell whether the stored solution is one, and whole."""
    return _fault(puzzle) is None and None not in (stored_values(puzzle) or [None])


def _fault(puzzle: Puzzle) -> str | None:
    """Return what is wrong with the stored solution, whatever was found."""
    from nonet.validity import violations

    try:
        stated = stored_values(puzzle)
    except PuzzleError as error:
        return str(error)
    for violation in violations(puzzle, stated) if stated else ():
        return f"the stored solution is no solution: {violation}"
    return None
