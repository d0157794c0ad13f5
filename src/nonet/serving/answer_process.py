"""The process that answers the questions of a connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from importlib import import_module
from typing import Any

from nonet.system.errors import TooLarge
from nonet.system.worker import Reply, Worker, WorkerDied, reply, uninterrupted

#: If an interrupted question does not stop within these seconds, its worker is killed.
GRACE = 0.5
#: The most seconds and the most bytes of memory that one question may take.
SECONDS, MEMORY = 3600.0, 2 << 30


class Failed(Exception):
    """The worker crashed or was killed before it answered the question."""


class AnswerProcess:
    """Answers one question at a time in a worker process. It starts the worker when needed.

    `dialect` is the name of a module whose function `answer` runs in the worker.
    """

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Queue[Reply] = asyncio.Queue()
        self._worker: Worker | None = None

    def start(self) -> None:
        """Start the worker and let it import the dialect, so that the first answer is fast."""
        heard = self._heard = asyncio.Queue[Reply]()
        self._worker = Worker(
            most=MEMORY,
            heard=lambda _, said: self._loop.call_soon_threadsafe(heard.put_nowait, said),
        )
        self._worker.ask(_prepare, self._dialect)

    async def ask(self, question: Any) -> AsyncGenerator[Any]:
        """Yield the replies to a question. To interrupt the question, close the generator.

        Raise `Failed` if the worker crashes, or exceeds the time or the memory.
        """
        if self._worker is None:
            self.start()
        assert self._worker is not None
        end = self._loop.time() + SECONDS
        # Send in a thread, because sending a large question blocks until the worker reads it.
        asking = asyncio.ensure_future(
            asyncio.to_thread(self._worker.ask, _answer, self._dialect, question)
        )
        over = False
        try:
            number = await asyncio.shield(asking)
            while True:
                said = await self._next(end)
                if said.number not in (0, number):  # a late reply to an older question
                    continue
                value = self._value(said)
                if said.is_last:
                    over = True
                    return
                yield value
        except RecursionError:
            over = True
            raise Failed("The question is nested too deeply.") from None
        except Failed:
            self.end()
            raise
        finally:
            if not over:
                await self._interrupt(asking)

    async def _next(self, end: float) -> Reply:
        try:
            # `wait_for` can lose a cancellation in Python 3.11.
            async with asyncio.timeout_at(end):
                return await self._heard.get()
        except TimeoutError:
            raise Failed(f"The answer took more than {SECONDS:.0f} seconds.") from None

    def _value(self, said: Reply) -> Any:
        assert self._worker is not None
        try:
            return self._worker.value(said)
        except TooLarge:
            message = f"The answer took more than {MEMORY >> 20} MB of memory."
        except WorkerDied as death:
            message = f"The answering process has crashed: {death}"
        except Exception as error:
            message = f"The answering process has crashed: {type(error).__name__}: {error}"
        raise Failed(message)

    async def _interrupt(self, asking: asyncio.Future[int]) -> None:
        """Interrupt the question. Kill the worker if it does not stop in time."""
        if self._worker is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                number = await asyncio.shield(asking)
                self._worker.interrupt()
                while (said := await self._heard.get()).number:
                    if said.number == number and said.is_last:
                        return
        self.end()

    def end(self) -> None:
        """Kill the worker. The next question starts another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


# --- in the worker -------------------------------------------------------------------------------


def _prepare(dialect: str) -> None:
    with uninterrupted():  # otherwise a module might stay half imported
        import_module(dialect)


def _answer(dialect: str, question: Any) -> None:
    _prepare(dialect)
    import_module(dialect).answer(question, reply)
