"""The reaper: a helper process that cleans up after this process, even after ``kill -9``.

Through a pipe, this process tells the reaper which processes and folders to clean up. When a
process has ended or a folder is complete, this process tells the reaper to forget it. When this
process ends, the pipe closes. Then the reaper kills the remaining processes with their sessions,
and removes the remaining folders.

The reaper starts when it is first needed. It runs in a new session, so signals from the terminal do
not reach it. A forked child starts its own reaper.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from typing import IO


@contextmanager
def entrusted(what: int | str) -> Iterator[None]:
    """If this process ends within the block, let the reaper kill a process or remove a folder."""
    line = os.fsencode(f"{what}\n")
    _tell(b"+" + line)
    try:
        yield
    finally:
        _tell(b"-" + line)


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Make a folder that is removed after the block, even if this process is killed."""
    import shutil
    from tempfile import gettempdir
    from uuid import uuid4

    folder = os.path.join(gettempdir(), f"nonet-{uuid4().hex}")
    with entrusted(folder):  # before it exists, so that there is no moment without the reaper
        try:
            os.mkdir(folder, 0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def kill_session(leader: int) -> None:
    """Kill all processes of a session, and the processes that they have started in new sessions.

    On systems without /proc, kill only the process group.
    """
    if not hasattr(os, "killpg"):
        with suppress(OSError):
            os.kill(leader, signal.SIGTERM)  # Windows ends the process
        return
    with suppress(ProcessLookupError, PermissionError):
        os.kill(leader, signal.SIGSTOP)  # so that it starts no more processes
    found = _members(leader)
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(leader, signal.SIGKILL)
    for process in found:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _members(leader: int) -> set[int]:
    """Return the processes of a session and their descendants, except for reapers."""
    parents, found = dict[int, int](), set[int]()
    for path in glob("/proc/[0-9]*/stat"):
        with suppress(OSError), open(path, "rb") as file:
            process = int(path.split("/")[2])
            _, parent, _, session = file.read().rpartition(b")")[2].split()[:4]
            parents[process] = int(parent)
            if int(session) == leader:
                found.add(process)
    new = found
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        new = {child for child in new if not _is_reaper(child)}
        found = found | new
    return found


def _is_reaper(process: int) -> bool:
    with suppress(OSError), open(f"/proc/{process}/cmdline", "rb") as file:
        return os.fsencode(__file__) in file.read().split(b"\0")
    return False


_lock = threading.Lock()
_pipe: IO[bytes] | None = None


def _tell(line: bytes) -> None:
    global _pipe  # noqa: PLW0603 - one for each process
    if not hasattr(os, "fork"):
        return  # Windows cannot kill a process by its number alone
    with _lock, suppress(BrokenPipeError):  # another program may have killed the reaper
        if _pipe is None:
            _pipe = _start()
        _pipe.write(line)


def _start() -> IO[bytes]:
    import subprocess

    # -S skips site packages, so that the reaper starts in 0.01 s.
    reaper = subprocess.Popen(
        [sys.executable, "-ISE", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
    )
    reaper.returncode = 0  # so that Popen does not wait for the reaper
    assert reaper.stdin is not None
    return reaper.stdin


def _forget() -> None:
    """Forget the parent's reaper. A forked child calls this."""
    global _pipe, _lock  # noqa: PLW0603
    _lock = threading.Lock()
    if _pipe is not None:
        _pipe.close()
        _pipe = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _main() -> None:
    held: dict[bytes, None] = {}
    for line in sys.stdin.buffer:
        what = line[1:].rstrip(b"\n")
        if line.startswith(b"+"):
            held[what] = None
        else:
            held.pop(what, None)
    for what in held:
        if what.isdigit():
            kill_session(int(what))
    for what in held:
        if not what.isdigit():
            import shutil

            shutil.rmtree(what, ignore_errors=True)


if __name__ == "__main__":
    _main()
