"""Random puzzles in links mean the same when they are read, or they are refused."""

from contextlib import suppress
from dataclasses import replace

import pytest
from breadth import tried
from examples import case
from hypothesis import given
from hypothesis import strategies as st
from rule_makers import fits
from strategies import MAKERS, Drawn, jigsaw, puzzles

from nonet import rules
from nonet.formats import classic, latin, parse, write
from nonet.formats.contract import attempt
from nonet.formats.links.contract import are_same
from nonet.formats.links.fpuzzles.keys import KEYS, NEGATIVES
from nonet.formats.links.penpa.signs import SIGNS
from nonet.formats.links.sudokumaker.constraints import KINDS
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


FLAGS = {rule.name: lambda draw, board, rule=rule: rule for rule in NEGATIVES.values()}
#: Rules about unmarked cells, as SudokuMaker may have them.
NEGATIVE = {
    "negativexv": lambda draw, board: rules.NegativeXV((5,)),
    "negativewhitedots": lambda draw, board: rules.NegativeWhiteDots(
        draw(st.sampled_from([(), (1,), (1, 3)])), black_exempts=draw(st.booleans())
    ),
    "negativeblackdots": lambda draw, board: rules.NegativeBlackDots(
        draw(st.sampled_from([(), (2,)])), white_exempts=draw(st.booleans())
    ),
}


def held(forms, others, usual, has_marks=True):
    """Draw puzzles of the rules that a format has, and of rules that other forms express."""
    names = {rule.name for form in forms for rule in form.rules} | {*others, *usual}
    return held_puzzles(sorted(names), usual, has_marks)


OTHERS = ("antiknight", "antiking", "diagonals", "nonconsecutive", "windoku", "among")
HELD = {
    "fpuzzles": held(KEYS, OTHERS, FLAGS | USUAL),
    "penpa": held(SIGNS, [], {}),
    "sudokumaker": held(KINDS, ["windoku"], NEGATIVE | USUAL, has_marks=False),
}
ANY = puzzles().map(lambda puzzle: replace(puzzle, marks=(puzzle.grid.full,) * len(puzzle.marks)))


def plain(puzzle):
    """Return a puzzle with marks in place of `Among`, as f-puzzles has it."""
    others = tuple(rule for rule in puzzle.rules if not isinstance(rule, rules.Among))
    return replace(puzzle, rules=others, marks=puzzle.domains)


@pytest.mark.parametrize("format", HELD)
@tried(200)
@given(data=st.data())
def test_written_puzzles_mean_the_same(format, data):
    puzzle = data.draw(HELD[format] | ANY)
    link = attempt(write, puzzle, format)
    if isinstance(link, PuzzleError):
        assert f"{format} cannot express" in str(link)
        return
    again = parse(link)
    assert are_same(again, plain(puzzle) if format == "fpuzzles" else puzzle)
    assert write(again, format) == write(parse(write(again, format)), format)


@tried(40)
@given(boards(), st.data())
def test_usual_rules_are_all_written(board, data):
    for name, make in (FLAGS | USUAL).items():
        rule = make(data.draw, board)
        puzzle = attempt(board.with_rules, rule)
        needs_boxes = isinstance(rule, rules.BoxIndexer | rules.DisjointGroups)
        is_plain = not needs_boxes or boxes_of(board)[0] > 1
        if is_plain and not isinstance(puzzle, PuzzleError):
            with case(name):
                assert are_same(parse(write(puzzle, "fpuzzles")), puzzle)
