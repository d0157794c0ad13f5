"""A process with a worker in it, seen from its parent; idle ones are kept."""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from nonet.solvers.errors import SolverCrashed
from nonet.solvers.piped import PipedProcess
from nonet.system import memory, processes
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, most_memory

_WORKER = Path(__file__).with_name("worker.py")

#: Seconds between two looks at the memory of the process.
_PAUSE = 0.05

#: How many idle processes are kept, and how many bytes each of them may hold.
_KEPT, _MOST_KEPT = 2, 256 << 20

#: Seconds in which a process that says no more has to end.
_GRACE = 10.0

_GONE = object()


class CaptiveProcess:
    """Is asked, one question at a time; after an error it can only be killed."""

    def __init__(self) -> None:
        self._process = PipedProcess(_WORKER)
        self._lasting = ExitStack()
        self._lasting.enter_context(processes.lasting(self._process.pid))
        self._replies: SimpleQueue[Any] = SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._send(sys.path)

    def ask(self, request: object, seconds: float | None) -> Any:
        """Return the reply, or raise it if it is an error; raise `TimeUp` if it is late."""
        deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        self._send(request)
        while True:
            try:
                pause = max(0.0, min(_PAUSE, deadline - time.perf_counter()))
                reply = self._replies.get(timeout=pause)
                break
            except Empty:
                if time.perf_counter() >= deadline:
                    raise TimeUp from None
                self._require_memory()
        if reply is _GONE:
            raise SolverCrashed(self._process.last_words(_GRACE))
        if isinstance(reply, Exception):
            raise reply
        return reply

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.is_alive

    @property
    def is_small(self) -> bool:
        """Whether it holds little enough to be kept."""
        return (memory.resident(self._process.pid) or 0) < _MOST_KEPT

    def kill(self) -> None:
        """End it, and give back what it holds."""
        self._process.kill()
        self._listener.join()
        self._process.hang_up()
        self._process.bury()
        self._lasting.close()

    def _send(self, message: object) -> None:
        with suppress(OSError):  # it is gone, as the listener says
            self._process.send(message)

    def _listen(self) -> None:
        try:
            while True:
                self._replies.put(self._process.receive())
        except (EOFError, pickle.UnpicklingError):
            self._replies.put(_GONE)
        except Exception as error:  # whatever it is, somebody waits for a reply
            self._replies.put(SolverCrashed(f"its process sent what nobody can read: {error}"))

    def _require_memory(self) -> None:
        most, held = most_memory(), memory.resident(self._process.pid)
        if most is not None and held is not None and held > most:
            raise TooLarge(
                f"the solver's process would hold more than {most >> 20} MB of memory, the limit: "
                f"it holds {held >> 20} MB"
            )


_idle: list[CaptiveProcess] = []


def lend() -> CaptiveProcess:
    """Return a process that is idle, or a new one."""
    with suppress(IndexError):
        while True:
            process = _idle.pop()
            if process.is_alive:
                return process
            process.kill()  # somebody has ended it; its pipes are still to be closed
    return CaptiveProcess()


def take_back(process: CaptiveProcess) -> None:
    """Keep a process that has answered all its questions, or end it."""
    if len(_idle) < _KEPT and process.is_small:
        _idle.append(process)
    else:
        process.kill()


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().kill()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # they are the parent's
