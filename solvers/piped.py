"""A process of one of our scripts: what it is sent and what it says are pickles."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from nonet.system import processes
from nonet.system.reaper import entrusted


class PipedProcess:
    """Leads a session of its own, so that Ctrl-C at the terminal is heard by the parent alone."""

    def __init__(self, script: Path) -> None:
        self._held = ExitStack()
        self._errors = self._held.enter_context(TemporaryFile())  # noqa: SIM115 - closed in `end`
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(script)],
            stdin=pipe,
            stdout=pipe,
            stderr=self._errors,
            start_new_session=True,
        )
        self._held.enter_context(entrusted(self.pid))

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def send(self, message: object) -> None:
        """Send a message; raise `OSError` if it is gone."""
        assert self._process.stdin is not None
        self._process.stdin.write(pickle.dumps(message))
        self._process.stdin.flush()

    def receive(self) -> Any:
        """Return its next message; raise `EOFError` or `UnpicklingError` if there is none."""
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)

    def interrupt(self) -> None:
        """Send it Ctrl-C, and all processes that it has started in its session."""
        if self.is_alive:
            processes.interrupt(self._process)

    def wait(self, seconds: float) -> None:
        """Wait some seconds for its end."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, seconds))

    def last_words(self, seconds: float) -> str:
        """Say how it ended; after some seconds it is killed."""
        self.wait(seconds)
        self.kill()  # it may have said nonsense, and live on
        self._errors.seek(0)
        last = processes.last_line(self._errors.read())
        ended = f"its process ended with code {self._process.returncode}"
        return ": ".join(filter(None, [ended, last]))

    def kill(self) -> None:
        """Kill it, if it has not ended, and what it has started in its session."""
        if self.is_alive:
            processes.kill(self._process)
            self._process.wait()

    def hang_up(self) -> None:
        """Close the pipes: nothing more is sent or heard."""
        for end in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what could not be written
                end.close()  # type: ignore[union-attr]

    def bury(self) -> None:
        """Give back what is held for it; its end is known."""
        self._held.close()
