"""Rules as entries of JSON documents: what the documents of f-puzzles and SudokuMaker share.

An entry is an object whose members are the fields of a rule. Each `Part` is a member. An entry may
be incomplete, such as a clue without a number. Then it means no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from math import floor
from typing import Any, Self, TypeAlias, TypeVar

from nonet import rules
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, kept
from nonet.formats.links.contract import Codec, Form, Part, cells_part
from nonet.formats.squares import Shape, boxes_among, grouped, line_from
from nonet.formats.text import counted, quoted
from nonet.model.figures import outside
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Diagonals, Regions, Rule
from nonet.rules.outside import DIRECTIONS, Direction
from nonet.system.errors import PuzzleError, TooLarge

#: The largest side of a grid. No editor for this format makes larger grids.
MOST_SIDE = 100

#: The maximum number of rules of a document. nonet may compare each rule with every other rule.
MOST_RULES = 2048
#: The maximum number of cells of a line or cage. A line may cross itself, so a link of 1 MB could
#: otherwise have lines of 100,000 cells.
MOST_CELLS = 1000

_NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Board:
    """A grid with its regions, and the names of its cells. The `loose` cells are in no region."""

    grid: Grid
    regions: Boxes | Regions | None = None
    loose: frozenset[int] = frozenset()

    @classmethod
    def of(cls, grid: Grid, numbers: Iterable[int | None]) -> Self:
        """Return the board for the number of each cell's region. None or -1 means no region."""
        groups = grouped(None if number == -1 else number for number in numbers)
        loose = groups.pop(None, ())
        boxes = None if loose else boxes_among(grid, groups.values())
        alone = [(cell,) for cell in loose]
        regions = boxes or (Regions(sorted([*groups.values(), *alone])) if groups else None)
        return cls(grid, regions, frozenset(loose))

    @property
    def boxes(self) -> Shape | None:
        """The height and width of the boxes, or None if the regions are no boxes."""
        found = self.regions
        return (found.height, found.width) if isinstance(found, Boxes) else None

    def cell(self, node: Node) -> int:
        row, column = self.place(node)
        if not self.grid.has(row, column):
            node.fail(f"{node.text()} is outside the {self.grid.rows}×{self.grid.columns} grid")
        return self.grid.at(row, column)

    def place(self, node: Node) -> tuple[int, int]:
        """Return the row and column that a node names. Row -1 is just above the board."""
        found = _NAME.fullmatch(node.text())
        if not found:
            node.fail(f"{quoted(node.text())} is not the name of a cell, like 'R1C1'")
        return int(found[1]) - 1, int(found[2]) - 1

    def cells(self, node: Node) -> Cells:
        names = node.items()
        if len(names) > MOST_CELLS:
            raise node.error(f"{len(names)} cells exceed the limit of {MOST_CELLS}", TooLarge)
        return tuple(map(self.cell, names))

    def outside(self, row: int, column: int) -> str | int:
        """Return the name of a place on the board or next to it. Rows and columns count from 0."""
        return f"R{row + 1}C{column + 1}"

    def name(self, cell: int) -> str | int:
        return self.outside(*self.grid.place(cell))

    def names(self, cells: Iterable[int]) -> list[str | int]:
        return list(map(self.name, cells))

    def numeral(self, value: int) -> str | int:
        return str(value)


def number(node: Node | None) -> int | None:
    """Return a number, or None if the number is missing. A document may write numbers as text."""
    if node is None or node.value is None or node.value == "":
        return None
    if isinstance(node.value, str):
        if not _NUMBER.fullmatch(node.value.strip()):
            node.fail(f"{quoted(node.value)} is not a number")
        return int(node.value)
    return node.integer()


def value_of(node: Node | None, grid: Grid) -> int | None:
    """Return a value of the grid, or None if the value is missing or empty."""
    value = number(node)
    if node and value is not None and value not in grid.values:
        node.fail(f"{value} is not a value from {grid.span}")
    return value


def sized(node: Node, size: int) -> list[Node]:
    """Return the items of a list, which must have this many."""
    items = node.items()
    if len(items) != size:
        node.fail(f"the list has {counted(len(items), 'item')} instead of {size}")
    return items


def region_numbers(grid: Grid, rule: Boxes | Regions) -> list[int | None]:
    """Return the number of each cell's region, or None for a region of one cell."""
    groups = [group for group in rule.groups(grid) if len(group) > 1]
    numbers = {cell: number for number, group in enumerate(groups) for cell in group}
    return [numbers.get(cell) for cell in grid.cells]


Entry: TypeAlias = dict[str, object]


def number_part(field: str, usual: int | None = None, is_needed: bool = False) -> Part:
    """Return the part of an entry for a number. If an entry has none, the number is `usual`."""

    def read(node: Node | None, board: Board) -> int | None:
        found = number(node)
        return usual if found is None else found

    def write(rule: Rule, board: Board) -> str | int | None:
        value = getattr(rule, field)
        return None if value == usual else board.numeral(value)

    return Part("value", read, write, True, is_needed)


