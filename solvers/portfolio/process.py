"""A contestant's process, seen from its parent."""

from __future__ import annotations

import pickle
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from nonet.solvers.answers import Solution
from nonet.solvers.piped import PipedProcess

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
        self._process = PipedProcess(_WORKER)
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
        return self._failure or self._process.last_words(GRACE)

    def interrupt(self) -> None:
        """Send it Ctrl-C, and all processes that it has started in its session."""
        self._questions.put(None)
        self._process.interrupt()

    def wait(self, deadline: float) -> None:
        """Wait for its end, but not beyond the deadline."""
        self._process.wait(deadline - time.monotonic())

    def end(self) -> None:
        """Kill it if it has not ended, and give back what it holds."""
        self._process.kill()
        self._thread.join()
        self._process.bury()

    def _converse(self, opening: object) -> None:
        try:
            self._process.send(sys.path)
            self._process.send(opening)
            while (question := self._questions.get()) is not None:
                self._process.send(question)
                self._replies.put((self, self._process.receive()))
        except (OSError, EOFError, pickle.UnpicklingError):
            self._replies.put((self, None))
        except Exception as error:  # whatever it is, somebody waits for a reply
            self._failure = f"its process cannot be talked to: {error}"
            self._replies.put((self, None))
        finally:
            self._process.hang_up()
