"""Compare the results of a run with a column of expected solutions, verdicts or counts.

An expected solution is `same` if it is the only solution. It is `possible` if it is one of several
solutions, and `differs` if it is not a solution. An expected verdict or count is `same` or
`differs`. Empty fields and unknown verdicts are not compared.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from nonet.formats import read_values, write_values
from nonet.formats.line import square
from nonet.formats.reader import parse_line
from nonet.model.grid import Grid
from nonet.streaming.lines import Column
from nonet.streaming.query import Query
from nonet.streaming.records import OUTCOMES, Answers, LineResult
from nonet.system.errors import PuzzleError
from nonet.validity import violations

#: Maps verdicts of ``--mode solve`` to the verdicts of ``--mode check`` that agree with them.
_OPEN = {"satisfied": ("unique", "multiple"), "unsatisfiable": ("none",)}


def compared(answers: Answers, expected: Column, query: Query) -> Answers:
    """Compare the answers to a chunk with the expected results of its lines."""
    are_cells = expected.are_cells()[answers.places]
    stated = expected.rows(answers.places[are_cells])
    found = answers.solutions if are_cells.all() else answers.solutions[are_cells]
    are_same = np.zeros(len(answers.rows), np.bool_)
    are_equal = found == stated
    are_same[are_cells] = True if are_equal.all() else are_equal.all(axis=1)
    are_same &= answers.counts == 1
    outcomes = are_same * np.uint8(OUTCOMES.index("same"))
    for row in np.flatnonzero(~are_same).tolist():
        record = answers.record(row, query)
        outcomes[row] = OUTCOMES.index(outcome(record, expected.text(record.line), query))
    others = [
        replace(record, compared=outcome(record, expected.text(record.line), query))
        for record in answers.others
    ]
    return replace(answers, others=others, outcomes=outcomes)


def outcome(record: LineResult, expected: bytes, query: Query) -> str | None:
    """Compare the record of a line with the expected result."""
    verdict, solution = record.verdict, record.solution
    stated = expected.decode(errors="replace").strip()
    if (
        not stated
        or verdict in (None, "unknown")
        or (query.compare, stated) == ("verdict", "unknown")
    ):
        return None
    if query.compare == "verdict":
        if stated == "unknown":
            return None
        is_same = stated == verdict or verdict in _OPEN.get(stated, ())
        return "same" if is_same or stated in _OPEN.get(verdict, ()) else "differs"
    if query.compare == "count":
        return "same" if stated == str(record.count) else "differs"
    if solution is None:
        return "differs"
    # The values of a text may have spaces between them.
    is_same = (
        stated.split() in (solution.split(), list(solution)) or _as_written(stated) == solution
    )
    if is_same and verdict != "multiple":
        return "same"
    if verdict == "unique":
        return "same" if _have_one_answer(record.puzzle, solution, stated) else "differs"
    is_possible = is_same or solves(record.puzzle, stated, query.ignore_drawings)
    return "possible" if is_possible else "differs"


def _have_one_answer(puzzle: str, *solutions: str) -> bool:
    """Tell whether solutions differ only in auxiliary cells."""
    try:
        grid = parse_line(puzzle, ignore_drawings=True).grid
        found = {grid.answer(read_values(grid, on_grid(grid, text))) for text in solutions}
    except PuzzleError:
        return False
    return len(found) == 1


def on_grid(grid: Grid, stated: str) -> str:
    """Write a solution in the usual notation for this grid. Return any other text unchanged."""
    for text in (stated, _as_written(stated)):
        with suppress(PuzzleError):
            if text is not None:
                return write_values(grid, read_values(grid, text))
    return stated.strip()


def solves(puzzle: str, solution: str, ignore_drawings: bool = False) -> bool:
    """Tell whether a text is a solution of the puzzle."""
    try:
        asked = parse_line(puzzle, ignore_drawings=ignore_drawings)
        values = read_values(asked.grid, on_grid(asked.grid, solution))
    except PuzzleError:
        return False
    return None not in values and not violations(asked, values)


def _as_written(stated: str) -> str | None:
    """Write a line of cells as nonet writes solutions. Return None for any other text."""
    text = stated.strip()
    if len(text) <= 81 and text.isascii() and text.isdecimal():
        return text
    try:
        found = square(text)
    except PuzzleError:
        return None
    return write_values(Grid(found.side, found.side, found.values), found.givens)
