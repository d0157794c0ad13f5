"""Codecs of the classes whose arguments have an unusual form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from nonet import rules
from nonet.formats.links.iss.board import Args, Board, box_shape, integer
from nonet.formats.links.iss.codecs import Codec, Make, Slot, cells, need, pairs, split_at_dashes
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.rules.outside.diagonals import Direction
from nonet.system.errors import PuzzleError


def _read_region_sum(args: Args, board: Board) -> Iterator[Rule]:
    """Read a region sum line. Its regions are the boxes, or else the regions of the jigsaw."""
    found = board.cells(args)
    if board.boxes and board.regions:
        yield rules.RegionSum(found, boxes=board.boxes)
    elif board.boxes or board.covers:
        yield rules.RegionSum(found)
    elif board.regions:
        yield rules.RegionSum(found, regions=board.regions)
    else:
        raise PuzzleError("region sums need boxes or regions")


REGION_SUM = Codec(_read_region_sum, lambda rule, board: [board.names(rule.cells)])


def _read_sum_line(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2)
    loop = args[-1] == "LOOP"
    yield rules.SumLine(board.cells(args[1 : len(args) - loop]), integer(args[0]), loop=loop)


SUM_LINE = Codec(
    _read_sum_line,
    lambda rule, board: [(str(rule.total), *board.names(rule.cells), *["LOOP"] * rule.loop)],
)


def _read_pill(args: Args, board: Board) -> Iterator[Rule]:
    """Read a pill in reading order. Only its first cell may hold a value of two digits."""
    need(args, 3)
    size = integer(args[0])
    if size not in (2, 3):
        raise PuzzleError(f"a pill has 2 or 3 cells, not {size}")
    found = board.cells(args[1:])
    bulb = tuple(sorted(found[:size]))
    yield rules.Arrow(bulb, found[size:])
    if board.grid.values[-1] > 9:
        yield rules.Among(bulb[1:], board.grid.values[: 10 - board.grid.values.start])


PILL = Codec(
    _read_pill,
    lambda rule, board: [(str(len(rule.bulb)), *board.names((*rule.bulb, *rule.shaft)))],
)


def _read_greater(args: Args, board: Board) -> Iterator[Rule]:
    """Read a chain of neighbours as one rule, and any other shape as a rule for each edge."""
    edges = list(pairs(lambda *pair: rules.Greater(pair)).read(args, board))
    chain = rules.Greater(board.cells(args))
    is_chain = edges == list(map(rules.Greater, pairwise(chain.cells)))
    yield from [chain] if is_chain else edges


GREATER = Codec(_read_greater, lambda rule, board: [board.names(rule.cells)])

#: This slot takes an even number of cells, because ISS splits the cells into two halves.
EVEN = cells("cells")._replace(
    write=lambda rule, board: board.names(rule.cells) if len(rule.cells) % 2 == 0 else None
)


def _read_sum(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2)
    total, *others = args[0].split("_")
    if others and others[0] != "=":
        raise PuzzleError(f"{quoted(args[0])} is not a sum, like 15 or 15_=_1_-1")
    weights = tuple(map(integer, others[1:])) if others else None
    yield rules.Sum(board.cells(args[1:]), integer(total), coefficients=weights)


def _write_sum(rule: rules.Sum, board: Board) -> Iterator[Args]:
    weights = rule.coefficients
    if rule.total is not None and max(map(abs, weights or (1,))) <= 100:
        parts = [str(rule.total), *(["=", *map(str, weights)] if weights else [])]
        yield ("_".join(parts), *board.names(rule.cells))


SUM = Codec(_read_sum, _write_sum)


def _read_same_values(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2)
    count, found = integer(args[0]), board.cells(args[1:])
    if count < 1 or len(found) % count:
        raise PuzzleError(f"{len(found)} cells are not {count} sets of one size")
    size = len(found) // count
    yield rules.SameValues([found[at : at + size] for at in range(0, len(found), size)])


def _write_same_values(rule: rules.SameValues, board: Board) -> Iterator[Args]:
    yield (str(len(rule.groups)), *board.names(cell for group in rule.groups for cell in group))


SAME_VALUES = Codec(_read_same_values, _write_same_values)


def _write_groups(rule: rules.EqualSums, board: Board) -> Args:
    first, *others = map(board.names, rule.groups)
    return (*first, *(arg for group in others for arg in ("-", *group)))


#: Groups of cells, with dashes between them.
GROUPS = Slot(
    "groups", lambda board, args: list(map(board.cells, split_at_dashes(args))), _write_groups
)


def _read_counts(board: Board, arg: str) -> list[tuple[int, int]]:
    if not re.fullmatch(r"(\d\d)+", arg, re.ASCII):
        raise PuzzleError(f"{quoted(arg)} must be pairs of a count and a value, like 2113")
    return [(int(count), int(value)) for count, value in zip(arg[::2], arg[1::2], strict=True)]


def _write_counts(rule: rules.LookAndSay, board: Board) -> str | None:
    is_short = all(max(pair) <= 9 for pair in rule.counts)
    return "".join(f"{count}{value}" for count, value in rule.counts) if is_short else None


#: Pairs of a count and a value. Counts and values have one digit.
COUNTS = Slot("counts", _read_counts, _write_counts)


def _read_quadruple(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2)
    grid, first = board.grid, board.cell(args[0])
    row, column = grid.place(first)
    if not grid.has(row + 1, column + 1):
        raise PuzzleError(f"{args[0]} is not the upper left cell of a square")
    below = first + grid.columns
    yield rules.Quadruple((first, first + 1, below, below + 1), tuple(map(integer, args[1:])))


QUADRUPLE = Codec(
    _read_quadruple,
    lambda rule, board: [(board.name(min(rule.cells)), *map(str, rule.values))],
)


def _read_candidates(args: Args, board: Board) -> Iterator[Rule]:
    found = [candidates(arg, board) for arg in args]
    for values, group in groupby(found, key=lambda each: each[1]):
        yield rules.Among(tuple(cell for cell, _ in group), tuple(dict.fromkeys(values)))


def _write_candidates(rule: Any, board: Board) -> Iterator[Args]:
    values = [value for value in board.grid.values if rule.accepts(value)]
    if values:
        yield tuple(candidate_set(name, values) for name in board.names(rule.cells))


#: The codec of givens in a group.
CANDIDATES = Codec(_read_candidates, _write_candidates)


def candidates(arg: str, board: Board) -> tuple[int, tuple[int, ...]]:
    """Return the cell and the values of ``R1C1_5`` or ``R1C1_1_2``."""
    cell, *values = arg.split("_")
    found = tuple(map(integer, values))
    board.grid.mask(found)
    if not found:
        raise PuzzleError(f"{quoted(arg)} lacks a value")
    return board.cell(cell), found


def candidate_set(name: str, values: Sequence[int]) -> str:
    """Return the argument of a candidate set. A single value is written twice, unlike a given.

    >>> candidate_set("R1C1", [1, 2]), candidate_set("R1C1", [5])
    ('R1C1_1_2', 'R1C1_5_5')
    """
    return "_".join([name, *map(str, (*values, *values) if len(values) == 1 else values)])


def indexing(letter: str, make: Make) -> Codec:
    """Return the codec of ``Indexing~R`` or ``Indexing~C``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        need(args, 2)
        if args[0] not in ("R", "C"):
            raise PuzzleError(f"{quoted(args[0])} is neither R nor C")
        if args[0] == letter:
            yield make(board.cells(args[1:]))

    return Codec(read, lambda rule, board: [(letter, *board.names(rule.cells))])


