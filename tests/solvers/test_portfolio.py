"""Several contestants run in parallel. The first verdict wins, and no process is left behind."""

import importlib
import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from events import wait_for
from examples import DOZEN, EMPTY, HOPELESS, SOLVED, classic
from oracle import brute_force, enumerate_solutions

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check, solve
from nonet.rules import Rows
from nonet.solvers import (
    BackendUnavailable,
    Limits,
    PuzzleUnsupported,
    Status,
    Unable,
    WrongAnswer,
    find_backend,
)
from nonet.solvers.portfolio import Portfolio

HANGS = "exec sleep 600"
CRASHES = "echo out of luck >&2; exit 1"
UNDECIDED = "echo 's UNKNOWN'"
OTHER = (2, 1, 3, 4, 3, 4, 2, 1, 1, 2, 4, 3, 4, 3, 1, 2)

#: A missing program is a second contestant that takes no process.
ABSENT = "dimacs:nosuchsat"


#: Tests with fresh workers instead of forked ones.
STARTED_ANEW = (
    "test_the_first_verdict_counts_and_the_others_are_ended",
    "test_one_whose_process_dies_is_named_with_its_code",
    "test_workers_that_do_not_find_their_modules_end",
    "test_rules_that_other_processes_cannot_import_are_refused",
)


@pytest.fixture(autouse=True)
def _forked(request):
    """Fork workers from this process, which is faster, unless a test needs fresh workers."""
    if request.function.__name__ not in STARTED_ANEW:
        request.getfixturevalue("forked_workers")


