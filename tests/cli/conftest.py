"""Three ways to run the command line: in this process, in one of its own, and on a terminal."""

import contextlib
import fcntl
import io
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import termios
import threading
from dataclasses import dataclass
from functools import cached_property

import pytest

from nonet.cli import app
from nonet.processes import ENDING

NONET = [sys.executable, "-m", "nonet"]


@dataclass
class Result:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self):
        return self.out.splitlines()

    @cached_property
    def records(self):
        return [json.loads(line) for line in self.lines]


@pytest.fixture(autouse=True)
def _signals():
    """Undo what the command line does after Ctrl-C: it leaves the next one to the system."""
    before = {number: signal.getsignal(number) for number in ENDING}
    hook = sys.unraisablehook
    yield
    sys.unraisablehook = hook
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def nonet(monkeypatch):
    """Run the command line in this process: fast, and what it lets through fails the test."""

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
def spawn():
    """Run the command line in a process of its own, with pipes or what a shell redirects."""

    def run(*args, stdin="", stdout=subprocess.PIPE, redirect="", **options):
        command = shlex.join([*NONET, *map(str, args)])
        done = subprocess.run(
            ["sh", "-c", f"exec {command} {redirect}"],
            input=stdin.encode(),
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
            **options,
        )
        return Result(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    return run


@pytest.fixture
def started():
    """Start the command line and leave it running; it is ended with the test."""
    processes = []

    def start(*args, **options):
        pipe = subprocess.PIPE
        command = [*NONET, *map(str, args)]
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, **options)
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def terminal():
    """Run the command line on a terminal of 80 columns; what appears on it comes back as `out`.

    `keys` are typed when `wait_for` has appeared. With `stdout`, only stderr is the terminal.
    """

    def run(*args, keys=b"", wait_for=b"", stdout=None, env=()):
        screen, tty = pty.openpty()
        termios.tcsetwinsize(tty, (50, 80))
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen(
            [*NONET, *map(str, args)],
            stdin=tty,
            stdout=stdout or tty,
            stderr=tty,
            env={**clean, "TERM": "xterm-256color", **dict(env)},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(tty, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        )
        os.close(tty)
        watchdog = threading.Timer(120, process.kill)
        watchdog.start()
        shown = bytearray()
        # Linux says EIO when the other end is closed.
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
    """Write files into the folder in which the test runs."""
    monkeypatch.chdir(tmp_path)

    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write_file
