"""Programs that are run on a text, signals that have to wait, and sessions of processes.

What a crash or a limit means is up to the caller. Our own code runs elsewhere in a `worker`.
"""

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

from nonet.system.limits import can_be_stopped, require_unstopped
from nonet.system.reaper import entrusted, strays

#: What Ctrl-C, `kill` and a closed terminal send.
ENDING = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}

#: Longer limits in seconds count as unlimited: the operating system cannot wait that long.
LONGEST_WAIT = 1e6

#: Seconds between two looks at whether the question was cancelled.
_PAUSE = 0.05


@dataclass(frozen=True)
class Ended:
    """How a process ended, and what it wrote on stdout and stderr."""

    code: int
    out: bytes
    error: bytes


def run(
    command: Sequence[str],
    text: bytes = b"",
    seconds: float | None = None,
    *,
    memory: int | None = None,
    leads_session: bool = False,
    temporary: str | None = None,
) -> Ended | None:
    """Run a command on a text; None when the time was up, and the process is killed then.

    It gets no more bytes of memory than that, where the system can say so (Linux). It writes its
    temporary files into the folder `temporary`, if that is given.

    One that leads a session of its own is killed together with all that it has started there.

    >>> run(["sh", "-c", "cat; exit 20"], b"v 1 0")
    Ended(code=20, out=b'v 1 0', error=b'')
    >>> run(["sleep", "60"], seconds=0)
    """
    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    pipe = subprocess.PIPE
    process = None
    environment = os.environ if temporary is None else os.environ | {"TMPDIR": temporary}
    try:
        with ExitStack() as held:
            with endings_wait():
                process = subprocess.Popen(
                    command,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=pipe,
                    env=environment,
                    start_new_session=leads_session,
                )
                held.enter_context(entrusted(process.pid))
            _limit_memory(process.pid, memory)
            unsent: bytes | None = text
            while True:
                left = deadline - time.monotonic()
                try:
                    pause = _PAUSE if can_be_stopped() else LONGEST_WAIT
                    out, error = process.communicate(unsent, max(0.0, min(left, pause)))
                    break
                except subprocess.TimeoutExpired:
                    unsent = None  # it goes on with what was given first
                    if left <= 0:
                        return None
                    require_unstopped()
    finally:
        if process is not None:
            with process:  # closes its pipes, and waits for its end
                if process.returncode is None:
                    _kill(process, leads_session)
    return Ended(process.returncode, out, error)


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
    """Put Ctrl-C and its like off to the end of the block.

    What starts there, a process or a thread, does not start unknown to whoever has to end it.
    By handlers: a mask would leave the signal to another thread, and Python acts on it here.
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


def _kill(process: subprocess.Popen[bytes], leads_session: bool) -> None:
    """Kill a process, and what it has started in the session that it leads."""
    if leads_session:
        signal_session(process.pid, signal.SIGKILL)
    process.kill()


def signal_session(leader: int, number: signal.Signals) -> bool:
    """Send a signal to all processes of a session; False where there are no sessions."""
    if not hasattr(os, "killpg"):
        return False
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)
    for process in strays(leader):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)
    return True


def end_with_parent() -> None:
    """Have this child of `multiprocessing` killed as soon as its parent is gone."""
    import multiprocessing

    if sys.platform == "linux":
        import ctypes

        # At once, even while a solver lets no Python run. "Parent" is the thread that started it.
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
        parent = multiprocessing.parent_process()
        if parent is not None and not parent.is_alive():
            os._exit(1)  # it ended before it was asked for a signal
    else:
        threading.Thread(target=_outlive_no_parent, daemon=True).start()


def _outlive_no_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def last_line(said: bytes) -> str:
    """Return the last line that a process wrote, empty if it wrote none.

    >>> last_line(b"loading\\nout of memory\\n\\n")
    'out of memory'
    """
    return "".join(said.decode(errors="replace").strip().splitlines()[-1:])
