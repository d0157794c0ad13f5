"""Fixtures that run the command line in this process, in a separate process, or on a terminal."""

import contextlib
import io
import json
import os
import pty
import signal
import sys
import termios
import threading
from dataclasses import dataclass
from functools import cached_property
from subprocess import PIPE

import pytest
from warm_starts import Fresh

from nonet.cli import app
from nonet.system.processes import ENDING


@dataclass
class Result:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str

    @property
    def lines(self):
        return self.out.splitlines()

    @cached_property
    def records(self):
        return [json.loads(line) for line in self.lines]

    @property
    def answer(self):
        """The lines of a run without any error."""
        assert (self.code, self.err) == (0, "")
        return self.lines

    @property
    def refusal(self):
        """Return the error message of a run without answers, without the frame of usage errors."""
        assert self.code == 2, self
        assert self.out in ("", "error\n")
        return " ".join(self.err.replace("│", " ").split())


@pytest.fixture(autouse=True)
def _signals():
    """Restore the signal handlers, because the command line resets them after Ctrl-C."""
    before = {number: signal.getsignal(number) for number in ENDING}
    hook = sys.unraisablehook
    yield
    sys.unraisablehook = hook
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def nonet(monkeypatch):
    """Run the command line in this process, which is fast. An uncaught error fails the test."""

    def run(*args, stdin=""):
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        out, err = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as ended,
        ):
            app(list(map(str, args)), prog_name="nonet")
        return Result(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def hide(monkeypatch):
    """Pretend that a package is missing, and import again the modules that use it."""

    def run(package, *importers):
        hidden = tuple(f"{name}." for name in (package, *importers))
        forgotten = {
            name: module for name, module in sys.modules.items() if f"{name}.".startswith(hidden)
        }
        for name, module in forgotten.items():
            parent, _, child = name.rpartition(".")
            if parent:  # restore the parent's attribute, which the second import replaces
                monkeypatch.setattr(sys.modules[parent], child, module, raising=False)
        for name in forgotten:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package, None)

    return run


@pytest.fixture
def start(warm):
    """Start the command line, forked unless the environment changes the interpreter."""

    def run(*args, streams, env, **options):
        is_fresh = read_by_python(env) != read_by_python(os.environ)
        starts = Fresh() if is_fresh else warm
        return starts.start([*map(str, args)], streams, env=env, **options)

    return run


def read_by_python(env):
    return {key: value for key, value in env.items() if key.startswith("PYTHON")}


@pytest.fixture
def spawn(start):
    """Run the command line in a separate process, with pipes or redirected streams.

    In `streams`, a number is an open file, a name is a file to open, and None is a closed stream.
    """

    def run(*args, stdin="", streams=(PIPE, PIPE, PIPE), env=None):
        with contextlib.ExitStack() as held:
            files = [_opened(held, *numbered) for numbered in enumerate(streams)]
            process = start(*args, streams=files, env=os.environ if env is None else env)
            out, err = process.communicate(stdin.encode(), timeout=120)
        return Result(process.returncode, (out or b"").decode(), (err or b"").decode())

    return run


def _opened(held, number, stream):
    if not isinstance(stream, str):
        return stream
    return held.enter_context(open(stream, "rb" if number == 0 else "wb")).fileno()


@pytest.fixture
def started(start):
    """Start the command line. Kill it at the end of the test."""
    processes = []

    def run(*args, stdin=PIPE, **options):
        process = start(*args, streams=(stdin, PIPE, PIPE), env=os.environ, **options)
        processes.append(process)
        return process

    yield run
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def terminal(start):
    """Run the command line on a terminal of 80 columns. `out` is the text on the terminal.

    `keys` are typed when `wait_for` has appeared. With `stdout`, only stderr is the terminal.
    """

    def run(*args, keys=b"", wait_for=b"", stdout=None, env=(), columns=80):
        screen, tty = pty.openpty()
        termios.tcsetwinsize(tty, (50, columns))
        clean = {key: os.environ[key] for key in os.environ.keys() - {"NO_COLOR", "COLUMNS"}}
        process = start(
            *args,
            streams=(tty, tty if stdout is None else stdout.fileno(), tty),
            env={**clean, "TERM": "xterm-256color", **dict(env)},
            terminal=True,
        )
        os.close(tty)
        watchdog = threading.Timer(120, process.kill)
        watchdog.start()
        shown = bytearray()
        # Linux raises EIO when the other end is closed.
        with contextlib.suppress(OSError):
            while data := os.read(screen, 65536):
                shown += data
                if keys and wait_for in shown:
                    os.write(screen, keys)
                    keys = b""
        watchdog.cancel()
        code = process.wait(timeout=180)
        os.close(screen)
        return Result(code, shown.decode().replace("\r\n", "\n"), "")

    return run


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write files into the folder of the test."""
    monkeypatch.chdir(tmp_path)

    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write_file
