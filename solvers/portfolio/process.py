"""A contestant's process, seen from its parent."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryFile
from typing import IO, Any

from nonet import processes
from nonet.solvers.answers import Solution
from nonet.warden import entrusted

_WORKER = Path(__file__).with_name("worker.py")

#: Seconds between Ctrl-C and the kill. In that time a process can end what it has started in other
#: sessions, which nobody else can.
GRACE = 2.0


class WorkerProcess:
    """A process that is asked; it puts its replies on a queue, and None when it is gone.

    It can be asked again only after it has replied. A thread reads and writes, so that a process
    that does not read delays nobody.
    """

    def __init__(self, opening: object, replies: SimpleQueue[tuple[WorkerProcess, Any]]) -> None:
        self._held = ExitStack()
        self._errors = self._held.enter_context(TemporaryFile())  # noqa: SIM115 - closed in `end`
        pipe = subprocess.PIPE
        # A session of its own, so that Ctrl-C at the terminal is heard by the parent alone.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER)],
            stdin=pipe,
            stdout=pipe,
            stderr=self._errors,
            start_new_session=True,
        )
        self._held.enter_context(entrusted(self._process.pid))
        self._questions: SimpleQueue[object] = SimpleQueue()
        self._replies = replies
        self._failure = ""
        self._thread = threading.Thread(target=self._converse, args=(opening,), daemon=True)
        self._thread.start()

    def ask(self, blocked: Sequence[Solution], nodes: int | None, memory: int | None) -> None:
        """Let it block these grids, and solve."""
        self._questions.put((list(blocked), nodes, memory))

    def crash(self) -> str:
        """Say how the process crashed."""
        if self._failure:
            return self._failure
        self.wait(time.monotonic() + GRACE)
        if self._process.poll() is None:
            processes.kill(self._process)
            self._process.wait()
        self._errors.seek(0)
        ended = f"its process ended with code {self._process.returncode}"
        return ": ".join(filter(None, [ended, processes.last_line(self._errors.read())]))

    def interrupt(self) -> None:
        """Send it Ctrl-C, and all processes that it has started in its session."""
        self._questions.put(None)
        if self._process.poll() is None:
            processes.interrupt(self._process)

    def wait(self, deadline: float) -> None:
        """Wait for its end, but not beyond the deadline."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))

    def end(self) -> None:
        """Kill it if it has not ended, and give back what it holds."""
        if self._process.poll() is None:
            processes.kill(self._process)
            self._process.wait()
        self._thread.join()
        self._held.close()

    def _converse(self, opening: object) -> None:
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        try:
            _send(requests, sys.path)
            _send(requests, opening)
            while (question := self._questions.get()) is not None:
                _send(requests, question)
                self._replies.put((self, pickle.load(answers)))
        except (OSError, EOFError, pickle.UnpicklingError):
            self._replies.put((self, None))
        except Exception as error:  # whatever it is, somebody waits for a reply
            self._failure = f"its process cannot be talked to: {error}"
            self._replies.put((self, None))
        finally:
            for end in (requests, answers):
                with suppress(OSError):  # what could not be written
                    end.close()


def _send(requests: IO[bytes], message: object) -> None:
    requests.write(pickle.dumps(message))
    requests.flush()
