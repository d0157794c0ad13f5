"""Answers the puzzles of a block, in arrays where possible, otherwise one by one.

Depending on the mode, an answer is a verdict with a solution, a canonical form or a rating. Answers
depend only on the block and the query, because every block starts with fresh solvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet.formats import one_line, parse, write_values
from nonet.formats.reader import parse_line
from nonet.puzzle import Puzzle
from nonet.questions import BulkMode
from nonet.questions.symmetry import canonical
from nonet.questions.uniqueness import Kind
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
from nonet.streaming.lines import CELLS, SHOWN, Bytes, Column, Lines, Other
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.explanations import Rating

#: The number of solutions to keep and to check if a puzzle has several.
_WITNESSES = 2


class Rated(NamedTuple):
    """The difficulty: the estimated ER of a classic puzzle, and the cost of the hardest step."""

    er: float | None = None
    hardest: int | None = None
    at_least: int | None = None


_UNRATED = Rated()


@dataclass(frozen=True)
class LineResult:
    """The result for one line: an answer or an error. Lines are numbered from 0.

    `outcome` is the outcome of the comparison with the expected result. `size` is the size of the
    board.
    """

    line: int
    puzzle: str
    verdict: str | None = None
    solution: str | None = None
    count: int | None = None
    rated: Rated = _UNRATED
    backend: str | None = None
    error: str | None = None
    outcome: str | None = None
    size: str | None = None


@dataclass(frozen=True)
class Answers:
    """All answers of a block: arrays for the puzzles in `rows`, and records for the `others`.

    `counts`, `solutions` and `outcomes` have one entry for each puzzle in `rows`. None of these
    puzzles reached a limit, and the backend `by` answered them. `kept` has the columns to copy for
    all lines.
    """

    lines: int
    rows: Bytes
    places: NDArray[np.int64]
    counts: NDArray[np.uint64]
    solutions: Bytes
    by: str
    others: list[LineResult]
    outcomes: NDArray[np.uint8]
    kept: tuple[Column, ...] = ()

    @classmethod
    def of_records(cls, lines: Lines, records: list[LineResult]) -> Answers:
        """Return the answers of a block without any arrays."""
        none = lines.rows[:0]
        counts, outcomes = np.zeros(0, np.uint64), np.zeros(0, np.uint8)
        return cls(
            lines.total, none, lines.places[:0], counts, none, "", records, outcomes, lines.kept
        )

    @property
    def kinds(self) -> NDArray[np.uint64]:
        """A number for each row; it is the same for two rows whose records differ only in cells."""
        return self.counts * np.uint64(len(OUTCOMES)) + self.outcomes


def on_a_line_each(lines: Lines, query: Query) -> Lines:
    r"""Write each puzzle on one line, because a field of a table may have several lines.

    >>> from nonet.questions import BulkMode
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
    lines = on_a_line_each(lines, query)
    find = {BulkMode.CANON: _forms, BulkMode.RATE: _ratings}.get(query.mode, _verdicts)
    return find(lines, query)


def _verdicts(lines: Lines, query: Query) -> Answers:
    solver = find_backend(query.backend).rows
    if solver is None or query.limits.nodes is not None:  # arrays cannot limit nodes
        rows, places = lines.rows[:0], lines.places[:0]
        others, results, by = _with_rows(lines.others, lines.rows, lines.places), _NOTHING, ""
    else:
        rows, places, others, by = lines.rows, lines.places, lines.others, solver.by
        kept, seconds = min(query.most, _WITNESSES), query.limits.seconds
        results = (
            solver.run(rows, limit=query.most, kept=kept, seconds=seconds)
            if len(rows)
            else _NOTHING
        )
    counts, solutions, done = results.counts, results.solutions[:, 0], results.finished
    if not done.all():
        # The limit is meant for each puzzle, but all puzzles of an array share it. So the
        # unfinished puzzles are asked again.
        others = _with_rows(others, rows[~done], places[~done])
        rows, places, counts, solutions = rows[done], places[done], counts[done], solutions[done]
    records = _records(others, query)
    outcomes = np.zeros(len(rows), np.uint8)
    if lines.expected is not None:
        expected = lines.expected
        outcomes = outcomes_of_rows(expected, rows, places, counts, solutions, query)
        records = [_compared(record, expected, query) for record in records]
    return Answers(lines.total, rows, places, counts, solutions, by, records, outcomes, lines.kept)


def _compared(record: LineResult, expected: Column, query: Query) -> LineResult:
    if record.verdict is None:
        return record
    stated = expected.text(record.line).decode(errors="replace")
    found = outcome(record.puzzle, stated, record.verdict, record.solution, query, record.count)
    return replace(record, outcome=found and found.value)


_NOTHING = Results(np.zeros(0, np.uint64), np.ones(0, np.bool_), np.zeros((0, 1, CELLS), np.uint8))


