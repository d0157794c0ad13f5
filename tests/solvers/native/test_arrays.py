"""Tests of arrays of puzzles: input, output, and refusal of invalid bytes."""

import examples
import grids
import numpy as np
import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st

from nonet.solvers.native.lockstep import arrays
from nonet.system.errors import PuzzleError

LINE = examples.HARD.encode()
ANSWER = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
GOOD = b"\0\1\2\3\4\5\6\7\10\11.0123456789"


def one(rows, **options):
    results = arrays.check(rows, **options)
    assert results.counts.tolist() == [1]
    return grids.text(results.solutions[0])


def test_text_bytes_and_values_give_the_same_results():
    values = grids.of_lines([examples.HARD])
    assert one(LINE) == one(LINE.replace(b".", b"0")) == one(values) == ANSWER
    assert one(bytearray(LINE)) == one(memoryview(LINE)) == one(values[0]) == ANSWER


def test_any_stride_and_any_array():
    lines = b"\n".join([LINE] * 5)
    assert arrays.check(lines, stride=82).counts.tolist() == [1] * 5
    assert arrays.check(lines + b"\n", stride=82).counts.tolist() == [1] * 5
    wide = np.frombuffer(b"".join([LINE + b"?" * 19] * 5), np.uint8).reshape(5, 100)
    for view in (wide[:, :81], wide[::-2, :81], np.asfortranarray(wide[:, :81])):
        results = arrays.check(view)
        assert (results.counts == 1).all()
        assert len(results.counts) == len(view)


def test_nothing_in_nothing_out():
    for nothing in (b"", np.empty((0, 81), np.uint8)):
        results = arrays.solve(nothing, threads=2)
        assert results.counts.shape == results.finished.shape == (0,)
        assert results.solutions.shape == (0, 81)


def test_two_witnesses_where_there_are_two():
    three = b"".join([LINE, bytes(81), b"11" + bytes(79)])
    results = arrays.run(three, limit=2, kept=2)
    assert results.counts.tolist() == [1, 2, 0]
    first, second = results.solutions[1]
    assert (first != second).any()
    assert not results.solutions[0, 1].any()
    assert not results.solutions[2].any()


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (LINE + LINE[:-1], "row 1: a puzzle has 81 bytes, not 80"),
        (LINE * 2 + b"x" + LINE[1:], "row 2: byte 120 at r1c1 is no digit"),
        (LINE[:-1] + b"\n", "row 0: byte 10 at r9c9 is no digit"),
        (np.zeros((2, 80), np.uint8), "not .2, 80."),
        (np.zeros((2, 81), np.int64), "not int64"),
        (np.full((3, 81), 10, np.uint8), "row 0: byte 10 at r1c1"),
    ],
)
def test_bad_rows_are_refused_by_number(rows, complaint):
    with pytest.raises(PuzzleError, match=complaint):
        arrays.solve(rows)


@pytest.mark.parametrize("options", [{"threads": 0}, {"stride": 80}])
def test_bad_options_are_refused(options):
    with pytest.raises(PuzzleError):
        arrays.solve(LINE, **options)
    with pytest.raises(PuzzleError, match="limit of 0"):
        arrays.count(LINE, 0)


@given(st.lists(st.binary(min_size=81, max_size=81), max_size=40))
def test_any_bytes_are_answered_or_refused(rows):
    bad = [index for index, row in enumerate(rows) if not set(row) <= set(GOOD)]
    if bad:
        with pytest.raises(PuzzleError, match=f"^row {bad[0]}: byte"):
            arrays.check(b"".join(rows))
    else:
        arrays.check(b"".join(rows))


@given(
    st.integers(0, 40).flatmap(lambda rows: st.binary(min_size=81 * rows, max_size=81 * rows)),
    st.integers(1, 3),
)
@tried(200)
def test_any_puzzle_of_the_alphabet_is_answered(isa, signs, limit):
    data = bytes(GOOD[sign % len(GOOD)] for sign in signs)
    results = arrays.run(data, limit=limit, kept=limit, engine=isa)
    assert results.finished.all()
    assert (results.counts <= limit).all()


def test_a_long_count_stops_after_its_seconds():
    results = arrays.count(bytes(81), seconds=0.05)
    assert results.counts[0] > 0
    assert not results.finished[0]


def test_a_wrong_grid_would_be_noticed(monkeypatch):
    class Liar:
        def run_batch(self, rows, *others):
            return 0

    monkeypatch.setattr(arrays, "core", Liar)
    with pytest.raises(arrays.WrongAnswer, match="row 0"):
        arrays.solve(LINE)


def test_a_search_in_another_thread_stops_too():
    # With one grid and two threads, the thread that checks the time may be idle.
    for _ in range(30):
        assert not arrays.count(bytes(81), threads=2, seconds=0.005).finished[0]
