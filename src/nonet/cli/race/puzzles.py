"""Read the puzzles of a race, write records, and compare answers with stored solutions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from nonet.cli.common.answers import contradiction, stored_values
from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import DETECTED
from nonet.cli.common.output import line
from nonet.formats import one_line
from nonet.puzzle import Puzzle
from nonet.questions import Mode
from nonet.system.errors import PuzzleError
from nonet.validity import violations

if TYPE_CHECKING:
    from nonet.racing import RaceResult, Row


def puzzles_of(sources: list[str] | None, keep: tuple[str, ...] = ()) -> list[tuple[Item, Puzzle]]:
    """Return the puzzles of a race, with labels. By default, these come with nonet."""
    field = []
    for index, item in enumerate(items(sources, keep) if sources else _shipped()):
        puzzle = item.read()  # no contestant could answer an unreadable puzzle
        if not puzzle.label:
            puzzle = replace(puzzle, meta=(*puzzle.meta, ("label", item.place)))
        field.append((replace(item, index=index), puzzle))
    return field


def _shipped() -> Iterator[Item]:
    folder = files("nonet").joinpath("puzzles")
    for shipped in sorted(folder.iterdir(), key=lambda path: path.name):
        if shipped.is_file() and not shipped.name.endswith((".py", ".md")):
            with as_file(shipped) as path:
                for item in items([str(path)], reading=DETECTED):
                    yield replace(item, file=shipped.name)


def record(item: Item, puzzle: Puzzle, row: Row) -> dict[str, Any]:
    """Return the JSON record of a run."""
    fields: dict[str, Any] = {
        "index": item.index,
        "file": item.file,
        "line": item.line,
        "label": puzzle.label,
        "puzzle": one_line(puzzle),
        "backend": row.contestant,
        "repeat": row.repeat,
        "status" if row.mode == Mode.SOLVE else "verdict": row.verdict,
        "solutions": [line(puzzle, grid) for grid in json.loads(row.witnesses)],
        "decided": row.decided,
        "seconds": row.seconds,
        "limit": row.limit,
        "counters": json.loads(row.counters),
        "machine": row.machine,
    }
    if row.solutions is not None:
        fields["count"] = row.solutions
    more = {"problem": row.problem, "error": row.error, "kept": dict(item.kept)}
    return fields | {name: value for name, value in more.items() if value}


# --- stored solutions -----------------------------------------------------------------------------


def refuted(field: list[tuple[Item, Puzzle]], most: int, result: RaceResult) -> RaceResult:
    """Return the result. If a stored solution refutes a verdict, mark the verdict as wrong.

    A stored solution counts as the answer of another contestant, if it obeys the rules. All counts
    have stopped at `most` solutions.
    """
    from nonet.racing.rows import settle

    rows = settle((*result.rows, *_stored(field, result)), most)
    return replace(result, rows=rows[: len(result.rows)])


def _stored(field: list[tuple[Item, Puzzle]], result: RaceResult) -> Iterator[Row]:
    """Yield a row for each stored solution that obeys the rules. Its contestant is the file."""
    from nonet.racing.rows import UNKNOWN, witnesses

    a_row = {row.puzzle: row for row in result.rows}
    for name, (item, puzzle) in zip(result.names, field, strict=True):
        if name in a_row and _is_solved(puzzle):
            found = witnesses(puzzle.grid, [stored_values(puzzle) or ()])
            row = replace(a_row[name], contestant=item.file, verdict=UNKNOWN, witnesses=found)
            yield replace(row, solutions=None)


def is_as_expected(field: list[tuple[Item, Puzzle]], result: RaceResult) -> bool:
    """Tell whether no stored solution contradicts a verdict. Print the contradictions on stderr."""
    from nonet.racing.rows import is_dispute

    by_name = dict(zip(result.names, field, strict=True))
    found: dict[str, dict[str, None]] = {}
    for row in result.rows:
        item, puzzle = by_name[row.puzzle]
        if not is_dispute(row) and (said := _contradiction(puzzle, row)):
            found.setdefault(f"{item.place}: {said}", {})[row.contestant] = None
    for said, contestants in found.items():
        complain(f"{said} ({', '.join(contestants)})")
    return not found


def _contradiction(puzzle: Puzzle, row: Row) -> str | None:
    if "solution" not in dict(puzzle.meta):
        return None
    if row.verdict in ("none", "unsatisfiable"):
        return "a solution is stored, but the puzzle has none"
    if row.verdict == "multiple":
        return _fault(puzzle)
    if row.verdict in ("unique", "satisfied"):
        found = contradiction(puzzle, json.loads(row.witnesses)[0])
        is_sure = row.verdict == "unique" and not _is_solved(puzzle)
        return found.said if found and (is_sure or _fault(puzzle)) else None
    return None


def _is_solved(puzzle: Puzzle) -> bool:
    return _fault(puzzle) is None and None not in (stored_values(puzzle) or [None])


def _fault(puzzle: Puzzle) -> str | None:
    try:
        stored = stored_values(puzzle)
    except PuzzleError as error:
        return str(error)
    for violation in violations(puzzle, stored) if stored else ():
        return f"the stored solution breaks the rules: {violation}"
    return None
