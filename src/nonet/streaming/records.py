"""What a record says: the names of its columns and their values, in every format."""

from __future__ import annotations

from nonet.questions.modes import BulkMode
from nonet.streaming.answers import Answers, LineResult, Rated
from nonet.streaming.comparison import OUTCOMES
from nonet.streaming.query import Query

#: The column that says what comes of a comparison.
COMPARED = "compared"

#: In place of cells while a template is made: no digit, and never quoted.
MARK = "@"


def columns(query: Query) -> tuple[str, ...]:
    """Return the names of the columns of our own, before those that are kept of the source."""
    said = {
        BulkMode.COUNT: ("verdict", "count"),
        BulkMode.CANON: ("automorphisms", "canonical"),
        BulkMode.RATE: ("verdict", *Rated._fields),
    }.get(query.mode, ("verdict", "solution"))
    usual = ("puzzle", *said, "backend", "seconds", "timing", "error")
    return (*usual, COMPARED) if query.compare else usual


def values(record: LineResult, query: Query) -> tuple[str | int | float | None, ...]:
    """Return the values of the columns; seconds only with `timing`."""
    seconds = record.seconds if query.timing else None
    said: dict[BulkMode, tuple[str | int | float | None, ...]] = {
        BulkMode.COUNT: (record.verdict, record.count),
        BulkMode.CANON: (record.count, record.solution),
        BulkMode.RATE: (record.verdict, *record.rated),
    }
    return (
        record.puzzle,
        *said.get(query.mode, (record.verdict, record.solution)),
        record.backend,
        None if seconds is None else float(f"{seconds:.3g}"),
        None if seconds is None else "amortised" if record.is_shared else "measured",
        record.error,
        *((record.outcome,) if query.compare else ()),
    )


def row_record(answers: Answers, row: int, query: Query) -> LineResult:
    """Return the record of a row with marks in place of its cells."""
    count = int(answers.counts[row])
    is_shown = count and query.mode is not BulkMode.COUNT
    return LineResult(
        int(answers.places[row]),
        MARK,
        verdict=query.verdict(count),
        solution=MARK if is_shown else None,
        count=count,
        backend=answers.by or None,
        seconds=answers.seconds,
        is_shared=True,
        outcome=OUTCOMES[answers.outcomes[row]],
    )
