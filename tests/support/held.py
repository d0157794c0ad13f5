"""Random puzzles of the rules that a link format has, on boards with boxes, regions or neither."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import strategies as st
from rule_makers import fits
from strategies import MAKERS, Drawn, jigsaw

from nonet import rules
from nonet.formats import classic, latin
from nonet.system.errors import PuzzleError

#: Rules of the form that sites have (whole lines, usual fields), which random rules seldom have.
USUAL = {
    "boxindexer": lambda draw, board: rules.BoxIndexer(_some(draw, board), *boxes_of(board)),
    "disjointgroups": lambda draw, board: rules.DisjointGroups(*boxes_of(board)),
    "lockout": lambda draw, board: rules.Lockout(_some(draw, board)),
    "modular": lambda draw, board: rules.Modular(_some(draw, board)),
    "regionsum": lambda draw, board: rules.RegionSum(_some(draw, board)),
    "sandwich": lambda draw, board: rules.Sandwich(_seen(draw, board), draw(st.integers(0, 30))),
    "skyscraper": lambda draw, board: rules.Skyscraper(_seen(draw, board), draw(st.integers(1, 5))),
    "xsum": lambda draw, board: rules.XSum(_seen(draw, board), draw(st.integers(0, 30))),
}


def _some(draw, board):
    return draw(st.permutations(board.grid.cells))[: draw(st.integers(2, 4))]


def boxes_of(board):
    """Return the boxes of a board, or other groups if it has no boxes."""
    boxes = [(rule.height, rule.width) for rule in board.rules if isinstance(rule, rules.Boxes)]
    return boxes[0] if boxes else (1, board.grid.columns)


def _seen(draw, board):
    """Draw a row or a column, seen from either end."""
    lines = [*rules.Rows().groups(board.grid), *rules.Columns().groups(board.grid)]
    return draw(st.sampled_from(lines))[:: draw(st.sampled_from([1, -1]))]


@st.composite
def boards(draw):
    """Draw an empty board with boxes, with other regions, or with none."""
    side, height = draw(st.sampled_from([(4, 2), (6, 2), (6, 3), (9, 3), (4, 1), (5, 1)]))
    if height > 1:
        return classic(boxes=(height, side // height))
    board = latin(side=side)
    rows = [cell // side for cell in board.grid.cells]
    return board.with_rules(jigsaw(Drawn(draw), board.grid, [1 + row for row in rows]))


@st.composite
def held_puzzles(draw, names, usual, has_marks=True):
    """Draw a puzzle of rules that a format has, though not always with all of their fields."""
    board = draw(boards() | st.sampled_from([latin(side=4), latin(side=5)]))
    hint = tuple(draw(st.sampled_from(board.grid.values)) for _ in board.grid.cells)
    puzzle = board
    for name in draw(st.lists(st.sampled_from(names), max_size=4)):
        make = usual.get(name)
        number = draw(st.integers(0, 1 << 32))
        rule = make(draw, board) if make else MAKERS[name](number, board.grid, hint)
        if fits(rule, board.grid):
            with suppress(PuzzleError):  # the rule may not fit the others
                puzzle = puzzle.with_rules(rule)
    some = st.sets(st.sampled_from(board.grid.cells), max_size=5)
    marked = draw(some) if has_marks else ()
    marks = {cell: draw(st.integers(1, board.grid.full)) for cell in marked}
    return replace(
        puzzle.with_givens({cell: hint[cell] for cell in draw(some)}),
        marks=tuple(marks.get(cell, board.grid.full) for cell in board.grid.cells),
    )
