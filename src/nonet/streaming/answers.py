"""Answer the puzzles of a chunk, in arrays where possible, otherwise one by one.

An answer is a verdict with a solution, a canonical form or a rating. Each chunk starts with new
solvers, so its answers do not depend on other chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet.formats import one_line, parse, write_values
from nonet.formats.reader import parse_line
from nonet.puzzle import Puzzle
from nonet.questions import BulkMode
from nonet.questions.symmetry import canonical
from nonet.questions.uniqueness import Kind
from nonet.solvers import Answer, LimitUnsupported, Status, Unable, find_backend
from nonet.streaming.comparison import OUTCOMES, outcome, outcomes_of_rows
from nonet.streaming.lines import CELLS, SHOWN, Bytes, Column, Lines, Other
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError

#: nonet keeps and checks at most this many solutions of a puzzle.
_WITNESSES = 2


@dataclass(frozen=True)
class LineResult:
    """The answer to the puzzle on a line, or an error. Lines are numbered from 0.

    All other fields are columns of records.
    """

    line: int = 0
    puzzle: str = ""
    verdict: str | None = None
    solution: str | None = None
    count: int | None = None
    automorphisms: int | None = None
    canonical: str | None = None
    er: float | None = None
    hardest: int | None = None
    at_least: int | None = None
    backend: str | None = None
    error: str | None = None
    compared: str | None = None


@dataclass(frozen=True)
class Answers:
    """The answers to a chunk: arrays for classic puzzles, and a record for each of the other lines.

    The array `rows` has the classic puzzles, and `places` has their line numbers. The backend `by`
    answered them without reaching a limit. `kept` has the columns to copy, with a text for every
    line of the chunk.
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

    @property
    def kinds(self) -> NDArray[np.uint64]:
        """A number for each puzzle. Records with equal numbers differ only in their cells."""
        return self.counts * np.uint64(len(OUTCOMES)) + self.outcomes


def answers_of(lines: Lines, query: Query) -> Answers:
    """Answer the puzzles of a chunk."""
    rows, places = lines.rows, lines.places
    counts, done, solutions, by = _of_rows(rows, query)
    others = lines.others
    if not done.all():
        texts = (row.tobytes().decode() for row in rows[~done])
        others = sorted([*others, *map(Other, places[~done].tolist(), texts)])
        rows, places, counts, solutions = rows[done], places[done], counts[done], solutions[done]
    records = _records(others, query)
    outcomes = np.zeros(len(rows), np.uint8)
    if lines.expected is not None:
        expected = lines.expected
        outcomes = outcomes_of_rows(expected, rows, places, counts, solutions, query)
        records = [_compared(record, expected, query) for record in records]
    return Answers(lines.total, rows, places, counts, solutions, by, records, outcomes, lines.kept)


class _RowAnswers(NamedTuple):
    counts: NDArray[np.uint64]
    done: NDArray[np.bool_]
    solutions: Bytes
    by: str = ""


def _of_rows(rows: Bytes, query: Query) -> _RowAnswers:
    """Answer classic puzzles together, and tell which of them are done.

    In mode canon, `counts` are numbers of automorphisms, and `solutions` are canonical forms.
    """
    size, backend = len(rows), find_backend(query.backend)
    if not size or not query.in_arrays:
        none = np.zeros((size, CELLS), np.uint8)
        return _RowAnswers(np.zeros(size, np.uint64), np.zeros(size, np.bool_), none)
    if query.mode is BulkMode.CANON and backend.forms is not None:
        found = backend.forms(np.ascontiguousarray(rows))
        # The writer adds the ASCII code of "0" to each cell, which turns 256 - 2 into a dot.
        forms = np.where(found.forms == 0, np.uint8(256 - 2), found.forms)
        return _RowAnswers(found.automorphisms, np.ones(size, np.bool_), forms)
    assert backend.rows is not None
    kept, seconds = min(query.most, _WITNESSES), query.limits.seconds
    results = backend.rows.run(rows, limit=query.most, kept=kept, seconds=seconds)
    # Here all puzzles share the time limit of one puzzle. The caller answers the unfinished puzzles
    # again, one by one.
    return _RowAnswers(results.counts, results.finished, results.solutions[:, 0], backend.rows.by)


