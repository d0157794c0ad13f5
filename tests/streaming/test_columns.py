"""Which columns of a table are meant, and what is said where that is not clear."""

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
def test_the_column_of_solutions_is_the_one_called_so(names, place):
    assert SOLVED.found(names).expected == place


@pytest.mark.parametrize(
    ("choice", "names", "said"),
    [
        (SOLVED, "puzzle,Solution,solutions", "'Solution' and 'solutions' may be meant alike: "),
        (SOLVED, "puzzle,Solution,SOLUTION", "alike: rename one"),
        (SOLVED, "puzzle,solution,solution", "the column 'solution' is there twice: rename one"),
        (SOLVED, "puzzle,grid", "alike: say which (--column)"),
        (SOLVED, "puzzle,puzzle", "the column 'puzzle' is there twice: rename one"),
        (SOLVED, "puzzle,grid,grid", "'puzzle' and 'grid' may be meant alike: say which"),
        (KEEPING, "id,puzzle,id", "the column 'id' is there twice: rename one"),
        (KEEPING, "id,puzzle,id,id", "the column 'id' is there 3 times: rename one"),
        (KEEPING, "ID,puzzle,Id", "no column 'id'; there are ID, puzzle, Id"),
        (ColumnChoice("a"), "a,b,a", "the column 'a' is there twice: rename one"),
        (KEEPING, '{"id": 7,"puzzle": "1..."}', "JSON Lines: tables are CSV, TSV, text with ';'"),
        (ColumnChoice("a"), '{"id": 7}', "JSON Lines: tables are CSV, TSV, text with ';' or"),
        (KEEPING, "", "empty, or without names of columns in its first line"),
        (ColumnChoice("a"), "", "empty, or without names of columns in its first line"),
    ],
)
def test_what_is_not_clear_is_said(choice, names, said):
    with pytest.raises(PuzzleError) as refused:
        choice.found(names.split(","))
    assert said in str(refused.value)
