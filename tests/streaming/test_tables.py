"""Tests of tables: CSV and similar text with a header, and Parquet with several columns."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_texts import MULTIPLE, NONE, SMALL, SOLVED, UNIQUE, csv_records, in_chunks, records_of

import nonet
from nonet import PuzzleError, bulk
from nonet.streaming.lines import LONGEST
from nonet.streaming.tables import ColumnChoice, table_of
from nonet.system import compression

SWAPPED = SOLVED[::-1]

#: A puzzle, its expected solution, and the outcome of the comparison.
ROWS = [
    (UNIQUE, SOLVED, "same"),
    (UNIQUE, SWAPPED, "differs"),
    (UNIQUE, "", ""),
    (MULTIPLE, SOLVED, "possible"),
    (MULTIPLE, "1" * 81, "differs"),
    (NONE, SOLVED, "differs"),
    (SMALL, "1234341223414123", "same"),
    (SMALL, "1234341223414132", "differs"),
    (SMALL, "unknown", "differs"),
    ("nonsense", SOLVED, ""),
]


def table(delimiter=",", end="\n", rows=ROWS):
    lines = [("id", "Quizzes", "solutions", "rating")]
    lines += [(str(number), *row[:2], f"{number / 2}") for number, row in enumerate(rows)]
    return end.join(map(delimiter.join, lines)) + end


def test_solutions_are_compared_and_columns_are_kept(answered):
    summary, found = answered(table(), "in.csv", compare="solutions", keep=["rating", "id"])
    assert list(found[0])[-4:] == ["error", "compared", "rating", "id"]
    assert [row["puzzle"] for row in found] == [row[0] for row in ROWS]
    assert [row["compared"] for row in found] == [row[2] for row in ROWS]
    assert [(row["id"], row["rating"]) for row in found] == [
        (str(number), f"{number / 2}") for number in range(len(ROWS))
    ]
    assert found[-1]["error"] == "line 11: 8 characters: a 3×3 puzzle has 9"
    assert summary.compared == {"same": 2, "differs": 5, "possible": 1}
    assert summary.differing == (3, 6, 7, 9, 10)


def test_an_expected_solution_among_several_is_possible(answered):
    rows = [(MULTIPLE, SOLVED, ""), (MULTIPLE, SOLVED[:80] + "8", ""), (UNIQUE, SOLVED, "")]
    _, found = answered(table(rows=rows), "in.csv", mode="solve", compare="solutions")
    assert [row["compared"] for row in found] == ["possible", "differs", "same"]


@pytest.mark.parametrize("name", ["in.csv", "in.tsv", "in.txt", "in.csv.gz", "in.tsv.zst"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_every_kind_of_table_has_the_same_records(write, name, delimiter):
    text = b"\xef\xbb\xbf" + table(delimiter, "\r\n").encode()
    kind = compression.kind(name)
    source = write(name, compression.compress(text, kind) if kind else text)
    plain = write("plain.csv", table())
    options = {"compare": "solutions", "keep": ["id"]}
    bulk(source, source.with_name("out.csv"), **options)
    bulk(plain, source.with_name("expected.csv"), **options)
    assert csv_records(source.with_name("out.csv")) == csv_records(source.with_name("expected.csv"))


def test_parquet_columns_are_kept_and_compared(tmp_path):
    columns = {
        "id": range(len(ROWS)),
        "board": [row[0] for row in ROWS],
        "answer": [row[1] for row in ROWS],
        "rating": [None, *(number / 2 for number in range(1, len(ROWS)))],
    }
    pq.write_table(pa.table(columns), tmp_path / "in.parquet", row_group_size=3)
    with in_chunks(2 * 82):
        bulk(tmp_path / "in.parquet", tmp_path / "out.csv", compare="answer", keep=["id", "rating"])
    found = csv_records(tmp_path / "out.csv")
    assert [row["compared"] for row in found] == [row[2] for row in ROWS]
    assert [row["id"] for row in found] == [str(number) for number in range(len(ROWS))]
    assert [row["rating"] for row in found[:2]] == ["", "0.5"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_the_end_of_a_line_within_a_text_does_not_end_its_record(tmp_path, end):
    columns = {"puzzle": [SMALL, f"bad{end}too"], "note": [f"a{end}b", "c"]}
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    targets = [tmp_path / name for name in ("out.csv", "out.jsonl")]
    for target in targets:
        bulk(tmp_path / "in.parquet", target, keep=["note"])
    said = [(row["puzzle"], row["verdict"], row["note"]) for row in csv_records(targets[0])]
    assert said == [(SMALL, "unique", f"a{end}b"), (f"bad{end}too", "", "c")]
    assert [json.loads(line)["note"] for line in targets[1].open()] == [f"a{end}b", "c"]


def test_fields_in_quotes_and_bad_rows(answered):
    rows = [
        "puzzle,note",
        f'"{UNIQUE}","easy, they say"',
        f'{UNIQUE},"a ""quotation"""',
        "",
        f"{UNIQUE}",
        f'{UNIQUE},"no end',
        f"{UNIQUE},b,c",
        ",d",
        f"{UNIQUE},e",
    ]
    summary, found = answered("\n".join(rows), "in.csv", keep=["note"])
    assert summary.verdicts == {"unique": 3}
    assert [row["note"] for row in found if row["verdict"]] == [
        *("easy, they say", 'a "quotation"', "e")
    ]
    assert [row["error"] for row in found if row["error"]] == [
        "line 5: the line has 1 field, but the first line has 2",
        "line 6: a quoted field must end on its line",
        "line 7: the line has 3 fields, but the first line has 2",
        "line 8: no puzzle",
    ]


