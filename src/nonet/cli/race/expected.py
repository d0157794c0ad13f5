"""The solutions that came with the puzzles of a race, beside those that contestants found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item
from nonet.cli.common.stated import contradictions, said_of

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.racing import RaceResult, Row


def is_as_expected(field: list[tuple[Item, Puzzle]], result: RaceResult) -> bool:
    """Tell whether no stored solution is contradicted; say on stderr which ones are."""
    found = list(_differing(field, result))
    for said in found:
        complain(said)
    return not found


def _differing(field: list[tuple[Item, Puzzle]], result: RaceResult) -> Iterator[str]:
    """Yield for each puzzle whose stored solution some contestants contradict, who, and where.

    They do if theirs is the only solution, or if the stored one is none.
    """
    by_name = dict(zip(result.names, field, strict=True))
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in result.rows:
        _, puzzle = by_name[row.puzzle]
        if said := _contradiction(puzzle, row):
            found.setdefault((row.puzzle, said), {})[row.contestant] = None
    for (name, said), contestants in found.items():
        item, _ = by_name[name]
        yield f"{item.place}: {said} ({', '.join(contestants)})"


def _contradiction(puzzle: Puzzle, row: Row) -> str | None:
    if row.verdict not in ("unique", "satisfied") or "solution" not in dict(puzzle.meta):
        return None
    for solution in json.loads(row.witnesses)[:1]:
        cells = contradictions(puzzle, solution)
        if cells and not (row.verdict == "satisfied" and _is_solved(puzzle)):
            return said_of(puzzle, cells)
    return None


def _is_solved(puzzle: Puzzle) -> bool:
    """Tell whether the stored solution is one."""
    from nonet.errors import PuzzleError
    from nonet.formats import read_values
    from nonet.validity import violations

    try:
        stated = read_values(puzzle.grid, dict(puzzle.meta)["solution"])
    except PuzzleError:
        return False
    return None not in stated and not violations(puzzle, stated)
