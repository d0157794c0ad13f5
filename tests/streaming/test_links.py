"""Tests of links, JSON and other one-line formats in bulk."""

import pytest
from puzzle_texts import SMALL, UNIQUE, in_chunks

import nonet
from nonet import bulk

SOLVED = "1234341223414123"

#: Puzzles with the verdicts unique, none and multiple, in every one-line format.
UNIQUE_KILLER = nonet.classic("12..34..2......3").cage("r1c3 r1c4", 7)
NONE_KILLER = nonet.classic("12..34..2......3").cage("r1c3 r1c4", 3)
MULTIPLE_KILLER = nonet.classic("12..............").cage("r1c3 r1c4", 7)
KILLERS = (UNIQUE_KILLER, NONE_KILLER, MULTIPLE_KILLER)
FORMATS = ("fpuzzles", "sudokumaker", "sudokupad", "iss", "penpa", "json")
LINES = [nonet.write(killer, name) for name in FORMATS for killer in KILLERS]


def test_every_line_has_its_verdict_in_order(answered):
    cage = ["0", "0", "2561", "2561"] + ["0"] * 77
    programs = [
        "00A<" + "0" * 77,
        "3x3::k:" + "".join(f"{number}:" for number in cage),
        "SumoCueV1=0=0=10+2" + "=0" * 77,
    ]
    bad = ["https://f-puzzles.com/?load=N4Ig", "tinyurl.com/abc", '{"format": "nonet"}', "{", "bad"]
    lines = [LINES[0], UNIQUE, bad[0], *LINES[1:8], SMALL, *bad[1:], *LINES[8:], *programs]
    summary, found = answered("# links\n\n" + "\n".join(lines) + "\n")
    assert [record["puzzle"] for record in found] == lines
    for line, record in zip(lines, found, strict=True):
        place = f"line {lines.index(line) + 3}: "
        if line in bad:
            assert record["error"].startswith(place), record
        else:
            verdict = nonet.check(line)
            assert (record["verdict"], record["error"]) == (verdict.kind, ""), record
            if verdict.kind == "unique":
                assert record["solution"] == "".join(map(str, verdict.solution))
    assert summary.errors == len(bad)


@pytest.mark.parametrize("backend", ["native", pytest.param("norvig", marks=pytest.mark.slow)])
def test_blocks_and_jobs_change_nothing(write, backend):
    source = write("in.txt", "\n".join([*LINES, UNIQUE] * 2))
    targets = [source.with_name(f"out-{number}.csv") for number in range(2)]
    bulk(source, targets[0], backend=backend)
    with in_chunks(90):
        bulk(source, targets[1], backend=backend, jobs=2)
    assert targets[0].read_bytes() == targets[1].read_bytes()


def test_a_column_of_a_table_may_have_links(answered):
    rows = zip("abc", LINES[:3], (SOLVED, SOLVED, SOLVED), strict=True)
    text = "id,puzzle,solution\n" + "".join(f"{','.join(row)}\n" for row in rows)
    summary, found = answered(text, "in.csv", keep=["id"], compare="solution")
    assert [record["id"] for record in found] == ["a", "b", "c"]
    assert [record["verdict"] for record in found] == ["unique", "none", "multiple"]
    assert [record["compared"] for record in found] == ["same", "differs", "possible"]
    assert summary.differing == (3,)
    table = nonet.read_table({"puzzle": LINES[:3]})
    assert table.answers().verdicts == ["unique", "none", "multiple"]


def test_values_separated_by_spaces_are_one_puzzle_per_line(answered):
    puzzles = [nonet.classic(order=4).with_givens({"r1c1": 16, "r2c5": 3}), nonet.classic(SMALL)]
    lines = [nonet.write(puzzle, "tokens") for puzzle in puzzles]
    summary, found = answered("\n".join([*lines, UNIQUE]), mode="solve")
    assert summary.verdicts == {"satisfied": 3}
    assert [record["puzzle"] for record in found] == [*lines, UNIQUE]
    assert len(found[0]["solution"].split()) == 256


def test_one_grid_is_not_taken_for_many_puzzles(answered):
    grid = "\n".join([" ".join(".1.2" * 4)] * 16)
    for text in (grid, grid.replace("1", "10")):
        with pytest.raises(nonet.PuzzleError, match=r"in\.txt: .*(16×16 grid|the format is grid)"):
            answered(text)
