"""A conversation answers the newest question from a socket or a notebook. It drops older ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

from nonet.serving.answer_process import AnswerProcess, Failed

#: A process without questions ends after these seconds. The next question starts another process.
REST = 300.0

#: A function that sends a reply.
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Conversation:
    """Answers questions in a separate process. The module `dialect` gives the answers.

    All methods must run in the same event loop.
    """

    def __init__(self, dialect: str, send: Send) -> None:
        self._send = send
        self._process = AnswerProcess(dialect)
        self._process.start()
        self._answering: set[asyncio.Task[None]] = set()  # all but the newest are cancelled
        self._newest: asyncio.Task[None] | None = None
        self._one_by_one = asyncio.Lock()
        self._resting: asyncio.TimerHandle | None = None

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

    def _drop(self) -> None:
        # Cancel the task only once, because a second cancel would stop its clean-up. Do not ask
        # `Task.cancelling` instead, because it also counts time-outs.
        newest, self._newest = self._newest, None
        if newest is not None:
            newest.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """If no question is left, let the process end after `REST` seconds."""
        self._answering.discard(task)
        if not self._answering:
            loop = asyncio.get_running_loop()
            self._wake()
            self._resting = loop.call_later(REST, self._process.end)

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    async def end(self) -> None:
        """Drop all questions, wait for their tasks, and end the process."""
        self._drop()
        if self._answering:
            await asyncio.wait(self._answering)
        self._wake()
        self._process.end()

    async def _answer(self, question: dict[str, Any]) -> None:
        """Wait until the older question has ended. Then send the replies to the new question."""
        nonce = question["nonce"]
        async with self._one_by_one:
            self._wake()
            try:
                async with aclosing(self._process.ask(question)) as replies:
                    async for reply in replies:
                        await self._send({"nonce": nonce, **reply})
            except (Failed, OSError) as failure:
                await self._send({"nonce": nonce, "type": "invalid", "message": str(failure)})
