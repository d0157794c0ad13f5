"""Tests of tables in Python: kinds of input, and answers as a table."""

import numpy as np
import pytest
from puzzle_texts import MULTIPLE, NONE, SMALL, SOLVED, UNIQUE

import nonet
from nonet import PuzzleError, read_table
from nonet.streaming import frames

COLUMNS = {
    "id": [1, 2, 3, 4, 5],
    "quizzes": [UNIQUE, MULTIPLE, NONE, None, "bad"],
    "Solutions": [SOLVED, SOLVED, SOLVED, None, ""],
}


def kinds():
    import pandas as pd
    import pyarrow as pa

    return [COLUMNS, pd.DataFrame(COLUMNS, index=list("abcde")), pa.table(COLUMNS)]


def test_every_kind_of_table_has_the_same_puzzles():
    for frame in kinds():
        table = read_table(frame)
        assert list(table) == [UNIQUE, MULTIPLE, NONE, "", "bad"]
        assert table.solutions == (SOLVED, SOLVED, SOLVED, "", "")


def test_answers_are_a_frame_with_the_index_and_the_columns_of_the_table():
    answers = read_table(kinds()[1]).answers()
    frame = answers.to_frame()
    assert list(frame.index) == list("abcde")
    assert list(frame.columns[:3]) == list(COLUMNS)
    assert list(frame["id"]) == COLUMNS["id"]
    assert list(frame["verdict"][:3]) == answers.verdicts[:3] == ["unique", "multiple", "none"]
    assert list(frame["compared"][:3]) == ["same", "possible", "differs"]
    assert list(frame["error"][3:]) == ["no puzzle", "3 characters: a 2×2 puzzle has 4"]
    assert frame["solution"]["a"] == SOLVED


@pytest.mark.parametrize("is_lazy", [False, True])
def test_a_polars_frame_in_is_a_polars_frame_out(is_lazy):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(COLUMNS)
    found = read_table(frame.lazy() if is_lazy else frame).answers().to_frame()
    assert isinstance(found, polars.DataFrame)
    assert found.columns == [*COLUMNS, "verdict", "solution", "backend", "error", "compared"]
    assert found[list(COLUMNS)].equals(frame)
    assert found["verdict"].to_list()[:3] == ["unique", "multiple", "none"]
    assert found.schema["error"] == found.schema["solution"] == polars.String
    empty = read_table(frame.clear()).answers().to_frame()
    assert (empty.height, empty.columns) == (0, found.columns[:-1])


def test_expected_solutions_stay_next_to_the_found_ones():
    import pandas as pd

    frame = pd.DataFrame({"puzzle": [SMALL], "solution": ["1" * 16]})
    found = read_table(frame).answers().to_frame()
    assert list(found.columns) == [
        *("puzzle", "solution", "verdict", "found", "backend", "error", "compared")
    ]
    assert (found["solution"][0], found["found"][0]) == ("1" * 16, "1234341223414123")
    again = read_table(found).answers().to_frame()
    assert list(again.columns) == list(found.columns)


def test_answers_as_an_array():
    array = read_table({"puzzle": [UNIQUE, NONE, UNIQUE]}).answers(mode="solve").to_numpy()
    assert array.shape == (3, 81)
    assert "".join(map(str, array[0])) == SOLVED
    assert not array[1].any()
    with pytest.raises(PuzzleError, match="solutions of 16 and 81 cells do not fit"):
        read_table({"puzzle": [UNIQUE, SMALL]}).answers().to_numpy()
    sixteen = nonet.write(nonet.classic(order=4))
    assert read_table({"puzzle": [sixteen]}).answers(mode="solve").to_numpy().max() == 16


@pytest.mark.parametrize("backend", ["native", "norvig"])
def test_any_backend_and_any_limit(backend):
    table = read_table({"puzzle": [UNIQUE] * 3})
    assert table.answers(backend=backend).verdicts == ["unique"] * 3
    limited = table.answers(backend="norvig", limits=nonet.Limits(nodes=0))
    assert limited.verdicts == ["unknown"] * 3


