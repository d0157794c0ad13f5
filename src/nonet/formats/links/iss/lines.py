"""Codecs of classes about lines that have a shape of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonet.formats.links.iss.board import Board, integer
from nonet.formats.links.iss.codecs import Codec, need, pairs
from nonet.formats.links.iss.items import Args
from nonet.model.grid import Cells
from nonet.rules import Among, Arrow, CountDistinct, Greater, RegionSum, Rule, Slingshot, SumLine
from nonet.system.errors import PuzzleError


def _read_region_sum(args: Args, board: Board) -> Iterator[Rule]:
    """Take the boxes, or the regions of a jigsaw without boxes."""
    found = board.cells(args)
    if board.boxes and board.regions:
        yield RegionSum(found, boxes=board.boxes)
    elif board.boxes or board.covers:
        yield RegionSum(found)
    elif board.regions:
        yield RegionSum(found, regions=board.regions)
    else:
        raise PuzzleError("the board has neither boxes nor regions")


REGION_SUM = Codec(_read_region_sum, lambda rule, board: [board.names(rule.cells)])


def _read_sum_line(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a sum and cells are")
    loop = args[-1] == "LOOP"
    yield SumLine(board.cells(args[1 : len(args) - loop]), integer(args[0]), loop=loop)


SUM_LINE = Codec(
    _read_sum_line,
    lambda rule, board: [(str(rule.total), *board.names(rule.cells), *["LOOP"] * rule.loop)],
)


ARROW = Codec(
    lambda args, board: [Arrow(board.cells(args[:1]), board.cells(args[1:]))],
    lambda rule, board: [board.names((*rule.bulb, *rule.shaft))],
)


def _read_pill(args: Args, board: Board) -> Iterator[Rule]:
    """Read a pill in reading order; only its first cell may hold more than one digit."""
    need(args, 3, "the size of the pill and cells are")
    size = integer(args[0])
    if size not in (2, 3):
        raise PuzzleError(f"a pill of {size} cells; it has 2 or 3")
    found = board.cells(args[1:])
    bulb = tuple(sorted(found[:size]))
    yield Arrow(bulb, found[size:])
    if board.grid.values[-1] > 9:
        yield Among(bulb[1:], board.grid.values[: 10 - board.grid.values.start])


PILL = Codec(
    _read_pill,
    lambda rule, board: [(str(len(rule.bulb)), *board.names((*rule.bulb, *rule.shaft)))],
)


def _read_greater(args: Args, board: Board) -> Iterator[Rule]:
    """Take a chain of neighbours as one rule, and any other shape as a rule for each edge."""
    found = list(pairs(lambda *pair: Greater(pair)).read(args, board))
    chain = Greater(board.cells(args))
    is_chain = [rule.cells for rule in found if isinstance(rule, Greater)] == list(
        pairwise(chain.cells)
    )
    yield from [chain] if is_chain else found


GREATER = Codec(_read_greater, lambda rule, board: [board.names(rule.cells)])


SLINGSHOT = Codec(
    # The stone comes first, then the cell that counts.
    lambda args, board: [
        Slingshot(control, stone, line)
        for stone, control, *line in [_at_least(board.cells(args), 3)]
    ],
    lambda rule, board: [board.names((rule.stone, rule.control, *rule.cells))],
)

COUNT_DISTINCT = Codec(
    lambda args, board: [
        CountDistinct(control, line) for control, *line in [_at_least(board.cells(args), 2)]
    ],
    lambda rule, board: [board.names((rule.control, *rule.cells))],
)


def _at_least(cells: Cells, count: int) -> Cells:
    if len(cells) < count:
        raise PuzzleError(f"{len(cells)} cells, at least {count} needed")
    return cells