def _with_rows(others: list[Other], rows: Bytes, places: NDArray[np.int64]) -> list[Other]:
    """Return the rows together with the other lines, sorted by line number."""
    texts = (row.tobytes().decode() for row in rows)
    return sorted([*others, *map(Other, places.tolist(), texts)])


def _all(lines: Lines) -> list[Other]:
    return _with_rows(lines.others, lines.rows, lines.places)


def _records(others: Iterable[Other], query: Query) -> list[LineResult]:
    read: list[tuple[Other, Puzzle]] = []
    records: list[LineResult] = []
    for other in others:
        try:
            read.append((other, _puzzle_of(other, query)))
        except PuzzleError as error:
            records.append(_refused(other, error))
    records += _answered(read, find_backend(query.backend), query)
    return sorted(records, key=lambda record: record.line)


def _refused(other: Other, error: object) -> LineResult:
    """Return the record of an error, with only the beginning of a long line."""
    text = other.text if len(other.text) <= SHOWN + 1 else other.text[:SHOWN] + "…"
    return LineResult(other.line, text, error=str(error))


def _size_of(puzzle: Puzzle) -> str:
    return f"{puzzle.grid.rows}×{puzzle.grid.columns}"


def _puzzle_of(other: Other, query: Query) -> Puzzle:
    """Return the puzzle of a line, or raise `PuzzleError`."""
    if other.error or not other.text.strip():
        raise PuzzleError(other.error or "no puzzle")
    found = _parsed(other.text, query.ignore_drawings)
    if isinstance(found, PuzzleError):
        raise found
    return found


@lru_cache(maxsize=64)
def _parsed(text: str, ignore_drawings: bool) -> Puzzle | PuzzleError:
    """Read a line; the cache helps with files that repeat a line many times."""
    try:
        return parse_line(text, ignore_drawings=ignore_drawings)
    except PuzzleError as error:
        return _without_line(error)


def _without_line(error: PuzzleError) -> PuzzleError:
    """Return the error without its line number, which counts from the start of the text."""
    return PuzzleError(error.message, cell=error.cell)


def _answered(
    pairs: list[tuple[Other, Puzzle]], backend: Backend, query: Query
) -> Iterator[LineResult]:
    puzzles = [puzzle for _, puzzle in pairs]
    try:
        found: list[list[Answer] | str] = list(_asked(puzzles, backend, query))
    except LimitUnsupported:
        raise
    except (Unable, PuzzleError):  # one puzzle is bad: find it, and answer the others
        found = [_asked_alone(puzzle, backend, query) for puzzle in puzzles]
    for (other, puzzle), answers in zip(pairs, found, strict=True):
        if isinstance(answers, str):
            yield replace(_refused(other, answers), backend=backend.spec)
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
        size=_size_of(puzzle),
    )


def _forms(lines: Lines, query: Query) -> Answers:
    """Find canonical forms; `counts` has numbers of automorphisms, and `solutions` has the forms.

    The records name no backend, because all backends find the same forms.
    """
    finder = find_backend(query.backend).forms
    if finder is None or not len(lines.rows):
        return Answers.of_records(lines, [_form(other, query) for other in _all(lines)])
    found = finder(np.ascontiguousarray(lines.rows))
    return replace(
        Answers.of_records(lines, [_form(other, query) for other in lines.others]),
        rows=lines.rows,
        places=lines.places,
        counts=found.automorphisms,
        # In ASCII, the dot for an empty cell comes two places before the digit 0.
        solutions=np.where(found.forms == 0, np.uint8(256 - 2), found.forms),
        outcomes=np.zeros(len(lines.rows), np.uint8),
    )


def _form(other: Other, query: Query) -> LineResult:
    try:
        puzzle = _puzzle_of(other, query)
        found = canonical(puzzle)
    except PuzzleError as error:
        return _refused(other, error)
    return LineResult(
        other.line,
        other.text,
        verdict=query.verdict(1),
        solution=write_values(found.puzzle.grid, found.puzzle.givens),
        count=found.automorphisms,
        size=_size_of(puzzle),
    )


def _ratings(lines: Lines, query: Query) -> Answers:
    """Rate the puzzles of a block one by one."""
    return Answers.of_records(lines, [_rating(other, query) for other in _all(lines)])


def _rating(other: Other, query: Query) -> LineResult:
    from nonet.explanations import explain, rating_of  # other modes do not need it

    try:
        puzzle = _puzzle_of(other, query)
        rating = rating_of(explain(puzzle, limits=query.limits))
    except (PuzzleError, Unable) as error:
        return _refused(other, error)
    return LineResult(
        other.line,
        other.text,
        verdict=str(rating.kind if rating.complete else Kind.UNKNOWN),
        rated=_rated(rating),
        size=_size_of(puzzle),
    )


def _rated(rating: Rating) -> Rated:
    if rating.path is None or not rating.complete:
        return Rated()
    return Rated(rating.er, rating.path.hardest, rating.path.least)
