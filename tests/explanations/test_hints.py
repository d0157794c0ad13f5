"""Tests of hints, and of ratings of difficulty."""

from dataclasses import replace

import pytest
from clocks import lasting
from examples import CHAINS, EASY

import nonet
from nonet.explanations.ratings import DIFFICULTIES, placements
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


# --- ratings -------------------------------------------------------------------------------------

#: A puzzle whose hardest placement without marks is a naked single.
NAKED = "2.3.1......89.5.......7..4....6.9.....48..9.1......3.2.3..2..8.96.1..7........5.."
#: Puzzles with the ER that Sukaku Explainer gave them.
RATED = [
    (".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8.", 1.5),
    ("..3.7..2..6..51.3...9.8.7..6....231...2..6....1.5.......679.....71...........8..5", 2.0),
    (".9.4...1.....3....8..25.....361...8....5.69...78.....43.1.....92.........4....8.5", 2.6),
    (NAKED, 2.0),
    (CHAINS, 7.1),
]


@pytest.mark.parametrize(("line", "er"), RATED, ids=lambda each: str(each)[:8])
def test_the_estimate_is_near_the_rating(line, er):
    rating = nonet.rate(line)
    assert abs(rating.er - er) <= rating.error


def test_every_er_has_a_word():
    words = [nonet.rate(line).difficulty for line, _ in RATED]
    assert words == ["easy", "medium", "medium", "easy", "very hard"]
    bands = [(round(10 * low), round(10 * high)) for low, high in DIFFICULTIES.values()]
    assert [low for low, _ in bands] == [15, *(high + 1 for _, high in bands[:-1])]
    assert bands[-1][1] == 120


def test_the_hardest_costs_come_from_the_paths():
    rating = nonet.rate(CHAINS)
    assert {unit: path.hardest for unit, path in rating.paths.items()} == {"digit": 5, "rule": 4}
    assert str(rating).startswith("very hard, ER about 7.1 ± 0.65; hardest 5 (digit), 4 (rule); 55")


def test_one_step_is_counted_as_one():
    solution = nonet.solve(CHAINS).solution
    line = "." + "".join(map(str, solution[1:]))
    assert str(nonet.rate(line)).endswith("; 1 step of cost 1")


def test_only_classic_puzzles_have_an_estimate():
    rating = nonet.rate("12..34..2......3")
    assert (rating.difficulty, rating.er, rating.error) == (None, None, None)
    thermo = nonet.classic(EASY).thermo("r1c1 r1c2")
    assert list(nonet.rate(thermo).paths) in ([], ["rule"])


def test_a_full_grid_has_no_estimate():
    full = nonet.solve(EASY)
    rating = nonet.rate("".join(map(str, full.solution)))
    assert (rating.kind, rating.complete) == (Kind.UNIQUE, True)
    assert rating.er is rating.error is None


@pytest.mark.parametrize(
    ("line", "kind"), [("11..............", Kind.NONE), ("1...............", Kind.MULTIPLE)]
)
def test_only_one_solution_has_a_rating(line, kind):
    rating = nonet.rate(line)
    assert (rating.kind, rating.paths, rating.er) == (kind, {}, None)


def test_an_estimate_from_bounds_is_marked():
    cut_off = nonet.rate(CHAINS, limits=nonet.Limits(nodes=1))
    assert cut_off.complete
    assert str(cut_off).startswith("very hard, ER about 7.1 ± 0.65, from bounds; hardest 2 to 5 ")
    assert "bounds" not in str(nonet.rate(EASY, limits=nonet.Limits(nodes=1)))  # without steps


def test_a_rating_that_ran_out_of_time_has_no_estimate(monkeypatch):
    cut_short = replace(nonet.explain(EASY), complete=False)
    monkeypatch.setattr("nonet.explanations.ratings.explain", lambda *_, **__: cut_short)
    rating = nonet.rate(EASY)
    assert not rating.complete
    assert rating.er is None
    assert "a limit was reached" in str(rating)


def test_looks_without_marks_distinguish_naked_and_hidden_singles():
    hidden, naked = placements(nonet.classic(RATED[0][0])), placements(nonet.classic(NAKED))
    assert (hidden.finished, hidden.most < 8) == (True, True)
    assert (naked.finished, naked.most) == (True, 8)
