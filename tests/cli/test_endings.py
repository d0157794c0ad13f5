"""If a signal ends nonet, in any mode, no process and no folder is left behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from subprocess import PIPE

import pytest
import typer
from events import wait_for

from nonet import certify
from nonet.cli.common import signals
from nonet.cli.common.exits import guarded
from nonet.cli.common.signals import code_of_end, handle_signals
from nonet.solvers import SolverCrashed

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no such signals")

PUZZLE = "12" + "." * 14

#: A solver that starts another process, and hangs.
HANGS = "#!/bin/sh\nsleep 0.2; echo $$ >> {begun}\nsleep 600 &\nexec sleep 600\n"

MODES = {
    "check": ["check", "-b", "dimacs:{solver}", PUZZLE],
    "check --time": ["check", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "first": ["check", "-b", "first:dimacs:{solver}+dimacs:{solver}/raw", PUZZLE],
    "race": ["race", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "race --processes": ["race", "--processes", "-b", "dimacs:{solver}", "--time", "600", PUZZLE],
    "bulk": ["bulk", "-b", "dimacs:{solver}", "many.txt", "out.csv"],
    "verify --with drat-trim": ["verify", "--with", "drat-trim", "proof"],
    "verify --with acl2": ["verify", "--with", "acl2", "proof"],
    "bulk -j 2": ["bulk", "-j", "2", "-b", "dimacs:{solver}", "many.txt", "out.csv"],
}
CODES = {
    signal.SIGINT: 130,
    signal.SIGTERM: 143,
    signal.SIGHUP: 129,
    signal.SIGKILL: -signal.SIGKILL,
}
#: The cases of a quick run: one signal for each way to start processes.
QUICK = {
    ("check", signal.SIGTERM),
    ("bulk -j 2", signal.SIGKILL),
    ("bulk", signal.SIGHUP),
    ("verify --with drat-trim", signal.SIGKILL),
}


def working_in(folder):
    """Return the running processes in this folder or its subfolders."""
    found = set()
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.readlink().is_relative_to(folder):
                found.add(int(link.parent.name))
    return found - {os.getpid()}


def cases():
    for mode in MODES:
        for number in CODES:
            quick = (mode, number) in QUICK
            marks = () if quick else (pytest.mark.slow,)
            yield pytest.param(mode, number, marks=marks, id=f"{mode}, {number.name}")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
@pytest.mark.parametrize(("mode", "number"), list(cases()))
def test_nothing_is_left_behind(start, tmp_path, monkeypatch, mode, number):
    begun, solver, temporary = tmp_path / "begun", tmp_path / "solver", tmp_path / "tmp"
    for program in (solver, tmp_path / "acl2", tmp_path / "drat-trim"):
        program.write_text(HANGS.format(begun=begun))
        program.chmod(0o755)
    certify(PUZZLE, every=True).write(tmp_path / "proof")
    temporary.mkdir()
    (tmp_path / "many.txt").write_text(f"{PUZZLE}\n" * 10_000)
    arguments = [word.format(solver=solver) for word in MODES[mode]]
    monkeypatch.chdir(tmp_path)
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = {**os.environ, "TMPDIR": str(temporary), "PATH": path}
    process = start(*arguments, streams=(PIPE, PIPE, PIPE), env=env, leads_session=True)
    wait_for(lambda: begun.exists() or process.poll() is not None)
    process.send_signal(number)
    _, said = process.communicate(timeout=120)
    assert process.returncode == CODES[number], said
    assert b"Traceback" not in said
    wait_for(lambda: not working_in(tmp_path))
    wait_for(lambda: not list(temporary.glob("nonet-*")))


def test_nohup_is_respected():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    handle_signals()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_sigterm_ends_it_where_ctrl_c_is_ignored(monkeypatch):
    """A shell ignores Ctrl-C for processes in the background."""
    monkeypatch.setattr(signals, "_received", [])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    handle_signals()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGTERM)


#: A script that runs nonet, and presses Ctrl-C during the import of a module.
PRESSED = """
import os, runpy, signal, sys
signal.signal(signal.SIGINT, signal.{before})
class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presses())
sys.argv = ["nonet", "check", "12..34..2......3"]
runpy.run_module("nonet", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    ("module", "before", "expected"),
    [
        ("typer", "default_int_handler", (-signal.SIGINT, "", "")),
        ("nonet.questions.uniqueness", "default_int_handler", (130, "", "nonet: interrupted\n")),
        ("nonet.questions.uniqueness", "SIG_IGN", (0, "unique\n", "")),
    ],
)
def test_ctrl_c_while_modules_are_imported_is_no_traceback(module, before, expected):
    program = PRESSED.format(module=module, before=before)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == expected


def wrapped(error, interrupt):
    """Return an error as a backend raises it after a library has wrapped Ctrl-C in an import."""
    broken = ImportError("numpy is broken")
    broken.__context__ = interrupt
    error.__cause__ = broken
    return error


@pytest.mark.parametrize("error", [RuntimeError("no module"), SolverCrashed("cpsat failed")])
@pytest.mark.parametrize(
    ("module", "name"), [("nonet.questions.uniqueness", "check"), ("nonet.cli.check", "items")]
)
def test_ctrl_c_wrapped_by_a_library_is_still_ctrl_c(nonet, monkeypatch, module, name, error):
    def interrupted(*args, **kwargs):
        raise wrapped(error, KeyboardInterrupt())

    monkeypatch.setattr(import_module(module), name, interrupted)
    done = nonet("check", PUZZLE, PUZZLE)
    assert (done.code, done.out, done.err) == (130, "", "nonet: interrupted\n")


def dropped(act):
    """Call a function in a ``__del__``, where Python drops errors."""

    class Mute:
        def __del__(self):
            act()

    Mute()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_that_python_drops_is_repeated(monkeypatch, number):
    monkeypatch.setattr(signals, "_received", [])
    handle_signals()

    def interrupted():
        dropped(lambda: os.kill(os.getpid(), number))
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert code_of_end() == CODES[number]


def test_other_dropped_errors_are_reported_as_usual(capsys):
    handle_signals()
    dropped(lambda: int("planted"))
    assert "planted" in capsys.readouterr().err


def test_a_display_is_removed_before_the_line_about_ctrl_c(monkeypatch, capfd):
    @contextmanager
    def display():
        try:
            yield
        finally:
            print("removed", file=sys.stderr, flush=True)

    def verb():
        entered = display()
        entered.__enter__()
        raise KeyboardInterrupt  # before the block of the `with` has begun

    monkeypatch.setattr("nonet.cli.common.exits.code_of_end", lambda: 130)
    with pytest.raises(typer.Exit):
        guarded(verb)()
    assert capfd.readouterr().err == "removed\nnonet: interrupted\n"


#: A module that a signal interrupts within an `exec`, as in the import of a dataclass.
_IN_EXEC = """
import os, signal
from nonet.cli.common.signals import code_of_end, handle_signals

handle_signals()
try:
    exec("os.kill(os.getpid(), signal.SIGTERM)")
except KeyboardInterrupt:
    raise SystemExit(code_of_end())
"""


def test_the_exit_code_is_right_after_an_interrupted_exec(tmp_path, monkeypatch):
    (tmp_path / "in_exec.py").write_text(_IN_EXEC)
    monkeypatch.chdir(tmp_path)
    assert subprocess.run([sys.executable, "-m", "in_exec"], check=False).returncode == 143
