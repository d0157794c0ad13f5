"""``nonet solve -b propagation``: the consequences of the givens, without search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item
from nonet.cli.common.output import coloured, drawing, line, put
from nonet.cli.common.transcript import Transcript

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def propagate(transcript: Transcript) -> Exit:
    """Print each puzzle after propagation; drawings show the remaining marks.

    A board with open cells is an answer too, so its exit code is 0.
    """

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        start = time.perf_counter()
        marks = _propagated(puzzle)
        seconds = time.perf_counter() - start
        outcome = _outcome(puzzle, marks)
        values = [_only(puzzle, mask) for mask in marks or puzzle.domains]
        if transcript.as_json:
            fields: dict[str, Any] = {
                "status": outcome,
                "solutions": [line(puzzle, values)] if outcome == "satisfied" else [],
                "propagated": line(puzzle, values),
                "candidates": _candidates(puzzle, marks),
                "backend": "propagation",
                "seconds": seconds,
            }
            transcript.record(item, fields)
        elif marks is None:
            put(outcome)
        elif outcome == "satisfied" or not transcript.draws:
            put(drawing(puzzle, values) if transcript.draws else line(puzzle, values))
        else:
            from nonet.drawing.pencil import draw_marks

            put(draw_marks(puzzle, marks, colour=coloured()))
        transcript.count({"satisfied": "solved", "unknown": "open"}.get(outcome, outcome))
        return Exit.NOT_UNIQUE if outcome == "unsatisfiable" else Exit.ANSWERED

    return transcript.each("Propagated", answer)


def _propagated(puzzle: Puzzle) -> list[int] | None:
    """Return the remaining marks, or None if the givens contradict the rules."""
    from nonet.propagation import propagator

    state = propagator(puzzle.geometry).start(puzzle.domains)
    return None if state is None else state.marks


def _outcome(puzzle: Puzzle, marks: list[int] | None) -> str:
    """Return the status; if the marks are a solution, check it against the rules first."""
    from nonet.solvers import require_right

    if marks is None:
        return "unsatisfiable"
    values = tuple([value for mask in marks if (value := _only(puzzle, mask)) is not None])
    if len(values) < len(marks):
        return "unknown"
    require_right(puzzle, [values], "propagation")
    return "satisfied"


def _only(puzzle: Puzzle, mask: int) -> int | None:
    return puzzle.grid.value_of(mask) if mask.bit_count() == 1 else None


def _candidates(puzzle: Puzzle, marks: list[int] | None) -> dict[str, list[int]]:
    """Return the remaining values of each open cell."""
    grid = puzzle.grid
    return {
        grid.name(cell): list(grid.values_of(mask))
        for cell, mask in enumerate(marks or ())
        if mask.bit_count() != 1
    }
