"""Scores of answers to puzzles."""

import pytest

import nonet

PUZZLE = "12..34..2......3"
SOLUTION = "1234341223414123"


@pytest.mark.parametrize(
    ("answer", "credit", "is_solved"),
    [
        (SOLUTION, 1, True),
        (f" {SOLUTION}\n", 1, True),
        (PUZZLE, 0, False),
        ("1234341223414.23", 0.9, False),
        ("1234341223414124", 1, False),  # all open cells are right, but a given is changed
        ("1234341223414321", 0.9, False),
    ],
)
def test_credit_is_the_share_of_open_cells_with_the_right_value(answer, credit, is_solved):
    found = nonet.score(PUZZLE, answer)
    assert (found.credit, found.is_solved, found.error) == (credit, is_solved, None)


def test_broken_rules_are_named_with_their_cells():
    found = nonet.score(PUZZLE, "1234341223414423")
    assert str(found.violations[0]) == "r4c1 and r4c2 are both 4"
    assert found.violations[0].rule.name == "rows"


def test_an_unreadable_answer_has_an_error_and_no_credit():
    for answer, error in (
        ("I cannot solve this.", "17 values for 16 cells"),
        ("12343412234141x3", "'x' is not a value from 1 to 4"),
        ([1, 2, 3], "3 values for 16 cells"),
    ):
        found = nonet.score(PUZZLE, answer)
        assert (found.credit, found.is_solved) == (0, False)
        assert error in found.error


def test_a_stated_solution_saves_the_solve():
    wrong = (4,) * 16
    assert nonet.score(PUZZLE, "4" * 16, solution=wrong).credit == 1
    assert nonet.score(PUZZLE, SOLUTION, solution=SOLUTION).is_solved
    assert nonet.score(SOLUTION, SOLUTION).is_solved  # the solution of a full grid is the grid
    assert nonet.score("." * 16, SOLUTION, solution=tuple(map(int, SOLUTION))).is_solved


def test_puzzles_without_one_solution_are_refused():
    with pytest.raises(nonet.PuzzleError, match=r"the verdict is multiple\. Pass"):
        nonet.score("." * 16, SOLUTION)


@pytest.mark.parametrize("said", ["abc", [1, 2, 3], [None] * 16, [9] * 16, 5, "12.." * 4])
def test_an_invalid_solution_is_refused(said):
    with pytest.raises(nonet.PuzzleError, match="not a solution: give a value from 1 to 4 for"):
        nonet.score(PUZZLE, "1234341221434321", solution=said)
