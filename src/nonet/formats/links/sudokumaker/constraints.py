"""The types of constraints in SudokuMaker documents, and the rules they express.

A constraint is an object with a type, which is a number. Most constraints have a list of clues,
such as lines or cages, and each clue is a rule. A clue without its number means no rule. Cells,
edges, corners and places outside the board are numbered row by row. To add a rule, add a line to
`KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeAlias

from nonet import rules
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node
from nonet.formats.links import entries as shared
from nonet.formats.links.contract import Codec, Form, Part, cells_part, count_pairs
from nonet.formats.links.entries import entry_of, lines_of, number_part
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.rules.board.areas import squares
from nonet.rules.outside import DIRECTIONS
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Board(shared.Board):
    """A board whose documents number all places."""

    def cell(self, node: Node) -> int:
        return _index(node, len(self.grid.cells), "cell")

    def place(self, node: Node) -> tuple[int, int]:
        """Return the row and column of a place outside the board. Row -1 is just above it."""
        width = self.grid.columns + 2
        row, column = divmod(_index(node, width * (self.grid.rows + 2), "place"), width)
        return row - 1, column - 1

    def edge(self, node: Node) -> Cells:
        """Return the two cells at an edge. Each row has its upright edges first."""
        width = self.grid.columns
        row, place = divmod(_index(node, 2 * width * self.grid.rows, "edge"), 2 * width)
        is_upright = place < width
        down, right = (0, 1) if is_upright else (1, 0)
        column = place - 1 if is_upright else place - width
        if column < 0 or not self.grid.has(row + down, column + right):
            node.fail(f"the edge {node.value} is not between two cells")
        return self.grid.at(row, column), self.grid.at(row + down, column + right)

    def corner(self, node: Node) -> Cells:
        """Return the four cells at a corner."""
        width = self.grid.columns + 1
        row, column = divmod(_index(node, width * (self.grid.rows + 1), "corner"), width)
        if not (0 < row < self.grid.rows and 0 < column < self.grid.columns):
            node.fail(f"the corner {node.value} is not between four cells")
        cell = self.grid.at(row, column)
        return tuple(cell - step for step in (width, width - 1, 1, 0))

    def outside(self, row: int, column: int) -> int:
        return (row + 1) * (self.grid.columns + 2) + column + 1

    def name(self, cell: int) -> int:
        return cell

    def numeral(self, value: int) -> int:
        return value

    def edge_between(self, a: int, b: int) -> int:
        (row, column), other = map(self.grid.place, sorted((a, b)))
        if other == (row, column + 1):
            return 2 * self.grid.columns * row + column + 1
        if other == (row + 1, column):
            return 2 * self.grid.columns * row + self.grid.columns + column
        raise Inexpressible("a mark between two cells without a common edge")

    def corner_of(self, cells: Cells) -> int:
        """Return the number of the upper left corner of the last of four cells."""
        row, column = self.grid.place(max(cells))
        return row * (self.grid.columns + 1) + column


def _index(node: Node, count: int, noun: str) -> int:
    number = node.integer()
    if not 0 <= number < count:
        node.fail(f"there is no {noun} {number}. They are numbered from 0 to {count - 1}")
    return number


#: The members of a constraint.
Members: TypeAlias = Mapping[str, Node]


@dataclass(frozen=True)
class Kind(Form):
    """A type of constraint. Its name is its number."""

    #: The members of the constraint, in addition to its type and style.
    keys: tuple[str, ...] = ()
    #: The member with a list of clues. The writer joins the clues of several rules in this list.
    clues: str = ""


def _flag(number: int, kind: type[Rule], key: str) -> Kind:
    def read(members: Members, board: Board) -> Iterator[Rule]:
        yield shared.flag(key, members["type"], board)

    return Kind(number, (kind,), read, lambda rule, board: {})


def _cells(number: int, kind: Any, clues: str = "cells") -> Kind:
    """Return a type whose cells together are one rule."""

    def read(members: Members, board: Board) -> Iterator[Rule]:
        cells = board.cells(members["cells"])
        if cells:
            yield members["cells"].fitted(kind(cells), board.grid)

    def write(rule: Any, board: Board) -> dict[str, Any]:
        return {"cells": list(rule.cells)}

    return Kind(number, (kind,), read, write, ("cells",), clues)


def _lines(
    number: int, kind: Any, *shared: Part, make: Any = None, key: str = "lines", least: int = 1
) -> Kind:
    read, write = lines_of(make or kind, *shared, key=key, least=least)
    return Kind(number, (kind,), read, write, (key, *(part.key for part in shared)), key)


def _clues(number: int, kind: Any, *parts: Part, make: Any = None) -> Kind:
    return _listed(number, kind, entry_of(make or kind, *parts))


def _listed(number: int, kind: Any, codec: Codec, key: str = "clues") -> Kind:
    read_clue, write_clue = codec

    def read(members: Members, board: Board) -> Iterator[Rule]:
        for clue in members[key].items():
            yield from read_clue(clue, board)

    def write(rule: Any, board: Board) -> dict[str, Any]:
        return {key: [write_clue(rule, board)]}

    return Kind(number, (kind,), read, write, (key,), key)


def _edges(number: int, kind: Any, make: Any, value: Part, *flags: str) -> Kind:
    """Return a type with marks on edges. `conversion` reads its values for edges without a mark."""
    clues = _clues(number, kind, _EDGE, value, make=make)

    def write(rule: Any, board: Board) -> dict[str, Any]:
        others = {"negative": [], **dict.fromkeys(flags, True)}
        return others if rule is None else {**clues.write(rule, board), **others}

    return replace(clues, keys=("clues", "negative", *flags), write=write)


_EDGE = Part(
    "edge",
    lambda node, board: board.edge(node),
    lambda rule, board: board.edge_between(rule.a, rule.b),
)


def _dots(number: int, kind: Any, field: str, usual: int, flag: str) -> Kind:
    """Return a type of dots. A dot without a number has the usual number."""
    part = number_part(field)._replace(read=number_part(field, usual).read)
    return _edges(number, kind, lambda pair, value: kind(*pair, value), part, flag)


def _read_sum(node: Node, board: object) -> int:
    total = node.integer()
    if total not in _MARKS:
        node.fail(f"the sum must be 5 or 10, not {total}")
    return total


_MARKS: dict[int, Any] = {10: rules.X, 5: rules.V}
_SUM = Part("value", _read_sum, lambda rule, board: rule.total)
_SUMS = _edges(202, rules.X, lambda pair, total: _MARKS[total](*pair), _SUM)


def _outer(number: int, kind: Any, field: str) -> Kind:
    return _clues(number, kind, *shared.clue_parts("outerCell", field))


_SKYSCRAPERS = _outer(503, rules.Skyscraper, "count")


def _read_skyscrapers(members: Members, board: Board) -> Iterable[Rule]:
    if 0 in board.grid.values:
        members["type"].fail("nonet does not know whether the site counts a building of height 0")
    return _SKYSCRAPERS.read(members, board)


def _read_diagonals(members: Members, board: Board) -> Iterator[Rule]:
    """Read sums of diagonals. Of the two directions of a diagonal, one leads into the board."""
    for clue in members["clues"].items():
        entry = clue.members(["outerCell", "diagonal"], ["value"])
        slope = entry["diagonal"].integer()
        if slope not in (1, -1):
            entry["diagonal"].fail("the diagonal must be 1 or -1")
        place = board.place(entry["outerCell"])
        begin = shared.diagonals_from(board.grid, *place).items()
        inside = [each for each in begin if prod(DIRECTIONS[each[0]]) == -slope]
        if len(inside) != 1 or board.grid.has(*place):
            entry["outerCell"].fail("no diagonal begins there")
        if "value" in entry and entry["value"].value is not None:
            [(direction, cell)] = inside
            rule = rules.LittleKiller(cell, direction, entry["value"].integer())
            yield clue.fitted(rule, board.grid)


def _write_diagonal(rule: rules.LittleKiller, board: Board) -> dict[str, Any]:
    outer, slope = shared.place_before(rule, board), -prod(DIRECTIONS[rule.direction])
    return {"clues": [{"value": rule.total, "outerCell": outer, "diagonal": slope}]}


def _read_clones(members: Members, board: Board) -> Iterator[Rule]:
    for group in members["groups"].items():
        cells = board.cells(group)
        if len(cells) > 1:
            yield group.fitted(rules.Clone(cells[:-1], cells[1:]), board.grid)


def _write_clone(rule: rules.Clone, board: Board) -> dict[str, Any]:
    return {"groups": list(map(list, zip(rule.cells, rule.copy, strict=True)))}


def _read_arrows(members: Members, board: Board) -> Iterator[Rule]:
    """Read bulbs with arrows. Each arrow begins in its bulb, which is read like a text."""
    for clue in members["bulbsWithArrows"].items():
        entry = clue.members(["bulbCells", "arrows"])
        bulb = tuple(sorted(board.cells(entry["bulbCells"])))
        for arrow in entry["arrows"].items():
            cells = board.cells(arrow)
            if cells and cells[0] not in bulb:
                arrow.fail("the arrow does not begin in the bulb")
            if len(cells) > 1:
                yield arrow.fitted(rules.Arrow(bulb, cells[1:]), board.grid)


def _write_arrow(rule: rules.Arrow, board: Board) -> dict[str, Any]:
    entry = shared.write_arrow(rule, board)
    return {"bulbsWithArrows": [{"bulbCells": entry["cells"], "arrows": entry["lines"]}]}


_COUNTS = Part(
    "value",
    lambda node, board: node.located(count_pairs, node.text()),
    lambda rule, board: "".join(f"{count}{value}" for count, value in rule.counts),
)


_DIGITS = Part(
    "digits",
    lambda node, board: [digit.integer() for digit in node.items()] or None,
    lambda rule, board: list(rule.values),
    is_needed=True,
)
_CORNER = Part(
    "corner",
    lambda node, board: board.corner(node),
    lambda rule, board: board.corner_of(rule.cells),
)


def _read_region_sums(members: Members, board: Board) -> Iterator[Rule]:
    for line in _REGION_SUMS.read(members, board):
        for cell in line.cells:  # type: ignore[attr-defined]
            if cell in board.loose:
                name = board.grid.name(cell)
                members["lines"].fail(f"{name} is on a region sum line, but in no region")
        yield line


def _groups(node: Node, grid: Grid) -> list[frozenset[int]]:
    masks = [item.integer() for item in node.items()]
    groups = [frozenset(value for value in grid.values if mask >> value & 1) for mask in masks]
    if not all(groups):
        node.fail("a group has no digit of the puzzle")
    return groups


def _masks(group_of: Callable[[Grid, int], object], grid: Grid) -> list[int]:
    """Return the groups of a rule as numbers, in the order of their lowest digits."""
    masks: dict[object, int] = {}
    for value in grid.values:
        group = group_of(grid, value)
        masks[group] = masks.get(group, 0) | 1 << value
    return list(masks.values())


def _is_grouped(rule: Any, group_of: Any, groups: list[frozenset[int]], grid: Grid) -> bool:
    masks = [sum(1 << value for value in group) for group in groups]
    is_fit = not isinstance(attempt(rule.fit, grid), PuzzleError)
    return is_fit and sorted(masks) == sorted(_masks(group_of, grid))


def _read_global_groups(members: Members, board: Board) -> Iterator[Rule]:
    """Read groups of digits, of which each square of four cells has one or more digits."""
    grid, groups = board.grid, _groups(members["groups"], board.grid)
    named: tuple[Any, ...] = (rules.GlobalEntropy(), *map(rules.GlobalModular, (2, 3, 4)))
    for rule in named:
        if _is_grouped(rule, rule.kind, groups, grid):
            yield rule
            return
    if len(groups) > 4 or grid.values[-1] > 9:
        members["groups"].fail("four cells cannot have digits of these groups")
    for square in squares(grid):
        for group in groups:
            yield rules.Regex(square, f".*[{''.join(map(str, sorted(group)))}].*")


def _read_group_lines(members: Members, board: Board) -> Iterator[Rule]:
    """Read groups of n kinds of digits, of which n successive cells of a line have one each."""
    grid, groups = board.grid, _groups(members["groups"], board.grid)
    count = len(groups)
    if count < 2 or len(frozenset[int]().union(*groups)) < sum(map(len, groups)):
        members["groups"].fail("nonet needs two groups or more without a common digit")
    group_of = {value: number for number, group in enumerate(groups) for value in group}
    allowed = [(v, w) for v in group_of for w in group_of if group_of[v] != group_of[w]]
    for line in members["lines"].items():
        cells = board.cells(line)
        named: tuple[Any, ...] = (rules.Entropic(cells), rules.Modular(cells, count))
        for rule in named:
            if _is_grouped(rule, rule.group, groups, grid):
                yield rule
                break
        else:
            if len(cells) == 1:
                yield rules.Among(cells, tuple(sorted(group_of)))
            for steps in range(1, count):
                for pair in zip(cells, cells[steps:], strict=False):
                    yield line.fitted(rules.Pairs(pair, allowed), grid)


def _boolean(key: str, of_rule: Callable[[Any], bool]) -> Part:
    return Part(key, lambda node, board: node.boolean(), lambda rule, board: of_rule(rule))


_GAP = Part(
    "minDifference", lambda node, board: node.integer(), lambda rule, board: rule.gap_on(board.grid)
)
_REGION_SUMS = _lines(
    404,
    rules.RegionSum,
    _boolean("singleRegionTotals", lambda rule: rule.single_totals),
    make=lambda cells, is_single: rules.RegionSum(cells, single_totals=is_single),
)
_THERMOS = _lines(
    300,
    rules.Thermo,
    _boolean("slow", lambda rule: isinstance(rule, rules.SlowThermo)),
    make=lambda cells, is_slow: (rules.SlowThermo if is_slow else rules.Thermo)(cells),
    key="thermometers",
)

#: All types with rules, in the order in which the writer tries them.
KINDS: tuple[Kind, ...] = (
    _flag(10, rules.Diagonals, "diagonal-"),
    _flag(11, rules.Diagonals, "diagonal+"),
    _flag(12, rules.AntiKing, "antiking"),
    _flag(13, rules.AntiKnight, "antiknight"),
    _flag(14, rules.DisjointGroups, "disjointgroups"),
    _flag(15, rules.NonConsecutive, "nonconsecutive"),
    Kind(
        16,
        (rules.GlobalEntropy, rules.GlobalModular),
        _read_global_groups,
        lambda rule, board: {"groups": _masks(rule.kind, board.grid)},
        ("groups",),
    ),
    _cells(100, rules.Even),
    _cells(101, rules.Odd),
    _cells(102, rules.Maximum),
    _cells(103, rules.Minimum),
    _dots(200, rules.WhiteDot, "difference", 1, "overrideNegativeRatios"),
    _dots(201, rules.BlackDot, "ratio", 2, "overrideNegativeDifferences"),
    replace(_SUMS, rules=(rules.X, rules.V)),
    replace(_THERMOS, rules=(rules.Thermo, rules.SlowThermo)),
    _listed(301, rules.Cage, shared.CAGES, "cages"),
    Kind(302, (rules.Clone,), _read_clones, _write_clone, ("groups",), "groups"),
    _clues(303, rules.Quadruple, _CORNER, _DIGITS),
    _listed(304, rules.LookAndSay, entry_of(rules.LookAndSay, cells_part(), _COUNTS), "cages"),
    _cells(305, rules.ExtraRegion, clues=""),
    _cells(306, rules.CountingCircles, clues=""),
    _lines(400, rules.Renban),
    _lines(401, rules.Whisper, _GAP),
    _lines(402, rules.Palindrome),
    _lines(403, rules.Between, least=3),
    replace(_REGION_SUMS, read=_read_region_sums),
    _lines(405, rules.Arithmetic, least=3),
    Kind(
        406,
        (rules.Entropic, rules.Modular),
        _read_group_lines,
        lambda rule, board: {"lines": [[*rule.cells]], "groups": _masks(rule.group, board.grid)},
        ("lines", "groups"),
        "lines",
    ),
    # On the site, the gap is 4 for any number of digits.
    _lines(407, rules.Lockout, make=lambda cells: rules.Lockout(cells, 4)),
    Kind(408, (rules.Arrow,), _read_arrows, _write_arrow, ("bulbsWithArrows",), "bulbsWithArrows"),
    _lines(409, rules.DoubleArrow),
    Kind(500, (rules.LittleKiller,), _read_diagonals, _write_diagonal, ("clues",), "clues"),
    _outer(501, rules.Sandwich, "total"),
    _outer(502, rules.XSum, "total"),
    replace(_SKYSCRAPERS, read=_read_skyscrapers),
    _outer(504, rules.NumberedRoom, "value"),
    _cells(600, rules.RowIndexer),
    _cells(601, rules.ColumnIndexer),
)


def _colour(colour: str, **others: object) -> dict[str, object]:
    return {"color": colour, **others}


def _with_ends(line: object, fill: str, stroke: object) -> dict[str, object]:
    return {"lines": line, "endPoints": {"size": 0.8, "fill": fill, "stroke": stroke}}


_BLACK, _SHADE = _colour("#000000"), _colour("#00000033")
_CAGE = {"text": _BLACK, "cage": _BLACK}
_THIN_GREY, _WIDE_GREY = (_colour("#aaaaaa", thickness=width) for width in (0.02, 0.15))
_DIAGONAL = _colour("#34bbe6ff", thickness=0.02)
_BLUE_ENDS = "#e7e6ff80", _colour("#0000ff80", thickness=0.05)

#: The style with which the site draws each type. Most flags have no style.
STYLES: dict[int, object] = {
    **dict.fromkeys((10, 11), _DIAGONAL),
    **dict.fromkeys((100, 101), _colour("#00000033", size=0.8)),
    **dict.fromkeys((102, 103, 302), _SHADE),
    300: _colour("#cccccc", thickness=0.3, bulbRadius=0.4),
    **dict.fromkeys((301, 304), _CAGE),
    303: {"singleLine": False},
    305: _colour("#00000033", offset=0.1),
    306: {"size": 0.75, "fill": "#ffffffff", "stroke": _colour("#000000ff", thickness=0.02)},
    400: _colour("#f067f0", thickness=0.15),
    401: _colour("#67f067", thickness=0.15),
    402: _colour("#bbbbbb", thickness=0.15),
    403: _with_ends(_colour("#aaaaaa", thickness=0.1), "#ffffff80", _THIN_GREY),
    404: _colour("#2ecbff", thickness=0.15),
    **dict.fromkeys((405, 406), _WIDE_GREY),
    407: _with_ends(_colour("#aabeefff", thickness=0.1), *_BLUE_ENDS),
    408: {
        "bulb": {"size": 0.8, "fill": "#ffffff", "stroke": _THIN_GREY},
        "arrow": _colour("#aaaaaa", thickness=0.05, headSize=0.35),
    },
    409: _with_ends(_colour("#aaaaaa", thickness=0.05), "#ffffff", _THIN_GREY),
    500: {"text": _BLACK, "arrow": _BLACK},
    **dict.fromkeys((501, 502, 503, 504), _BLACK),
    600: _colour("#0080f955"),
    601: _colour("#f9000055"),
}

#: Types of constraints that are no rules: givens, which are in the cells, drawings, and fog.
NO_RULES = frozenset({0, 2000, 2001, 2002, 4000, 4001})