def test_check_many_takes_a_table():
    table = read_table({"grid": [SMALL, "." * 16]})
    assert [verdict.kind for verdict in nonet.check_many(table)] == ["unique", "multiple"]


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.txt"])
def test_tables_are_read_from_files(write, name):
    import pandas as pd

    path = write(name, f"puzzle,solution\n{UNIQUE},{SOLVED}\n{SMALL},\n")
    if name == "a.parquet":
        pd.DataFrame({"puzzle": [UNIQUE, SMALL], "solution": [SOLVED, None]}).to_parquet(path)
    table = read_table(path)
    assert (table.puzzles, table.solutions) == ((UNIQUE, SMALL), (SOLVED, ""))
    assert table.answers().compared == ["same", None]
    assert read_table(write("a.txt", f"# two\n{UNIQUE}\n{SMALL}\n")).puzzles == (UNIQUE, SMALL)


def test_a_row_with_a_wrong_number_of_fields_is_an_error_as_in_bulk(write):
    solution = "1234341223414123"
    rows = [f"{SMALL},{solution}", SMALL, f"{SMALL} ,{solution},x", f'"{SMALL},{solution}']
    table = read_table(write("torn.csv", "\n".join(["puzzle,solution", *rows])))
    answers = table.answers()
    assert answers.verdicts == ["unique", None, None, None]
    assert answers.compared == ["same", None, None, None]
    assert [record.error for record in answers.records] == [
        None,
        "the line has 1 field, but the first line has 2",
        "the line has 3 fields, but the first line has 2",
        "a quoted field must end on its line",
    ]
    assert answers.records[2].puzzle == rows[2]
    with pytest.raises(
        PuzzleError, match="puzzle 2: the line has 1 field, but the first line has 2"
    ):
        list(nonet.check_many(table))


def test_the_puzzles_of_all_blocks_are_answered_in_their_order(write, monkeypatch):
    monkeypatch.setattr(frames, "_TOGETHER", 5)
    rows = [f"{UNIQUE},", UNIQUE, f"{SMALL},", f"{NONE},"] * 3
    answers = read_table(write("torn.csv", "\n".join(["puzzle,id", *rows]))).answers()
    assert answers.verdicts == ["unique", None, "unique", "none"] * 3


def test_a_lone_surrogate_is_an_error():
    records = read_table({"puzzle": [SMALL, SMALL[:-1] + "\ud83d"]}).answers().records
    assert [record.error for record in records] == [None, "not text"]


def test_bad_tables_are_refused(tmp_path):
    with pytest.raises(TypeError, match=r"17 is not a table"):
        read_table(17)
    with pytest.raises(TypeError, match="in row 1 of 'puzzle' is not a text"):
        read_table({"puzzle": np.array([1234000000004321])})
    for text in (SMALL, SMALL.encode()):
        with pytest.raises(TypeError, match="'puzzle' is a text"):
            read_table({"puzzle": text})
    with pytest.raises(PuzzleError, match="The columns are id, puzzle"):
        read_table({"id": [], "puzzle": []}, column="x")
    with pytest.raises(PuzzleError, match="no such file"):
        read_table(tmp_path / "none.csv")
    for solutions in ([], ["1234341223414123"], ["1234341223414123"] * 3):
        with pytest.raises(PuzzleError, match=f"has 2 rows, and 'solution' has {len(solutions)}"):
            read_table({"puzzle": [SMALL, SMALL], "solution": solutions})
    with pytest.raises(ValueError, match="the mode must be check or solve"):
        read_table({"puzzle": []}).answers(mode="count")


def test_a_puzzle_of_several_lines_is_one_puzzle():
    rows = "12..\n34..\n2...\n...3"
    spaced = rows.replace("", " ").replace("\n", "\r\n")
    texts = [rows, spaced, f"# a title\n{SMALL}\n", f"{SMALL}\n{SMALL}", "12..\n34.."]
    records = read_table({"puzzle": texts}).answers().records
    assert [record.verdict for record in records] == ["unique"] * 3 + [None] * 2
    assert [record.puzzle for record in records[:3]] == [SMALL] * 3
    assert records[3].error.startswith("the text has more than one puzzle")
    assert "2" in records[4].error


def test_a_stated_solution_of_a_puzzle_of_several_lines_is_compared():
    texts = {"puzzle": ["1...\n....\n....\n...."], "solution": ["1234341221434321"]}
    assert read_table(texts).answers().compared == ["possible"]
