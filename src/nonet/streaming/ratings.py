"""Ratings in place of answers: how hard each puzzle is, one after the other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from nonet.questions.uniqueness import Kind
from nonet.solvers import Unable
from nonet.streaming.answers import Answers, LineResult, Rated, puzzle_of, size_of, with_rows
from nonet.streaming.lines import Lines, Other
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.explanations import Rating


def ratings_of(lines: Lines, query: Query) -> Answers:
    """Rate the puzzles of a block, each in the unit that is usual for it."""
    others = with_rows(lines.others, lines.rows, lines.places)
    return Answers(
        lines=lines.total,
        rows=lines.rows[:0],
        places=lines.places[:0],
        counts=np.zeros(0, np.uint64),
        solutions=lines.rows[:0],
        seconds=0.0,
        by="",
        others=[_record(other, query) for other in others],
        outcomes=np.zeros(0, np.uint8),
        kept=lines.kept,
    )


def _record(other: Other, query: Query) -> LineResult:
    from nonet.explanations import explain, rating_of  # of no use in other modes

    start = time.perf_counter()
    try:
        puzzle = puzzle_of(other, query)
        rating = rating_of(explain(puzzle, limits=query.limits))
    except (PuzzleError, Unable) as error:
        return LineResult(other.line, other.text, error=str(error))
    return LineResult(
        other.line,
        other.text,
        verdict=str(rating.kind if rating.complete else Kind.UNKNOWN),
        rated=_rated(rating),
        seconds=time.perf_counter() - start,
        size=size_of(puzzle),
    )


def _rated(rating: Rating) -> Rated:
    if rating.path is None or not rating.complete:
        return Rated()
    return Rated(rating.er, rating.path.hardest, rating.path.least)
