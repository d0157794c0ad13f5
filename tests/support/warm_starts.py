"""Starts the command line quickly, by forking a process that has already loaded it.

`python -m nonet` spends nearly all of its time on imports. A new interpreter is only needed for
settings that Python reads at its start (such as PYTHONPATH), and on systems without fork.
"""

import atexit
import ctypes
import fcntl
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import weakref
from contextlib import suppress
from importlib import import_module
from runpy import run_path
from threading import Lock, Thread, Timer

#: Modules that most verbs load.
LOADED = (
    "nonet.__main__",
    "nonet.cli",
    "nonet.questions.uniqueness",
    "nonet.racing",
    "nonet.streaming",
)
LOADED += ("nonet.solvers.native", "nonet.solvers.sat.loaded", "numpy", "rich.progress")
LOADED += ("rich.table", "nonet.drawing", "nonet.generation")
#: Modules that pyarrow imports late, in C++ code that loses a Ctrl-C during the import.
LOADED += ("pandas", "pyarrow.parquet")
LOADED += ("nonet.system.worker", "nonet.serving.board", "nonet.serving.fpuzzles")


class Process:
    """A forked process with the interface of `subprocess.Popen`. Its streams are files or None."""

    def __init__(self, told, stdin, stdout, stderr):
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.returncode = None
        self._told = told
        # A worker's listener polls while another thread kills the worker. So only one of them reads
        # the exit code, and the socket stays open until nobody polls.
        self._hearing = Lock()
        weakref.finalize(self, told.close)
        self.pid = self._hear()

    def _hear(self):
        # If the process that forks has ended, it has killed this one.
        return struct.unpack("i", self._told.recv(4) or struct.pack("i", signal.SIGKILL))[0]

    def poll(self, timeout=0):
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            with self._hearing:
                if self.returncode is None:
                    self.returncode = os.waitstatus_to_exitcode(self._hear())
        return self.returncode

    def wait(self, timeout=None):
        if self.poll(timeout) is None:
            raise subprocess.TimeoutExpired("nonet", timeout)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            with suppress(ProcessLookupError):  # ended, but the report has not arrived
                os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def communicate(self, text=b"", timeout=None):
        """Write, read and wait. A process that takes longer is killed."""
        watchdog = Timer(timeout or 600, self.kill)
        watchdog.start()
        said = []
        reader = Thread(target=lambda: said.append(self.stderr.read() if self.stderr else None))
        reader.start()
        if self.stdin and not self.stdin.closed:
            with suppress(BrokenPipeError), self.stdin:
                self.stdin.write(text)
        out = self.stdout.read() if self.stdout and not self.stdout.closed else None
        reader.join()
        self.wait()
        watchdog.cancel()
        return out, *said


class Fresh:
    """Starts an interpreter for each process."""

    def start(self, arguments, streams, *, env, leads_session=False, terminal=False):
        """Start the command line as `Warm` does."""

        def prepare():
            if terminal:
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            for number, stream in enumerate(streams):
                if stream is None:
                    os.close(number)

        return subprocess.Popen(
            [sys.executable, "-m", "nonet", *arguments],
            bufsize=0,
            **dict(zip(("stdin", "stdout", "stderr"), streams, strict=True)),
            env=env,
            start_new_session=leads_session or terminal,
            preexec_fn=prepare,  # noqa: PLW1509 - the tests start no threads of their own
        )


class Warm:
    """The process that has loaded the command line. It ends with the one that started it."""

    def __init__(self):
        self._asks, heard = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with heard:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(heard.fileno())],
                pass_fds=[heard.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def start(self, arguments, streams, *, env, leads_session=False, terminal=False, script=None):
        """Start the command line with three streams: numbers of files, PIPE, or None for closed.

        If a script is named, run the script instead.
        """
        ours, theirs = [None] * 3, list(streams)
        for number, stream in enumerate(streams):
            if stream == subprocess.PIPE:
                reader, writer = os.pipe()
                theirs[number], own = (reader, writer) if number == 0 else (writer, reader)
                ours[number] = open(own, "wb" if number == 0 else "rb")  # noqa: SIM115
        told, tells = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asked = {
            "arguments": arguments,
            "script": script,
            "streams": [number for number in range(3) if theirs[number] is not None],
            "folder": os.getcwd(),
            "environment": dict(env),
            "session": leads_session or terminal,
            "terminal": terminal,
        }
        with tells:
            files = [tells.fileno(), *(file for file in theirs if file is not None)]
            socket.send_fds(self._asks, [json.dumps(asked).encode()], files)
        for stream, file in zip(streams, theirs, strict=True):
            if stream == subprocess.PIPE:
                os.close(file)
        return Process(told, *ours)

    def end(self):
        self._asks.shutdown(socket.SHUT_RDWR)  # forked workers may hold it, too
        self._asks.close()
        self._process.wait()


#: The exit code of a forked process that ends in the usual way.
codes = []


def leave():
    """Skip the end of the interpreter, which takes longer than most commands.

    If a stream cannot be flushed, the interpreter reports this at its end.
    """
    with suppress(OSError, ValueError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        if codes:
            os._exit(*codes)


def serve(heard):
    """Fork a process for each request. In the fork, return the script to run."""
    from nonet.cli import VERBS
    from nonet.rules.registry import HOMES

    for name in (*LOADED, *(f"nonet.cli.{verb}" for verb in VERBS), *HOMES.values()):
        import_module(name)
    gc.freeze()
    while True:
        text, files, _, _ = socket.recv_fds(heard, 1 << 20, 4)
        if not text:  # the parent has ended: kill all waiting processes and their children
            os.killpg(0, signal.SIGKILL)
        with suppress(ChildProcessError):  # reap the waiting processes that have ended
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if os.fork() == 0:
            heard.close()
            process = os.fork()
            if process == 0:
                os.close(files[0])
                asked = json.loads(text)
                become(asked, files[1:])
                return asked["script"]
            with suppress(BrokenPipeError):
                tell(files, process)
        for file in files:
            os.close(file)


def tell(files, process):
    """Send the number of a process, and its exit status."""
    for file in files[1:]:
        os.close(file)
    with socket.socket(fileno=files[0]) as tells:
        tells.send(struct.pack("i", process))
        tells.send(struct.pack("i", os.waitpid(process, 0)[1]))
    os._exit(0)


def become(asked, files):
    """Take over the requested state, like a fresh process with the command line loaded."""
    if asked["session"]:
        os.setsid()
    pr_set_pdeathsig = 1  # the kernel kills this process as soon as its parent ends
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    given = dict(zip(asked["streams"], files, strict=True))
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before, stream = getattr(sys, name), None
        if number in given:
            os.dup2(given[number], number)
            stream = open(  # noqa: SIM115
                number,
                before.mode,
                encoding=before.encoding,
                errors=before.errors,
                newline=None if number == 0 else "\n",
                closefd=False,
            )
            stream.buffer.raw.name = before.name
        else:
            os.close(number)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    if sys.stderr:
        sys.stderr.reconfigure(line_buffering=True)
    for file in files:
        os.close(file)
    if asked["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    tempfile.tempdir = None  # find it again, from the new environment
    main = sys.modules["nonet.__main__"]
    sys.modules["__main__"] = main
    sys.argv = [main.__file__, *asked["arguments"]]
    sys.path[0] = asked["folder"]


if __name__ == "__main__":
    atexit.register(leave)  # the first function that is registered runs last
    script = serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        if script:
            run_path(script, run_name="__main__")
        else:
            sys.modules["nonet.__main__"].main()
    except SystemExit as end:
        codes.append(end.code or 0)
        raise
