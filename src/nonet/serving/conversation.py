"""One connection: the newest question is answered, and all older ones are dropped."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing, suppress
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from nonet.serving.helper import Failed, Helper


async def converse(connection: ServerConnection, dialect: str) -> None:
    """Answer what comes through a connection, until it is closed."""
    helper = Helper(dialect)
    helper.start()
    conversation = _Conversation(connection, helper)
    try:
        with suppress(ConnectionClosed):
            async for text in connection:
                await conversation.hear(text)
    finally:
        await conversation.end()
        helper.end()


class _Conversation:
    def __init__(self, connection: ServerConnection, helper: Helper) -> None:
        self._connection = connection
        self._helper = helper
        self._answering: set[asyncio.Task[None]] = set()  # all but the newest are being cancelled
        self._one_by_one = asyncio.Lock()

    async def hear(self, text: str | bytes) -> None:
        """Drop what is asked so far, and answer the new question; what is none is ignored."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(said, dict) or not isinstance(said.get("nonce"), int):
            return
        self._drop()
        if said.get("command") == "cancel":
            await self._send(said["nonce"], {"type": "canceled"})
            return
        answering = asyncio.create_task(self._answer(said))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    def _drop(self) -> None:
        for task in self._answering:
            if not task.cancelling():  # a second time would cut its end off
                task.cancel()

    async def end(self) -> None:
        """Drop everything, and wait until it has ended."""
        self._drop()
        if self._answering:
            await asyncio.wait(self._answering)

    async def _answer(self, question: dict[str, Any]) -> None:
        """Send the replies to a question, once the one before has ended."""
        nonce = question["nonce"]
        async with self._one_by_one:
            with suppress(ConnectionClosed):
                try:
                    async with aclosing(self._helper.ask(question)) as replies:
                        async for reply in replies:
                            await self._send(nonce, reply)
                except (Failed, OSError) as failure:
                    await self._send(nonce, {"type": "invalid", "message": str(failure)})

    async def _send(self, nonce: int, reply: dict[str, Any]) -> None:
        await self._connection.send(json.dumps({"nonce": nonce, **reply}))
