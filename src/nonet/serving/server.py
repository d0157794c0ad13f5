"""The server: sockets of this machine alone, and a conversation for each connection."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from nonet.serving.conversation import Conversation
from nonet.serving.gate import Gate, names_of
from nonet.serving.pages import page

#: The sites whose editors ask as f-puzzles does.
ORIGINS = ("https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokumaker.app")
#: Where their extension looks for a solver.
PORT = 4545
#: Where the board is: always at the same place, because the browser keeps the work by its address.
BOARD_PORT = 4546

#: Bytes of a message, twice what the longest link has; and connections at a time, each of which has
#: a process of its own.
MOST_BYTES = 1 << 22
MOST_CONNECTIONS = 6

#: What goes wrong here is told. That somebody speaks no HTTP, which any page can do, is not.
_LOG = logging.getLogger(__name__)
_LOG.addFilter(lambda record: record.msg != "opening handshake failed")

#: Called with the port as soon as the server answers.
Ready = Callable[[int], None]


async def serve_fpuzzles(
    port: int = PORT, origins: tuple[str, ...] = ORIGINS, ready: Ready = lambda port: None
) -> None:
    """Answer the extension of f-puzzles until cancelled."""
    sockets = _loopback(port)
    gate = Gate(_port(sockets), origins)
    await _serve(sockets, _Reception(gate, "nonet.serving.fpuzzles"), ready)


async def serve_board(
    token: str,
    port: int = BOARD_PORT,
    ready: Ready = lambda port: None,
    model: str | None = None,
) -> None:
    """Show the board to whoever knows the token, until cancelled; it begins with the model."""
    sockets = _loopback(port)
    origins = tuple(f"http://{name}" for name in names_of(_port(sockets)))
    gate = Gate(_port(sockets), origins, token)
    await _serve(sockets, _Reception(gate, "nonet.serving.board", model), ready)


async def _serve(sockets: list[socket.socket], reception: _Reception, ready: Ready) -> None:
    async with AsyncExitStack() as open_:
        for one in sockets:
            serving = serve(
                reception.converse,
                sock=one,
                process_request=reception.admit,
                max_size=MOST_BYTES,
                compression=None,
                server_header=None,
                logger=_LOG,
            )
            await open_.enter_async_context(serving)
        ready(_port(sockets))
        await asyncio.get_running_loop().create_future()


class _Reception:
    """Lets in whoever may come, as long as there is room."""

    def __init__(self, gate: Gate, dialect: str, model: str | None = None) -> None:
        self._gate = gate
        self._dialect = dialect
        self._model = model
        self._inside = 0

    def admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse whoever may not come in, before anything else is read; pages are sent at once."""
        host, origin = _only(request, "Host"), _only(request, "Origin")
        if _only(request, "Upgrade") is None:
            why = self._gate.objection_to_visit(host, request.path)
            return page(request.path, self._model) if why is None else _refuse(connection, why)
        why = self._gate.objection(host, origin, request.path)
        if why is not None:
            return _refuse(connection, why)
        if self._inside >= MOST_CONNECTIONS:
            most = f"no more than {MOST_CONNECTIONS} connections at a time\n"
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, most)
        return None

    async def converse(self, connection: ServerConnection) -> None:
        """Answer a connection until it is closed."""
        self._inside += 1
        try:
            await _converse(connection, self._dialect)
        finally:
            self._inside -= 1


async def _converse(connection: ServerConnection, dialect: str) -> None:
    """Answer a connection in a dialect, both in JSON."""

    async def send(reply: dict[str, Any]) -> None:
        with suppress(ConnectionClosed):
            await connection.send(json.dumps(reply))

    conversation = Conversation(dialect, send)
    try:
        with suppress(ConnectionClosed):
            async for text in connection:
                await conversation.hear(_parsed(text))
    finally:
        await conversation.end()


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _refuse(connection: ServerConnection, why: str) -> Response:
    return connection.respond(HTTPStatus.FORBIDDEN, f"{why}\n")


def _only(request: Request, header: str) -> str | None:
    """Return what a header says, None if it is missing or says two things."""
    found = request.headers.get_all(header)
    return found[0] if len(found) == 1 else None


def _loopback(port: int) -> list[socket.socket]:
    """Return sockets at the addresses of this machine by which nobody else reaches it.

    Both, or a program that has the port at the other one would be told what is meant for us, the
    token first of all.
    """
    found = [socket.create_server(("127.0.0.1", port))]
    try:
        found.append(socket.create_server(("::1", _port(found)), family=socket.AF_INET6))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            found[0].close()
            if not port:
                return _loopback(port)
            raise
        # There is no IPv6.
    return found


def _port(sockets: list[socket.socket]) -> int:
    port: int = sockets[0].getsockname()[1]
    return port
