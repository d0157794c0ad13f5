"""However nonet is ended, it leaves no process and no folder behind: every mode, every signal."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from events import wait_for

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no such signals")

MARK = "NONET_TEST_ENDINGS"
PUZZLE = "12" + "." * 14

#: A solver that starts another process, and hangs.
HANGS = "#!/bin/sh\nsleep 1; echo $$ >> {begun}\nsleep 600 &\nexec sleep 600\n"

MODES = {
    "check": ["check", "-b", "dimacs:{solver}", PUZZLE],
    "check --time": ["check", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "first": ["check", "-b", "first:dimacs:{solver}+dimacs:{solver}/raw", PUZZLE],
    "race": ["race", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "race --processes": ["race", "--processes", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "bulk": ["bulk", "-b", "dimacs:{solver}", "many.txt", "out.csv"],
    "bulk -j 2": ["bulk", "-j", "2", "-b", "dimacs:{solver}", "many.txt", "out.csv"],
}
CODES = {
    signal.SIGINT: 130,
    signal.SIGTERM: 143,
    signal.SIGHUP: 129,
    signal.SIGKILL: -signal.SIGKILL,
}
#: Those in which other processes are started in other ways, and one signal a mode is quick.
QUICK = {("check", signal.SIGTERM), ("bulk -j 2", signal.SIGKILL), ("bulk", signal.SIGHUP)}


def marked(mark):
    """Return the processes that have this in their environment, but for those that have ended."""
    found = set()
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in environ.read_bytes().split(b"\0"):
                found.add(int(environ.parent.name))
    return found


def cases():
    for mode in MODES:
        for number in CODES:
            quick = (mode, number) in QUICK
            marks = () if quick else (pytest.mark.slow,)
            yield pytest.param(mode, number, marks=marks, id=f"{mode}, {number.name}")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
@pytest.mark.parametrize(("mode", "number"), list(cases()))
def test_nothing_is_left_behind(tmp_path, mode, number):
    begun, solver, temporary = tmp_path / "begun", tmp_path / "solver", tmp_path / "tmp"
    solver.write_text(HANGS.format(begun=begun))
    solver.chmod(0o755)
    temporary.mkdir()
    (tmp_path / "many.txt").write_text(f"{PUZZLE}\n" * 10_000)
    arguments = [word.format(solver=solver) for word in MODES[mode]]
    process = subprocess.Popen(
        [sys.executable, "-m", "nonet", *arguments],
        cwd=tmp_path,
        env={**os.environ, MARK: str(tmp_path), "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: begun.exists() or process.poll() is not None)
    process.send_signal(number)
    _, said = process.communicate(timeout=120)
    assert process.returncode == CODES[number], said
    assert b"Traceback" not in said
    wait_for(lambda: not marked(f"{MARK}={tmp_path}".encode()))
    assert not list(temporary.glob("nonet-*"))


def test_a_terminal_that_is_ignored_is_ignored(tmp_path):
    """Under nohup, a closed terminal does not end the work."""
    program = (
        "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "from nonet.cli.common.endings import end_as_by_ctrl_c; end_as_by_ctrl_c();"
        "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_sigterm_ends_it_where_ctrl_c_is_ignored():
    """As in the background of a shell."""
    program = (
        "import os, signal; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "from nonet.cli.common.endings import end_as_by_ctrl_c; end_as_by_ctrl_c();"
        "os.kill(os.getpid(), signal.SIGTERM)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith("KeyboardInterrupt\n")
