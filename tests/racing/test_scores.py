"""The scores of small tables agree with results worked out by hand."""

import math
from functools import partial

import pytest
import race_tables

from nonet.racing.scores import Scoring

NAN = math.nan


row = partial(race_tables.row, limit=10.0)
#: The seconds of an undecided run.
LATE = 99.0


TABLE = [
    *(row("a", "p", 1.0), row("a", "q", 2.0), row("a", "r", LATE)),
    *(row("b", "p", 4.0), row("b", "q", 1.0), row("b", "r", 9.0)),
    *(row("c", "p", LATE), row("c", "q", LATE), row("c", "r", LATE)),
]


def scored(rows, contestants="abc"):
    scoring = Scoring(rows, list(contestants), seed=0)
    return scoring, {score.contestant: score for score in scoring.scores()}


def test_most_decided_comes_first_then_the_fastest():
    scoring, _ = scored(TABLE)
    assert [score.contestant for score in scoring.scores()] == ["b", "a", "c"]
    slower = [row("d", puzzle, 5.0) for puzzle in "pqr"]
    scoring, _ = scored([*TABLE, *slower], "abcd")
    assert [score.contestant for score in scoring.scores()] == ["b", "d", "a", "c"]


def test_par2_counts_twice_the_limit_for_an_undecided_run():
    _, score = scored(TABLE)
    assert score["a"].par2 == pytest.approx((1 + 2 + 20) / 3)
    assert score["b"].par2 == pytest.approx((4 + 1 + 9) / 3)
    assert score["c"].par2 == pytest.approx(20)
    assert [score[who].total for who in "abc"] == [3, 14, 0]


def test_without_a_limit_par2_needs_all_runs_decided():
    runs = [row("a", "p", 1.0, limit=NAN), row("b", "p", limit=NAN, problem="hung")]
    _, score = scored(runs, "ab")
    assert (score["a"].par2, score["b"].par2) == (1.0, None)
    assert (score["a"].marginal, score["b"].marginal) == (None, 0.0)


def test_the_virtual_best_is_always_the_fastest():
    best = scored(TABLE)[0].virtual_best()
    assert (best.decided, best.runs, best.total, best.median) == (3, 3, 11, 1)
    assert best.par2 == pytest.approx(11 / 3)


def test_the_marginal_contribution_is_the_loss_without_a_contestant():
    _, score = scored(TABLE)
    assert score["a"].marginal == pytest.approx((4 - 1) / 3)
    assert score["b"].marginal == pytest.approx(((2 - 1) + (20 - 9)) / 3)
    assert score["c"].marginal == pytest.approx(0)


def test_borda_gives_points_from_each_rival():
    _, score = scored(TABLE)
    assert score["a"].borda == pytest.approx(4 / 5 + 1 / 3 + 2)  # points from b, then from c
    assert score["b"].borda == pytest.approx(1 / 5 + 2 / 3 + 1 + 3)
    assert score["c"].borda == 0
    # Two contestants share one point for each puzzle that at least one of them decided.
    assert sum(each.borda for each in score.values()) == pytest.approx(3 + 2 + 3)
    assert scored(TABLE[:3], "a")[1]["a"].borda is None


def test_wins_and_best():
    _, score = scored(TABLE)
    assert score["a"].wins == {"b": 1, "c": 2}
    assert score["b"].wins == {"a": 2, "c": 3}
    assert score["c"].wins == {"a": 0, "b": 0}
    assert [score[who].best for who in "abc"] == [1, 2, 0]


def test_medians_are_of_puzzles_not_of_repeats():
    runs = [row("a", "p", seconds, repeat=i) for i, seconds in enumerate((1.0, 1.0, 1.0, 7.0))]
    _, score = scored([*runs, row("a", "q", 3.0)], "a")
    assert score["a"].median == 2
    assert (score["a"].low, score["a"].high) == (1, 3)
    assert scored(TABLE)[1] == scored(TABLE)[1], "the same seed gives the same interval"


def test_the_interval_encloses_the_median_and_shrinks_with_more_puzzles():
    def interval(count):
        rows = [row("a", f"p{i}", 1 + (i * 37 % 100) / 100) for i in range(count)]
        score = scored(rows, "a")[1]["a"]
        assert score.low <= score.median <= score.high
        return score.high - score.low

    assert 0 < interval(400) < interval(20)


def test_wrong_and_failed_runs_are_listed_apart():
    rows = [row("a", "p", problem="wrong"), row("a", "q", problem="hung")]
    rows += [row("a", "q", repeat=1, problem="crashed")]
    _, score = scored(rows, "a")
    assert (score["a"].wrong, score["a"].failed) == (("p",), ("q",))
    assert (score["a"].median, score["a"].low) == (None, None)


def test_missing_runs_are_not_counted():
    _, score = scored([row("a", "p", 1.0), row("b", "p", 2.0), row("a", "q", 1.0)], "ab")
    assert (score["b"].runs, score["b"].par2) == (1, 2.0)
    assert score["a"].wins == {"b": 1}
