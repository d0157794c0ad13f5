"""The process of a connection, seen from the server: asked, interrupted, ended and replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from nonet.serving.worker import work
from nonet.system import memory, processes

#: Seconds that a question has to end after it was interrupted, before its process is.
GRACE = 0.5
#: Seconds that a question may take, and bytes that its process may hold.
SECONDS, MEMORY = 3600.0, 2 << 30
#: Seconds between two looks at that.
_PAUSE = 0.25


class Failed(Exception):
    """A question has no answer: its process was ended, or ended by itself."""


class Helper:
    """Answers one question at a time, in a process that is started when it is needed."""

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[tuple[int, Any] | None] = asyncio.Queue()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._sending = threading.Lock()
        self._number = 0

    def start(self) -> None:
        """Start the process, which loads what it needs while nothing is asked yet."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._dialect), daemon=True)
        with processes.deaf_to_ctrl_c():
            self._process.start()
        theirs.close()
        self._replies = asyncio.Queue()
        put = self._replies.put_nowait
        listener = threading.Thread(target=_listen, args=(self._pipe, self._loop, put), daemon=True)
        listener.start()

    async def ask(self, question: Any) -> AsyncGenerator[Any]:
        """Yield the replies to a question; leaving it interrupts the question.

        Raises `Failed` if the process dies, or takes too much time or memory.
        """
        self._number += 1
        number, start = self._number, self._loop.time()
        try:
            message = pickle.dumps((number, question))
        except RecursionError:
            raise Failed("the question is nested too deeply") from None
        if self._process is None:
            self.start()
        over = False
        try:
            await self._say(message)
            while True:
                try:
                    said = await self._heard(_PAUSE)
                except TimeoutError:
                    self._require_means(self._loop.time() - start)
                    continue
                if said is None:
                    raise Failed("the process that answers has crashed")
                if said[0] < number:  # of a question that was interrupted
                    continue
                if said[1] is None:
                    over = True
                    return
                yield said[1]
        except (Failed, OSError):
            self.end()
            raise
        finally:
            if not over:
                await self._interrupt(number)

    async def _interrupt(self, number: int) -> None:
        """Let the process end a question at once, or end the process."""
        if self._process is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._say(pickle.dumps((number, None)))
                while (said := await self._replies.get()) is not None:
                    if said == (number, None):
                        return
        self.end()

    async def _say(self, message: bytes) -> None:
        """Send a message: in a thread, because a large one takes as long as nobody reads it.

        It is sent though nobody waits for it any more: what is interrupted must have come.
        """
        assert self._pipe is not None
        await asyncio.shield(asyncio.to_thread(_send, self._pipe, self._sending, message))

    async def _heard(self, seconds: float) -> tuple[int, Any] | None:
        # Not `wait_for`: in Python 3.11 it can lose that it was cancelled.
        async with asyncio.timeout(seconds):
            return await self._replies.get()

    def _require_means(self, spent: float) -> None:
        if spent > SECONDS:
            raise Failed(f"ended after {SECONDS:.0f} seconds")
        held = memory.resident(self._process.pid)
        if held is not None and held > MEMORY:
            raise Failed(f"ended: it took more than {MEMORY >> 20} MB of memory")

    def end(self) -> None:
        """End the process; the next question starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.join()
        process.close()
        if self._pipe is not None:
            self._pipe.close()


def _send(pipe: Connection, sending: threading.Lock, message: bytes) -> None:
    # One after the other: a question may still be on its way when it is interrupted. A process that
    # is gone is told by who listens.
    with sending, suppress(OSError):
        pipe.send_bytes(message)


def _listen(pipe: Connection, loop: asyncio.AbstractEventLoop, put: Callable[[Any], None]) -> None:
    """Pass on what the process says, and None when it is gone; a thread of its own."""
    try:
        with suppress(EOFError, OSError, RuntimeError):  # the last of these: the loop is closed
            while True:
                loop.call_soon_threadsafe(put, pipe.recv())
    finally:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(put, None)
