"""The answers for the lines of a block: in arrays where possible, otherwise puzzle by puzzle.

They depend on the block and the query alone: every block starts with fresh solvers.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet.formats import one_line, parse, write_values
from nonet.formats.reader import parse_line
from nonet.puzzle import Puzzle
from nonet.solvers import (
    Answer,
    Backend,
    LimitUnsupported,
    Results,
    Status,
    Unable,
    find_backend,
)
from nonet.streaming.comparison import OUTCOMES, outcome, outcomes_of_rows
from nonet.streaming.lines import CELLS, Bytes, Column, Lines, Other
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError

#: How many solutions are kept of a puzzle that has several; they are checked.
_WITNESSES = 2


class Rated(NamedTuple):
    """How hard a puzzle is: the estimated ER of a classic one, the hardest cost and its bound."""

    er: float | None = None
    hardest: int | None = None
    at_least: int | None = None


_UNRATED = Rated()


@dataclass(frozen=True)
class LineResult:
    """The result for one line: an answer or an error. Lines count from 0.

    `is_shared` says that puzzles were answered together, and `seconds` is an equal share.
    """

    line: int
    puzzle: str
    verdict: str | None = None
    solution: str | None = None
    count: int | None = None
    rated: Rated = _UNRATED
    backend: str | None = None
    seconds: float | None = None
    is_shared: bool = False
    error: str | None = None
    outcome: str | None = None  # of the comparison with what was expected
    size: str | None = None  # of the board


@dataclass(frozen=True)
class Answers:
    """All answers of a block: those in arrays, and the others as records.

    `counts`, `solutions` and `outcomes` belong to the `rows`, all of which are finished; `seconds`
    is the time per row, and `by` the backend that answered them. `kept` are columns of all lines.
    """

    lines: int
    rows: Bytes
    places: NDArray[np.int64]
    counts: NDArray[np.uint64]
    solutions: Bytes
    seconds: float
    by: str
    others: list[LineResult]
    outcomes: NDArray[np.uint8]
    kept: tuple[Column, ...] = ()

    @property
    def kinds(self) -> NDArray[np.uint64]:
        """A number for each row: equal for those whose records differ in their cells alone."""
        return self.counts * np.uint64(len(OUTCOMES)) + self.outcomes


def on_a_line_each(lines: Lines, query: Query) -> Lines:
    r"""Return the lines of a block with a puzzle on each: a cell of a table may have several.

    >>> from nonet.questions.modes import BulkMode
    >>> from nonet.solvers import Limits
    >>> lines = Lines(np.empty((0, 81), np.uint8), np.array([]), [Other(0, "12\n21")], 1)
    >>> on_a_line_each(lines, Query(BulkMode.CHECK, "native", Limits(), most=2)).others
    [Other(line=0, text='1221', error=None)]
    """
    return lines._replace(others=[_on_a_line(other, query) for other in lines.others])


def _on_a_line(other: Other, query: Query) -> Other:
    if other.error or not {"\n", "\r"} & set(other.text):
        return other
    try:
        puzzle = parse(other.text, ignore_drawings=query.ignore_drawings)
    except PuzzleError as error:
        return other._replace(error=str(_without_line(error)))
    return other._replace(text=one_line(puzzle))


def answers_of(lines: Lines, query: Query) -> Answers:
    """Answer a block."""
    rows, places, others = lines.rows, lines.places, lines.others
    solver = find_backend(query.backend).rows
    if query.limits.nodes is not None:  # which are not counted in arrays
        solver = None
    if solver is None:
        others = with_rows(others, rows, places)
        rows, places = rows[:0], places[:0]
    start = time.perf_counter()
    results = (
        solver.run(
            rows,
            limit=query.most,
            kept=min(query.most, _WITNESSES),
            seconds=query.limits.seconds,
        )
        if solver is not None and len(rows)
        else _NOTHING
    )
    share = (time.perf_counter() - start) / max(1, len(rows))
    counts, solutions = results.counts, results.solutions[:, 0]
    if not results.finished.all():
        # The limit is per puzzle: those that had to share it are asked again, one by one.
        done = results.finished
        others = with_rows(others, rows[~done], places[~done])
        rows, places, counts, solutions = rows[done], places[done], counts[done], solutions[done]
    records = _records(others, query)
    by = solver.by if solver is not None else ""
    outcomes = np.zeros(len(rows), np.uint8)
    if lines.expected is not None:
        said = lines.expected
        outcomes = outcomes_of_rows(said, rows, places, counts, solutions, query.verdict)
        records = [_compared(record, said, query.ignore_drawings) for record in records]
    return Answers(
        lines.total, rows, places, counts, solutions, share, by, records, outcomes, lines.kept
    )


def _compared(record: LineResult, expected: Column, ignore_drawings: bool) -> LineResult:
    if record.verdict is None:
        return record
    said = expected.text(record.line).decode(errors="replace")
    found = outcome(record.puzzle, said, record.verdict, record.solution, ignore_drawings)
    return replace(record, outcome=found and found.value)


_NOTHING = Results(np.zeros(0, np.uint64), np.ones(0, np.bool_), np.zeros((0, 1, CELLS), np.uint8))


def with_rows(others: list[Other], rows: Bytes, places: NDArray[np.int64]) -> list[Other]:
    """Return the other lines with these rows among them, in order."""
    texts = (row.tobytes().decode() for row in rows)
    return sorted([*others, *map(Other, places.tolist(), texts)])


def _records(others: list[Other], query: Query) -> list[LineResult]:
    records = _first_pass(others, query)
    if query.retry is None:
        return records
    unknown = [Other(record.line, record.puzzle) for record in records if _is_unknown(record)]
    again = replace(query, backend=query.retry, retry=None)
    second = {record.line: record for record in _first_pass(unknown, again)}
    return [second.get(record.line, record) for record in records]


def _is_unknown(record: LineResult) -> bool:
    return record.verdict == "unknown"


def _first_pass(others: Iterable[Other], query: Query) -> list[LineResult]:
    read: list[tuple[Other, Puzzle]] = []
    records: list[LineResult] = []
    for other in others:
        try:
            read.append((other, puzzle_of(other, query)))
        except PuzzleError as error:
            records.append(LineResult(other.line, other.text, error=str(error)))
    records += _answered(read, find_backend(query.backend), query)
    return sorted(records, key=lambda record: record.line)


def size_of(puzzle: Puzzle) -> str:
    """Return the size of the board in words."""
    return f"{puzzle.grid.rows}×{puzzle.grid.columns}"


def puzzle_of(other: Other, query: Query) -> Puzzle:
    """Return the puzzle of a line; `PuzzleError` if it is none."""
    if other.error or not other.text.strip():
        raise PuzzleError(other.error or "no puzzle")
    try:
        return parse_line(other.text, ignore_drawings=query.ignore_drawings)
    except PuzzleError as error:
        raise _without_line(error) from None


def _without_line(error: PuzzleError) -> PuzzleError:
    """Return the error about a text without its line: that is none of the file."""
    return PuzzleError(error.message, cell=error.cell)


def _answered(
    pairs: list[tuple[Other, Puzzle]], backend: Backend, query: Query
) -> Iterator[LineResult]:
    puzzles = [puzzle for _, puzzle in pairs]
    try:
        found: list[list[Answer] | str] = list(_asked(puzzles, backend, query))
    except LimitUnsupported:
        raise
    except (Unable, PuzzleError):  # about one puzzle; the others have answers
        found = [_asked_alone(puzzle, backend, query) for puzzle in puzzles]
    for (other, puzzle), answers in zip(pairs, found, strict=True):
        if isinstance(answers, str):
            yield LineResult(other.line, other.text, backend=backend.spec, error=answers)
        else:
            yield _record(other, puzzle, answers, backend, query)


def _asked(puzzles: list[Puzzle], backend: Backend, query: Query) -> Iterator[list[Answer]]:
    return backend.answer_many(puzzles, query.limits, query.most)


def _asked_alone(puzzle: Puzzle, backend: Backend, query: Query) -> list[Answer] | str:
    try:
        [answers] = _asked([puzzle], backend, query)
    except (Unable, PuzzleError) as error:
        return str(error)
    return answers


def _record(
    other: Other, puzzle: Puzzle, answers: list[Answer], backend: Backend, query: Query
) -> LineResult:
    solutions = [answer.solution for answer in answers if answer.solution is not None]
    is_known = answers[-1].status is not Status.UNKNOWN
    return LineResult(
        other.line,
        other.text,
        verdict=query.verdict(len(solutions), is_known),
        solution=write_values(puzzle.grid, solutions[0]) if solutions else None,
        count=len(solutions),
        backend=answers[-1].by or backend.spec,
        seconds=sum(answer.times.total for answer in answers),
        is_shared=answers[-1].are_shared,
        size=size_of(puzzle),
    )