def _compared(record: LineResult, expected: Column, query: Query) -> LineResult:
    if record.verdict is None:
        return record
    stated = expected.text(record.line).decode(errors="replace")
    found = outcome(record.puzzle, stated, record.verdict, record.solution, query, record.count)
    return replace(record, compared=found)


def _records(others: list[Other], query: Query) -> list[LineResult]:
    """Answer lines one by one."""
    read = [
        (other.text, PuzzleError(other.error))
        if other.error
        else _parsed(other.text, query.ignore_drawings)
        for other in others
    ]
    puzzles = [puzzle for _, puzzle in read if isinstance(puzzle, Puzzle)]
    alone = {BulkMode.CANON: _form, BulkMode.RATE: _rating}.get(query.mode)
    found = iter(_each(puzzles, alone, query) if alone else _verdicts(puzzles, query))
    records = []
    for other, (text, puzzle) in zip(others, read, strict=True):
        record = next(found) if isinstance(puzzle, Puzzle) else _failed(puzzle)
        is_cut = record.error and len(text) > SHOWN + 1
        shown = text[:SHOWN] + "…" if is_cut else text
        records.append(replace(record, line=other.line, puzzle=shown))
    return records


@lru_cache(maxsize=64)
def _parsed(text: str, ignore_drawings: bool) -> tuple[str, Puzzle | PuzzleError]:
    """Read a puzzle. Return its text on one line, and the puzzle or an error.

    The cache saves time if a file repeats a long line many times.
    """
    try:
        if "\n" in text or "\r" in text:
            puzzle = parse(text, ignore_drawings=ignore_drawings)
            return one_line(puzzle), puzzle
        return text, parse_line(text, ignore_drawings=ignore_drawings)
    except PuzzleError as error:
        # Drop the line number of the error, because it does not count the lines of the file.
        return text, PuzzleError(error.message, cell=error.cell)


def _failed(error: object, backend: str | None = None) -> LineResult:
    return LineResult(error=str(error), backend=backend)


def _verdicts(puzzles: list[Puzzle], query: Query) -> list[LineResult]:
    backend = find_backend(query.backend)
    try:
        found = list(backend.answer_many(puzzles, query.limits, query.most))
    except LimitUnsupported:
        raise
    except (Unable, PuzzleError) as error:
        if len(puzzles) > 1:  # answer them one by one, so that only the bad puzzle is an error
            return [each for puzzle in puzzles for each in _verdicts([puzzle], query)]
        return [_failed(error, backend.spec)]
    return [
        _verdict(puzzle, answers, query) for puzzle, answers in zip(puzzles, found, strict=True)
    ]


def _verdict(puzzle: Puzzle, answers: list[Answer], query: Query) -> LineResult:
    solutions = [answer.solution for answer in answers if answer.solution is not None]
    return LineResult(
        verdict=query.verdict(len(solutions), answers[-1].status is not Status.UNKNOWN),
        solution=write_values(puzzle.grid, solutions[0]) if solutions else None,
        count=len(solutions),
        backend=answers[-1].by or query.backend,
    )


def _each(
    puzzles: list[Puzzle], answer: Callable[[Puzzle, Query], LineResult], query: Query
) -> Iterator[LineResult]:
    for puzzle in puzzles:
        try:
            yield answer(puzzle, query)
        except (PuzzleError, Unable) as error:
            yield _failed(error)


def _form(puzzle: Puzzle, query: Query) -> LineResult:
    found = canonical(puzzle)
    return LineResult(
        verdict=query.verdict(1),
        canonical=write_values(found.puzzle.grid, found.puzzle.givens),
        automorphisms=found.automorphisms,
    )


def _rating(puzzle: Puzzle, query: Query) -> LineResult:
    from nonet.explanations import explain, rating_of  # other modes do not need it

    rating = rating_of(explain(puzzle, limits=query.limits))
    verdict = str(rating.kind if rating.complete else Kind.UNKNOWN)
    found, path = LineResult(verdict=verdict), rating.path
    if not rating.complete or path is None:
        return found
    return replace(found, er=rating.er, hardest=path.hardest, at_least=path.least)
