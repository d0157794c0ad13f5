"""Tests of hints: the text of each level, and the mistakes of a position."""

import pytest
from clocks import lasting
from examples import CHAINS, EASY

import nonet
from nonet.questions.uniqueness import Kind

PUZZLE = "12..34..2......3"


def position(**masks):
    """Return the puzzle as a position, with the values that some cells may hold."""
    puzzle = nonet.classic(PUZZLE)
    marks = list(puzzle.marks)
    for cell, values in masks.items():
        marks[puzzle.grid.cell(cell)] = puzzle.grid.mask(map(int, values))
    return nonet.Puzzle(puzzle.grid, puzzle.givens, tuple(marks), puzzle.rules)


def test_wrong_values_are_named():
    for values, wrong in (("124.34..2......3", (2, 4)), ("22..34..2......3", (0, 2))):
        assert nonet.hint(PUZZLE, values).wrong == (wrong,)
    assert str(nonet.hint(PUZZLE, "124.34..2......3")) == "wrong: r1c3 = 4"


def test_each_level_says_more():
    found = nonet.hint(CHAINS)
    assert found.step.technique == "naked single"
    assert [found.say(level) for level in (1, 2, 3)] == [
        "look at row 3",
        "naked single in row 3",
        "naked single: r3c4 = 4, the only value left",
    ]


def test_a_hint_follows_the_position():
    solution = nonet.solve(PUZZLE).solution
    line = PUZZLE[:3] + str(solution[3]) + PUZZLE[4:]
    assert nonet.hint(PUZZLE, line).step == nonet.explain(PUZZLE)[1]


def test_only_the_last_level_names_the_values_of_missing_marks():
    found = nonet.hint(PUZZLE, position(r1c3="4"))
    assert (found.missing, found.step) == (((2, 3),), None)
    assert str(found) == "a mark is missing: r1c3 can be 3"
    found = nonet.hint(PUZZLE, position(r1c3="4", r1c4="3"))
    where = "marks are missing in r1c3, r1c4"
    assert [found.say(level) for level in (1, 2)] == [where, where]
    assert found.say(3) == "marks are missing: r1c3 can be 3, r1c4 can be 4"


def test_the_seconds_are_for_the_check_and_the_step_together():
    with lasting("nonet.explanations.hints.check", seconds=10):
        assert nonet.hint(EASY, limits=11).step is not None
        assert nonet.hint(EASY, limits=9).kind is Kind.UNKNOWN


def test_marks_of_the_position_count():
    assert nonet.hint(PUZZLE, position(r1c3="3")).step.placed == (2, 3)


@pytest.mark.parametrize(
    ("puzzle", "kind", "text"),
    [
        ("11..............", Kind.NONE, "no hint: the puzzle has no solution"),
        ("1...............", Kind.MULTIPLE, "no hint: the puzzle has several solutions"),
        ("1234341221434321", Kind.UNIQUE, "solved"),
    ],
)
def test_a_hint_without_a_step_gives_the_reason(puzzle, kind, text):
    found = nonet.hint(puzzle)
    assert (found.kind, found.say(1)) == (kind, text)


def test_a_position_on_another_board_is_refused():
    with pytest.raises(nonet.PuzzleError, match="another grid than the puzzle"):
        nonet.hint(PUZZLE, CHAINS)
