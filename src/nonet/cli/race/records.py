"""The records of a race: a line of JSON for each run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nonet.cli.common.inputs import Item
from nonet.cli.common.output import line, text
from nonet.questions import Mode

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.racing import Row


def record(item: Item, puzzle: Puzzle, row: Row) -> dict[str, Any]:
    """Return the record of a run of a puzzle."""
    fields: dict[str, Any] = {
        "index": item.index,
        "file": item.file,
        "line": item.line,
        "label": puzzle.label,
        "puzzle": text(puzzle),
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
    if row.problem:
        fields["problem"] = row.problem
    if row.error:
        fields["error"] = row.error
    if item.kept:
        fields["kept"] = dict(item.kept)
    return fields
