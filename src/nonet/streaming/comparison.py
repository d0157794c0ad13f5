"""Compare the results of a run with a column of expected solutions, verdicts or counts.

An expected solution is `same` if it is the only solution. It is `possible` if it is one of several
solutions, and `differs` if it is not a solution. An expected verdict or count is `same` or
`differs`. Empty fields and unknown verdicts are not compared.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from nonet.formats import read_values, write_values
from nonet.formats.line import square
from nonet.formats.reader import parse_line
from nonet.model.grid import Grid
from nonet.streaming.lines import Bytes, Column
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError
from nonet.validity import violations

_ZERO = np.uint8(ord("0"))


#: The outcomes of a comparison. Arrays have their indices in this tuple.
OUTCOMES = (None, "same", "possible", "differs")

#: Maps verdicts of ``--mode solve`` to the verdicts of ``--mode check`` that agree with them.
_OPEN = {"satisfied": ("unique", "multiple"), "unsatisfiable": ("none",)}


def outcome(
    puzzle: str,
    stated: str,
    verdict: str,
    solution: str | None,
    query: Query,
    count: int | None = None,
) -> str | None:
    """Compare an expected result (`stated`) with the result of the solver.

    >>> from nonet.questions import BulkMode
    >>> query = Query(BulkMode.CHECK, "native", compare="solution")
    >>> outcome("12..34..2......3", "1234341223414123", "unique", "1234341223414123", query)
    'same'
    """
    stated = stated.strip()
    if not stated or verdict == "unknown" or (query.compare, stated) == ("verdict", "unknown"):
        return None
    if query.compare == "verdict":
        is_same = stated == verdict or verdict in _OPEN.get(stated, ())
        return "same" if is_same or stated in _OPEN.get(verdict, ()) else "differs"
    if query.compare == "count":
        return "same" if stated == str(count) else "differs"
    if solution is None:
        return "differs"
    is_same = _is_same(stated, solution)
    if is_same and verdict != "multiple":
        return "same"
    has_others = verdict in ("multiple", "satisfied")
    is_possible = is_same or (has_others and solves(puzzle, stated, query.ignore_drawings))
    return "possible" if is_possible else "differs"


def outcomes_of_rows(
    expected: Column,
    rows: Bytes,
    places: NDArray[np.int64],
    counts: NDArray[np.uint64],
    solutions: Bytes,
    query: Query,
) -> NDArray[np.uint8]:
    """Compare the expected results with the answers in arrays. Return indices in `OUTCOMES`."""
    outcomes = np.zeros(len(rows), np.uint8)
    are_cells = expected.are_cells()[places]
    stated = expected.rows(places[are_cells])
    found = solutions if are_cells.all() else solutions[are_cells]
    are_same = np.zeros(len(rows), np.bool_)
    are_equal = found + _ZERO == stated
    are_same[are_cells] = True if are_equal.all() else are_equal.all(axis=1)
    outcomes[are_same & (counts == 1)] = OUTCOMES.index("same")
    for row in np.flatnonzero(outcomes == 0).tolist():
        count = int(counts[row])
        solution = (solutions[row] + _ZERO).tobytes().decode() if count else None
        text = expected.text(int(places[row])).decode(errors="replace")
        puzzle = rows[row].tobytes().decode()
        found_there = outcome(puzzle, text, query.verdict(count), solution, query, count)
        outcomes[row] = OUTCOMES.index(found_there)
    return outcomes


def on_grid(grid: Grid, stated: str) -> str:
    """Write a solution in the usual notation for this grid. Return any other text unchanged.

    >>> on_grid(Grid(2, 2), "1 2 2 1"), on_grid(Grid(2, 2), "none")
    ('1221', 'none')
    """
    for text in (stated, _as_written(stated)):
        with suppress(PuzzleError):
            if text is not None:
                return write_values(grid, read_values(grid, text))
    return stated.strip()


def solves(puzzle: str, solution: str, ignore_drawings: bool = False) -> bool:
    """Tell whether a text is a solution of the puzzle.

    >>> solves("12..34..2......3", "1234341223414123")
    True
    """
    try:
        asked = parse_line(puzzle, ignore_drawings=ignore_drawings)
        values = read_values(asked.grid, on_grid(asked.grid, solution))
    except PuzzleError:
        return False
    return None not in values and not violations(asked, values)


def _is_same(stated: str, solution: str) -> bool:
    """Tell whether two texts have the same values, with or without spaces between them."""
    return stated.split() in (solution.split(), list(solution)) or _as_written(stated) == solution


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
