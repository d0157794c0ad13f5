"""Choosing the columns of a table, and errors if the choice is unclear."""

import pytest

from nonet.streaming.columns import ColumnChoice
from nonet.system.errors import PuzzleError

SOLVED = ColumnChoice(finds_solutions=True)
KEEPING = ColumnChoice(kept=("id",))


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (["puzzle", "Solutions"], 1),
        (["puzzle", "solutions", "solution"], 2),
        (["puzzle", "Solution", "solution", "solutions"], 2),
        (["puzzle"], None),
    ],
)
def test_an_exact_name_of_the_column_of_solutions_wins(names, place):
    assert SOLVED.found(names).expected == place


@pytest.mark.parametrize(
    ("choice", "names", "said"),
    [
        (SOLVED, "puzzle,Solution,solutions", "'Solution' and 'solutions' both look like the "),
        (SOLVED, "puzzle,Solution,SOLUTION", "column: rename one"),
        (SOLVED, "puzzle,solution,solution", "2 columns are named 'solution': rename all but one"),
        (SOLVED, "puzzle,grid", "wanted column: name the column of puzzles with --column"),
        (SOLVED, "puzzle,puzzle", "2 columns are named 'puzzle'"),
        (SOLVED, "puzzle,grid,grid", "'puzzle' and 'grid' both look like the wanted column"),
        (KEEPING, "id,puzzle,id", "2 columns are named 'id'"),
        (KEEPING, "id,puzzle,id,id", "3 columns are named 'id'"),
        (KEEPING, "ID,puzzle,Id", "no column 'id'; the columns are ID, puzzle, Id"),
        (ColumnChoice("a"), "a,b,a", "2 columns are named 'a'"),
        (KEEPING, '{"id": 7,"puzzle": "1..."}', "JSON Lines: a table must be CSV, TSV, text with"),
        (ColumnChoice("a"), '{"id": 7}', "JSON Lines: a table must be CSV, TSV, text with ';' or"),
        (KEEPING, "", "the first line is empty: it must name the columns of the table"),
        (ColumnChoice("a"), "", "the first line is empty: it must name the columns of the table"),
    ],
)
def test_an_unclear_choice_of_columns_is_an_error(choice, names, said):
    with pytest.raises(PuzzleError) as refused:
        choice.found(names.split(","))
    assert said in str(refused.value)
