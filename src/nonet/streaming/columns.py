"""Find the columns of a table: the puzzles, the expected solutions, and the columns to copy.

If the user does not name a column, nonet looks for its usual names. If two columns have usual
names, nonet asks the user to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonet.system.errors import PuzzleError

#: The usual names of the columns of puzzles and of solutions.
PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids")
SOLUTIONS = ("solution", "solutions")

#: How many column names an error message lists.
_MOST_LISTED = 12


class ColumnPlaces(NamedTuple):
    """The positions of the columns, from 0."""

    puzzle: int
    expected: int | None = None
    kept: tuple[int, ...] = ()


class ColumnChoice(NamedTuple):
    """The names of the columns to read. If `puzzle` is None, nonet looks for a usual name.

    If `finds_solutions` is true, nonet also looks for a column of solutions.
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
        puzzle, expected = self.puzzle, self.expected
        if puzzle is None:
            puzzle = _usual(PUZZLES, names, "name the column of puzzles with --column")
        if puzzle is None:
            raise _missing(
                f"no column is named {', '.join(PUZZLES[::2])}. The columns are {_listed(names)}. "
                "Name the column of puzzles with --column",
                names,
            )
        if expected is None and self.finds_solutions:
            is_clear = list(names).count(SOLUTIONS[0]) == 1
            expected = SOLUTIONS[0] if is_clear else _usual(SOLUTIONS, names, "rename one")
        return ColumnPlaces(
            _place(puzzle, names),
            None if expected is None else _place(expected, names),
            tuple(_place(name, names) for name in self.kept),
        )


def is_header(names: Sequence[str]) -> bool:
    """Tell whether one of the names is usual for a column of puzzles.

    >>> is_header(["id", "Puzzle"]), is_header(["53..7...."])
    (True, False)
    """
    return any(name.strip().casefold() in PUZZLES for name in names)


def _usual(usual: Sequence[str], names: Sequence[str], remedy: str) -> str | None:
    """Return the column with a usual name, or None. Refuse several such columns."""
    found = list(dict.fromkeys(name for name in names if name.strip().casefold() in usual))
    if len(found) > 1:
        several = " and ".join(map(repr, found))
        raise PuzzleError(f"{several} could both be the wanted column: {remedy}")
    return found[0] if found else None


def _place(name: str, names: Sequence[str]) -> int:
    """Return the position of a column. Ignore upper and lower case if no name matches exactly."""
    if (times := list(names).count(name)) > 1:
        raise PuzzleError(f"{times} columns are named {name!r}. Rename all but one")
    for wanted, there in ((name, list(names)), (name.casefold(), list(map(str.casefold, names)))):
        if there.count(wanted) == 1:
            return there.index(wanted)
    raise _missing(f"no column {name!r}. The columns are {_listed(names)}", names)


def _missing(message: str, names: Sequence[str]) -> PuzzleError:
    """Return the error for a missing column. Explain why if the file is not a table."""
    if not any(names):
        message = "the first line is empty: it must name the columns of the table"
    elif names[0].startswith("{"):
        message = "JSON Lines has no columns: convert it to CSV, TSV, text with ';' or Parquet"
    return PuzzleError(message)


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 30 else f"{name[:30]}…" for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _MOST_LISTED else "")
