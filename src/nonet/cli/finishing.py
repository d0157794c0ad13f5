"""Puzzles that someone has begun, with the fewest givens added that make them unique."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from nonet.cli.exits import Exit
from nonet.cli.inputs import Item, items
from nonet.cli.making import Output
from nonet.cli.output import line, printable, put, text
from nonet.cli.report import Report

if TYPE_CHECKING:
    from nonet.analysis import FewestGivens
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits

_CODES = {"none": Exit.NOT_UNIQUE, "unknown": Exit.LIMIT}


def finish(source: str, output: Output, backend: str | None, limits: Limits) -> Exit:
    """Print each puzzle finished, and on stderr what was added and if fewer would do."""
    from nonet.analysis import fewest_givens

    report = Report(items([source], None, None), output.as_json)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = fewest_givens(puzzle, backend=backend, limits=limits)
        if output.as_json:
            report.record(item, _fields(found))
        elif found.givens is None:
            put(str(found.kind if found.kind == "none" else "unknown"))
        else:
            put(output.written(found.completed, is_drawn=report.draws))
        if not output.as_json:
            sys.stdout.flush()
            print(printable(f"{item.place}: {found}"), file=sys.stderr)
        report.count("finished" if found.givens is not None else str(found.kind))
        if found.givens is not None:
            return Exit.ANSWERED
        return _CODES.get(found.kind, Exit.LIMIT)

    return report.each("Finished", answer)


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
