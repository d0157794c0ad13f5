"""Tests of ratings: the costs of a puzzle's steps, and the estimate of its ER."""

from dataclasses import replace

import pytest
from examples import CHAINS, EASY

import nonet
from nonet.explanations.ratings import DIFFICULTIES, placements
from nonet.questions.uniqueness import Kind

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
    assert str(cut_off).startswith("very hard, ER about 7.2 ± 0.65, from bounds; hardest 2 to 6 ")
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
