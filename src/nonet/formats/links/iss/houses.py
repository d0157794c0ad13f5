"""Codecs of classes about the whole board, its diagonals and its indexers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.formats.links.iss.board import Board, box_shape, integer
from nonet.formats.links.iss.codecs import Codec, Make, need
from nonet.formats.links.iss.items import Args
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Diagonals, DisjointGroups, LittleKiller, Rule, SameValues, Windoku
from nonet.rules.outside.diagonals import Direction
from nonet.system.errors import PuzzleError


def indexing(letter: str, make: Make) -> Codec:
    """Return the codec of ``Indexing~R`` or ``Indexing~C``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        need(args, 2, "R or C and cells are")
        if args[0] not in ("R", "C"):
            raise PuzzleError(f"{quoted(args[0])} is neither R nor C")
        if args[0] == letter:
            yield make(board.cells(args[1:]))

    return Codec(read, lambda rule, board: [(letter, *board.names(rule.cells))])


def _read_diagonal(args: Args, board: Board) -> Iterator[Rule]:
    if args not in (("1",), ("-1",)):
        raise PuzzleError(f"{quoted('~'.join(args))} is neither 1 nor -1")
    yield Diagonals(falling=args == ("-1",), rising=args == ("1",))


DIAGONAL = Codec(
    _read_diagonal,
    lambda rule, board: [*[("1",)] * rule.rising, *[("-1",)] * rule.falling],
)


def _read_windoku(args: Args, board: Board) -> Iterator[Rule]:
    grid = board.grid
    shape = box_shape(grid.rows, grid.columns, len(grid.values))
    if shape is None:
        raise PuzzleError("the board has no windows")
    yield Windoku() if shape[0] == shape[1] and grid.rows == shape[0] ** 2 else Windoku(*shape)


WINDOKU = Codec(_read_windoku, lambda rule, board: [()])


def _read_disjoint(args: Args, board: Board) -> Iterator[Rule]:
    if board.tiles is None:
        raise PuzzleError("the board has no boxes of one shape")
    yield DisjointGroups(*board.tiles)


DISJOINT = Codec(_read_disjoint, lambda rule, board: [()])


def _read_region_values(args: Args, board: Board) -> Iterator[Rule]:
    """Compare the largest houses; where they hold all values, there is nothing to say."""
    houses = [group for rule in board.rules for group in rule.groups(board.grid)]
    largest = max(map(len, houses))
    if largest < len(board.grid.values):
        yield SameValues([house for house in houses if len(house) == largest])


REGION_VALUES = Codec(_read_region_values, lambda rule, board: [()])


@lru_cache(maxsize=8)
def _diagonals(grid: Grid) -> dict[int, tuple[Direction, Cells]]:
    """Return the diagonals by the cell that names them; each has one name."""
    last, end = grid.rows - 1, grid.columns - 1
    starts: list[tuple[int, int, Direction]] = [
        *((row, 0, "down-right") for row in range(last)),
        *((row, end, "up-left") for row in range(1, last)),
        *((0, column, "down-left") for column in range(1, end + 1)),
        *((last, column, "up-right") for column in range(1, end)),
    ]
    found: dict[int, tuple[Direction, Cells]] = {}
    seen = set()
    for row, column, direction in starts:
        cell = grid.at(row, column)
        line = LittleKiller(cell, direction, 0).diagonal(grid)
        if len(line) > 1 and frozenset(line) not in seen:
            seen.add(frozenset(line))
            found[cell] = direction, line
    return found


def _read_little_killer(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a sum and a cell are")
    cell = board.cell(args[1])
    known = _diagonals(board.grid)
    if cell not in known:
        raise PuzzleError(f"no diagonal is named by {args[1]}")
    direction, _ = known[cell]
    yield LittleKiller(cell, direction, integer(args[0]))


def _write_little_killer(rule: LittleKiller, board: Board) -> Iterator[Args]:
    line = frozenset(rule.diagonal(board.grid))
    for cell, (_, found) in _diagonals(board.grid).items():
        if line == frozenset(found):
            yield (str(rule.total), board.name(cell))


LITTLE_KILLER = Codec(_read_little_killer, _write_little_killer)
