"""The frame of a board: the symmetries of its rows, columns and boxes.

The *frame* divides the rows into bands and the columns into stacks. Rows, columns and boxes stay
intact if bands, the rows of a band, stacks, or the columns of a stack are reordered. If the boxes
are square, rows and columns can also be exchanged.

`rule_symmetries` finds the moves that also preserve other rules, such as diagonals. Rules that
compare values are refused, because renaming the values would change their meaning.
"""

from __future__ import annotations

from typing import NamedTuple

from nonet.model.constraints import AllDifferent
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows, Rule
from nonet.system.errors import PuzzleError


class Frame(NamedTuple):
    """The numbers of bands, of rows in a band, of stacks, and of columns in a stack.

    >>> Frame(bands=3, height=3, stacks=3, width=3).can_turn
    True
    """

    bands: int
    height: int
    stacks: int
    width: int

    @property
    def can_turn(self) -> bool:
        """Whether the board allows an exchange of rows and columns."""
        return self.bands == self.stacks and self.height == self.width

    @property
    def turned(self) -> Frame:
        """The frame with rows and columns exchanged."""
        return Frame(self.stacks, self.width, self.bands, self.height)


def frame_of(puzzle: Puzzle) -> Frame:
    """Return the frame of a puzzle. A board without boxes has one band and one stack.

    Boxes that consist of a single row or column do not count as boxes.

    >>> from nonet.formats import classic
    >>> frame_of(classic(order=2))
    Frame(bands=2, height=2, stacks=2, width=2)
    """
    grid = puzzle.grid
    boxes = {(rule.height, rule.width) for rule in puzzle.rules if isinstance(rule, Boxes)}
    sizes = [size for size in boxes if min(size) > 1] or [(grid.rows, grid.columns)]
    if len(sizes) > 1:
        raise PuzzleError("no canonical form: the puzzle has boxes of two sizes")
    [(height, width)] = sizes
    return Frame(grid.rows // height, height, grid.columns // width, width)


def more_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """Return all rules except rows, columns and boxes. Refuse rules that compare values.

    >>> from nonet.formats import classic
    >>> more_rules(classic().thermo("r1c1-r1c3"))
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: no canonical form: thermo does not treat all values alike
    """
    if puzzle.restricted:
        raise PuzzleError("no canonical form: the puzzle has candidate sets")
    for wanted in (Rows, Columns):
        if wanted() not in puzzle.rules:
            raise PuzzleError(f"no canonical form: the rule {wanted.name} is missing")
    more = tuple(rule for rule in puzzle.rules if not isinstance(rule, Rows | Columns | Boxes))
    for rule in more:
        if not all(isinstance(part, AllDifferent) for part in rule.lower(puzzle.grid)):
            raise PuzzleError(f"no canonical form: {rule.name} does not treat all values alike")
    return more
