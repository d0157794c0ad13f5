"""Tests of arguments of the questions: puzzles in any form, and limits as a number of seconds."""

import numpy as np
import pandas as pd
import pytest

import nonet

LINE = "12..34..2......3"
PUZZLE = nonet.classic(LINE)
ROWS = [[value or 0 for value in PUZZLE.givens[start : start + 4]] for start in range(0, 16, 4)]
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)


@pytest.mark.parametrize("passed", [PUZZLE, LINE, ROWS, np.array(ROWS)], ids=type)
def test_every_question_takes_a_puzzle_in_any_form(passed):
    assert nonet.solve(passed).solution == SOLUTION
    assert nonet.check(passed).kind == "unique"
    assert nonet.check(passed).puzzle == PUZZLE
    assert nonet.count(passed) == 1
    assert list(nonet.solutions(passed)) == [SOLUTION]
    assert nonet.violations(passed, SOLUTION) == []
    assert nonet.write(passed) == LINE
    assert nonet.draw(passed) == nonet.draw(PUZZLE)
    assert nonet.draw_svg(passed, highlight="r1c1") == nonet.draw_svg(PUZZLE, highlight=[0])
    assert nonet.true_candidates(passed).kind == "unique"
    assert nonet.find_conflict(passed).solution == SOLUTION
    assert nonet.find_differences(passed).solution == SOLUTION
    assert nonet.find_redundant(passed).kind == "unique"
    assert nonet.minimise(passed).kind == "unique"
    assert nonet.fewest_givens(passed).givens == ()
    assert nonet.certify(passed).claim == "unique"
    assert next(nonet.full_grids(passed)) == SOLUTION
    assert nonet.with_holes(passed, 0.0).givens == SOLUTION
    assert nonet.race([passed], ["norvig"]).rows[0].verdict == "unique"
    assert next(nonet.generate(passed)).solution == SOLUTION


def test_questions_about_many_puzzles_take_mixed_forms():
    passed = [PUZZLE, LINE, ROWS, np.array(ROWS)]
    assert [answer.solution for answer in nonet.solve_many(passed)] == [SOLUTION] * 4
    assert [verdict.puzzle for verdict in nonet.check_many(passed)] == [PUZZLE] * 4
    assert list(nonet.count_many(passed, 2)) == [1] * 4
    for single in (LINE, pd.DataFrame({"puzzle": [LINE]})):
        with pytest.raises(TypeError, match="pass a list of puzzles"):
            next(nonet.check_many(single))


def test_texts_of_81_cells_are_checked_together_and_in_their_order():
    unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    texts = [unique, unique.replace(".", "0"), "55" + "." * 79, "." * 81, LINE, PUZZLE] * 40
    for found, text in zip(nonet.check_many(iter(texts)), texts, strict=True):
        alone = nonet.check(text)
        assert (found.kind, found.reason) == (alone.kind, alone.reason)
        assert found.puzzle == alone.puzzle
        assert len(found.answers) == len(alone.answers)
        assert found.kind == "multiple" or found == alone
    with pytest.raises(nonet.PuzzleError, match="puzzle 8: line 1: 3 characters"):
        list(nonet.check_many([unique] * 7 + ["bad"]))


@pytest.mark.parametrize("limits", [5, 5.0, np.float64(5), np.int64(5), nonet.Limits(5), None])
def test_limits_may_be_a_number_of_seconds(limits):
    assert nonet.solve(LINE, limits=limits).status == "satisfied"
    assert nonet.check(LINE, limits=limits).kind == "unique"
    assert [verdict.kind for verdict in nonet.check_many([LINE], limits=limits)] == ["unique"]
    assert [answer.status for answer in nonet.solve_many([LINE], limits=limits)] == ["satisfied"]
    assert list(nonet.count_many([LINE], 2, limits=limits)) == [1]
    assert nonet.count(LINE, limits=limits) == 1
    assert nonet.find_conflict(LINE, limits=limits).solution == SOLUTION
    assert nonet.certify(LINE, limits=limits).claim == "unique"
    assert nonet.race([LINE], ["norvig"], limits).rows[0].verdict == "unique"
    with nonet.find_backend("norvig").open(PUZZLE) as session:
        assert session.solve(limits).solution == SOLUTION


@pytest.mark.parametrize("limits", [True, "5", [5], nonet.Limits])
def test_an_invalid_limit_is_refused(limits):
    with pytest.raises(TypeError, match="limits must be Limits"):
        nonet.solve(LINE, limits=limits)
    with pytest.raises(TypeError, match="limits must be Limits"):
        nonet.find_conflict(LINE, limits=limits)
