"""Processes of the operating system: how one is started, heard, interrupted and buried.

Only the mechanics are here. What a crash or a limit means is up to whoever starts the process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

#: Seconds. A limit beyond this is none: the operating system does not wait so long.
LONGEST_WAIT = 1e6


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
    leads_session: bool = False,
) -> Ended | None:
    """Run a command on a text; None when the time was up, and the process is killed then.

    One that leads a session of its own is killed together with all that it has started there.

    >>> run(["sh", "-c", "cat; exit 20"], b"v 1 0")
    Ended(code=20, out=b'v 1 0', error=b'')
    >>> run(["sleep", "60"], seconds=0)
    """
    timeout = None if seconds is None or seconds > LONGEST_WAIT else seconds
    pipe = subprocess.PIPE
    process = None
    try:
        with _ctrl_c_waits():
            process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=leads_session
            )
        out, error = process.communicate(text, timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process is not None:
            with process:  # closes its pipes, and waits for its end
                if process.returncode is None:
                    kill(process, leads_session=leads_session)
    return Ended(process.returncode, out, error)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Put Ctrl-C off to the end of the block, so that no process starts unknown to its parent.

    By a handler: a mask would leave the signal to another thread, and Python acts on it here.
    """
    acts = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(acts):
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *which: waiting.append(which))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, acts)
        if waiting:
            acts(*waiting[0])


def kill(process: subprocess.Popen[bytes], *, leads_session: bool = True) -> None:
    """Kill a process, and what it has started in the session that it leads."""
    if leads_session and hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def last_line(said: bytes) -> str:
    """Return the last line that a process wrote, empty if it wrote none.

    >>> last_line(b"loading\\nout of memory\\n\\n")
    'out of memory'
    """
    return "".join(said.decode(errors="replace").strip().splitlines()[-1:])
