"""The channel between a board in a notebook and the kernel.

The main thread of the kernel receives the questions. A second thread passes them to the processes
that answer them, and sends the replies to the board. So a busy kernel does not delay a reply.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from nonet.serving.conversation import Conversation

#: A function that sends a reply. Any thread may call it.
Post = Callable[[dict[str, Any]], None]


class NotebookChannel:
    """The conversations of one board.

    A notebook can show several views of a board, and each view has several conversations. Each
    question names its ``view`` and its conversation (``line``), and so do the replies. A message
    with the key ``over`` ends the view.
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
        """Drop all questions."""
        if self._open:
            asyncio.run_coroutine_threadsafe(self._end(), _loop())

    async def _hear(self, message: dict[str, Any]) -> None:
        view = message["view"]
        if message.get("over"):
            await self._end(view)
            return
        key = view, str(message.get("line"))
        if key not in self._open:
            self._open[key] = self._conversation(*key)
        await self._open[key].hear(message)

    def _conversation(self, view: str, line: str) -> Conversation:
        async def send(reply: dict[str, Any]) -> None:
            self._post({"view": view, "line": line, **reply})

        return Conversation(self._dialect, send)

    async def _end(self, view: str | None = None) -> None:
        """End the conversations of a view, or all conversations."""
        ended = [self._open.pop(key) for key in list(self._open) if view in (None, key[0])]
        await asyncio.gather(*(conversation.end() for conversation in ended))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="nonet-board", daemon=True).start()
    return loop