FIELDS = st.sampled_from([UNIQUE, SMALL, "", "x", f'"{UNIQUE}"', '"a,b"', '"open', "é"])
TABLE_LINES = st.lists(st.lists(FIELDS, min_size=1, max_size=3).map(",".join), max_size=12)


@given(lines=TABLE_LINES, length=st.integers(1, 1000))
def test_chunks_do_not_change_the_records_of_a_table(tmp_path_factory, lines, length):
    folder = tmp_path_factory.mktemp("cut")
    source = folder / "in.csv"
    source.write_text("\n".join(["puzzle,note", *lines]))
    options = {"compare": "note", "keep": ["note"]}
    bulk(source, folder / "whole.csv", **options)
    with in_chunks(length):
        bulk(source, folder / "cut.csv", **options)
    assert (folder / "cut.csv").read_bytes() == (folder / "whole.csv").read_bytes()


def test_spaces_around_bad_text_are_left_out(write):
    source = write("in.csv", f"id,puzzle\n1,{UNIQUE[:40]}".encode() + b"\xae\x0b\n")
    for ending in (".csv", ".jsonl"):
        bulk(source, source.with_name(f"out{ending}"))
        [record] = records_of(source.with_name(f"out{ending}"))
        assert record["puzzle"] == f"{UNIQUE[:40]}\\xae"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (f"puzzle\n{SMALL}", ("puzzle",)),
        ("grid\n123\n456\n789", None),  # a heading
        ("\ufeffPuzzle;Solution\r\n", ("Puzzle", "Solution")),
        ('"id","grid"', ("id", "grid")),
        (UNIQUE, None),
        ("# puzzles", None),
        ("", None),
    ],
)
def test_names_of_columns_are_recognised(line, names):
    table = table_of(line, "in.txt", ColumnChoice())
    assert (table.names if table else None) == names


def test_a_solution_may_have_space_between_its_values(answered):
    spaced = " ".join("1234341223414123")
    wrong = f"{spaced[:-4]} 3 2"
    rows = [
        *((SMALL, spaced, "same"), (SMALL, wrong, "differs")),
        *((MULTIPLE, " ".join(SOLVED), "possible"), ("1" + "." * 80, "1 " * 81, "differs")),
        (UNIQUE, "\t".join(SOLVED).replace("\t", "  "), "same"),
    ]
    _, found = answered(table(rows=rows), "in.csv", compare="solutions")
    assert [row["compared"] for row in found] == [row[2] for row in rows]


@pytest.mark.parametrize("boxes", [(2, 5), None])
def test_a_result_of_large_boards_agrees_with_itself(write, boxes):
    board = nonet.classic(boxes=boxes) if boxes else nonet.Puzzle(nonet.Grid(2, 12))
    source = write("in.txt", nonet.formats.one_line(board))
    own, again = source.with_name("own.csv"), source.with_name("again.csv")
    bulk(source, own, mode="solve")
    assert bulk(own, again, mode="solve", compare="solution").compared == {"same": 1}


