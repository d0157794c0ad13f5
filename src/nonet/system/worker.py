"""Workers: processes that answer questions one at a time, and can be stopped at any moment.

A question is a function with arguments, which the worker calls. While the function runs, it may
send replies by `reply`. The function `keep` makes an object in the worker, and later questions call
its methods by `use`.

The parent can stop a worker in two ways. `interrupt` raises `Interrupted` in the function, as
Ctrl-C would, but C code may ignore the interruption. `kill` ends the process.

A worker leads a new session, so Ctrl-C at the terminal reaches only the parent. When the parent
ends, its workers end, too.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from contextvars import Context, copy_context
from functools import cache
from queue import SimpleQueue
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn, TypeAlias

from nonet.system import memory
from nonet.system.limits import TimeUp, most_memory, too_much_memory
from nonet.system.processes import endings_wait, last_line, wait_for_any
from nonet.system.reaper import entrusted, kill_session

#: Seconds between two checks of all workers' memory.
_PAUSE = 0.05

#: A worker that has closed its pipe must end within these seconds. Otherwise it is killed.
_GRACE = 10.0

#: After a worker's end, at most this many bytes of its output are read to find the last line.
_MOST_READ = 1 << 16

#: How many idle workers are kept, and how many bytes an idle worker may hold.
_KEPT, _MOST_KEPT = 2, 256 << 20

#: A function that receives the replies to a question.
_Note: TypeAlias = Callable[[Any], object]


class WorkerDied(Exception):
    """A worker's process has ended, or has sent an unreadable reply. The message says why."""


class Interrupted(KeyboardInterrupt):
    """The parent has interrupted the current question."""


# --- the parent's end ----------------------------------------------------------------------------


