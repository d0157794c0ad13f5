"""The lockstep engine agrees with the other solvers, on every instruction set, and reads arrays."""

import os
from itertools import islice
from random import Random

import examples
import grids
import numpy as np
import pytest
import requirements
from hypothesis import given
from hypothesis import strategies as st

from nonet.puzzle import Puzzle
from nonet.solvers import Backend, find_backend
from nonet.solvers.native import core
from nonet.solvers.native.general import GeneralEngine
from nonet.solvers.native.lockstep import arrays, is_for_lanes
from nonet.system.errors import PuzzleError

GENERAL = Backend("general", lambda puzzle, seed: GeneralEngine(puzzle))
FILES = ["17clue.txt", "easy10k.txt", "hard375.txt", "top1465.txt", "top95.txt"]


def counted(puzzles, limit, isa, **options):
    return arrays.run(puzzles, limit=limit, kept=1, engine=isa, **options)


def count_generally(puzzle, limit):
    """Count by the general engine, although nonet would choose lockstep for a classic puzzle."""
    with GENERAL.open(examples.classic(grids.text(puzzle))) as session:
        return sum(answer.solution is not None for answer in islice(session.answers(), limit))


@pytest.mark.parametrize("name", FILES)
def test_published_puzzles_have_one_solution(name, isa):
    puzzles = grids.of_lines(requirements.data(name)[:3000])
    results = counted(puzzles, 2, isa)
    assert (results.counts == 1).all()
    assert results.finished.all()
    assert grids.obeys(puzzles, results.solutions[:, 0]).all()


