"""Text drawings of a puzzle for the terminal, with a legend of what the drawing cannot show.

Heavy lines run between regions and there are no others: a light line between every two cells
would double the height of a classic board, and the regions would stand out less.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.constraints import Values
from nonet.errors import PuzzleError
from nonet.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Among, Boxes, Columns, DisjointGroups, Regions, Rows, Rule

EMPTY = "·"

#: What stands between two drawings side by side.
GAP = "   "

#: The heavy corner, crossing or line for each set of arms: 1 up, 2 right, 4 down, 8 left.
_JUNCTIONS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"

_BOLD, _FAINT, _REVERSED, _CYAN = "1", "2", "7", "36"


def draw(
    puzzle: Puzzle,
    values: Values | None = None,
    *,
    colour: bool = False,
    highlight: Collection[int] = (),
) -> str:
    """Return the puzzle as text, filled with the values of a solution or of a part of one.

    Highlighted cells stand in brackets, so that they can be seen without colour; colour adds
    nothing but escape codes.

    >>> from nonet.rules import Cage
    >>> rules = (Rows(), Columns(), Boxes(2, 2), Cage((5, 6), 7))
    >>> print(draw(Puzzle(Grid(4, 4), rules=rules).with_givens({0: 1, 7: 2})))
    ┏━━━━━┳━━━━━┓
    ┃ 1 · ┃ · · ┃
    ┃ · · ┃ · 2 ┃
    ┣━━━━━╋━━━━━┫
    ┃ · · ┃ · · ┃
    ┃ · · ┃ · · ┃
    ┗━━━━━┻━━━━━┛
    cage r2c2 r2c3 = 7
    """
    board = puzzle.givens if values is None else values
    _require_boards(puzzle, [board])
    [lines] = _boards(puzzle, [board], colour, highlight)
    return "\n".join([*_title(puzzle), *lines, *_legend(puzzle, [board])])


def draw_side_by_side(
    puzzle: Puzzle,
    boards: Sequence[Values],
    *,
    colour: bool = False,
    highlight: Collection[int] | None = None,
    width: int = 80,
) -> str:
    """Return several fillings beside each other, by default with the cells highlighted that differ.

    What does not fit the width goes below.

    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns()))
    >>> print(draw_side_by_side(latin, [(1, 2, 2, 1), (2, 1, 1, 2)]))
    ┏━━━━━━┓   ┏━━━━━━┓
    ┃[1][2]┃   ┃[2][1]┃
    ┃[2][1]┃   ┃[1][2]┃
    ┗━━━━━━┛   ┗━━━━━━┛
    """
    _require_boards(puzzle, boards)
    cells = differing(boards) if highlight is None else highlight
    drawings = _boards(puzzle, boards, colour, cells)
    return "\n".join([*_title(puzzle), *_beside(drawings, width), *_legend(puzzle, boards)])


def differing(boards: Sequence[Values]) -> tuple[int, ...]:
    """Return the cells in which not all boards hold the same.

    >>> differing([(1, 2, 3), (1, 3, 2)])
    (1, 2)
    """
    held = enumerate(zip(*boards, strict=True))
    return tuple(cell for cell, values in held if len(set(values)) > 1)


def _beside(drawings: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of drawings of one size, as many beside each other as fit the width."""
    if not drawings:
        return
    wide = len(drawings[0][0])  # the frame has no escape codes
    across = max(1, (width + len(GAP)) // (wide + len(GAP)))
    for start in range(0, len(drawings), across):
        yield from map(GAP.join, zip(*drawings[start : start + across], strict=True))


# --- the lines -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Borders:
    """Where heavy lines run: wherever the two sides belong to different regions, or to none.

    An edge and a corner are named by the cell whose upper or left side, or upper left corner,
    they are; so rows and columns go one further than the board.
    """

    grid: Grid
    regions: tuple[int, ...]

    def region(self, row: int, column: int) -> int | None:
        """Return the number of the region there, or None outside the board."""
        return self.regions[self.grid.at(row, column)] if self.grid.has(row, column) else None

    def above(self, row: int, column: int) -> bool:
        """Tell whether a line runs above the cell."""
        return self.region(row - 1, column) != self.region(row, column)

    def left_of(self, row: int, column: int) -> bool:
        """Tell whether a line runs left of the cell."""
        return self.region(row, column - 1) != self.region(row, column)

    def corner(self, row: int, column: int) -> str:
        """Return what the lines form in the upper left corner of the cell."""
        up, down = self.left_of(row - 1, column), self.left_of(row, column)
        left, right = self.above(row, column - 1), self.above(row, column)
        return _JUNCTIONS[up + 2 * right + 4 * down + 8 * left]

    @cached_property
    def ruled_rows(self) -> tuple[bool, ...]:
        """For each row, and the end, whether any line runs above it: others take no space."""
        columns = range(self.grid.columns)
        return tuple(
            any(self.above(row, column) for column in columns) for row in range(self.grid.rows + 1)
        )

    @cached_property
    def ruled_columns(self) -> tuple[bool, ...]:
        """For each column, and the end, whether any line runs left of it."""
        rows = range(self.grid.rows)
        return tuple(
            any(self.left_of(row, column) for row in rows)
            for column in range(self.grid.columns + 1)
        )

    def rule(self, row: int, widths: Sequence[int]) -> str:
        """Return the line above a row of cells that are so wide."""
        parts = []
        for column, width in enumerate([*widths, 0]):
            if self.ruled_columns[column]:
                parts.append(self.corner(row, column))
            parts.append(("━" if self.above(row, column) else " ") * width)
        return "".join(parts)

    def fence(self, row: int, cells: Sequence[str]) -> str:
        """Return the cells of a row with the lines between them."""
        parts = []
        for column, cell in enumerate([*cells, ""]):
            if self.ruled_columns[column]:
                parts.append("┃" if self.left_of(row, column) else " ")
            parts.append(cell)
        return "".join(parts)


def _borders(puzzle: Puzzle) -> _Borders:
    regions = [0] * len(puzzle.grid.cells)
    for number, group in enumerate(_drawn_groups(puzzle)):
        for cell in group:
            regions[cell] = number
    return _Borders(puzzle.grid, tuple(regions))


def _drawn_groups(puzzle: Puzzle) -> tuple[Cells, ...]:
    """Return the boxes or regions that are drawn: those of the last such rule."""
    tilings = [rule for rule in puzzle.rules if isinstance(rule, Boxes | Regions)]
    return tuple(tilings[-1].groups(puzzle.grid)) if tilings else ()


# --- the cells -----------------------------------------------------------------------------------


def _boards(
    puzzle: Puzzle, boards: Sequence[Values], colour: bool, highlight: Collection[int]
) -> list[list[str]]:
    """Return the lines of a drawing for each filling, all drawings of one size."""
    grid = puzzle.grid
    for cell in highlight:
        if cell not in grid.cells:
            raise PuzzleError(f"cell {cell} is outside the {grid.rows}×{grid.columns} grid")
    pen = _Pen(_room(puzzle, boards), colour, frozenset(highlight))
    return [_board(puzzle, values, pen) for values in boards]


def _require_boards(puzzle: Puzzle, boards: Sequence[Values]) -> None:
    for values in boards:
        if len(values) != len(puzzle.grid.cells):
            raise PuzzleError(f"{len(values)} values for {len(puzzle.grid.cells)} cells")


def _room(puzzle: Puzzle, boards: Sequence[Values]) -> int:
    """Return how wide the widest value is; a wrong board may hold one outside the range."""
    shown = {value for values in boards for value in values if value is not None}
    return max(len(str(value)) for value in (*shown, puzzle.grid.values[-1]))


@dataclass(frozen=True)
class _Pen:
    """How cells are written: in how much room, in colour or not, and which are highlighted."""

    room: int
    colour: bool
    highlight: frozenset[int]

    def write(self, cell: int, given: int | None, value: int | None, space: bool) -> str:
        """Return the text of a cell, with a space before it and, if there is one, after it."""
        shown = given if value is None else value
        text = (EMPTY if shown is None else str(shown)).rjust(self.room)
        style = _FAINT if shown is None else _BOLD if shown == given else _CYAN
        if cell in self.highlight:
            return self._styled(f"[{text}]", f"{style};{_REVERSED}")
        return f" {self._styled(text, style)}{' ' * space}"

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour else text


def _board(puzzle: Puzzle, values: Values, pen: _Pen) -> list[str]:
    grid, borders = puzzle.grid, _borders(puzzle)
    # Brackets need a place on either side; without them, neighbours share the space between.
    spaces = [bool(pen.highlight) or ruled for ruled in borders.ruled_columns[1:]]
    widths = [1 + pen.room + space for space in spaces]
    lines = []
    for row in range(grid.rows):
        if borders.ruled_rows[row]:
            lines.append(borders.rule(row, widths))
        cells = range(grid.at(row, 0), grid.at(row + 1, 0))
        written = [
            pen.write(cell, puzzle.givens[cell], values[cell], space)
            for cell, space in zip(cells, spaces, strict=True)
        ]
        lines.append(borders.fence(row, written))
    return [*lines, borders.rule(grid.rows, widths)]


# --- the words -----------------------------------------------------------------------------------


def _title(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.label:
        yield _harmless(puzzle.label)


def _harmless(text: str) -> str:
    """Return the text with all that could steer a terminal spelt out: it may be anybody's file.

    >>> _harmless("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def _legend(puzzle: Puzzle, boards: Sequence[Values]) -> Iterator[str]:
    """Yield what a reader of the drawing would not know: nothing is omitted."""
    yield from _unexpected(puzzle)
    seen = _seen_groups(puzzle)
    said = (line for rule in puzzle.rules for line in _unseen(puzzle.grid, rule, seen))
    yield from dict.fromkeys(said)
    yield from _marks(puzzle)
    yield from _overruled(puzzle, boards)


def _unexpected(puzzle: Puzzle) -> Iterator[str]:
    """Yield where the puzzle differs from what everybody takes for granted."""
    grid = puzzle.grid
    if grid.values != Grid(grid.rows, grid.columns).values:
        yield f"values {grid.span}"
    for rule, what, side in ((Rows, "rows", grid.columns), (Columns, "columns", grid.rows)):
        if side > 1 and not any(isinstance(other, rule) for other in puzzle.rules):
            yield f"no rule for {what}"


def _unseen(grid: Grid, rule: Rule, seen: frozenset[frozenset[int]]) -> Iterator[str]:
    """Yield what the rule says and the drawing does not show."""
    match rule:
        case Rows() | Columns():
            pass
        case Boxes(height, width):
            if not seen >= {frozenset(box) for box in rule.groups(grid)}:
                yield f"boxes {height}×{width}"
        case Regions(regions):
            for region in regions:
                if region and frozenset(region) not in seen:
                    yield f"region {grid.names(region)}"
        case DisjointGroups(height, width):
            yield f"disjoint groups of boxes {height}×{width}"
        case _:
            yield rule.describe(grid)


def _seen_groups(puzzle: Puzzle) -> frozenset[frozenset[int]]:
    """Return the regions that can be read off the drawing: in one piece, and not the frame."""
    groups = map(frozenset, _drawn_groups(puzzle))
    return frozenset(
        group
        for group in groups
        if len(group) <= 1
        or (len(group) < len(puzzle.grid.cells) and _in_one_piece(puzzle.grid, group))
    )


def _in_one_piece(grid: Grid, cells: frozenset[int]) -> bool:
    reached: set[int] = set()
    ahead = [min(cells)]
    while ahead:
        cell = ahead.pop()
        if cell not in reached:
            reached.add(cell)
            ahead += (neighbour for neighbour in _neighbours(grid, cell) if neighbour in cells)
    return len(reached) == len(cells)


def _neighbours(grid: Grid, cell: int) -> Iterator[int]:
    row, column = grid.place(cell)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if grid.has(row + down, column + right):
            yield grid.at(row + down, column + right)


def _marks(puzzle: Puzzle) -> Iterator[str]:
    """Yield the printed candidates, cells with the same ones together."""
    grid = puzzle.grid
    cells_of: dict[int, list[int]] = {}
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        told = given is not None and mask & grid.bit(given)
        if mask != grid.full and not told:
            cells_of.setdefault(mask, []).append(cell)
    for mask, cells in cells_of.items():
        if mask:
            yield Among(tuple(cells), tuple(grid.values_of(mask))).describe(grid)
        else:
            yield f"{grid.names(cells)} among no values"


def _overruled(puzzle: Puzzle, boards: Sequence[Values]) -> Iterator[str]:
    """Yield the givens that a drawn filling has another value for."""
    for cell, given in enumerate(puzzle.givens):
        if given is not None and any(values[cell] not in (None, given) for values in boards):
            yield f"{puzzle.grid.name(cell)} is given as {given}"
