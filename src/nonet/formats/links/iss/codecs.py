"""The forms of class arguments. A codec reads arguments as rules, and writes rules as arguments.

A codec may write arguments that do not express all of a rule: the writer reads them again and
compares (`writer`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from nonet.formats.links.iss.board import Board, integer
from nonet.formats.links.iss.items import Args
from nonet.formats.text import counted, quoted
from nonet.model.grid import Cells
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: Makes a rule of cells, and of other arguments before or after them.
Make: TypeAlias = Callable[..., Rule]


@dataclass(frozen=True)
class Codec:
    """The way from the arguments of a class to rules, and back."""

    read: Callable[[Args, Board], Iterable[Rule]]
    #: The arguments of each item that a rule becomes; mostly one.
    write: Callable[[Any, Board], Iterable[Args]]


def cells(make: Make) -> Codec:
    """``Class~cells``."""
    return Codec(
        lambda args, board: [make(board.cells(args))],
        lambda rule, board: [board.names(rule.cells)],
    )


def number_and_cells(make: Make, field: str, usual: int | None = None) -> Codec:
    """``Class~number~cells``; a class may have a usual number that can be left out."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if usual is not None and args and not _is_number(args[0]):
            args = (str(usual), *args)
        yield make(board.cells(args[1:]), _first_number(args))

    def write(rule: Any, board: Board) -> Iterator[Args]:
        found = rule.gap_on(board.grid) if field == "gap" else getattr(rule, field)
        # On a board of one value the usual gap is 0, which cannot be read as a gap.
        if found is not None and (field != "gap" or found > 0):
            yield (str(found), *board.names(rule.cells))

    return Codec(read, write)


def values_and_cells(make: Make) -> Codec:
    """``Class~v_v~cells``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        values = tuple(map(integer, args[0].split("_"))) if args else ()
        yield make(board.cells(args[1:]), values)

    def write(rule: Any, board: Board) -> Iterator[Args]:
        yield ("_".join(map(str, rule.values)), *board.names(rule.cells))

    return Codec(read, write)


def pairs(make: Make) -> Codec:
    """``Class~cells``: a rule for every two of the cells that share an edge, in their order."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        found = board.cells(args)
        touching = list(_touching(board, found))
        if not touching:
            raise PuzzleError("no two of the cells share an edge")
        return (make(*pair) for pair in touching)

    def write(rule: Any, board: Board) -> Iterator[Args]:
        found: Cells = rule.cells if hasattr(rule, "cells") else (rule.a, rule.b)
        if len(found) == 2:
            yield board.names(found)

    return Codec(read, write)


def _touching(board: Board, found: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(set(found)) < len(found):
        raise PuzzleError("a cell is named twice")
    if len(found) == 2:
        (row, column), (below, right) = map(board.grid.place, found)
        if abs(below - row) + abs(right - column) == 1:
            yield found[0], found[1]
        return
    places = {board.grid.place(cell): cell for cell in found}
    order = {cell: number for number, cell in enumerate(found)}
    for cell in found:
        row, column = board.grid.place(cell)
        for step in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            other = places.get((row + step[0], column + step[1]))
            if other is not None and order[other] > order[cell]:
                yield cell, other


def whole_line(make: Make, field: str) -> Codec:
    """``Class~R1~forward~backward``: clues at both ends of a row or column; one may be blank."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if not 1 < len(args) <= 3:
            raise PuzzleError("a row or column and one or two clues are needed, like R1~15~")
        line = _line(args[0], board)
        for clue, found in zip(args[1:], (line, line[::-1]), strict=False):
            if clue:
                yield make(found, integer(clue))

    def write(rule: Any, board: Board) -> Iterator[Args]:
        for name, line in board.lines.items():
            if rule.cells == line:
                yield (name, str(getattr(rule, field)), "")
            elif rule.cells == line[::-1]:
                yield (name, "", str(getattr(rule, field)))

    return Codec(read, write)


def number_and_line(make: Make, field: str) -> Codec:
    """``Class~number~R1``: a clue of a row or column that is the same from both ends."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if len(args) != 2:
            raise PuzzleError("a clue and a row or column are needed, like 15~R1")
        yield make(_line(args[1], board), integer(args[0]))

    def write(rule: Any, board: Board) -> Iterator[Args]:
        for name, line in board.lines.items():
            if rule.cells == line:
                yield (str(getattr(rule, field)), name)

    return Codec(read, write)


def _line(name: str, board: Board) -> Cells:
    line = board.lines.get(name)
    if line is None:
        raise PuzzleError(f"{quoted(name)} is not a row or column of the board, like R1")
    return line


def flag(*rules: Rule) -> Codec:
    """``Class`` alone, for rules of the whole board."""
    return Codec(lambda args, board: iter(rules), lambda rule, board: [()])


class Named(NamedTuple):
    """Groups of cells after a payload: ``payload~_name~cells~~cells``."""

    name: str | None
    cells: Args


def named_groups(args: Args) -> Iterator[Named]:
    """Yield the groups of cells with their names.

    >>> list(named_groups(("_a%20b", "R1C1", "R1C2", "", "R2C1")))
    [Named(name='a b', cells=('R1C1', 'R1C2')), Named(name='a b', cells=('R2C1',))]
    """
    name, group = None, list[str]()
    for arg in (*args, ""):
        if arg and not arg.startswith("_"):
            group.append(arg)
            continue
        if group:
            yield Named(name, tuple(group))
            group = []
        if arg:
            name = unquote(arg[1:]) or None


def named(rule_name: str | None) -> str:
    """Return the argument of a name.

    >>> named("a.b"), named(None)
    ('_a%2Eb', '_')
    """
    return "_" + quote(rule_name or "", safe="").replace(".", "%2E").replace("~", "%7E")


def split_at_dashes(args: Args) -> list[Args]:
    """Return the parts of a list between dashes.

    >>> split_at_dashes(("a", "-", "b", "c"))
    [('a',), ('b', 'c')]
    """
    parts: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            parts.append([])
        else:
            parts[-1].append(arg)
    return list(map(tuple, parts))


def need(args: Args, count: int, what: str) -> None:
    """Raise `PuzzleError` if there are fewer arguments."""
    if len(args) < count:
        raise PuzzleError(f"{what} needed")


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def _first_number(args: Args) -> int:
    if not args:
        raise PuzzleError(f"{counted(0, 'argument')}, a number is needed")
    return integer(args[0])