class Worker:
    """The parent's end of a worker.

    A worker starts a fresh interpreter and imports the modules that it needs. With `forked`, a
    worker is a copy of this process, and has all its objects. (Windows cannot fork.)

    `most` limits the bytes that the worker and its child processes hold together. If the current
    question has a lower limit of memory, the lower limit applies.

    >>> worker = Worker()
    >>> worker.call(divmod, 7, 2)
    (3, 1)
    >>> worker.call(time.sleep, 60, seconds=0.01)
    Traceback (most recent call last):
    nonet.system.limits.TimeUp
    >>> worker.kill()
    """

    def __init__(self, *, forked: bool = False, most: int | None = None) -> None:
        self._most = self._limit = most
        self._number = 0
        self._asked: dict[int, tuple[Future[Any], _Note | None, Context]] = {}
        self._excess: int | None = None
        self._death: Exception | None = None
        self._held = ExitStack()
        self._printed = self._held.enter_context(TemporaryFile())  # noqa: SIM115
        self._lock = threading.Lock()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        #: The most bytes that all descendants together have held. Callers may reset this number.
        self.peak_below = 0
        try:
            with endings_wait():
                start = _Copy if forked and hasattr(os, "fork") else self._fresh
                self._process = start(self._printed)
                self._listener.start()
                _alive.add(self)
                self._held.enter_context(entrusted(self.pid))
        except BaseException:
            if self in _alive:
                self.kill()
            self._held.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(
        self, function: Callable[..., Any], *arguments: Any, note: _Note | None = None
    ) -> Future[Any]:
        """Send a question, and return the future of its result.

        If the function sends replies, another thread calls `note` with each reply.

        The future raises the error of the function, `TooLarge` or `WorkerDied`. If pickle cannot
        send the question, `ask` itself raises the error.
        """
        question = pickle.dumps((function, arguments))
        limits = [most for most in (self._most, most_memory()) if most is not None]
        self._limit = min(limits, default=None)
        if self._limit is not None:
            _start_watcher()
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            self._number += 1
            if self._death is None:
                self._asked[self._number] = future, note, copy_context()
            else:
                future.set_exception(self._death)
        self._send((self._number, question, sys.path))  # `sys.path` may have grown
        return future

    def call(
        self, function: Callable[..., Any], *arguments: Any, seconds: float | None = None
    ) -> Any:
        """Ask a question, and return the result. After `TimeUp`, the worker still works on it."""
        return result_of(self.ask(function, *arguments), seconds)

    def interrupt(self) -> None:
        """Make the current question end with `Interrupted`, unless it has just ended."""
        self._send((self._number, None, []))

    def kill(self) -> None:
        """Kill the process and its session, and release the resources."""
        self._kill()
        self._process.wait()
        if self._listener is not threading.current_thread():
            self._listener.join()
        for end in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # unwritten data is lost
                end.close()  # type: ignore[union-attr]
        _alive.discard(self)
        self._held.close()

    def measure(self) -> int:
        """Measure the memory. Kill a worker that exceeds its limit. Return `peak_below`."""
        below = memory.resident_below(self.pid)
        self.peak_below = max(self.peak_below, below)
        held = below + (memory.resident(self.pid) or 0)
        if self._limit is not None and held > self._limit:
            self._excess = held
            self._kill()
        return self.peak_below

    def _fresh(self, printed: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start a fresh interpreter with the same `sys.path`, without the current folder (-P)."""
        places = json.dumps([place for place in sys.path if isinstance(place, str)])
        command = [sys.executable, "-P", "-c", _CODE, places]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=printed, start_new_session=True
        )

    def _kill(self) -> None:
        with self._lock:  # a process that has ended may have lost its id to another process
            if self.is_alive:
                kill_session(self.pid)

    def _send(self, message: tuple[int, bytes | None, list[str]]) -> None:
        # If the process has ended, the listener reports this.
        with suppress(OSError, ValueError):
            pickle.dump(message, self._process.stdin)  # type: ignore[arg-type]
            self._process.stdin.flush()  # type: ignore[union-attr]

    def _listen(self) -> None:
        """Pass replies to the futures of the questions, until the worker ends."""
        assert self._process.stdout is not None
        why = ""
        try:
            while True:
                number, is_last, value, error = pickle.load(self._process.stdout)
                future, note, context = self._asked[number]
                if not is_last:
                    if note is not None:
                        # In a notebook, the context says under which cell a `print` appears.
                        context.run(note, value)
                    continue
                if self._limit is not None:
                    self.measure()
                    if self._excess is not None:
                        break
                del self._asked[number]
                if error is None:
                    future.set_result(value)
                else:
                    future.set_exception(error)
        except EOFError:
            why = self._last_words()
        except Exception as error:  # a dead listener would leave other threads waiting
            why = f"its process sent an unreadable reply: {error}"
        death: Exception = WorkerDied(why)
        if self._excess is not None and self._limit is not None:
            death = too_much_memory("a process", self._excess, self._limit)
        with self._lock:
            self._death = death
        for future, *_ in self._asked.values():
            future.set_exception(death)

    def _last_words(self) -> str:
        deadline = time.monotonic() + _GRACE
        while self.is_alive and time.monotonic() < deadline:
            time.sleep(0.001)
        self._kill()  # a process that has closed its pipe may still run
        code = self._process.wait()
        how = f"code {code}"
        if code < 0:
            with suppress(ValueError):
                how = signal.Signals(-code).name
        size = self._printed.seek(0, os.SEEK_END)
        self._printed.seek(max(0, size - _MOST_READ))
        last = last_line(self._printed.read())
        return ": ".join(filter(None, [f"its process ended with {how}", last]))


def result_of(future: Future[Any], seconds: float | None = None) -> Any:
    """Return the result of a future, or raise its error. Raise `TimeUp` after `seconds`."""
    if not wait_for_any([future], seconds):
        raise TimeUp
    return future.result()


_alive: set[Worker] = set()
_idle: list[Worker] = []


def borrow() -> Worker:
    """Return an idle worker or, if there is none, a new worker."""
    with suppress(IndexError):
        while True:
            worker = _idle.pop()
            if worker.is_alive:
                return worker
            worker.kill()  # another program has ended the process, but the pipes are still open
    return Worker()


def give_back(worker: Worker) -> None:
    """Keep an idle worker for later. Kill it if enough workers are kept, or if it is too large."""
    if len(_idle) < _KEPT and (memory.resident(worker.pid) or 0) < _MOST_KEPT:
        _idle.append(worker)
    else:
        worker.kill()


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().kill()


def seconds_of_workers() -> float:
    """Return the CPU seconds of all running workers on Linux. Return 0 on other systems."""
    total = 0.0
    if sys.platform == "linux":
        for worker in list(_alive):
            with suppress(OSError):  # it has ended
                total += time.clock_gettime(~worker.pid << 3 | 2)  # as clock_getcpuclockid does
    return total


@cache
def _start_watcher() -> None:
    """On the first call, start the thread that watches the memory of all workers."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    while True:
        time.sleep(_PAUSE)
        for worker in list(_alive):
            worker.measure()


def _forget() -> None:
    """Forget the parent's workers. A forked child calls this function.

    The child also holds the pipes of the parent's workers open. So these workers do not notice when
    the parent ends, and the reaper must kill them.
    """
    _start_watcher.cache_clear()
    _alive.clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


# --- how a process is started --------------------------------------------------------------------

_CODE = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
    "from nonet.system.worker import serve; serve()"
)


