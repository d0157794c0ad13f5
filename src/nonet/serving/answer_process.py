"""The process that answers the questions of a connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from nonet.system.errors import TooLarge
from nonet.system.worker import Worker, WorkerDied, reply, uninterrupted

#: If an interrupted question does not stop within these seconds, its worker is killed.
GRACE = 0.5
#: The limits of one question: seconds, and bytes of memory.
SECONDS, MEMORY = 3600.0, 2 << 30

#: The queue has (False, reply) for each reply to a question, and finally (True, future).
_Replies: TypeAlias = asyncio.Queue[tuple[bool, Any]]


class Failed(Exception):
    """The worker crashed or was killed before it answered the question."""


class AnswerProcess:
    """Answers one question at a time in a worker process, which starts when needed.

    `dialect` names the module whose function `answer` runs in the worker.
    """

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._loop = asyncio.get_running_loop()
        self._worker: Worker | None = None

    def start(self) -> None:
        """Start the worker and let it import its module, so that the first answer is fast."""
        self._worker = Worker(most=MEMORY)
        self._worker.ask(_prepare, self._dialect)

    async def ask(self, question: Any) -> AsyncGenerator[Any]:
        """Yield the replies to a question. To interrupt the question, close the generator.

        Raise `Failed` if the worker crashes, or takes more than `SECONDS` or `MEMORY`.
        """
        if self._worker is None:
            self.start()
        assert self._worker is not None
        end = self._loop.time() + SECONDS
        replies: _Replies = asyncio.Queue()
        # Send in a thread, because sending a large question blocks until the worker reads it.
        sending = asyncio.to_thread(self._send, self._worker, question, replies)
        sent = asyncio.ensure_future(sending)
        over = False
        try:
            await asyncio.shield(sent)
            while not over:
                over, said = await _next(replies, end)
                if not over:
                    yield said
            if (error := said.exception()) is not None:
                raise Failed(_reason(error))
        except RecursionError:
            over = True
            raise Failed("The question is nested too deeply.") from None
        except Failed:
            self.end()
            raise
        finally:
            if not over:
                await self._interrupt(sent, replies)

    def _send(self, worker: Worker, question: Any, replies: _Replies) -> None:
        def hear(is_last: bool, said: Any) -> None:
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(replies.put_nowait, (is_last, said))

        answer = worker.ask(_answer, self._dialect, question, note=partial(hear, False))
        answer.add_done_callback(partial(hear, True))

    async def _interrupt(self, sent: asyncio.Future[None], replies: _Replies) -> None:
        """Interrupt the question. Kill the worker if it does not stop in time."""
        if self._worker is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await asyncio.shield(sent)
                self._worker.interrupt()
                while not (await replies.get())[0]:
                    pass
                if self._worker.is_alive:
                    return
        self.end()

    def end(self) -> None:
        """Kill the worker. The next question starts another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


async def _next(replies: _Replies, end: float) -> tuple[bool, Any]:
    try:
        # `wait_for` can lose a cancellation in Python 3.11.
        async with asyncio.timeout_at(end):
            return await replies.get()
    except TimeoutError:
        raise Failed(f"The answer took more than {SECONDS:.0f} seconds.") from None


def _reason(error: BaseException) -> str:
    if isinstance(error, TooLarge):
        return f"The answer took more than {MEMORY >> 20} MB of memory."
    said = str(error) if isinstance(error, WorkerDied) else f"{type(error).__name__}: {error}"
    return f"The answering process has crashed: {said}"


# --- in the worker -------------------------------------------------------------------------------


def _prepare(dialect: str) -> None:
    with uninterrupted():  # an interrupted import could leave a broken module
        import_module(dialect)


def _answer(dialect: str, question: Any) -> None:
    _prepare(dialect)
    import_module(dialect).answer(question, reply)
