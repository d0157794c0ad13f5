"""Two results beside each other: what differs, in order or by puzzle."""

import pytest
from puzzle_texts import MULTIPLE, NONE, SMALL, UNIQUE

from nonet import PuzzleError, bulk
from nonet.streaming.chunks import LONGEST_LINE
from nonet.streaming.results import RecordedResult, differences, results


def found(first, second):
    """Return what differs, as the puzzle and the two verdicts."""
    return [
        (each.there.puzzle, each.first and each.first.verdict, each.second and each.second.verdict)
        for each in differences(records(first), records(second))
        if each is not None
    ]


def records(said):
    return [
        RecordedResult(index, puzzle, verdict, solution, False)
        for index, (puzzle, verdict, solution) in enumerate(said)
    ]


A, B, C = (("a", "unique", "1"), ("b", "none", ""), ("c", "multiple", "2"))


def test_equal_results_do_not_differ():
    assert found([A, B, C], [A, B, C]) == []


def test_verdicts_and_solutions_are_compared():
    assert found([A, B, C], [("a", "unique", "9"), ("b", "unknown", ""), C]) == [
        ("a", "unique", "unique"),
        ("b", "none", "unknown"),
    ]


def test_of_several_solutions_any_may_be_shown():
    assert found([C], [("c", "multiple", "3")]) == []


@pytest.mark.parametrize("mode", ["check", "count"])
def test_one_solution_agrees_with_what_is_said_of_all(write, mode):
    source = write("in.txt", f"{UNIQUE}\n{MULTIPLE}\n{NONE}\nbad\n")
    solved, other = (source.with_name(f"{name}.csv") for name in ("solved", "other"))
    bulk(source, solved, mode="solve")
    bulk(source, other, mode=mode)
    for pair in ((solved, other), (other, solved)):
        assert not any(differences(*(results(str(each)) for each in pair)))


def test_one_solution_contradicts_what_is_said_of_all():
    said = [A, B, C, C]
    solved = [
        ("a", "satisfied", "9"),
        ("b", "satisfied", "1"),
        ("c", "unsatisfiable", ""),
        ("c", "unknown", ""),
    ]
    assert found(said, solved) == [
        ("a", "unique", "satisfied"),
        ("b", "none", "satisfied"),
        ("c", "multiple", "unsatisfiable"),
        ("c", "multiple", "unknown"),
    ]


def test_counts_are_compared():
    one, two = (RecordedResult(0, "c", "multiple", count, True) for count in ("7", "8"))
    assert [each is None for each in differences([one], [two])] == [False]


def test_where_the_order_differs_puzzles_are_matched():
    assert found([A, B, C, A], [A, C, A, B]) == []
    assert found([A, B], [B, C]) == [("a", "unique", None), ("c", None, "multiple")]
    assert found([A, A], [A]) == [("a", "unique", None)]


def test_every_format_of_results_is_read(write):
    source = write("in.txt", f"{UNIQUE}\n{SMALL}\nbad\n{NONE}\n{MULTIPLE}\n")
    names = ["out.csv", "out.jsonl", "out.parquet", "out.csv.gz", "out.jsonl.zst"]
    said = []
    for name in names:
        bulk(source, source.with_name(name))
        said.append(list(results(str(source.with_name(name)))))
    assert [result.verdict for result in said[0]] == ["unique", "unique", "", "none", "multiple"]
    assert said == [said[0]] * len(names)
    bulk(source, source.with_name("counts.csv"), mode="count", limit=5)
    counts = list(results(str(source.with_name("counts.csv"))))
    assert [result.found for result in counts] == ["1", "1", "", "0", "5"]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.csv", "id,verdict\n1,none\n", "no column 'puzzle'; there are id, verdict"),
        ("a.jsonl", '{"puzzle": "1"}\n[]\n', r"a\.jsonl:2: no record of a puzzle"),
        ("a.jsonl", "{", r"a\.jsonl:1: no record of a puzzle"),
        ("a.jsonl", '\n{"puzzle": "1"}\n\n[]\n', r"a\.jsonl:4: no record of a puzzle"),
    ],
)
def test_what_is_no_result_is_refused(write, name, content, complaint):
    with pytest.raises(PuzzleError, match=complaint):
        list(results(str(write(name, content))))


@pytest.mark.parametrize("mode", ["rate", "canon"])
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_ratings_and_canonical_forms_are_not_compared(tmp_path, mode, ending):
    (tmp_path / "in.txt").write_text(f"{UNIQUE}\n")
    bulk(str(tmp_path / "in.txt"), str(tmp_path / f"out.{ending}"), mode=mode)
    with pytest.raises(PuzzleError, match=f"{mode}.* not compared"):
        list(results(str(tmp_path / f"out.{ending}")))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(PuzzleError, match=r"none\.csv: no such file"):
        list(results(str(tmp_path / "none.csv")))


def test_a_kept_column_is_not_taken_for_what_was_found(write):
    source = write("in.csv", f"puzzle,solution,count\n{MULTIPLE},1,2\n")
    for ending in ("csv", "jsonl", "parquet"):
        less, more = (source.with_name(f"{name}.{ending}") for name in ("less", "more"))
        bulk(source, less, mode="count", limit=2, keep=["solution"])
        bulk(source, more, mode="count", limit=7, keep=["solution"])
        assert [each.found for path in (less, more) for each in results(str(path))] == ["2", "7"]
        [difference] = differences(results(str(less)), results(str(more)))
        assert difference
        bulk(source, less, keep=["count"])
        [result] = results(str(less))
        assert (result.is_count, len(result.found)) == (False, 81)


@pytest.mark.parametrize("mode", ["rate", "canon"])
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_kept_column_does_not_make_ratings_comparable(write, mode, ending):
    source = write("in.csv", f"puzzle,solution\n{UNIQUE},1\n")
    target = source.with_name(f"out.{ending}")
    bulk(source, target, mode=mode, keep=["solution"])
    with pytest.raises(PuzzleError, match=f"{mode}.* not compared"):
        list(results(str(target)))


def test_a_field_may_be_as_long_as_a_line(write):
    puzzle = "x" * (LONGEST_LINE - 20)
    path = write("out.csv", f"puzzle,verdict,solution,error\n{puzzle},,,bad\n")
    assert [result.puzzle for result in results(str(path))] == [puzzle]


def test_columns_in_another_order_are_found(write):
    for name, content in (
        ("a.csv", f"backend,solution,puzzle,verdict\nnative,7,{SMALL},unique\n"),
        ("a.jsonl", f'{{"backend": "x", "solution": "7", "verdict": "a", "puzzle": "{SMALL}"}}\n'),
    ):
        [result] = results(str(write(name, content)))
        assert (result.puzzle, result.found) == (SMALL, "7")


def test_of_several_solutions_any_satisfies():
    one, two, none = "1234341221434321", "1234341243212143", "1234341221434322"
    puzzle = "1234" + "." * 12
    said = [(puzzle, "satisfied", one)]
    assert found(said, [(puzzle, "satisfied", two)]) == []
    assert found(said, [(puzzle, "satisfied", none)]) == [(puzzle, "satisfied", "satisfied")]
    assert found([(SMALL, "satisfied", "1")], [(SMALL, "satisfied", one)]) != []
