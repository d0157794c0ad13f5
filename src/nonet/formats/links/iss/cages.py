"""Codecs of classes about cages, groups and single cells that have a shape of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from nonet.formats.links.iss.board import Board, integer
from nonet.formats.links.iss.codecs import Codec, need, split_at_dashes
from nonet.formats.links.iss.items import Args
from nonet.formats.text import quoted
from nonet.model.grid import Cells
from nonet.rules import (
    Among,
    Cage,
    Contains,
    EqualityCage,
    EqualSums,
    LookAndSay,
    Quadruple,
    Rule,
    SameValues,
    Sum,
)
from nonet.system.errors import PuzzleError


def _read_cage(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a sum, which may be blank, and cells are")
    total = integer(args[0]) if args[0] else 0
    yield Cage(board.cells(args[1:]), total or None)


CAGE = Codec(
    _read_cage,
    lambda rule, board: [(str(rule.total or 0), *board.names(rule.cells))],
)


EQUALITY = Codec(
    lambda args, board: [EqualityCage(board.cells(args))],
    # The app knows no halves of an odd number of cells.
    lambda rule, board: [board.names(rule.cells)] if len(rule.cells) % 2 == 0 else [],
)


def _read_sum(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a sum and cells are")
    total, *others = args[0].split("_")
    found = board.cells(args[1:])
    if others and others[0] != "=":
        raise PuzzleError(f"{quoted(args[0])} is no sum, like 15 or 15_=_1_-1")
    weights = tuple(map(integer, others[1:])) if others else None
    yield Sum(found, integer(total), coefficients=weights)


def _write_sum(rule: Sum, board: Board) -> Iterator[Args]:
    weights = rule.coefficients
    if rule.total is not None and max(map(abs, weights or (1,))) <= 100:
        said = [str(rule.total), *(["=", *map(str, weights)] if weights else [])]
        yield ("_".join(said), *board.names(rule.cells))


SUM = Codec(_read_sum, _write_sum)


def _read_same_values(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a number of sets and cells are")
    count, found = integer(args[0]), board.cells(args[1:])
    if count < 1 or len(found) % count:
        raise PuzzleError(f"{len(found)} cells are not {count} sets of one size")
    size = len(found) // count
    yield SameValues([found[at : at + size] for at in range(0, len(found), size)])


SAME_VALUES = Codec(
    _read_same_values,
    lambda rule, board: [
        (
            str(len(rule.groups)),
            *board.names([cell for group in rule.groups for cell in group]),
        )
    ],
)


def _write_equal_sums(rule: EqualSums, board: Board) -> Iterator[Args]:
    first, *others = (board.names(group) for group in rule.groups)
    yield (*first, *(arg for group in others for arg in ("-", *group)))


EQUAL_SUMS = Codec(
    lambda args, board: [EqualSums(list(map(board.cells, split_at_dashes(args))))],
    _write_equal_sums,
)


def contains_exactly(cells: Cells, values: tuple[int, ...]) -> Rule:
    """Return the rule of ``ContainExact``."""
    return Contains(cells, values, exactly=True)


def _read_look_and_say(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "counts and cells are")
    if not re.fullmatch(r"(\d\d)+", args[0], re.ASCII):
        raise PuzzleError(f"{quoted(args[0])} are no pairs of a count and a value, like 2113")
    digits = list(map(int, args[0]))
    counts = list(zip(digits[::2], digits[1::2], strict=True))
    yield LookAndSay(board.cells(args[1:]), counts)


def _write_look_and_say(rule: LookAndSay, board: Board) -> Iterator[Args]:
    if all(max(pair) <= 9 for pair in rule.counts):
        said = "".join(f"{count}{value}" for count, value in rule.counts)
        yield (said, *board.names(rule.cells))


LOOK_AND_SAY = Codec(_read_look_and_say, _write_look_and_say)


def _read_quadruple(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "the upper left cell and values are")
    grid, first = board.grid, board.cell(args[0])
    row, column = grid.place(first)
    if not grid.has(row + 1, column + 1):
        raise PuzzleError(f"{args[0]} is not the upper left cell of a square")
    below = first + grid.columns
    yield Quadruple((first, first + 1, below, below + 1), tuple(map(integer, args[1:])))


QUADRUPLE = Codec(
    _read_quadruple,
    lambda rule, board: [(board.name(min(rule.cells)), *map(str, rule.values))],
)


def _read_candidates(args: Args, board: Board) -> Iterator[Rule]:
    found = [candidates(arg, board) for arg in args]
    for values, group in groupby(found, key=lambda each: each[1]):
        yield Among(tuple(cell for cell, _ in group), tuple(dict.fromkeys(values)))


def _write_candidates(rule: Any, board: Board) -> Iterator[Args]:
    values = [value for value in board.grid.values if rule.accepts(value)]
    if values:
        yield tuple(candidate_set(name, values) for name in board.names(rule.cells))


#: Givens, where they stand in a group.
CANDIDATES = Codec(_read_candidates, _write_candidates)


def candidates(arg: str, board: Board) -> tuple[int, tuple[int, ...]]:
    """Return the cell and the values of ``R1C1_5`` or ``R1C1_1_2``."""
    cell, *values = arg.split("_")
    found = tuple(map(integer, values))
    board.grid.mask(found)
    if not found:
        raise PuzzleError(f"{quoted(arg)} has no value")
    return board.cell(cell), found


def candidate_set(name: str, values: Sequence[int]) -> str:
    """Return the argument of a candidate set; a single value is named twice, as it is no given.

    >>> candidate_set("R1C1", [1, 2]), candidate_set("R1C1", [5])
    ('R1C1_1_2', 'R1C1_5_5')
    """
    return "_".join([name, *map(str, (*values, *values) if len(values) == 1 else values)])
