"""The native backend has sessions on classic puzzles, obeys limits, and can be interrupted."""

import builtins
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import examples
import grids
import pytest

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count, solutions
from nonet.questions.uniqueness import check_many, count_many, solve, solve_many
from nonet.rules import Columns, Diagonals, Odd, Rows
from nonet.solvers import Limits, PuzzleUnsupported, Status, backends, find_backend
from nonet.solvers.native import core
from nonet.solvers.native.lockstep import LaneListing, arrays
from nonet.validity import violations

EMPTY = examples.classic("." * 81)
HARD = examples.classic(examples.HARD)
#: Arto Inkala's puzzle of 2012, which needs guesses.
HARDEST = examples.classic(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
TWINS = grids.text(grids.thinned(grids.solved(1, seed=3), 45, seed=5)[0])


@pytest.fixture
def native():
    return find_backend("native")


def test_all_solutions_are_found_once_whatever_is_blocked(native):
    puzzle = examples.classic(TWINS)
    expected = sorted(solutions(puzzle, "norvig"))
    assert sorted(solutions(puzzle, "native")) == expected
    found = [expected[-1]]
    with native.open(puzzle) as session:
        session.block(expected[-1])  # before it is found
        session.block(native.open(HARD).solve().solution)  # a solution of another puzzle
        while (solution := session.solve().solution) is not None:
            assert session.solve().solution == solution
            found.append(solution)
            for kind in (tuple, list):
                session.block(kind(solution))
        assert session.solve().status is Status.UNSATISFIABLE
    assert sorted(found) == expected


def test_a_listing_goes_on_after_each_pause(native):
    puzzle = examples.classic(grids.text(grids.thinned(grids.solved(1, seed=3), 27, seed=5)[0]))
    listing, kept, counted = native.listings(puzzle), [], 0
    assert isinstance(listing, LaneListing)
    while not (taken := listing.take(3, kept=2)).end:
        assert (taken.found, len(taken.kept)) == (3, 2)
        counted, kept = counted + taken.found, kept + taken.kept
    expected = set(solutions(puzzle, "norvig"))
    assert counted + taken.found == len(expected) > 6
    assert len(set(kept)) == len(kept)
    assert expected.issuperset(kept)
    assert listing.take(1) == (0, [], True)
    assert native.listings(puzzle).take(1 << 70, kept=1 << 70).found == len(expected)


def test_the_nodes_are_guesses_and_a_limit_is_resumed(native):
    with native.open(HARDEST) as session:
        answers = [session.solve(Limits(nodes=1))]
        while answers[-1].status is Status.UNKNOWN:
            answers.append(session.solve(Limits(nodes=1)))
    assert answers[-1].status is Status.SATISFIED
    assert len(answers) > 1
    assert all(answer.counters["guesses"] >= 1 for answer in answers[:-1])


def test_without_guesses_a_puzzle_that_needs_one_is_unknown(native):
    with native.open(HARDEST) as session:
        assert session.solve(Limits(nodes=0)).status is Status.UNKNOWN
    with native.open(examples.classic(examples.EASY)) as session:
        assert session.solve(Limits(nodes=0)).status is Status.SATISFIED


def test_sessions_side_by_side_and_in_threads(native):
    def ask(_):
        with native.open(HARD) as session:
            return session.solve().solution

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(ask, range(8)))) == 1


def test_many_at_once(native):
    impossible = examples.classic("12345678." + "." * 8 + "9" + "." * 63)
    puzzles = [HARD, EMPTY, impossible]
    answers = list(solve_many(puzzles, "native"))
    assert [answer.status for answer in answers] == ["satisfied", "satisfied", "unsatisfiable"]
    assert all(violations(p, a.solution) == [] for p, a in zip(puzzles[:2], answers, strict=False))
    assert [v.kind for v in check_many(puzzles, "native")] == ["unique", "multiple", "none"]
    assert list(count_many(puzzles, 7, "native")) == [1, 7, 0]
    assert list(count_many(puzzles, 100, "native")) == [1, 100, 0]
    assert list(solve_many([], "native")) == []


