"""One conversation: the newest question is answered, and all older ones are dropped.

It knows nothing of how questions come and replies go: by a socket, or by the kernel of a notebook.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

from nonet.serving.helper import Failed, Helper

#: Seconds after its last answer, after which the process of a conversation is ended; the next
#: question starts another one.
REST = 300.0

#: Takes a reply.
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Conversation:
    """Answers questions in a dialect, in a process of its own; all in one event loop."""

    def __init__(self, dialect: str, send: Send) -> None:
        self._send = send
        self._helper = Helper(dialect)
        self._helper.start()
        self._answering: set[asyncio.Task[None]] = set()  # all but the newest are being cancelled
        self._newest: asyncio.Task[None] | None = None
        self._one_by_one = asyncio.Lock()
        self._resting: asyncio.TimerHandle | None = None

    async def hear(self, said: object) -> None:
        """Drop what is asked so far, and answer the new question; what is none is ignored."""
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
        # Once: a second time would cut its end off. And always: that a task is `cancelling` may be
        # a time-out of its own, after which it goes on.
        newest, self._newest = self._newest, None
        if newest is not None:
            newest.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let the process rest as soon as nothing is asked."""
        self._answering.discard(task)
        if not self._answering:
            loop = asyncio.get_running_loop()
            self._wake()
            self._resting = loop.call_later(REST, self._helper.end)

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    async def end(self) -> None:
        """Drop everything, wait until it has ended, and end the process."""
        self._drop()
        if self._answering:
            await asyncio.wait(self._answering)
        self._wake()
        self._helper.end()

    async def _answer(self, question: dict[str, Any]) -> None:
        """Send the replies to a question, once the one before has ended."""
        nonce = question["nonce"]
        async with self._one_by_one:
            self._wake()
            try:
                async with aclosing(self._helper.ask(question)) as replies:
                    async for reply in replies:
                        await self._send({"nonce": nonce, **reply})
            except (Failed, OSError) as failure:
                await self._send({"nonce": nonce, "type": "invalid", "message": str(failure)})