class _Copy:
    """A fork of this process, with the methods of `subprocess.Popen` that `Worker` uses."""

    def __init__(self, printed: IO[bytes]) -> None:
        requests, send = os.pipe()
        receive, replies = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # a text in the buffer would be printed twice
                stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            for number, end in ((2, printed.fileno()), (0, requests), (1, replies)):
                os.dup2(end, number)
            for end in {requests, send, receive, replies} - {0, 1, 2}:
                os.close(end)
            _copied()
        os.close(requests)
        os.close(replies)
        self.stdin, self.stdout = os.fdopen(send, "wb"), os.fdopen(receive, "rb")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            with suppress(ChildProcessError):
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self) -> int:
        while (code := self.poll()) is None:
            time.sleep(0.001)
        return code


def _copied() -> NoReturn:
    """Serve as a worker in a forked child, whose stdin, stdout and stderr are the worker's."""
    import faulthandler

    code = 1
    try:
        os.setsid()
        faulthandler.disable()  # the last line of a crash should be the solver's own message
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        sys.stdout = sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
        Context().run(serve)  # without the limits of the parent's current question
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        with suppress(Exception):
            sys.stderr.flush()
        os._exit(code)


# --- the worker's end ----------------------------------------------------------------------------

_server: _Server


def serve() -> None:
    """Serve as a worker. Read questions from stdin, reply on stdout."""
    global _server  # noqa: PLW0603 - one for each process
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    # Solvers and child processes must not read questions from stdin, or print between replies.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    _server = _Server(requests, replies)
    _server.serve()


def reply(value: object) -> None:
    """Send a reply to the current question. The function's result will follow."""
    _server.reply(value)


_kept: Any = None


def keep(make: Callable[..., Any], *arguments: Any) -> None:
    """Make an object in the worker, and drop the last one before."""
    global _kept  # noqa: PLW0603 - one for each process
    _kept = None
    _kept = make(*arguments)


def use(method: str, *arguments: Any) -> Any:
    """Call a method of the object that the worker keeps."""
    return getattr(_kept, method)(*arguments)


def uninterrupted() -> AbstractContextManager[None]:
    """Delay an interruption of the current question until the end of the block."""
    return _server.uninterrupted()


class _Server:
    """The worker's end: answers questions from a pipe until the pipe closes."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self._requests, self._replies = requests, replies
        self._questions: SimpleQueue[tuple[int, bytes, list[str]] | None] = SimpleQueue()
        #: The number of the current question.
        self._asked = 0
        #: The number of the current question, or 0 while the question must not be interrupted.
        self._number = 0
        #: The parent has interrupted all questions up to this number.
        self._unwanted = 0

    def serve(self) -> None:
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._listen, daemon=True).start()
        with suppress(OSError):  # the parent has ended
            while (asked := self._questions.get()) is not None:
                self._answer(*asked)

    def reply(self, value: object) -> None:
        message = pickle.dumps((self._asked, False, value, None))
        with self.uninterrupted():
            self._send(message)

    @contextmanager
    def uninterrupted(self) -> Iterator[None]:
        number, self._number = self._number, 0
        try:
            yield
        finally:
            self._number = number
        self._interrupted()

    def _answer(self, number: int, question: bytes, places: list[str]) -> None:
        try:
            self._asked = number
            sys.path[:] = places
            # Unpickling imports modules. The listening thread must not do this, because imports in
            # two threads can block each other. Interruptions must wait until a module is complete.
            function, arguments = pickle.loads(question)
            self._number = number
            self._interrupted()
            message = pickle.dumps((number, True, function(*arguments), None))
            self._number = 0
        except (Exception, Interrupted) as error:
            self._number = 0
            message = pickle.dumps((number, True, None, _portable(error)))
        self._send(message)

    def _send(self, message: bytes) -> None:
        self._replies.write(message)
        self._replies.flush()

    def _listen(self) -> None:
        try:
            with suppress(EOFError, OSError):
                while True:
                    number, question, places = pickle.load(self._requests)
                    if question is not None:
                        self._questions.put((number, question, places))
                        continue
                    self._unwanted = number
                    # Send a signal, because it also ends system calls such as a wait.
                    os.kill(os.getpid(), signal.SIGINT)
        finally:
            self._questions.put(None)
            self._unwanted = sys.maxsize
            os.kill(os.getpid(), signal.SIGINT)

    def _interrupted(self, *_signal: object) -> None:
        if 0 < self._number <= self._unwanted:
            self._number = 0  # interrupt each question only once
            raise Interrupted


def _portable(error: BaseException) -> BaseException:
    """Return the error if pickle can send it. Otherwise return a `RuntimeError` with its text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
