"""Canonical forms in place of answers: in arrays where possible, otherwise puzzle by puzzle."""

from __future__ import annotations

import time

import numpy as np

from nonet.formats import write_values
from nonet.questions.symmetry import canonical
from nonet.solvers import find_backend
from nonet.streaming.answers import Answers, LineResult, puzzle_of, size_of, with_rows
from nonet.streaming.lines import CELLS, Bytes, Lines, Other
from nonet.streaming.query import Query
from nonet.system.errors import PuzzleError


def forms_of(lines: Lines, query: Query) -> Answers:
    """Find the forms of a block; counts are automorphisms, and solutions are forms.

    They are the same whichever backend finds them, so none is named.
    """
    finder = find_backend(query.backend).forms
    rows, places, others = lines.rows, lines.places, lines.others
    if finder is None:
        others = with_rows(others, rows, places)
        rows, places = rows[:0], places[:0]
    forms = np.zeros((0, CELLS), np.uint8)
    automorphisms = np.zeros(0, np.uint64)
    start = time.perf_counter()
    if finder is not None and len(rows):
        found = finder(np.ascontiguousarray(rows))
        forms, automorphisms = found.forms, found.automorphisms
    return Answers(
        lines=lines.total,
        rows=rows,
        places=places,
        counts=automorphisms,
        solutions=_with_dots(forms),
        seconds=(time.perf_counter() - start) / max(1, len(rows)),
        by="",
        others=[_record(other, query) for other in others],
        outcomes=np.zeros(len(rows), np.uint8),
        kept=lines.kept,
    )


def _with_dots(forms: Bytes) -> Bytes:
    """Return forms that are written with a dot for an empty cell: it stands two before the 0."""
    return np.where(forms == 0, np.uint8(256 - 2), forms)


def _record(other: Other, query: Query) -> LineResult:
    start = time.perf_counter()
    try:
        puzzle = puzzle_of(other, query)
        found = canonical(puzzle)
    except PuzzleError as error:
        return LineResult(other.line, other.text, error=str(error))
    return LineResult(
        other.line,
        other.text,
        verdict=query.verdict(1),
        solution=write_values(found.puzzle.grid, found.puzzle.givens),
        count=found.automorphisms,
        seconds=time.perf_counter() - start,
        size=size_of(puzzle),
    )
