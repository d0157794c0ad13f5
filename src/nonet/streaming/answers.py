"""Answer the puzzles of a chunk, in arrays where possible, otherwise one by one.

The answers may be compared with a column of expected solutions, verdicts or counts.

An answer is a verdict with a solution, a canonical form or a rating. Each chunk starts with new
solvers, so its answers do not depend on other chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nonet.formats import one_line, parse, read_values, write_values
from nonet.formats.line import square
from nonet.formats.reader import parse_line
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions import BulkMode
from nonet.questions.symmetry import canonical
from nonet.questions.uniqueness import Kind
from nonet.solvers import Answer, LimitUnsupported, Status, Unable, find_backend
from nonet.streaming.lines import CELLS, SHOWN, Bytes, Chunk, Column, Lines, Other
from nonet.streaming.query import Query
from nonet.streaming.records import OUTCOMES, Answers, LineResult, TextStyle
from nonet.streaming.summary import MOST_LISTED, BulkTally
from nonet.system.errors import PuzzleError
from nonet.system.limits import require_unstopped
from nonet.validity import violations

#: nonet keeps and checks at most this many solutions of a puzzle.
_WITNESSES = 2


@dataclass(frozen=True)
class ChunkResult:
    """The records of a chunk, its tally, and the puzzles that reached a limit (`unknown`).

    Messages of errors need line numbers, but a worker does not know the lines before its chunk. So
    if there are errors, `records` contains answers, which `ChunkTask.numbered` turns into records.
    """

    stop: int
    done: float
    records: bytes | Bytes | Answers
    tally: BulkTally
    unknown: bytes


@dataclass(frozen=True)
class ChunkTask:
    """A function that answers a chunk. It can be sent to another process or machine."""

    query: Query
    style: TextStyle

    def __call__(self, chunk: Chunk) -> ChunkResult:
        require_unstopped()
        answers = answers_of(chunk.read(), self.query)
        answers = replace(answers, others=list(map(self.style.fitting, answers.others)))
        unknown = [record.puzzle for record in answers.others if record.verdict == "unknown"]
        tally = tally_of(answers, self.query)
        return ChunkResult(
            chunk.stop,
            chunk.done,
            answers if tally.errors else self.style.encode(answers, self.query),
            tally,
            "".join(f"{puzzle}\n" for puzzle in unknown).encode(),
        )

    def numbered(self, answers: Answers, unit: str, before: int) -> bytes | Bytes:
        """Return the records of a chunk with errors, after `before` other lines."""
        others = [
            replace(record, error=f"{unit} {before + record.line + 1}: {record.error}")
            if record.error
            else record
            for record in answers.others
        ]
        return self.style.encode(replace(answers, others=others), self.query)


def tally_of(answers: Answers, query: Query) -> BulkTally:
    """Return the tally of a chunk."""
    tally = BulkTally(answers.lines)
    kinds = np.minimum(answers.counts, 2).astype(np.int64) * len(OUTCOMES) + answers.outcomes
    for kind, size in enumerate(np.bincount(kinds).tolist()):
        if size:
            count, outcome = divmod(kind, len(OUTCOMES))
            tally.count(query.verdict(count), OUTCOMES[outcome], size)
    for record in answers.others:
        if record.error:
            tally.errors += 1
        elif record.verdict:
            tally.count(record.verdict, record.compared)
    lines = answers.places[answers.outcomes == OUTCOMES.index("differs")].tolist()
    lines += [record.line for record in answers.others if record.compared == "differs"]
    tally.differing = [line + 1 for line in sorted(lines)[:MOST_LISTED]]
    return tally


def answers_of(lines: Lines, query: Query) -> Answers:
    """Answer the puzzles of a chunk."""
    rows, places, others = lines.rows, lines.places, lines.others
    counts, done, solutions, by = _of_rows(rows, query)
    if not done.all():
        texts = (row.tobytes().decode() for row in rows[~done])
        others = sorted([*others, *map(Other, places[~done].tolist(), texts)])
        rows, places, counts, solutions = rows[done], places[done], counts[done], solutions[done]
    records, outcomes = _records(others, query), np.zeros(len(rows), np.uint8)
    found = Answers(lines.total, rows, places, counts, solutions, by, records, outcomes, lines.kept)
    return found if lines.expected is None else compared(found, lines.expected, query)


def _of_rows(rows: Bytes, query: Query) -> tuple[NDArray[np.uint64], NDArray[np.bool_], Bytes, str]:
    """Answer classic puzzles together: the counts, which are done, the solutions, the backend."""
    size, backend, zero = len(rows), find_backend(query.backend), np.uint8(ord("0"))
    if not size or not query.in_arrays:
        none = np.zeros((size, CELLS), np.uint8)
        return np.zeros(size, np.uint64), np.zeros(size, np.bool_), none, ""
    if query.mode is BulkMode.CANON and backend.forms is not None:
        found = backend.forms(np.ascontiguousarray(rows))
        forms = np.where(found.forms == 0, np.uint8(ord(".")), found.forms + zero)
        return found.automorphisms, np.ones(size, np.bool_), forms, ""
    assert backend.rows is not None
    kept, seconds = min(query.most, _WITNESSES), query.limits.seconds
    results = backend.rows.run(rows, limit=query.most, kept=kept, seconds=seconds)
    # Here all puzzles share the time limit of one puzzle. The caller answers the unfinished puzzles
    # again, one by one.
    solutions = results.solutions[:, 0]
    solutions += zero  # in place, because another array would cost thousands of page faults
    return results.counts, results.finished, solutions, backend.rows.by


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
        record = next(found) if isinstance(puzzle, Puzzle) else LineResult(error=str(puzzle))
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


def _verdicts(puzzles: list[Puzzle], query: Query) -> list[LineResult]:
    backend = find_backend(query.backend)
    try:
        found = list(backend.answer_many(puzzles, query.limits, query.most))
    except LimitUnsupported:
        raise
    except (Unable, PuzzleError) as error:
        if len(puzzles) > 1:  # answer them one by one, so that only the bad puzzle is an error
            return [each for puzzle in puzzles for each in _verdicts([puzzle], query)]
        return [LineResult(error=str(error), backend=backend.spec)]
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
            yield LineResult(error=str(error))


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


# --- comparison ----------------------------------------------------------------------------------
#
# An expected solution is `same` if it is the only solution. It is `possible` if it is one of
# several solutions, and `differs` if it is not a solution. An expected verdict or count is `same`
# or `differs`. Empty fields and unknown verdicts are not compared.

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
    verdict, stated = record.verdict or "unknown", expected.decode(errors="replace").strip()
    is_open = verdict == "unknown" or (query.compare, stated) == ("verdict", "unknown")
    if is_open or not stated:
        return None
    if query.compare == "verdict":
        is_same = stated == verdict or verdict in _OPEN.get(stated, ())
        return "same" if is_same or stated in _OPEN.get(verdict, ()) else "differs"
    if query.compare == "count":
        return "same" if stated == str(record.count) else "differs"
    is_same = is_right = stated == record.solution
    if record.solution is not None and not is_same:
        puzzle = parse_line(record.puzzle, ignore_drawings=query.ignore_drawings)
        grid, values = puzzle.grid, stated_values(puzzle.grid, stated)
        if values is not None and None not in values:
            is_same = grid.answer(values) == grid.answer(read_values(grid, record.solution))
            is_right = is_same or not violations(puzzle, values)
    if is_same and verdict != "multiple":
        return "same"
    return "possible" if is_right and verdict != "unique" else "differs"


def stated_values(grid: Grid, stated: str) -> tuple[int | None, ...] | None:
    """Return the values of a solution in any notation. Return None for any other text."""
    with suppress(PuzzleError):
        return read_values(grid, stated)
    with suppress(PuzzleError):  # a line may have letters for values above 9
        givens = square(stated).givens
        if len(givens) == len(grid.cells) and grid.contents.issuperset(givens):
            return givens
    return None
