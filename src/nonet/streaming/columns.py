"""Chooses the columns of a table: for puzzles, for expected solutions, and for copying.

If the user does not name a column, it is found by its usual names, in upper or lower case. Two
columns with usual names are an error, because neither is preferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nonet.streaming.lines import Column, Lines, Other, are_cells, other_of
from nonet.system.errors import PuzzleError

#: The usual names of the columns of puzzles and of solutions.
PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids")
SOLUTIONS = ("solution", "solutions")


class ColumnChoice(NamedTuple):
    """The names of the columns to read; without a name, the column of puzzles is searched for.

    With `finds_solutions`, a column of solutions is searched for, too, but the table need not have
    one.
    """

    puzzle: str | None = None
    expected: str | None = None
    kept: tuple[str, ...] = ()
    finds_solutions: bool = False

    def found(self, names: Sequence[str]) -> ColumnPlaces:
        """Return the positions of the columns in a header.

        >>> ColumnChoice(kept=("id",)).found(["id", "quizzes", "solutions"])
        ColumnPlaces(puzzle=1, expected=None, kept=(0,))
        """
        puzzle = _puzzles(names) if self.puzzle is None else _place(self.puzzle, names)
        if puzzle is None:
            raise _missing(
                f"no column is named {', '.join(PUZZLES[::2])}; the columns are {_listed(names)}. "
                "Name the column of puzzles with --column",
                names,
            )
        if self.expected is not None:
            expected: int | None = _place(self.expected, names)
        else:
            expected = _solutions(names) if self.finds_solutions else None
        return ColumnPlaces(puzzle, expected, tuple(_place(name, names) for name in self.kept))


class ColumnPlaces(NamedTuple):
    """The positions of the columns, from 0."""

    puzzle: int
    expected: int | None = None
    kept: tuple[int, ...] = ()


def lines_in(puzzles: Column, skipped: int = 0, bad: dict[int, Other] | None = None) -> Lines:
    """Return the lines of a column of puzzles.

    The first `skipped` lines, such as a header, are left out. `bad` has the lines that could not be
    split into columns.

    >>> found = lines_in(Column.of([b"puzzle", b"." * 81, b"12..34..2......3"]), skipped=1)
    >>> found.places, found.others, found.total
    (array([1]), [Other(line=2, text='12..34..2......3', error=None)], 3)
    """
    bad = bad or {}
    is_row = puzzles.are_cells()
    is_row[:skipped] = False
    is_row[list(bad)] = False
    places = np.flatnonzero(is_row)
    rows = puzzles.rows(places)
    good = are_cells(rows)
    if not good.all():
        is_row[places[~good]] = False
        rows, places = rows[good], places[good]
    others = [
        bad[line] if line in bad else _in_column(puzzles, line)
        for line in np.flatnonzero(~is_row).tolist()
        if line >= skipped
    ]
    return Lines(rows, places, others, len(puzzles.starts))


def _in_column(puzzles: Column, line: int) -> Other:
    other = other_of(line, puzzles.text(line))
    return other if other.text or other.error else other._replace(error="no puzzle")


def _place(name: str, names: Sequence[str]) -> int:
    """Return the position of the column with this name, or else with this name in another case."""
    if (times := list(names).count(name)) > 1:
        raise PuzzleError(f"{times} columns are named {name!r}: rename all but one")
    for wanted, there in ((name, list(names)), (name.casefold(), list(map(str.casefold, names)))):
        if there.count(wanted) == 1:
            return there.index(wanted)
    raise _missing(f"no column {name!r}; the columns are {_listed(names)}", names)


def _missing(message: str, names: Sequence[str]) -> PuzzleError:
    """Return the error for a missing column, or for a file that is not a table."""
    if not any(names):
        return PuzzleError("the first line is empty: it must name the columns of the table")
    if names[0].startswith("{"):
        return PuzzleError("JSON Lines: a table must be CSV, TSV, text with ';' or Parquet")
    return PuzzleError(message)


def _puzzles(names: Sequence[str]) -> int | None:
    return _only(PUZZLES, names, "name the column of puzzles with --column")


def _solutions(names: Sequence[str]) -> int | None:
    """Return the position of the column of solutions; 'solution' is preferred to other names."""
    if list(names).count(SOLUTIONS[0]) == 1:
        return names.index(SOLUTIONS[0])
    return _only(SOLUTIONS, names, "rename one")


def _only(usual: Sequence[str], names: Sequence[str], remedy: str) -> int | None:
    found = list(dict.fromkeys(_named(usual, names)))
    if len(found) > 1:
        several = " and ".join(map(repr, found))
        raise PuzzleError(f"{several} both look like the wanted column: {remedy}")
    return _place(found[0], names) if found else None


def _named(usual: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    return (name for name in names if name.strip().casefold() in usual)


def is_header(names: Sequence[str]) -> bool:
    """Tell whether a line can be a header because it has a usual name for a column of puzzles.

    >>> is_header(["id", "Puzzle"]), is_header(["53..7...."])
    (True, False)
    """
    return any(True for _ in _named(PUZZLES, names))


#: The largest number of column names to list in an error message.
_MOST_LISTED = 12


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 30 else f"{name[:30]}…" for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _MOST_LISTED else "")