@pytest.fixture
def mark(monkeypatch, tmp_path):
    """Run the test's processes in a folder, and check that none is left at its end."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    wait_for(lambda: not marked(tmp_path))


@pytest.fixture
def program(install, tmp_path, mark):
    """Write a contestant as a shell script that records its process id when it starts.

    The program starts when its input ends, after it was entrusted to the reaper.
    """

    def make(script):
        path = tmp_path / f"program{len(list(tmp_path.glob('program*')))}"
        begin = f"cat > /dev/null; echo $$ > {path}.begun.new; mv {path}.begun.new {path}.begun"
        return f"dimacs:{install(path.name, f'{begin}; {script}')}"

    return make


def says(grid):
    """Return the script of a program that answers with a grid of 4×4."""
    model = " ".join(str(EMPTY.grid.mark(cell, value)) for cell, value in enumerate(grid))
    return f"echo 's SATISFIABLE'; echo 'v {model} 0'; exit 10"


def marked(mark):
    """Return the processes that work in the folder, except this process and the reapers.

    If a worker ends while it starts its reaper, the reaper looks like the worker for a moment. So
    tests wait until marked processes have ended.
    """
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            bears = (process / "cwd").readlink() == mark
            if bears and b"reaper.py" not in (process / "cmdline").read_bytes():
                found.add(int(process.name))
    return found - {os.getpid()}


def children_of(process):
    ps = ["ps", "-o", "pid=", "--ppid", str(process)]
    return {int(pid) for pid in subprocess.run(ps, capture_output=True, check=True).stdout.split()}


def begun(spec):
    return Path(f"{spec.partition(':')[2]}.begun").exists()


def named(*specs):
    return f"first:{'+'.join(specs)}"


# --- the first verdict ---------------------------------------------------------------------------


def test_the_first_verdict_counts_and_the_others_are_ended(program, mark):
    answer = solve(EMPTY, named(program(HANGS), "norvig"))
    assert (answer.status, answer.by) == (Status.SATISFIED, "norvig")
    assert answer.counters["nodes"] > 0


@pytest.mark.slow
def test_every_kind_of_contestant_ends_in_time_with_all_that_it_started(program, mark):
    """Kissat searches in a child process, CP-SAT in threads, and CaDiCaL ignores signals."""
    slow = program(HANGS)
    with find_backend(named("pysat", "cpsat", "pysat:kissat404", slow)).open(HOPELESS) as session:
        assert session.solve(Limits(seconds=0)).status is Status.UNKNOWN
        # There is a process for each contestant, one for Kissat's child, and one for the program.
        wait_for(lambda: begun(slow) and len(marked(mark)) >= 6)
        assert session.solve(Limits(seconds=0.2)).status is Status.UNKNOWN


@pytest.mark.parametrize("first", ["norvig", pytest.param("pysat", marks=pytest.mark.slow)])
def test_a_session_enumerates_whichever_contestant_is_first(first, mark):
    with find_backend(named(first, "heuristic")).open(DOZEN) as session:
        assert sorted(enumerate_solutions(session)) == sorted(brute_force(DOZEN))


def test_a_late_result_answers_a_later_question(program, mark, tmp_path):
    """The slow contestant still works on the first question. Only it can answer the second one."""
    slow = program(f"while [ ! -f {tmp_path}/go ]; do sleep 0.05; done; {says(SOLVED)}")
    other = program(f"[ -f {tmp_path}/asked ] && {HANGS}; touch {tmp_path}/asked; {says(OTHER)}")
    with find_backend(named(slow, other)).open(EMPTY) as session:
        first = session.solve()
        assert (first.by, first.solution) == (other, OTHER)
        session.block(OTHER)
        wait_for(lambda: begun(slow))
        Path(tmp_path, "go").touch()
        second = session.solve()
        assert (second.by, second.solution) == (slow, SOLVED)


def test_a_blocked_late_answer_leads_to_another_solve(program, mark, tmp_path):
    slow = program(
        f"if [ -f {tmp_path}/asked ]; then echo 's UNSATISFIABLE'; exit 20; fi; "
        f"touch {tmp_path}/asked; while [ ! -f {tmp_path}/go ]; do sleep 0.05; done; {says(SOLVED)}"
    )
    other = program(f"[ -f {tmp_path}/once ] && {HANGS}; touch {tmp_path}/once; {says(SOLVED)}")
    with find_backend(named(slow, other)).open(EMPTY) as session:
        assert session.solve().by == other
        session.block(SOLVED)
        wait_for(lambda: begun(slow))
        Path(tmp_path, "go").touch()
        answer = session.solve()
        assert (answer.by, answer.status) == (slow, Status.UNSATISFIABLE)


def test_a_check_through_the_library_has_times_that_have_passed(mark):
    begun = time.perf_counter()
    verdict = check(classic("123434122......."), named("norvig", ABSENT))
    passed = time.perf_counter() - begun
    assert verdict.kind is Kind.MULTIPLE
    first = verdict.answers[0].times
    assert 0 < first.solve < first.total <= passed


# --- limits --------------------------------------------------------------------------------------


def test_when_all_are_undecided_it_is_unknown(program):
    answer = solve(EMPTY, named(program(UNDECIDED), program(CRASHES)))
    assert (answer.status, answer.solution) == (Status.UNKNOWN, None)


def test_a_limit_of_seconds(program):
    hanging = program(HANGS)
    with find_backend(named(hanging, ABSENT)).open(EMPTY) as session:
        assert session.solve(Limits(seconds=0)).status is Status.UNKNOWN
        wait_for(lambda: begun(hanging))
        begin = time.perf_counter()
        assert session.solve(Limits(seconds=0.1)).status is Status.UNKNOWN
        assert time.perf_counter() - begin >= 0.1


def test_each_contestant_has_the_limit_of_nodes_or_is_out(program):
    with find_backend(named("norvig", program(HANGS))).open(EMPTY) as session:
        assert session.solve(Limits(nodes=0)).status is Status.UNKNOWN
        assert session.solve(Limits(nodes=1000)).status is Status.SATISFIED


def test_nodes_count_from_the_question_that_limits_them(program, mark):
    """A contestant that still works on a question without a limit is started again."""
    hanging = program(HANGS)
    with find_backend(named("norvig", hanging)).open(EMPTY) as session:
        session.block(session.solve().solution)
        wait_for(lambda: begun(hanging))
        before = marked(mark)
        assert session.solve(Limits(nodes=1000)).by == "norvig"
        wait_for(lambda: len(marked(mark) & before) == 1)


# --- contestants that fail -----------------------------------------------------------------------


def test_one_that_crashes_or_is_undecided_is_out_and_the_others_go_on(program):
    spec = named(program(CRASHES), program(UNDECIDED), "norvig")
    with find_backend(spec).open(DOZEN) as session:
        assert len(enumerate_solutions(session)) == len(brute_force(DOZEN))


def test_when_all_fail_each_is_named_with_its_reason(program):
    one, two = program(CRASHES), program("kill -SEGV $$")
    with find_backend(named(one, two)).open(EMPTY) as session:
        for _ in range(2):
            with pytest.raises(Unable) as failure:
                session.solve()
            assert str(failure.value) == (
                f"first: no contestant can answer: {one}: {one} ended with code 1: out of luck; "
                f"{two}: {two} ended with code -11"
            )


def test_one_whose_process_dies_is_named_with_its_code(program, mark):
    one = program(HANGS)
    with find_backend(named(one, ABSENT)).open(EMPTY) as session:
        session.solve(Limits(seconds=0))
        wait_for(lambda: begun(one))
        # Do not kill all marked processes, because a starting reaper looks like its worker.
        for process in marked(mark) & children_of(os.getpid()):
            os.kill(process, signal.SIGKILL)
        for _ in range(2):
            with pytest.raises(Unable, match=r"dimacs:.*: its process ended with SIGKILL"):
                session.solve()


def test_a_lie_raises(program):
    liar = program(says((1,) * 16))
    with pytest.raises(WrongAnswer, match=f"^{liar} gave a wrong grid: r1c1 and r1c2 are both 1"):
        solve(EMPTY, named(liar, ABSENT))


IMPORTED = """
import threading
assert threading.current_thread() is threading.main_thread(), "two threads import"
from nonet.solvers import find_backend
def lookup(spec):
    return find_backend(spec)
