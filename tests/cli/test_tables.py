"""Tests of tables as sources of puzzles, their kept columns, and errors of whole files."""

import gzip

import pytest
from examples import case

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
TABLE = f"id,quizzes,solutions\n1,{UNIQUE},{SOLVED}\n2,{UNIQUE},{SOLVED[:-2]}32\n3,{UNIQUE},\n"


@pytest.fixture
def tables(write, tmp_path):
    """Write the same table in every kind of file, and return their names."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [line.split(",") for line in TABLE.splitlines()]
    columns = dict(zip(rows[0], map(list, zip(*rows[1:], strict=True)), strict=True))
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    return [
        write("a.csv", TABLE),
        write("a.tsv", TABLE.replace(",", "\t")),
        write("a.txt", TABLE.replace("\n", "\r\n")),
        write("r.csv", TABLE.replace("\n", "\r")),
        write("u.tsv", TABLE.replace(",", "\t").encode("utf-16")),
        write("a.csv.gz", gzip.compress(TABLE.encode())),
        "a.parquet",
    ]


def test_every_kind_of_table_is_checked_against_its_solutions(nonet, tables):
    for name in tables:
        with case(name):
            done = nonet("check", name)
            assert (done.code, done.err) == (1, "")
            assert done.lines == [
                "unique",
                "unique: the stored solution differs in 2 cells: r4c3 r4c4",
                "unique",
            ]
            records = nonet("check", "--json", name).records
            lines = [record["line"] for record in records]
            assert lines == ([1, 2, 3] if name == "a.parquet" else [2, 3, 4])
            differing = [record.get("stored_differs") for record in records]
            assert differing == [None, ["r4c3", "r4c4"], None]
            assert records[0]["puzzle"] == UNIQUE


def test_an_unpacked_file_is_not_too_large(nonet, tables, monkeypatch):
    monkeypatch.setattr("nonet.cli.common.inputs._MOST_UNPACKED", len(TABLE) - 1)
    done = nonet("check", "a.csv.gz")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("MB. Unpack it first, or use nonet bulk.\n")
    assert nonet("check", "a.csv").code == 1, "the limit is for compressed files only"


def test_tables_are_solved_shown_and_raced(nonet, tables):
    assert nonet("solve", "a.csv").lines == [SOLVED] * 3
    assert nonet("solve", stdin=TABLE).lines == [SOLVED] * 3
    shown = nonet("show", "--to", "line", "a.parquet")
    assert shown.lines == [UNIQUE] * 3
    assert shown.err == "nonet: note: line cannot store the solution, so 2 puzzles lost it\n"
    raced = nonet("race", "a.tsv", "-b", "norvig", "-m", "solve")
    assert "3/3" in raced.out
    assert raced.code == 1  # a stored solution differs


def test_the_column_may_be_named(nonet, write):
    write("a.csv", f"a,b\n1,{UNIQUE}\n")
    assert nonet("check", "--column", "b", "a.csv").code == 0


def test_a_bad_row_is_reported_with_its_line(nonet, write):
    write("a.csv", f"puzzle,solution\n{UNIQUE},\n{UNIQUE}\nbad,\n")
    done = nonet("check", "a.csv")
    assert done.lines == ["unique", "error", "error"]
    assert done.err.splitlines() == [
        "nonet: a.csv:3: the line has 1 field, but the first line has 2",
        "nonet: a.csv:4: 3 characters: a 2×2 puzzle has 4",
    ]


def test_an_error_of_a_whole_file_is_one_line(nonet, write):
    write("a.txt", f"{UNIQUE},{SOLVED}\n" * 50)
    done = nonet("check", "a.txt")
    assert (done.code, done.lines) == (2, ["error"] * 50)
    assert done.err == (
        "nonet: a.txt: none of 50 puzzles can be read: 33 characters: a 6×6 puzzle has 36; "
        "if this is a table, its first line must name the columns, such as puzzle,solution\n"
    )


def test_other_errors_are_a_line_for_each_puzzle(nonet, write):
    short = "." * 80
    write("a.txt", f"{short}\n{short}\n{UNIQUE}\n{short}\n")
    write("b.txt", f"{short}\n")
    lines = [line.split(": ")[1] for line in nonet("check", "a.txt", "b.txt").err.splitlines()]
    assert lines == ["a.txt:1", "a.txt:2", "a.txt:4", "b.txt:1"]


def test_bulk_keeps_columns_and_lists_what_differs(nonet, write, tmp_path):
    done = nonet("bulk", write("a.csv", TABLE), "o.csv", "--compare", "solutions", "--keep", "id")
    assert done.code == 1
    assert "expected results: 1 same, 1 different;" in done.out
    lines = (tmp_path / "o.csv").read_text().splitlines()
    assert [line.split(",")[-2:] for line in lines] == [
        *(["compared", "id"], ["same", "1"], ["differs", "2"], ["", "3"])
    ]


def test_columns_are_kept_behind_the_answer(nonet, tables):
    for name in tables:
        with case(name):
            assert nonet("check", name, "--keep", "id").lines == [
                "unique  id=1",
                "unique: the stored solution differs in 2 cells: r4c3 r4c4  id=2",
                "unique  id=3",
            ]
            solved = nonet("solve", name, "--keep", " id , quizzes").lines
            assert solved[1] == f"{SOLVED}  id=2  quizzes={UNIQUE}"


def test_columns_are_kept_in_records_and_of_bad_rows(nonet, write):
    write("a.csv", f"id,puzzle,index\nx y,{UNIQUE},5\n8,bad,\n")
    done = nonet("check", "a.csv", "--keep", "id,index")
    assert done.lines == ["unique  id=x y  index=5", "error  id=8  index="]
    for verb in ("check", "solve"):
        records = nonet(verb, "a.csv", "--json", "--keep", "id,index").records
        assert [record["kept"] for record in records] == [
            {"id": "x y", "index": "5"},
            {"id": "8", "index": ""},
        ]


def test_a_table_may_have_solutions_of_two_kinds(nonet, write):
    write("a.csv", f"puzzle,solution,solutions\n{UNIQUE},{SOLVED[:-2]}32,1\n")
    assert nonet("solve", "a.csv").lines == [SOLVED]
    done = nonet("check", "a.csv")
    assert done.lines == ["unique: the stored solution differs in 2 cells: r4c3 r4c4"]


def test_a_race_keeps_columns_in_its_records(nonet, write):
    write("a.csv", f"id,puzzle\n7,{UNIQUE}\n")
    records = nonet("race", "a.csv", "-b", "norvig,dlx", "--json", "--keep", "id").records
    assert [record["kept"] for record in records] == [{"id": "7"}] * 2


def test_a_race_says_which_contestants_differ_from_the_table(nonet, write):
    loose = "1234" + "." * 12
    write(
        "a.csv", f"puzzle,solution\n{UNIQUE},{SOLVED[:-2]}32\n{UNIQUE},{SOLVED}\n{loose},{SOLVED}\n"
    )
    differs = "a.csv:2: the stored solution differs in 2 cells: r4c3 r4c4 (norvig, dlx)"
    for mode in ("check", "solve"):
        done = nonet("race", "a.csv", "-b", "norvig,dlx", "-m", mode)
        assert (done.code, done.err) == (1, f"nonet: {differs}\n")
    write("b.csv", f"puzzle,solution\n{loose},{SOLVED[::-1]}\n")
    done = nonet("race", "b.csv", "-b", "norvig", "-m", "solve")
    assert (done.code, "the stored solution differs" in done.err) == (1, True)


def test_an_unreadable_stored_solution_is_reported(nonet, write):
    write("a.csv", f"puzzle,solution\n{UNIQUE},{SOLVED[:-1]}\n{UNIQUE},{SOLVED}4\n{UNIQUE},7\n")
    done = nonet("check", "a.csv")
    assert (done.code, done.err) == (1, "")
    said = [
        f"the stored solution cannot be read: {size} for 16 cells"
        for size in ("15 values", "17 values", "1 value")
    ]
    assert done.lines == [f"unique: {each}" for each in said]
    records = nonet("check", "--json", "a.csv").records
    assert [record["stored_error"] for record in records] == said
    assert not any("stored_differs" in record for record in records)


def test_a_stated_solution_may_have_space_between_its_values(nonet, write):
    spaced = " ".join(SOLVED)
    write("a.csv", f"puzzle,solution\n{UNIQUE},{spaced}\n{UNIQUE},{spaced[:-3]}3 2\n")
    done = nonet("check", "a.csv")
    assert done.lines == ["unique", "unique: the stored solution differs in 2 cells: r4c3 r4c4"]


def test_solutions_of_large_boards_are_compared_correctly(nonet, write, tmp_path):
    write("in.txt", nonet("generate", "--order", "2x5", "--holes", "12", "--seed", "1").out)
    assert nonet("bulk", "in.txt", "own.csv").code == 0
    done = nonet("bulk", "own.csv", "again.csv", "--compare", "solution")
    assert (done.code, "1 same" in done.out) == (0, True)
    checked = nonet("check", "own.csv")
    assert (checked.code, checked.lines) == (0, ["unique"])