def _read_diagonal(args: Args, board: Board) -> Iterator[Rule]:
    if args not in (("1",), ("-1",)):
        raise PuzzleError(f"{quoted('~'.join(args))} is neither 1 nor -1")
    yield rules.Diagonals(falling=args == ("-1",), rising=args == ("1",))


DIAGONAL = Codec(
    _read_diagonal,
    lambda rule, board: [*[("1",)] * rule.rising, *[("-1",)] * rule.falling],
)


def _read_windoku(args: Args, board: Board) -> Iterator[Rule]:
    grid = board.grid
    shape = box_shape(grid.rows, grid.columns, len(grid.values))
    if shape is None:
        raise PuzzleError("windows need boxes that tile the board")
    is_usual = shape[0] == shape[1] and grid.rows == shape[0] ** 2
    yield rules.Windoku() if is_usual else rules.Windoku(*shape)


WINDOKU = Codec(_read_windoku, lambda rule, board: [()])


def _read_disjoint(args: Args, board: Board) -> Iterator[Rule]:
    if board.tiles is None:
        raise PuzzleError("disjoint sets need boxes of one shape")
    yield rules.DisjointGroups(*board.tiles)


DISJOINT = Codec(_read_disjoint, lambda rule, board: [()])


def _read_region_values(args: Args, board: Board) -> Iterator[Rule]:
    """Read a rule that gives the largest houses the same values.

    If the largest houses contain all values, there is no rule.
    """
    houses = [group for rule in board.rules for group in rule.groups(board.grid)]
    largest = max(map(len, houses))
    if largest < len(board.grid.values):
        yield rules.SameValues([house for house in houses if len(house) == largest])


REGION_VALUES = Codec(_read_region_values, lambda rule, board: [()])


@lru_cache(maxsize=8)
def _diagonals(grid: Grid) -> dict[int, tuple[Direction, Cells]]:
    """Return the diagonals by their cells. ISS names each diagonal by one of its cells."""
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
        line = rules.LittleKiller(cell, direction, 0).diagonal(grid)
        if len(line) > 1 and frozenset(line) not in seen:
            seen.add(frozenset(line))
            found[cell] = direction, line
    return found


def _read_little_killer(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2)
    cell = board.cell(args[1])
    if cell not in _diagonals(board.grid):
        raise PuzzleError(f"no diagonal is named by {args[1]}")
    direction, _ = _diagonals(board.grid)[cell]
    yield rules.LittleKiller(cell, direction, integer(args[0]))


def _write_little_killer(rule: rules.LittleKiller, board: Board) -> Iterator[Args]:
    line = set(rule.diagonal(board.grid))
    for cell, (_, found) in _diagonals(board.grid).items():
        if line == set(found):
            yield (str(rule.total), board.name(cell))


LITTLE_KILLER = Codec(_read_little_killer, _write_little_killer)
