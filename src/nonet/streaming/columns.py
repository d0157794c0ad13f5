"""The columns of a table: which of them has the puzzles, the expected solutions, and what is kept.

Names that are not said are looked for, in any letters; two that fit are an error, not a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nonet.streaming.lines import Column, Lines, Other, are_cells, other_of
from nonet.system.errors import PuzzleError

#: What people call the column of puzzles, and that of solutions.
PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids")
SOLUTIONS = ("solution", "solutions")


class ColumnChoice(NamedTuple):
    """The columns that are asked for, by name; without a name, that of the puzzles is found.

    `finds_solutions` says that a column of solutions is wanted if there is one.
    """

    puzzle: str | None = None
    expected: str | None = None
    kept: tuple[str, ...] = ()
    finds_solutions: bool = False

    def found(self, names: Sequence[str]) -> ColumnPlaces:
        """Return where the columns are among these.

        >>> ColumnChoice(kept=("id",)).found(["id", "quizzes", "solutions"])
        ColumnPlaces(puzzle=1, expected=None, kept=(0,))
        """
        puzzle = _puzzles(names) if self.puzzle is None else _place(self.puzzle, names)
        if puzzle is None:
            raise _missing(
                f"none of the columns {_listed(names)} is named {', '.join(PUZZLES[::2])}: "
                "say which has the puzzles (--column)",
                names,
            )
        if self.expected is not None:
            expected: int | None = _place(self.expected, names)
        else:
            expected = _solutions(names) if self.finds_solutions else None
        return ColumnPlaces(puzzle, expected, tuple(_place(name, names) for name in self.kept))


class ColumnPlaces(NamedTuple):
    """The places of the columns, from 0."""

    puzzle: int
    expected: int | None = None
    kept: tuple[int, ...] = ()


def lines_in(puzzles: Column, skipped: int = 0, bad: dict[int, Other] | None = None) -> Lines:
    """Return the lines of a column of puzzles.

    The first `skipped` are no puzzles, such as the names of the columns; `bad` are those without
    columns.

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
    length = int(puzzles.ends[line] - puzzles.starts[line])
    other = other_of(line, puzzles.text(line), length)
    return other if other.text or other.error else other._replace(error="no puzzle")


def _place(name: str, names: Sequence[str]) -> int:
    """Return the place of a column that is named, in other letters if not exactly so."""
    if (times := list(names).count(name)) > 1:
        raise PuzzleError(f"the column {name!r} is there {_times(times)}: rename one")
    for wanted, there in ((name, list(names)), (name.casefold(), list(map(str.casefold, names)))):
        if there.count(wanted) == 1:
            return there.index(wanted)
    raise _missing(f"no column {name!r}; there are {_listed(names)}", names)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _missing(said: str, names: Sequence[str]) -> PuzzleError:
    """Return the error for a column that is not there, or for what is no table at all."""
    if not any(names):
        return PuzzleError("empty, or without names of columns in its first line")
    if names[0].startswith("{"):
        return PuzzleError("JSON Lines: tables are CSV, TSV, text with ';' or Parquet")
    return PuzzleError(said)


def _puzzles(names: Sequence[str]) -> int | None:
    return _only(PUZZLES, names, "say which (--column)")


def _solutions(names: Sequence[str]) -> int | None:
    """Return the place of the column of solutions; 'solution' goes before what is like it."""
    if list(names).count(SOLUTIONS[0]) == 1:
        return names.index(SOLUTIONS[0])
    return _only(SOLUTIONS, names, "rename one")


def _only(usual: Sequence[str], names: Sequence[str], remedy: str) -> int | None:
    found = list(dict.fromkeys(_named(usual, names)))
    if len(found) > 1:
        several = " and ".join(map(repr, found))
        raise PuzzleError(f"the columns {several} may be meant alike: {remedy}")
    return _place(found[0], names) if found else None


def _named(usual: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    return (name for name in names if name.strip().casefold() in usual)


def is_header(names: Sequence[str]) -> bool:
    """Tell whether these can be names of columns: one of them is a usual one of puzzles.

    >>> is_header(["id", "Puzzle"]), is_header(["53..7...."])
    (True, False)
    """
    return any(True for _ in _named(PUZZLES, names))


#: More names than these are not listed.
_MOST_LISTED = 12


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 30 else f"{name[:30]}…" for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _MOST_LISTED else "")
