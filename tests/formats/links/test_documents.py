"""Random puzzles in links mean the same when they are read, or they are refused."""

from dataclasses import replace

import pytest
from breadth import tried
from examples import case
from held import USUAL, boards, boxes_of, held_puzzles
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

from nonet import rules
from nonet.formats import parse, write
from nonet.formats.contract import attempt
from nonet.formats.links.contract import are_same
from nonet.formats.links.fpuzzles.keys import KEYS, NEGATIVES
from nonet.formats.links.penpa.signs import SIGNS
from nonet.formats.links.sudokumaker.constraints import KINDS
from nonet.system.errors import PuzzleError

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
        is_plain = (
            not isinstance(rule, rules.BoxIndexer | rules.DisjointGroups) or boxes_of(board)[0] > 1
        )
        if is_plain and not isinstance(puzzle, PuzzleError):
            with case(name):
                assert are_same(parse(write(puzzle, "fpuzzles")), puzzle)