"""


def test_one_thread_alone_imports_modules(tmp_path, monkeypatch, mark):
    # If two threads import, Python may refuse one import as a deadlock. Then no contestant answers.
    (tmp_path / "imported.py").write_text(IMPORTED)
    monkeypatch.syspath_prepend(str(tmp_path))
    lookup = importlib.import_module("imported").lookup
    with closing(Portfolio(lookup, ["norvig"], EMPTY, 0)) as portfolio:
        assert portfolio.solve(Limits(seconds=180)).status is Status.SATISFIED


def test_workers_that_do_not_find_their_modules_end(tmp_path, monkeypatch, mark):
    (tmp_path / "gone.py").write_text(IMPORTED)
    with monkeypatch.context() as only_here:
        only_here.syspath_prepend(str(tmp_path))
        lookup = importlib.import_module("gone").lookup
    with (
        closing(Portfolio(lookup, ["norvig"], EMPTY, 0)) as portfolio,
        pytest.raises(Unable, match="norvig: No module named 'gone'"),
    ):
        portfolio.solve(Limits(seconds=180))


def test_a_contestant_that_is_not_here_is_out(mark):
    assert solve(EMPTY, "first:dimacs:nosuchsat+norvig").by == "norvig"
    with pytest.raises(BackendUnavailable, match=r"no program 'nosuchsat'.*no program 'neither'"):
        find_backend("first:dimacs:nosuchsat+dimacs:neither")


class Secret(Rows):
    """A rule of a module that no other process can find."""

    __module__ = "only_here"


def test_rules_that_other_processes_cannot_import_are_refused(mark, monkeypatch):
    monkeypatch.setitem(sys.modules, "only_here", SimpleNamespace(Secret=Secret))
    with pytest.raises(Unable, match="a module that can be imported: No module named"):
        solve(Puzzle(Grid(2, 2), rules=(Secret(),)), named("norvig", ABSENT))

    class MoreSecret(Rows):
        """A rule that cannot be found by its name."""

    with pytest.raises(PuzzleUnsupported, match=r"a module that can be imported: .*MoreSecret"):
        solve(Puzzle(Grid(2, 2), rules=(MoreSecret(),)), "first:norvig,heuristic")