@pytest.mark.parametrize(
    ("column", "mode", "stated", "said"),
    [
        ("verdict", "check", ["unique", "none", "satisfied", "unknown", ""], "same differs same  "),
        (
            "verdict",
            "solve",
            ["unique", "none", "multiple", "unsatisfiable", ""],
            "same differs same differs ",
        ),
        ("count", "count", ["1", "2", "7", "", "1"], "same differs differs  same"),
    ],
)
def test_earlier_verdicts_and_counts_are_compared(answered, column, mode, stated, said):
    rows = [f"{UNIQUE},{each}" for each in stated]
    text = "\n".join([f"puzzle,{column}", *rows])
    _, found = answered(text, "in.csv", mode=mode, compare=column)
    assert " ".join(row["compared"] for row in found) == said


def test_a_result_agrees_with_itself(write):
    source = write("in.txt", f"{UNIQUE}\n{MULTIPLE}\n{NONE}\n{SMALL}\nbad\n")
    first = source.with_name("first.csv")
    bulk(source, first)
    for column, compared in (("verdict", {"same": 4}), ("solution", {"same": 2, "possible": 1})):
        again = bulk(first, source.with_name("again.csv"), compare=column, force=True)
        assert again.compared == compared
    with pytest.raises(ValueError, match="mode check finds nothing to compare with 'count'"):
        bulk(first, source.with_name("again.csv"), compare="count", force=True)


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("block", [500, 1 << 20])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_row_longer_than_any_puzzle_is_refused_and_cut(write, target, end, block, place):
    rows = [f"{number},{UNIQUE}" for number in range(2)]
    rows.insert(place, f"7,{'1' * 200_000}")
    source = write("in.csv", "\n".join(["id,puzzle", *rows]) + end)
    with in_chunks(block):
        summary = bulk(source, target, keep=["id"])
    assert (summary.verdicts, summary.errors) == ({"unique": 2}, 1)
    found = csv_records(target)[place]
    assert found["error"].startswith(f"line {place + 2}: longer than 65,536 bytes")
    assert target.stat().st_size < 2_000


def test_a_kept_field_longer_than_any_puzzle_is_cut(answered):
    text = f"puzzle,note\n{SMALL},{'x' * (LONGEST + 1)}\n{SMALL},{'x' * LONGEST}\n"
    _, found = answered(text, "in.csv", keep=["note"])
    assert [row["note"] for row in found] == ["x" * 1000 + "…", "x" * LONGEST]


# --- choosing columns ----------------------------------------------------------------------------

STATED = ColumnChoice(finds_solutions=True)
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
    assert STATED.found(names).expected == place


@pytest.mark.parametrize(
    ("choice", "names", "said"),
    [
        (STATED, "puzzle,Solution,solutions", "'Solution' and 'solutions' could both be the "),
        (STATED, "puzzle,Solution,SOLUTION", "column: rename one"),
        (STATED, "puzzle,solution,solution", "2 columns are named 'solution'. Rename all but one"),
        (
            STATED,
            "puzzle,grid",
            "wanted column: name the column of puzzles with --column (in Python, column=)",
        ),
        (STATED, "puzzle,puzzle", "2 columns are named 'puzzle'"),
        (STATED, "puzzle,grid,grid", "'puzzle' and 'grid' could both be the wanted column"),
        (KEEPING, "id,puzzle,id", "2 columns are named 'id'"),
        (KEEPING, "id,puzzle,id,id", "3 columns are named 'id'"),
        (KEEPING, "ID,puzzle,Id", "no column 'id'. The columns are ID, puzzle, Id"),
        (ColumnChoice("a"), "a,b,a", "2 columns are named 'a'"),
        (KEEPING, '{"id": 7,"puzzle": "1..."}', "JSON Lines has no columns: convert it to CSV"),
        (ColumnChoice("a"), '{"id": 7}', "JSON Lines has no columns: convert it to CSV, TSV"),
        (KEEPING, "", "the first line is empty: it must name the columns of the table"),
        (ColumnChoice("a"), "", "the first line is empty: it must name the columns of the table"),
    ],
)
def test_an_unclear_choice_of_columns_is_an_error(choice, names, said):
    with pytest.raises(PuzzleError) as refused:
        choice.found(names.split(","))
    assert said in str(refused.value)
