"""Questions that come from a notebook: answered beside what its kernel does.

The kernel's main thread takes the messages. A second thread, one for all boards, has the event loop
in which processes are asked and replies are sent.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from nonet.serving.conversation import Conversation

#: Takes a reply, in any thread.
Post = Callable[[dict[str, Any]], None]


class Aside:
    """The conversations of one board: several for each place where it is shown.

    A message has the ``view`` and the ``line`` that it comes by, and so have the replies; all else
    is a question. A view that is ``over`` asks no more.
    """

    def __init__(self, dialect: str, post: Post) -> None:
        self._dialect = dialect
        self._post = post
        self._open: dict[tuple[str, str], Conversation] = {}

    def hear(self, message: object) -> None:
        """Take a message, and return at once; what is none is ignored."""
        if isinstance(message, dict) and isinstance(message.get("view"), str):
            asyncio.run_coroutine_threadsafe(self._hear(message), _loop())

    def end(self) -> None:
        """Drop all that is asked."""
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
        """End the conversations of a view, or all of them."""
        ended = [self._open.pop(key) for key in list(self._open) if view in (None, key[0])]
        await asyncio.gather(*(conversation.end() for conversation in ended))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="nonet-board", daemon=True).start()
    return loop