@pytest.mark.parametrize("name", FILES)
def test_published_puzzles_have_the_same_solution_in_the_general_engine(name):
    lines = requirements.data(name)
    sample = lines[:: len(lines) // 500 + 1]
    found = arrays.check("".join(sample).encode()).solutions
    for line, expected in zip(sample, found.tolist(), strict=True):
        with GENERAL.open(examples.classic(line)) as session:
            solution = session.solve().solution
            assert solution == tuple(expected)
            session.block(solution)
            assert session.solve().solution is None


@pytest.fixture(scope="module")
def kinds():
    """Return 10,000 grids of each kind: solvable, spoiled, empty, full and thinned.

    Set NONET_GRIDS to a smaller number under a sanitizer, which takes ten times as long.
    """
    full = grids.solved(int(os.environ.get("NONET_GRIDS", "2000")), seed=1)
    return {
        "full": full,
        "full, spoiled": grids.spoiled(full, seed=2),
        "one to five removed": grids.thinned(full, (76, 80), seed=3),
        "22 to 30 clues": grids.thinned(full, (22, 30), seed=4),
        "22 to 30 clues, spoiled": grids.spoiled(grids.thinned(full, (22, 30), seed=5), seed=6),
    }


LIMITS = [1, 2, 5, 100, 5000]


@pytest.mark.parametrize("limit", LIMITS)
def test_full_grids_are_their_own_solution(kinds, limit, isa):
    results = counted(kinds["full"], limit, isa)
    assert (results.counts == 1).all()
    assert (results.solutions[:, 0] == kinds["full"]).all()
    assert not counted(kinds["full, spoiled"], limit, isa).counts.any()


@pytest.mark.parametrize("limit", LIMITS)
def test_every_instruction_set_counts_the_same(kinds, limit, isa):
    few = slice(None, 100 if limit >= 100 else None)
    for puzzles in kinds.values():
        results = counted(puzzles[few], limit, isa)
        assert results.finished.all()
        assert (results.counts == counted(puzzles[few], limit, "generic").counts).all()
        some = results.counts > 0
        assert grids.obeys(puzzles[few][some], results.solutions[some, 0]).all()


def test_two_equal_clues_in_a_house_leave_nothing_and_elsewhere_something(isa):
    pairs = [(a, b) for a in range(81) for b in range(a)]
    puzzles = np.zeros((len(pairs), 81), np.uint8)
    for puzzle, pair in zip(puzzles, pairs, strict=True):
        puzzle[list(pair)] = 1 + sum(pair) % 9
    clash = [
        a // 9 == b // 9 or a % 9 == b % 9 or (a // 27, a % 9 // 3) == (b // 27, b % 9 // 3)
        for a, b in pairs
    ]
    for limit in (1, 50):
        counts = counted(puzzles, limit, isa).counts
        assert counts.tolist() == [0 if clashes else limit for clashes in clash]


@pytest.mark.parametrize("emptied", [0, 9, 18, 27])
def test_only_the_last_solution_may_be_known_as_the_last(emptied):
    known = []
    with find_backend("native").open(ANSWER[emptied:].rjust(81, ".")) as session:
        while (answer := session.solve()).solution:
            known.append(answer.is_last)
            session.block(answer.solution)
    assert known
    assert True not in known[:-1]
    assert emptied or known == [True]


def test_removing_clues_keeps_the_solution(kinds, isa):
    results = arrays.run(kinds["one to five removed"], limit=200, kept=200, engine=isa)
    assert (results.counts < 200).all()
    known = (results.solutions == kinds["full"][:, None]).all(axis=2)
    assert (known.sum(axis=1) == 1).all()


def test_a_puzzle_alone_has_the_solutions_that_it_has_in_company(kinds, isa):
    """If there is a single puzzle, all lanes search it and take branches from one another."""
    puzzles = [kinds["22 to 30 clues"][:40], grids.of_lines(requirements.data("hard375.txt"))[:80]]
    for some in puzzles:
        together = arrays.run(some, limit=300, kept=300, engine=isa)
        for index in range(len(some)):
            alone = arrays.run(some[index], limit=300, kept=300, engine=isa)
            count = int(alone.counts[0])
            assert count == together.counts[index]
            found = np.unique(alone.solutions[0, :count], axis=0)
            assert len(found) == count
            assert grids.obeys(np.resize(some[index], (count, 81)), found).all()
            if count < 300:
                assert (found == np.unique(together.solutions[index, :count], axis=0)).all()


@pytest.mark.parametrize("limit", LIMITS)
def test_random_grids_have_as_many_solutions_in_the_general_engine(kinds, limit):
    for puzzles in kinds.values():
        sample = puzzles[-200 if limit <= 5 else -10 :]
        counts = arrays.count(sample, limit).counts
        assert counts.tolist() == [count_generally(puzzle, limit) for puzzle in sample]


@pytest.mark.parametrize("most", [2, 3, 5, 7])
def test_marks_leave_as_many_solutions_as_in_the_general_engine(kinds, most, isa, monkeypatch):
    """In three of four puzzles, a solution is among the marks."""
    monkeypatch.setenv(core.ISA_VARIABLE, isa)
    random, board = Random(most), examples.classic("." * 81)
    for number, grid in enumerate(kinds["full"][:40].tolist()):
        allowed = [{*random.sample(range(1, 10), random.randint(1, most))} for _ in grid]
        marks = [
            sum(1 << digit - 1 for digit in digits | ({value} if number % 4 else set()))
            for digits, value in zip(allowed, grid, strict=True)
        ]
        puzzle = Puzzle(board.grid, marks=tuple(marks), rules=board.rules)
        assert is_for_lanes(puzzle)
        found, expected = (
            [answer.solution for answer in islice(backend.open(puzzle).answers(), 100)]
            for backend in (find_backend("native"), GENERAL)
        )
        assert len(set(found)) == len(found) == len(expected)
        assert len(found) == 100 or set(found) == set(expected)


@pytest.mark.parametrize("limit", LIMITS)
def test_the_empty_grid_has_as_many_as_one_likes(limit, isa):
    results = arrays.run(bytes(81), limit=limit, kept=limit, engine=isa)
    assert results.counts.tolist() == [limit]
    assert len(np.unique(results.solutions[0], axis=0)) == limit


def test_batches_of_every_size(kinds, isa):
    mixed = np.concatenate([puzzles[:40] for puzzles in kinds.values()])
    mixed = mixed[np.random.default_rng(0).permutation(len(mixed))]
    expected = counted(mixed, 2, "generic").counts
    for size in range(1, 201):
        results = counted(mixed[:size], 2, isa)
        assert (results.counts == expected[:size]).all(), size
        assert results.finished.all()


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_threads_change_nothing(kinds, threads):
    puzzles = kinds["22 to 30 clues"]
    alone, together = (arrays.check(puzzles, threads=number) for number in (1, threads))
    assert (alone.counts == together.counts).all()
    unique = alone.counts == 1
    assert (alone.solutions[unique] == together.solutions[unique]).all()


# --- arrays --------------------------------------------------------------------------------------

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
