"""A solver program gets its arguments and files, and is ended."""

import shlex
import signal
import subprocess
import threading
import time

import pytest
from events import is_gone, wait_for

from nonet.solvers.dimacs.program import Run, resolved, run

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


@pytest.mark.parametrize("command", ["", " ", "nosuchsat", "./nosuchsat", "/", "."])
def test_missing_programs(installed, command):
    installed("mysat")
    assert resolved(command) is None


def test_a_file_that_must_not_be_run_is_no_program(installed):
    (installed("mysat") / "mysat").chmod(0o644)
    assert resolved("./mysat") is None


def test_commands_with_broken_quotes():
    with pytest.raises(ValueError, match="quotation"):
        resolved("mysat 'open")


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
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread only")
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
