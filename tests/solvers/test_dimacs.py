"""Tests of SAT solver programs as contestants: answers, limits and failures."""

import shlex
import signal
import subprocess
import time

import pytest
from breadth import tried
from events import is_gone, wait_for
from examples import DOZEN, EMPTY, HARD, SOLVED, classic
from hypothesis import given
from oracle import brute_force, enumerate_solutions
from requirements import require_program
from strategies import puzzles, raw_puzzles

from nonet.questions.uniqueness import Kind, check
from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Limits,
    SolverCrashed,
    Status,
    WrongAnswer,
    backends,
    dimacs,
    find_backend,
)
from nonet.solvers.dimacs import Run, resolved, run


@pytest.fixture
def installed(install, tmp_path, monkeypatch):
    """Put empty programs with these names on the PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def install_all(*names):
        for name in names:
            install(name)
        return tmp_path

    return install_all


# --- real programs -------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["cadical", "minisat"])
def outside(request):
    require_program(request.param)
    return find_backend(f"dimacs:{request.param}")


@pytest.mark.parametrize("options", ["/raw", "/ladder,minimal", "/totalizer,givens"])
def test_a_dozen_boards(outside, options):
    with find_backend(f"{outside.spec}{options}").open(DOZEN) as session:
        assert sorted(enumerate_solutions(session)) == sorted(brute_force(DOZEN))


@tried(25)
@given(puzzle=puzzles() | raw_puzzles())
def test_verdicts_are_those_of_brute_force(outside, puzzle):
    solutions = brute_force(puzzle)
    verdict = check(puzzle, outside.spec)
    assert verdict.kind is (Kind.NONE, Kind.UNIQUE, Kind.MULTIPLE)[min(2, len(solutions))]
    assert set(verdict.witnesses) <= solutions


def test_times_are_told_apart(outside):
    with outside.open(classic(HARD)) as session:
        times = session.solve().times
    assert min(times.encode, times.solve, times.decode) > 0


# --- imposters -----------------------------------------------------------------------------------

#: The output of a solver that answers SOLVED for EMPTY.
RIGHT = "v " + " ".join(str(EMPTY.grid.mark(c, v)) for c, v in enumerate(SOLVED)) + " 0"


@pytest.fixture
def imposter(install):
    """Write a program as a shell script, and return its backend."""

    def make(script, arguments=""):
        return find_backend(f"dimacs:{install('imposter', script)}{arguments}")

    return make


@pytest.mark.parametrize(
    ("script", "status"),
    [
        (f"echo 's SATISFIABLE\n{RIGHT}'; exit 10", Status.SATISFIED),
        ("echo 'c no\ns UNSATISFIABLE'; exit 20", Status.UNSATISFIABLE),
        ("echo 's UNKNOWN'; exit 0", Status.UNKNOWN),
        ("echo 's UNKNOWN'", Status.UNKNOWN),
    ],
)
def test_the_answer_is_the_programs_answer(imposter, script, status):
    with imposter(script).open(EMPTY) as session:
        answer = session.solve()
    assert answer.status is status
    assert answer.solution == (SOLVED if status is Status.SATISFIED else None)


def test_an_answer_in_a_file(imposter):
    script = f'echo noise; echo "SAT\n{RIGHT[2:]}" > "$2"; exit 10'
    with imposter(script, " {cnf} {out}").open(EMPTY) as session:
        assert session.solve().solution == SOLVED


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("exit 1", "ended with code 1$"),
        ("echo 'c hello'; echo out of memory >&2; exit 1", "ended with code 1: out of memory"),
        ("echo 's UNSATISFIABLE'; kill -SEGV $$", "ended with code -11"),
        ("echo 's UNSATISFIABLE'; exit 1", "ended with code 1: s UNSATISFIABLE"),
        ("echo 's UNSATISFIABLE'; exit 10", "unsatisfiable, but ended with code 10 instead of 20"),
        ("echo 's UNSATISFIABLE'", "said unsatisfiable, but ended with code 0 instead of 20"),
        (f"echo 's SATISFIABLE\n{RIGHT}'; exit 20", "satisfied, but ended with code 20 instead"),
        ("echo 's UNKNOWN'; exit 20", "unknown, but ended with code 20 instead of 0"),
        ("exit 20", "has 0 status lines"),
        ("echo; echo Segmentation fault; exit 20", "stdout:2: 'Segmentation fault' is not a line"),
        ("echo 's SATISFIABLE'; exit 10", r"the model gives r1c1 the values \[\]"),
        (f"echo 's SATISFIABLE\n{RIGHT[:30]}'; exit 10", r"the model gives r\dc\d the values"),
        ("echo 's SATISFIABLE\nv 1 2 0'; exit 10", r"gives r1c1 the values \[1, 2\]"),
        (r"printf 's UNSAT\377'; exit 20", "stdout:1: .* is not a line"),
    ],
)
def test_untrustworthy_output_is_a_crash_not_a_verdict(imposter, script, complaint):
    with imposter(script).open(EMPTY) as session:
        for _ in range(2):
            with pytest.raises(SolverCrashed, match=complaint) as crash:
                session.solve(Limits(seconds=60))
            assert str(crash.value).startswith(session.spec)


def test_a_missing_result_file_is_named(imposter):
    silent = imposter("exit 20", " {cnf} {out}")
    with silent.open(EMPTY) as session, pytest.raises(SolverCrashed, match=r"\{out\}: .* 0 status"):
        session.solve()


def test_a_program_that_goes_away_is_a_crash(imposter, tmp_path):
    gone = imposter("exit 20")
    (tmp_path / "imposter").unlink()
    with gone.open(EMPTY) as session, pytest.raises(SolverCrashed, match="did not start: No such"):
        session.solve()


def test_blocks_are_clauses_of_the_next_file(imposter, tmp_path):
    copy = tmp_path / "copy.cnf"
    script = f"cp \"$1\" {copy}; echo 's SATISFIABLE\n{RIGHT}'; exit 10"
    with imposter(script).open(EMPTY) as session:
        session.solve()
        before = copy.read_text().splitlines()
        session.block(SOLVED)
        session.block((9,) * 16)  # the clauses exclude it already
        with pytest.raises(WrongAnswer):
            session.solve()
    after = copy.read_text().splitlines()
    assert after[-1] == " ".join(f"-{word}" for word in RIGHT.split()[1:-1]) + " 0"
    assert len(after) == len(before) + 1


# --- specs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "full"),
    [
        ("dimacs:mysat", "dimacs:mysat"),
        ("dimacs:mysat/ladder,raw", "dimacs:mysat/ladder,raw"),
        ("dimacs:mysat/raw,ladder,extended", "dimacs:mysat/ladder,raw"),
        ("dimacs:./mysat", "dimacs:./mysat"),
        ("dimacs:./mysat/raw", "dimacs:./mysat/raw"),
        ("dimacs:./mysat -q --a=1,2", "dimacs:./mysat -q --a=1,2"),
        ("dimacs:./mysat -f {cnf} -o {out}/raw", "dimacs:./mysat -f {cnf} -o {out}/raw"),
        ("dimacs:mysat --log=/dev/null", "dimacs:mysat --log=/dev/null"),
        ('dimacs:"./my sat" -q', 'dimacs:"./my sat" -q'),
        ('dimacs:"./my sat"/raw', 'dimacs:"./my sat"/raw'),
        ("dimacs:'./my sat'", "dimacs:'./my sat'"),
    ],
)
def test_a_command_may_have_arguments_slashes_and_options(installed, spec, full):
    installed("mysat", "my sat")
    assert find_backend(spec).spec == full


@pytest.mark.parametrize(
    ("spec", "error", "complaint"),
    [
        ("dimacs", BackendUnavailable, "give its path, as in dimacs:cadical"),
        ("dimacs:COMMAND", BackendUnavailable, "found no program 'COMMAND'"),
        ("dimacs:nosuchsat", BackendUnavailable, "found no program 'nosuchsat'"),
        ("dimacs:nosuchsat/raw", BackendUnavailable, "found no program 'nosuchsat'"),
        ("dimacs:./nosuchsat", BackendUnavailable, "found no program './nosuchsat'"),
        ("dimacs:mysat/laddder", BackendError, "dimacs: unknown option 'laddder'"),
        ("dimacs:mysat/ladder,product", BackendError, "cannot be combined"),
        ("dimacs:mysat/native", BackendError, "DIMACS cannot express cardinality constraints"),
        ("dimacs:mysat 'open", BackendError, "is not a command: No closing quotation"),
    ],
)
def test_invalid_contestants(installed, spec, error, complaint):
    installed("mysat")
    with pytest.raises(error, match=complaint):
        find_backend(spec)


def test_programs_are_listed_where_they_are_found(installed):
    installed("minisat", "mysat", "cadical")
    *found, other = dimacs.PROVIDER.describe()
    assert [line.spec for line in found] == ["dimacs:cadical", "dimacs:minisat"]
    assert all(line.missing is None for line in found)
    assert other.spec == "dimacs:COMMAND"
    with pytest.raises(BackendUnavailable) as refused:
        find_backend(other.spec)
    assert str(refused.value) == f"dimacs:COMMAND: {other.missing}"
    assert {line.spec for line in backends()} >= {line.spec for line in [*found, other]}


LINES = ["p cnf 1 1", "1 0"]


def shell(script, *arguments):
    return ["/bin/sh", "-c", script, "program", *arguments]


# --- the words of a command ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("mysat", ["{cnf}"]),
        ("mysat -q --sat", ["-q", "--sat", "{cnf}"]),
        ("mysat '-o a b'", ["-o a b", "{cnf}"]),
        ("mysat {cnf} -q", ["{cnf}", "-q"]),
        ("mysat --in={cnf} --out={out}", ["--in={cnf}", "--out={out}"]),
        ("minisat", ["{cnf}", "{out}"]),
        ("minisat -luby", ["-luby", "{cnf}", "{out}"]),
        ("minisat {cnf}", ["{cnf}"]),
        ("glucose", ["-model", "{cnf}"]),
    ],
)
def test_default_arguments_are_added(installed, command, arguments):
    folder = installed("mysat", "minisat", "glucose")
    program, *rest = resolved(command)
    assert program == str(folder / command.split()[0])
    assert rest == arguments


def test_a_program_may_be_named_by_its_path(installed):
    folder = installed("mysat")
    assert resolved("./mysat") == ["./mysat", "{cnf}"]
    assert resolved(f"{folder}/mysat -q") == [f"{folder}/mysat", "-q", "{cnf}"]


@pytest.mark.parametrize("command", ["", " ", "/", "."])
def test_missing_programs(installed, command):
    installed("mysat")
    assert resolved(command) is None


def test_a_file_that_must_not_be_run_is_no_program(installed):
    (installed("mysat") / "mysat").chmod(0o644)
    assert resolved("./mysat") is None


# --- a run ---------------------------------------------------------------------------------------


def test_a_program_reads_the_file_and_prints_the_reply():
    # The program's stdin is empty.
    output = run(shell('cat; cat "$1"; echo oh >&2; exit 3', "{cnf}"), LINES, None)
    assert output == Run(3, "p cnf 1 1\n1 0\n", "stdout", "oh")


def test_a_reply_in_a_file():
    output = run(shell('cp "$1" "$2"; echo noise', "{cnf}", "{out}"), LINES, 60)
    assert output == Run(0, "p cnf 1 1\n1 0\n", "{out}", "noise")
    assert run(shell("exit 10", "{out}"), LINES, 60) == Run(10, "", "{out}", "")


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run(shell('ls "$(dirname "$1")"', "{cnf}"), LINES, None)
    assert list(tmp_path.iterdir()) == []


def test_when_the_time_is_up_all_that_it_started_is_gone(tmp_path):
    pids = tmp_path / "pids"
    script = f"sleep 600 & echo $! $$ > {shlex.quote(str(pids))}; wait"
    begun = time.perf_counter()
    assert run(shell(script), LINES, 1) is None
    assert time.perf_counter() - begun < 30
    wait_for(lambda: all(map(is_gone, pids.read_text().split())))


def test_ctrl_c_while_a_program_starts_leaves_no_process(monkeypatch):
    started = []

    class Interrupted(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            started.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(["sleep", "600"], [], None)
    assert [process.poll() is None for process in started] == [False]
    assert signal.getsignal(signal.SIGINT) is handler
