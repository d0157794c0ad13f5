"""Codecs of class arguments: a codec reads arguments as rules, and writes rules as arguments.

A codec may write arguments that do not express the whole rule, because the `writer` reads them
again and compares the result with the rule.
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

#: A function that makes a rule of cells, with other arguments before or after the cells.
Make: TypeAlias = Callable[..., Rule]


@dataclass(frozen=True)
class Codec:
    """How the arguments of a class become rules, and how rules become arguments."""

    read: Callable[[Args, Board], Iterable[Rule]]
    #: Returns the arguments of each item that a rule becomes; most rules become one item.
    write: Callable[[Any, Board], Iterable[Args]]


def cells(make: Make) -> Codec:
    """Return the codec of ``Class~cells``."""
    return Codec(
        lambda args, board: [make(board.cells(args))],
        lambda rule, board: [board.names(rule.cells)],
    )


def number_and_cells(make: Make, field: str, usual: int | None = None) -> Codec:
    """Return the codec of ``Class~number~cells``; the usual number may be missing."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if usual is not None and args and not _is_number(args[0]):
            args = (str(usual), *args)
        yield make(board.cells(args[1:]), _first_number(args))

    def write(rule: Any, board: Board) -> Iterator[Args]:
        found = rule.gap_on(board.grid) if field == "gap" else getattr(rule, field)
        # On a board of one value the usual gap is 0, which no rule may have as its gap.
        if found is not None and (field != "gap" or found > 0):
            yield (str(found), *board.names(rule.cells))

    return Codec(read, write)


def values_and_cells(make: Make) -> Codec:
    """Return the codec of ``Class~v_v~cells``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        values = tuple(map(integer, args[0].split("_"))) if args else ()
        yield make(board.cells(args[1:]), values)

    def write(rule: Any, board: Board) -> Iterator[Args]:
        yield ("_".join(map(str, rule.values)), *board.names(rule.cells))

    return Codec(read, write)


def pairs(make: Make) -> Codec:
    """Return the codec of ``Class~cells`` with a rule for every two of the cells that share an
    edge.
    """

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
    """Return the codec of ``Class~R1~forward~backward``, with a clue at one end of a line or at
    both.
    """

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
    """Return the codec of ``Class~number~R1``, with a clue that is the same from both ends of a
    line.
    """

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
    """Return the codec of ``Class`` without arguments, for rules of the whole board."""
    return Codec(lambda args, board: iter(rules), lambda rule, board: [()])


class Named(NamedTuple):
    """A named group of cells, written as ``_name~cells~~cells`` after a payload."""

    name: str | None
    cells: Args


def named_groups(args: Args) -> Iterator[Named]:
    """Yield the groups of cells, each with its name.

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
    """Return the argument that stands for the name of a rule.

    >>> named("a.b"), named(None)
    ('_a%2Eb', '_')
    """
    return "_" + quote(rule_name or "", safe="").replace(".", "%2E").replace("~", "%7E")


def split_at_dashes(args: Args) -> list[Args]:
    """Return the parts of a list of arguments in which dashes separate the parts.

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
    """Raise `PuzzleError` if there are fewer than `count` arguments."""
    if len(args) < count:
        raise PuzzleError(f"{what} needed")


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def _first_number(args: Args) -> int:
    if not args:
        raise PuzzleError(f"{counted(0, 'argument')}, a number is needed")
    return integer(args[0])