@pytest.mark.parametrize(
    "puzzle",
    [
        examples.classic("." * 81, Diagonals()),
        examples.classic("." * 16),
        Puzzle(Grid(9, 9, range(9)), rules=EMPTY.rules),
        Puzzle(Grid(9, 9), rules=(Rows(), Columns())),
    ],
    ids=["diagonals", "4×4", "zero to eight", "no boxes"],
)
def test_the_general_engine_answers_other_puzzles(native, puzzle):
    with native.open(puzzle) as session:
        assert "propagators" in session.solve().counters
    unique, other, empty = check_many([HARD, puzzle, EMPTY], "native")
    assert [unique.kind, other.kind, empty.kind] == ["unique", "multiple", "multiple"]
    assert all(violations(puzzle, solution) == [] for solution in other.witnesses)
    assert list(count_many([puzzle, HARD], 3, "native")) == [3, 1]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Grid(9, 9), marks=(1, *EMPTY.marks[1:]), rules=EMPTY.rules),
        HARD.with_rules(Odd("r1c2")),
    ],
    ids=["marks", "a rule for a cell"],
)
def test_lanes_take_limits_on_single_cells(native, puzzle):
    with native.open(puzzle) as session:
        answer = session.solve()
    assert "guesses" in answer.counters
    assert violations(puzzle, answer.solution) == []


@pytest.mark.parametrize(
    ("grid", "reason"), [(Grid(9, 500), "4500 cells"), (Grid(65, 2), "65 values")]
)
def test_unsupported_puzzles_are_refused_with_the_reason(native, grid, reason):
    with pytest.raises(PuzzleUnsupported, match=f"native: the puzzle has {reason}"):
        native.open(Puzzle(grid)).solve()
    with pytest.raises(PuzzleUnsupported, match=f"native: the puzzle has {reason}"):
        list(solve_many([EMPTY, Puzzle(grid)], "native"))


def test_little_is_done_between_two_looks_at_the_clock(isa):
    """The clock and Ctrl-C are checked together, so this bounds the delay of both."""
    at_the_first_look = arrays.run(bytes(81), limit=None, kept=0, seconds=0, engine=isa)
    # There are at most 512 steps between two checks, each with at most one solution per lane.
    assert not at_the_first_look.finished[0]
    assert at_the_first_look.counts[0] <= 512 * 32
    empty = examples.classic("." * 16)
    assert solve(empty, "native").solution  # compile its rules first, without a limit
    with find_backend("native").open(empty) as session:
        assert session.solve(Limits(seconds=0)).counters.get("nodes", 0) == 0


#: Puzzles whose count never ends.
COUNTS = [
    "arrays.count(bytes(81))",
    "arrays.count(bytes(81 * 4), threads=2)",
    "for seconds in iter(lambda: 1, 2): arrays.count(bytes(81), seconds=0.01)",
]
#: Runs each count, presses Ctrl-C, and prints the CPU time used afterwards.
INTERRUPTED = """
import os, signal, threading, time
from nonet.solvers.native.lockstep import arrays

def press():
    global pressed
    pressed = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)

for code in {counts}:
    try:
        threading.Timer(0.1, press).start()  # the press may come before the count begins
        exec(code)
    except KeyboardInterrupt:
        print(time.process_time() - pressed)
"""


def test_ctrl_c_ends_a_count():
    command = [sys.executable, "-c", INTERRUPTED.format(counts=COUNTS)]
    # After an interrupted `exec`, Python ends by the signal, even if the script catches the error.
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    waited = [float(line) for line in run.stdout.splitlines()]
    assert len(waited) == len(COUNTS), run.stderr
    assert max(waited) < 0.4, "seconds of the processor"


def test_the_instruction_set_is_listed_and_can_be_forced(isa, monkeypatch):
    monkeypatch.setenv("NONET_ISA", isa)
    [line] = [line for line in backends() if line.spec == "native"]
    assert line.missing is None
    assert line.capabilities[0] == isa
    assert count(HARD, backend="native") == 1


def test_the_instruction_set_is_read_each_time(monkeypatch):
    best = core.isas()[0]
    monkeypatch.delenv("NONET_ISA", raising=False)
    assert core.isa() == best
    monkeypatch.setenv("NONET_ISA", "generic")
    assert core.isa() == "generic"
    monkeypatch.setenv("NONET_ISA", "")
    assert core.isa() == best


def test_an_unknown_instruction_set_is_refused(monkeypatch):
    monkeypatch.setenv("NONET_ISA", "mmx")
    assert "this machine only supports" in core.missing()
    [line] = [line for line in backends() if line.spec == "native"]
    assert "NONET_ISA=mmx" in line.missing


def test_the_build_is_the_requested_one():
    if os.environ.get("NONET_REQUIRE_NATIVE"):
        assert core.missing() is None


def test_ctrl_c_waits_until_the_engine_is_loaded(monkeypatch):
    """Inside the extension module, it would become an ImportError: the engine would be missing."""
    loaded, usual = [], builtins.__import__

    def load(name, *how):
        if how[2:3] != (("_core",),):
            return usual(name, *how)
        os.kill(os.getpid(), signal.SIGINT)
        loaded.append(usual(name, *how))
        return loaded[0]

    monkeypatch.setattr(builtins, "__import__", load)
    with pytest.raises(KeyboardInterrupt):
        core.core.__wrapped__()
    assert loaded
