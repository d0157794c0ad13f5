"""Run other programs, wait for results, and delay signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

from nonet.system.limits import require_unstopped
from nonet.system.reaper import entrusted, kill_session

if TYPE_CHECKING:
    from concurrent.futures import Future

#: The signals that Ctrl-C, `kill` and a closed terminal send.
ENDING = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}

#: Seconds between two checks whether the question was cancelled.
_PAUSE = 0.05


@dataclass(frozen=True)
class Ended:
    """The exit code of a process that has ended, and its output on stdout and stderr."""

    code: int
    out: bytes
    error: bytes


def run(
    command: Sequence[str],
    text: bytes = b"",
    seconds: float | None = None,
    *,
    memory: int | None = None,
    temporary: str | None = None,
) -> Ended | None:
    """Run a command, and send `text` to its stdin. After `seconds`, kill it and return None.

    The command runs in a new session. A kill ends all processes of the session. On Linux, each
    process gets at most `memory` bytes. The command puts temporary files into `temporary`.
    """
    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    pipe = subprocess.PIPE
    env = os.environ if temporary is None else os.environ | {"TMPDIR": temporary}
    with ExitStack() as held:
        with endings_wait():
            process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, start_new_session=True
            )
            held.callback(_end, process)
            held.enter_context(entrusted(process.pid))
        _limit_memory(process.pid, memory)
        unsent: bytes | None = text
        while True:
            left = deadline - time.monotonic()
            try:
                out, error = process.communicate(unsent, max(0.0, min(left, _PAUSE)))
                return Ended(process.returncode, out, error)
            except subprocess.TimeoutExpired:
                unsent = None  # `communicate` remembers the text, and continues to send it
                if left <= 0:
                    return None
                require_unstopped()


def _end(process: subprocess.Popen[bytes]) -> None:
    with process:  # `with` closes the pipes, and waits for the end of the process
        if process.returncode is None:
            kill_session(process.pid)


def _limit_memory(process: int, most: int | None) -> None:
    if most is not None and sys.platform == "linux":
        import resource

        with suppress(ProcessLookupError):  # it has ended
            _, allowed = resource.prlimit(process, resource.RLIMIT_AS)
            if allowed != resource.RLIM_INFINITY:
                most = min(most, allowed)
            resource.prlimit(process, resource.RLIMIT_AS, (most, most))


@contextmanager
def endings_wait() -> Iterator[None]:
    """Delay Ctrl-C, SIGTERM and SIGHUP until the end of the block.

    A block can start a process or a thread and record it, without an interruption in between.

    A mask of this thread's signals would not help. Another thread would receive the signal, and
    Python would handle it in this thread.
    """
    found = {number: signal.getsignal(number) for number in ENDING}
    acts = {number: act for number, act in found.items() if callable(act)}
    if threading.current_thread() is not threading.main_thread() or not acts:
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    for number in acts:
        signal.signal(number, lambda *which: waiting.append(which))
    try:
        yield
    finally:
        for number, act in acts.items():
            signal.signal(number, act)
        if waiting:
            acts[signal.Signals(waiting[0][0])](*waiting[0])


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Delay Ctrl-C until the end of a block that calls PySAT.

    On Ctrl-C in the main thread, PySAT leaves its C++ code by `longjmp`. If the heap is locked at
    that moment, the process hangs. PySAT does not handle Ctrl-C in other threads, so this function
    makes PySAT believe that it runs in another thread.
    """
    from pysat._utils import MainThread

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    check = MainThread.check
    try:
        MainThread.check = bool  # bool() is False
        yield
    finally:
        MainThread.check = check


def wait_for_any(futures: Sequence[Future[Any]], seconds: float | None = None) -> bool:
    """Wait until one of the futures is done. Return False if the time is up first.

    Stop waiting if the current question is cancelled or takes too much memory.
    """
    from concurrent.futures import FIRST_COMPLETED, wait  # only callers with futures load it

    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        with endings_wait():  # Ctrl-C inside a wait could leave the future locked for ever
            if any(future.done() for future in futures):
                return True
            if left > 0:
                wait(futures, min(left, _PAUSE), FIRST_COMPLETED)
        if left <= 0:
            return False
        require_unstopped()


def last_line(said: bytes) -> str:
    """Return the last nonblank line of a process's output, or an empty string."""
    return "".join(said.decode(errors="replace").strip().splitlines()[-1:])
