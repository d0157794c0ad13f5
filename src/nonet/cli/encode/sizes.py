"""The sizes of all CNF encodings of a puzzle, as a table with one row for equal sizes."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from nonet.cli.common.exits import complain
from nonet.cli.common.output import put, terminal_width
from nonet.system.errors import TooLarge

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding
    from nonet.puzzle import Puzzle

_SOLVED = (
    "note: the givens determine every cell, so the clauses contain no rules. "
    "Use --options raw to encode them."
)

#: The widths of the columns in characters, enough for the numbers of the largest boards.
_WIDTHS = {"marks": 8, "auxiliaries": 12, "clauses": 10, "literals": 11, "native": 9}
_FIRST = 26

#: The columns that a narrow terminal does not show, the least important first.
_LESS_NEEDED = ("native", "literals", "marks", "auxiliaries")

#: The most characters on a line.
_WIDE = 100


def note_if_solved(puzzle: Puzzle, marks: int) -> None:
    """Print a note that the givens alone solve the puzzle, if each cell has one mark left."""
    if marks == len(puzzle.grid.cells) and None in puzzle.givens:
        complain(_SOLVED)


def print_sizes(puzzle: Puzzle, options: str, as_json: bool) -> None:
    """Print the size of each encoding with all these options, as soon as it is known."""
    from nonet.encodings.options import Encoding
    from nonet.encodings.sizes import ENCODINGS

    wanted = {word for word in options.split(",") if word}
    Encoding.of(wanted)  # refuses unknown options
    chosen = [encoding for encoding in ENCODINGS if wanted <= set(encoding.words)]
    if as_json:
        for encoding in chosen:
            put(json_module.dumps(_record(puzzle, encoding)))
            sys.stdout.flush()
        return
    columns = _columns(terminal_width())
    _print_row("options", {name: name for name in columns})
    for number, (_, group) in enumerate(groupby(chosen, key=lambda encoding: encoding.reduction)):
        if number:
            put("")
        _print_group(puzzle, group, columns)


def _print_group(puzzle: Puzzle, group: Iterator[Encoding], columns: list[str]) -> None:
    """Print a row for each size, and below it the names of the other encodings of this size."""
    last: dict[str, str] | None = None
    equal: list[str] = []
    for encoding in group:
        row = _row(puzzle, encoding)
        if row == last:
            equal.append(_name(encoding))
            continue
        _print_equal(equal)
        _print_row(_name(encoding), {name: row[name] for name in columns if name in row} or row)
        if last is None and encoding.reduction == "propagated":
            note_if_solved(puzzle, int(row.get("marks", 0)))
        last, equal = row, []
    _print_equal(equal)


def _print_equal(names: list[str]) -> None:
    if names:
        width = min(terminal_width(), _WIDE)
        said = f"the same: {', '.join(names)}"
        for line in wrap(said, width, initial_indent="    ", subsequent_indent="    "):
            put(line)


def _columns(width: int) -> list[str]:
    """Return the columns that fit this width."""
    columns = list(_WIDTHS)
    for name in _LESS_NEEDED:
        if _FIRST + sum(_WIDTHS[column] for column in columns) > width:
            columns.remove(name)
    return columns


def _record(puzzle: Puzzle, encoding: Encoding) -> dict[str, object]:
    from nonet.encodings.sizes import size

    record: dict[str, object] = {"options": _name(encoding), **asdict(encoding)}
    try:
        numbers = asdict(size(puzzle, encoding))
    except TooLarge as error:
        return record | {"error": str(error)}
    del numbers["encoding"]
    return record | numbers


def _row(puzzle: Puzzle, encoding: Encoding) -> dict[str, str]:
    """Return the numbers by column, or "too large"."""
    from nonet.encodings.sizes import size

    try:
        found = size(puzzle, encoding)
    except TooLarge:
        return {"too large": "too large"}
    numbers = found.marks, found.auxiliaries, found.clauses, found.literals
    return dict(zip(_WIDTHS, [*map(str, numbers), str(found.constraints or "")], strict=True))


def _name(encoding: Encoding) -> str:
    """Return the options that select an encoding, at least one word."""
    return str(encoding) or encoding.at_most_one


def _print_row(first: str, cells: dict[str, str]) -> None:
    right = "".join(f"{cell:>{_WIDTHS.get(name, 12)}}" for name, cell in cells.items())
    put(f"{first:<{_FIRST}}{right}".rstrip())
    sys.stdout.flush()
