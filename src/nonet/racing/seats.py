"""Seats on a worker of a cluster: what it offers, and the processes in which turns are taken.

A turn is a task of dask in a thread of the worker. The contestants are in a process of the *seat*,
which keeps to its core and stays from turn to turn. It ends with the race, with the worker, after a
minute without a turn, and as soon as nobody waits for the turn that it takes.
"""

from __future__ import annotations

import os
import pickle
import platform
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from uuid import getnode

from nonet.racing.machines import Machine
from nonet.racing.rows import Problem
from nonet.racing.runs import Outcome, Task, Terms
from nonet.solvers import BackendError, BackendUnavailable, find_backend
from nonet.system import processes
from nonet.system.reaper import entrusted

#: Seconds between two looks at whether a turn is still wanted.
_PAUSE = 0.2

#: Seconds in which a process that says no more has to end.
_GRACE = 10.0


@dataclass(frozen=True)
class Offer:
    """What a worker has to offer.

    `host` is the same for all workers of a machine. `cores` names the cores that it may use there,
    each with the processor to keep to. `lacks` says why it cannot run all contestants.
    """

    machine: Machine
    host: str
    cores: dict[str, int]
    lacks: str | None


@dataclass(frozen=True)
class Post:
    """A seat, in words that a worker understands: the core of a worker in a race."""

    race: str
    core: int
    contestants: tuple[str, ...]
    terms: Terms
    memory: int | None


def offer(contestants: tuple[str, ...]) -> Offer:
    """Return what this worker has to offer to a race of these contestants."""
    return Offer(Machine.here(), _host(), _cores(), _lacking(contestants))


def _host() -> str:
    """Return what tells this machine from others, for as long as it runs."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text()
    return f"{platform.node()} {getnode()}"


def _cores() -> dict[str, int]:
    """Return the cores that this process may use, and the first processor of each.

    The processors of one core are its threads, which slow one another.
    """
    if hasattr(os, "sched_getaffinity"):
        allowed = os.sched_getaffinity(0)
    else:
        allowed = set(range(os.cpu_count() or 1))
    found: dict[str, int] = {}
    for processor in sorted(allowed):
        found.setdefault(_core_of(processor), processor)
    return found


def _core_of(processor: int) -> str:
    """Return the name of a core: the list of its processors, where the system tells (Linux)."""
    folder = Path(f"/sys/devices/system/cpu/cpu{processor}/topology")
    with suppress(OSError):
        return (folder / "thread_siblings_list").read_text().strip()
    return str(processor)


def _lacking(contestants: tuple[str, ...]) -> str | None:
    for spec in contestants:
        try:
            find_backend(spec)
        except (BackendError, BackendUnavailable) as error:
            return str(error)
    return None


_seats: dict[tuple[str, int], _Seat] = {}
_lock = Lock()


def take_turn(post: Post, contestant: str, task: Task) -> Outcome:
    """Have a turn taken at a post; the process of its seat is started if there is none."""
    key = post.race, post.core
    with _lock:
        seat = _seats.get(key)
        if seat is None or seat.is_gone:
            seat = _seats[key] = _Seat(post)
    return seat.take_turn(contestant, task)


def clear(race: str) -> None:
    """End the seats of a race on this worker, with the turns that are being taken."""
    with _lock:
        mine = [key for key in _seats if key[0] == race]
        ending = [_seats.pop(key) for key in mine]
    for seat in ending:
        seat.end()


class _Seat:
    """The process of a seat, as this worker sees it."""

    def __init__(self, post: Post) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "nonet.racing.seat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._heard: SimpleQueue[Outcome | None] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()
        self._say(post)

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def take_turn(self, contestant: str, task: Task) -> Outcome:
        """Return the outcome of a turn; if nobody waits for it any more, the process is ended."""
        self._say((contestant, task))
        while True:
            with suppress(Empty):
                return self._heard.get(timeout=_PAUSE) or self._crash()
            if not _is_wanted():
                self.end()
                return self._crash()

    def end(self) -> None:
        """End the process, and what it has started. If it is gone, its number may be another's."""
        if not self.is_gone:
            processes.kill(self._process)

    def _crash(self) -> Outcome:
        words = f"the process of its core ended with code {self._process.wait()}"
        return Outcome(problem=Problem.CRASHED, error=words)

    def _say(self, what: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended: that is heard
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def _listen(self) -> None:
        """Hear outcomes until the process ends; None is the last."""
        assert self._process.stdout is not None
        try:
            with entrusted(self._process.pid):
                with suppress(Exception):  # its end, or what nobody can read
                    while True:
                        self._heard.put(pickle.load(self._process.stdout))
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(_GRACE)
        finally:
            # It may live on, and nobody listens any more; or what it has started does.
            processes.kill(self._process)
            self._heard.put(None)


def _is_wanted() -> bool:
    """Tell whether the task in this thread has not been cancelled, nor its client gone."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state == "executing"
