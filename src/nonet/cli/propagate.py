"""``nonet solve -b propagation``: show what follows from the givens without search."""

from __future__ import annotations

import time
from typing import Any

from nonet.cli.common.exits import CODES, Exit
from nonet.cli.common.inputs import Item
from nonet.cli.common.output import coloured, drawing, line, put
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle


def propagate(transcript: Transcript) -> Exit:
    """Print each puzzle after propagation. Drawings show the remaining candidates.

    A board with open cells is an answer, too, so the exit code is 0.
    """

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        from nonet.propagation import propagator

        start = time.perf_counter()
        state = propagator(puzzle.geometry).start(puzzle.domains)
        seconds = time.perf_counter() - start
        marks = puzzle.domains if state is None else state.marks
        values = [_only(puzzle, mask) for mask in marks]
        status = "unsatisfiable" if state is None else _status(puzzle, values)
        if transcript.as_json:
            grid = puzzle.grid
            open_cells = (
                {}
                if state is None
                else {
                    grid.name(cell): list(grid.values_of(mask))
                    for cell, mask in enumerate(marks)
                    if mask.bit_count() != 1
                }
            )
            fields: dict[str, Any] = {
                "status": status,
                "solutions": [line(puzzle, values)] if status == "satisfied" else [],
                "propagated": line(puzzle, values),
                "candidates": open_cells,
                "backend": "propagation",
                "seconds": seconds,
            }
            transcript.record(item, fields)
        elif state is None:
            put(status)
        elif not transcript.draws:
            put(line(puzzle, values))
        elif status == "satisfied":
            put(drawing(puzzle, values))
        else:
            from nonet.drawing.pencil import draw_marks

            put(draw_marks(puzzle, state.marks, colour=coloured()))
        transcript.count({"satisfied": "solved", "unknown": "open"}.get(status, status))
        return Exit.ANSWERED if status == "unknown" else CODES[status]

    return transcript.each("Propagated", answer)


def _status(puzzle: Puzzle, values: list[int | None]) -> str:
    """Return the status of a board. A full board must obey the rules."""
    from nonet.solvers import require_right

    known = tuple(value for value in values if value is not None)
    if len(known) < len(values):
        return "unknown"
    require_right(puzzle, [known], "propagation")
    return "satisfied"


def _only(puzzle: Puzzle, mask: int) -> int | None:
    return puzzle.grid.value_of(mask) if mask.bit_count() == 1 else None
