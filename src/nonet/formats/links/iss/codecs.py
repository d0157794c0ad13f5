"""Codecs: how the arguments of a class become rules, and how rules become arguments.

A codec may write arguments that express only a part of a rule. The writer reads all arguments
again, and does not use them if the rules differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote, unquote

from nonet.formats.links.contract import Codec, Part, cells_part
from nonet.formats.links.iss.board import Args, Board, integer
from nonet.formats.text import counted, quoted
from nonet.model.grid import Cells
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: The cells of a rule, as the last arguments of an item.
_CELLS = cells_part()


def form(
    make: Callable[..., Rule], *parts: Part, rest: Part = _CELLS, usual: str | None = None
) -> Codec:
    """Return the codec of ``Class~part~…~rest``.

    If the first argument of an item is not a number, the number is `usual`.
    """

    count = len(parts)

    def read(args: Args, board: Board) -> list[Rule]:
        if usual is not None and args and not args[0].lstrip("-").isdecimal():
            args = (usual, *args)
        if len(args) <= count:
            raise too_few(args, count + 1)
        fields = {}
        for part, arg in zip(parts, args, strict=False):
            fields[part.key] = part.read(arg, board)
        fields[rest.key] = rest.read(args[count:], board)
        return [make(**fields)]

    def write(rule: Any, board: Board) -> Iterator[Args]:
        head, tail = [part.write(rule, board) for part in parts], rest.write(rule, board)
        if None not in (*head, tail):
            yield (*head, *tail)

    return read, write


def number(field: str) -> Part:
    """Return how to read and write a field that is a number."""

    def write(rule: Any, board: Board) -> str | None:
        value = getattr(rule, field)
        return None if value is None else str(value)

    return Part(field, lambda arg, board: integer(arg), write)


def cell(field: str) -> Part:
    """Return how to read and write a field that is a cell."""
    return Part(
        field,
        lambda arg, board: board.cell(arg),
        lambda rule, board: board.name(getattr(rule, field)),
    )


#: The gap of a line. On a board of one value, the usual gap is 0, but rules do not allow 0.
GAP = number("gap")._replace(write=lambda rule, board: str(rule.gap_on(board.grid) or "") or None)
#: The sum of a cage. If the cage has no sum, the argument is 0 or blank.
TOTAL = Part(
    "total",
    lambda arg, board: (integer(arg) if arg else 0) or None,
    lambda rule, board: str(rule.total or 0),
)
#: Values, written as ``1_2``.
VALUES = Part(
    "values",
    lambda arg, board: tuple(map(integer, arg.split("_"))),
    lambda rule, board: "_".join(map(str, rule.values)),
)
#: The bulb of an arrow. The bulb must be a single cell.
BULB = Part(
    "bulb",
    lambda arg, board: (board.cell(arg),),
    lambda rule, board: board.name(rule.bulb[0]) if len(rule.bulb) == 1 else None,
)


def pairs(make: Callable[..., Rule]) -> Codec:
    """Return the codec of ``Class~cells``. Each pair of cells that share an edge gets a rule."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        touching = list(_touching(board, board.cells(args)))
        if not touching:
            raise PuzzleError("no two of the cells share an edge")
        return (make(*pair) for pair in touching)

    def write(rule: Any, board: Board) -> Iterator[Args]:
        yield board.names((rule.a, rule.b))

    return read, write


def _touching(board: Board, found: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(set(found)) < len(found):
        raise PuzzleError("a cell is named twice")
    places = {board.place(cell): number for number, cell in enumerate(found)}
    for number, cell in enumerate(found):
        first, row, column = board.place(cell)
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            other = places.get((first, row + down, column + right), -1)
            if other > number:
                yield cell, found[other]


def whole_line(make: Callable[..., Rule], field: str) -> Codec:
    """Return the codec of ``Class~R1~forward~backward``, with clues for one or both directions."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if not 1 < len(args) <= 3:
            raise PuzzleError("write a row or column and one or two clues, like R1~15~")
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

    return read, write


def _read_line(args: Args, board: Board) -> Cells:
    if len(args) != 1:
        raise PuzzleError("write a clue and a row or column, like 15~R1")
    return _line(args[0], board)


def _write_line(rule: Any, board: Board) -> Args | None:
    return next(((name,) for name, line in board.lines.items() if rule.cells == line), None)


#: The name of a row or column.
LINE = Part("cells", _read_line, _write_line)


def _line(name: str, board: Board) -> Cells:
    line = board.lines.get(name)
    if line is None:
        raise PuzzleError(f"{quoted(name)} is not a row or column of the board, like R1")
    return line


def named_groups(args: Args) -> Iterator[tuple[str | None, Args]]:
    """Yield the name and the cells of each group in ``_name~cells~~cells``."""
    name, group = None, list[str]()
    for arg in (*args, ""):
        if arg and not arg.startswith("_"):
            group.append(arg)
            continue
        if group:
            yield name, tuple(group)
            group = []
        if arg:
            name = unquote(arg[1:]) or None


def named(rule_name: str | None) -> str:
    """Return the argument for the name of a rule."""
    return "_" + quote(rule_name or "", safe="").replace(".", "%2E").replace("~", "%7E")


def split_at_dashes(args: Args) -> list[Args]:
    """Split a list of arguments at its dashes, and return the parts."""
    parts: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            parts.append([])
        else:
            parts[-1].append(arg)
    return list(map(tuple, parts))


def too_few(args: Args, least: int) -> PuzzleError:
    """Return the error for an item with fewer than the least number of arguments."""
    return PuzzleError(f"the item has {counted(len(args), 'argument')}, but needs at least {least}")
