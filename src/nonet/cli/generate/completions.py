"""Begun puzzles, finished with the fewest givens that make them unique."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from nonet.cli.common.conversion import holds_one
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, items, only_item
from nonet.cli.common.output import line, put, tell, text
from nonet.cli.common.transcript import Transcript
from nonet.cli.generate.products import Printer

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.questions.analysis import FewestGivens
    from nonet.solvers import Limits

_CODES = {"none": Exit.NOT_UNIQUE, "unknown": Exit.LIMIT}


def finish(source: str, output: Printer, backend: str | None, limits: Limits) -> Exit:
    """Print each finished puzzle, and on stderr what was added and whether fewer might do."""
    from nonet.questions.analysis import fewest_givens

    begun = items([source])
    if holds_one(output.to):
        begun = iter([only_item(begun, f"generate --finish --to {output.to}")])
    transcript = Transcript(begun, output.as_json, lines=not output.to)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = fewest_givens(puzzle, backend=backend, limits=limits)
        if output.as_json:
            transcript.record(item, _fields(found))
        elif found.givens is not None:
            put(output.written(found.completed, is_drawn=transcript.draws))
        elif not output.to:
            put(str(found.kind if found.kind == "none" else "unknown"))
        if not output.as_json:
            sys.stdout.flush()
            tell(f"{item.place}: {found}")
        transcript.count("finished" if found.givens is not None else str(found.kind))
        if found.givens is not None:
            return Exit.ANSWERED
        return _CODES.get(found.kind, Exit.LIMIT)

    code = transcript.each("Finished", answer)
    output.leftovers.tell()
    return code


def _fields(found: FewestGivens) -> dict[str, Any]:
    if found.givens is None or found.solution is None:
        return {"verdict": "none" if found.kind == "none" else "unknown"}
    grid = found.puzzle.grid
    return {
        "finished": text(found.completed),
        "verdict": "unique",
        "solutions": [line(found.puzzle, found.solution)],
        "added": [given.describe(grid) for given in found.givens],
        "exact": found.exact,
        "least": found.least,
    } | ({"checked": found.confirmed_by} if found.confirmed_by else {})
