"""What answers to puzzles are worth."""

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
        ("1234341223414124", 1, False),  # all cells are right, but a given is not
        ("1234341223414321", 0.9, False),
    ],
)
def test_credit_is_the_share_of_the_cells_to_fill_that_are_right(answer, credit, is_solved):
    found = nonet.score(PUZZLE, answer)
    assert (found.credit, found.is_solved, found.error) == (credit, is_solved, None)


def test_what_is_broken_is_named_with_its_cells():
    found = nonet.score(PUZZLE, "1234341223414423")
    assert str(found.violations[0]) == "r4c1 and r4c2 are both 4"
    assert found.violations[0].rule.name == "rows"


def test_what_is_no_grid_has_an_error_and_no_credit():
    for answer, error in (
        ("I cannot solve this.", "17 values for 16 cells"),
        ("12343412234141x3", "'x' is not a value from 1 to 4"),
        ([1, 2, 3], "3 values for 16 cells"),
    ):
        found = nonet.score(PUZZLE, answer)
        assert (found.credit, found.is_solved) == (0, False)
        assert error in found.error


def test_a_solution_that_is_known_is_not_looked_for():
    wrong = (4,) * 16
    assert nonet.score(PUZZLE, "4" * 16, solution=wrong).credit == 1
    assert nonet.score("." * 16, SOLUTION, solution=tuple(map(int, SOLUTION))).is_solved


def test_puzzles_without_one_solution_are_refused():
    with pytest.raises(
        nonet.PuzzleError, match="multiple: answers are scored where there is one solution"
    ):
        nonet.score("." * 16, SOLUTION)


def test_a_grid_without_open_cells_is_solved_by_itself():
    assert nonet.score(SOLUTION, SOLUTION).is_solved


def test_a_stated_solution_may_be_a_text():
    assert nonet.score(PUZZLE, SOLUTION, solution=SOLUTION).is_solved


@pytest.mark.parametrize("said", ["abc", [1, 2, 3], [None] * 16, [9] * 16, 5, "12.." * 4])
def test_what_is_no_solution_is_told_what_one_is(said):
    with pytest.raises(nonet.PuzzleError, match="a solution has a value from 1 to 4 for each of"):
        nonet.score(PUZZLE, "1234341221434321", solution=said)