def entry_of(make: Callable[..., Rule], *parts: Part) -> Codec:
    """Return the reader and writer of a key whose entries are one rule each."""
    required = [part.key for part in parts if not part.is_optional]
    optional = [part.key for part in parts if part.is_optional]

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(required, optional)
        arguments = []
        for part in parts:
            arguments.append(part.read(members.get(part.key), board))
            if part.is_needed and arguments[-1] is None:
                return
        yield entry.fitted(make(*arguments), board.grid)

    return read, lambda rule, board: _written(rule, board, parts)


def _written(rule: Rule, board: Board, parts: tuple[Part, ...]) -> Entry:
    written = {part.key: part.write(rule, board) for part in parts}
    return {key: value for key, value in written.items() if value is not None}


def lines_of(make: Any, *shared: Part, key: str = "lines", least: int = 0) -> Codec:
    """Return the codec of a list of lines with shared members. Shorter lines mean no rule."""

    def read(members: Mapping[str, Node], board: Board) -> Iterator[Rule]:
        others = [part.read(members.get(part.key), board) for part in shared]
        for line in members[key].items():
            cells = board.cells(line)
            if len(cells) >= least:
                yield line.fitted(make(cells, *others), board.grid)

    def write(rule: Any, board: Board) -> Entry:
        return {key: [board.names(rule.cells)], **_written(rule, board, shared)}

    return read, write


def clue_parts(key: str, field: str) -> tuple[Part, Part]:
    """Return the parts of a clue outside the board: its row or column, and its number."""
    return Part(key, _line_seen, _place_of_clue), number_part(field, is_needed=True)


def _line_seen(clue: Node, board: Board) -> Cells:
    line = line_from(board.grid, *board.place(clue))
    if not line:
        clue.fail(f"{clue.value} is not next to a row or column")
    return line


def _place_of_clue(rule: Any, board: Board) -> str | int:
    row, _ = board.grid.place(rule.cells[0])
    x, y = outside(board.grid, rule.cells) if len(rule.cells) > 1 else (-0.5, row + 0.5)
    if line_from(board.grid, floor(y), floor(x)) != rule.cells:
        raise Inexpressible(f"a clue for a part of a row or column: {rule.describe(board.grid)}")
    return board.outside(floor(y), floor(x))


def diagonals_from(grid: Grid, row: int, column: int) -> dict[Direction, int]:
    """Return the first cells of the diagonals that begin at a place, by their directions."""
    steps = DIRECTIONS.items()
    places = {name: (row + down, column + right) for name, (down, right) in steps}
    return {name: grid.at(*place) for name, place in places.items() if grid.has(*place)}


def place_before(rule: rules.LittleKiller, board: Board) -> str | int:
    """Return the name of the place outside the board where the diagonal of a rule begins."""
    (row, column), (down, right) = board.grid.place(rule.cell), DIRECTIONS[rule.direction]
    return board.outside(row - down, column - right)


def write_arrow(rule: rules.Arrow, board: Board) -> Entry:
    """Return the bulb, and the line from a cell of the bulb along the shaft."""
    return {"cells": board.names(rule.bulb), "lines": [board.names(rule.drawn(board.grid))]}


#: A cage. In the editors, 0 means that the cage has no sum.
CAGES: Codec = entry_of(
    lambda cells, total: rules.Cage(cells, total or None), cells_part(), number_part("total")
)


def left_of(puzzle: Puzzle, key: str) -> dict[str, Node]:
    """Return the members of a document without a rule that a reader kept in the meta."""
    entries = attempt(Node(kept(puzzle, key)).entries)
    return {} if isinstance(entries, PuzzleError) else entries  # users may write any meta


#: Makes the rule of a key. On a board without boxes, a rule about boxes is None.
FLAGS: dict[str, Callable[[Board], Rule | None]] = {
    "diagonal+": lambda board: Diagonals(falling=False),
    "diagonal-": lambda board: Diagonals(rising=False),
    "antiknight": lambda board: rules.AntiKnight(),
    "antiking": lambda board: rules.AntiKing(),
    "disjointgroups": lambda board: board.boxes and rules.DisjointGroups(*board.boxes),
    "nonconsecutive": lambda board: rules.NonConsecutive(),
}


def flag(key: str, node: Node, board: Board) -> Rule:
    """Return the rule of a key in `FLAGS`."""
    rule = FLAGS[key](board)
    if rule is None:
        node.fail("this rule needs regions that are boxes")
    return rule


F = TypeVar("F", bound=Form)


def expressed(
    rule: Rule,
    forms: Iterable[F],
    board: Board,
    read: Callable[[F, Entry], list[Rule]],
    is_same: Callable[[list[Rule]], bool],
) -> tuple[F, Entry]:
    """Return the first form that expresses a rule, and its entry, or name a field that is lost."""
    what = f"the rule {rule.name}"
    for form in (form for form in forms if type(rule) in form.rules):
        entry = form.write(rule, board)
        again = attempt(read, form, entry)
        if isinstance(again, PuzzleError):
            continue
        if is_same(again):
            return form, entry
        if again and type(again[0]) is type(rule):
            pairs = [(field.name, getattr(rule, field.name)) for field in fields(rule)]
            lost = [f"{name}={value}" for name, value in pairs if value != getattr(again[0], name)]
            what = f"{lost[0] if lost else 'all'} of {rule.describe(board.grid)}"
    raise Inexpressible(what)
