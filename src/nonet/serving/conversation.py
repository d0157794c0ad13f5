"""Conversations with a page: over a socket of the server, or through the kernel of a notebook.

A conversation answers the newest question, and drops older ones. A worker process finds the
answers, because a question may ignore interruptions, crash, or take too much memory.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

from nonet.rules import Rule
from nonet.rules.registry import import_rules
from nonet.system.errors import TooLarge
from nonet.system.worker import Worker, WorkerDied, reply, uninterrupted

#: A worker without questions ends after these seconds. The next question starts another worker.
REST = 300.0
#: If an interrupted question does not stop within these seconds, its worker is killed.
GRACE = 0.5
#: The limits of one question: seconds, and bytes of memory.
SECONDS, MEMORY = 3600.0, 2 << 30

#: A function that sends a reply.
Send = Callable[[dict[str, Any]], Awaitable[None]]
#: A function that sends a reply. Any thread may call it.
Post = Callable[[dict[str, Any]], None]


class Failed(Exception):
    """The worker crashed or was killed before it answered the question."""


class Conversation:
    """Answers questions in a worker, which calls the function `answer` of the module `dialect`.

    All methods must run in the same event loop.
    """

    def __init__(self, dialect: str, send: Send) -> None:
        self._dialect = dialect
        self._send = send
        self._worker: Worker | None = None
        self._answering: set[asyncio.Task[None]] = set()  # all but the newest are cancelled
        self._newest: asyncio.Task[None] | None = None
        self._one_by_one = asyncio.Lock()
        self._resting: asyncio.TimerHandle | None = None
        self._start()

    async def hear(self, said: object) -> None:
        """Answer a question, and drop older questions. Ignore anything that is not a question."""
        if not isinstance(said, dict) or not isinstance(said.get("nonce"), int):
            return
        self._drop()
        if said.get("command") == "cancel":
            await self._send({"nonce": said["nonce"], "type": "canceled"})
            return
        self._newest = asyncio.create_task(self._answer(said))
        self._answering.add(self._newest)
        self._newest.add_done_callback(self._ended)

    async def end(self) -> None:
        """Drop all questions, wait for their tasks, and end the worker."""
        self._drop()
        if self._answering:
            await asyncio.wait(self._answering)
        self._wake()
        self._kill()

    def _drop(self) -> None:
        # Cancel the task only once, because a second cancel would stop its clean-up.
        newest, self._newest = self._newest, None
        if newest is not None:
            newest.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """If no question is left, let the worker end after `REST` seconds."""
        self._answering.discard(task)
        if not self._answering:
            self._wake()
            self._resting = asyncio.get_running_loop().call_later(REST, self._kill)

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    async def _answer(self, question: dict[str, Any]) -> None:
        """Wait until the older question has ended. Then send the replies to the new question."""
        nonce = question["nonce"]
        async with self._one_by_one:
            self._wake()
            try:
                await self._pass_on(question)
            except (Failed, OSError) as failure:
                await self._send({"nonce": nonce, "type": "invalid", "message": str(failure)})

    async def _pass_on(self, question: dict[str, Any]) -> None:
        """Send the replies to a question. When the task is cancelled, interrupt the question."""
        worker = self._worker or self._start()
        loop = asyncio.get_running_loop()
        #: Each reply to the question, and finally its future.
        replies: asyncio.Queue[Any] = asyncio.Queue()

        def hear(said: object) -> None:
            with suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(replies.put_nowait, said)

        def ask() -> None:
            worker.ask(_answer, self._dialect, question, note=hear).add_done_callback(hear)

        # Ask in a thread, because sending a large question blocks until the worker reads it.
        asked = asyncio.ensure_future(asyncio.to_thread(ask))
        try:
            async with asyncio.timeout(SECONDS):
                await asyncio.shield(asked)
                while not isinstance(said := await replies.get(), Future):
                    await self._send({"nonce": question["nonce"], **said})
        except RecursionError:
            raise Failed("The question is nested too deeply.") from None
        except TimeoutError:
            self._kill()
            raise Failed(f"The answer took more than {SECONDS:.0f} seconds.") from None
        except BaseException:
            await self._interrupt(worker, asked, replies)
            raise
        if (error := said.exception()) is not None:
            self._kill()
            raise Failed(_reason(error))

    async def _interrupt(
        self, worker: Worker, asked: asyncio.Future[None], replies: asyncio.Queue[Any]
    ) -> None:
        """Interrupt the question. Kill the worker if it does not stop in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await asyncio.shield(asked)
                worker.interrupt()
                while not isinstance(await replies.get(), Future):
                    pass
                if worker.is_alive:
                    return
        self._kill()

    def _start(self) -> Worker:
        """Start the worker and let it import its module, so that the first answer is fast."""
        self._worker = Worker(most=MEMORY)
        self._worker.ask(_prepare, self._dialect, Rule.named.foreign)
        return self._worker

    def _kill(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


def _reason(error: BaseException) -> str:
    if isinstance(error, TooLarge):
        return f"The answer took more than {MEMORY >> 20} MB of memory."
    said = str(error) if isinstance(error, WorkerDied) else f"{type(error).__name__}: {error}"
    return f"The answering process has crashed: {said}"


class NotebookChannel:
    """The conversations of one board in a notebook.

    A notebook can show several views of a board, and each view has several conversations. Each
    question names its ``view`` and its conversation (``line``), and so do the replies. A message
    with the key ``over`` ends the view.

    The main thread of the kernel receives the questions. A second thread holds the conversations,
    so a busy kernel does not delay a reply.
    """

    def __init__(self, dialect: str, post: Post) -> None:
        self._dialect = dialect
        self._post = post
        self._open: dict[tuple[str, str], Conversation] = {}

    def hear(self, message: object) -> None:
        """Pass on a message, and do not wait for the answer. Ignore a malformed message."""
        if isinstance(message, dict) and isinstance(message.get("view"), str):
            asyncio.run_coroutine_threadsafe(self._hear(message), _loop())

    def end(self) -> None:
        if self._open:
            asyncio.run_coroutine_threadsafe(self._end(), _loop())

    async def _hear(self, message: dict[str, Any]) -> None:
        view, line = message["view"], str(message.get("line"))
        if message.get("over"):
            await self._end(view)
            return

        async def send(reply: dict[str, Any]) -> None:
            self._post({"view": view, "line": line, **reply})

        if (view, line) not in self._open:
            self._open[view, line] = Conversation(self._dialect, send)
        await self._open[view, line].hear(message)

    async def _end(self, view: str | None = None) -> None:
        """End the conversations of a view, or all conversations."""
        ended = [self._open.pop(key) for key in list(self._open) if view in (None, key[0])]
        await asyncio.gather(*(conversation.end() for conversation in ended))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="nonet-board", daemon=True).start()
    return loop


# --- in the worker -------------------------------------------------------------------------------


def _prepare(dialect: str, modules: Sequence[str] = ()) -> None:
    with uninterrupted():  # an interrupted import could leave a broken module
        import_module(dialect)
        import_rules(modules)


def _answer(dialect: str, question: Any) -> None:
    _prepare(dialect)
    import_module(dialect).answer(question, reply)
