"""The server: it listens on this machine only, sends the page, and answers each connection."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from nonet.serving.access import PUZZLE, Access, names_of
from nonet.serving.conversation import Conversation
from nonet.serving.page_files import shipped

#: The sites whose editors use the protocol of f-puzzles.
ORIGINS = ("https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokumaker.app")
#: The port where their extension expects a solver.
PORT = 4545
#: The port of the board. It is fixed because the browser stores the work by address.
BOARD_PORT = 4546

#: The most bytes of a message: twice as many as the longest link has.
MOST_BYTES = 1 << 22
#: The most connections at the same time. There are few, because each needs a process.
MOST_CONNECTIONS = 6

#: Logs errors of the server, but not requests that are not HTTP, because any page can send them.
_LOG = logging.getLogger(__name__)
_LOG.addFilter(lambda record: record.msg != "opening handshake failed")

#: A function that the server calls with its port as soon as it can answer.
Ready = Callable[[int], None]


async def serve_fpuzzles(
    port: int = PORT, origins: tuple[str, ...] = ORIGINS, ready: Ready = lambda port: None
) -> None:
    """Answer the extension of f-puzzles until cancelled."""
    sockets = _loopback(port)
    access = Access(_port(sockets), origins)
    await _serve(sockets, _Reception(access, "nonet.serving.fpuzzles"), ready)


async def serve_board(
    token: str,
    port: int = BOARD_PORT,
    ready: Ready = lambda port: None,
    model: str | None = None,
) -> None:
    """Show the board, which begins with the model, at addresses with the token until cancelled."""
    sockets = _loopback(port)
    origins = tuple(f"http://{name}" for name in names_of(_port(sockets)))
    access = Access(_port(sockets), origins, token)
    await _serve(sockets, _Reception(access, "nonet.serving.board", model), ready)


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
    """Admits a limited number of connections at a time, if `Access` has no objection."""

    def __init__(self, access: Access, dialect: str, model: str | None = None) -> None:
        self._access = access
        self._dialect = dialect
        self._model = model
        self._inside = 0

    def admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Send a page, refuse a connection, or admit it with None, before reading its messages."""
        host, origin = _only(request, "Host"), _only(request, "Origin")
        if _only(request, "Upgrade") is None:
            why = self._access.objection_to_visit(host, request.path)
            return page(request.path, self._model) if why is None else _refuse(connection, why)
        why = self._access.objection(host, origin, request.path)
        if why is not None:
            return _refuse(connection, why)
        if self._inside >= MOST_CONNECTIONS:
            most = f"{MOST_CONNECTIONS} connections are open already; close one of them\n"
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, most)
        return None

    async def converse(self, connection: ServerConnection) -> None:
        """Answer the JSON messages of a connection with JSON replies until it is closed."""

        async def send(reply: dict[str, Any]) -> None:
            with suppress(ConnectionClosed):
                await connection.send(json.dumps(reply))

        conversation = Conversation(self._dialect, send)
        self._inside += 1
        try:
            with suppress(ConnectionClosed):
                async for text in connection:
                    await conversation.hear(_parsed(text))
        finally:
            try:
                await conversation.end()
            finally:
                self._inside -= 1


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _refuse(connection: ServerConnection, why: str) -> Response:
    return connection.respond(HTTPStatus.FORBIDDEN, f"{why}\n")


def _only(request: Request, header: str) -> str | None:
    """Return the value of a header, or None if it is missing or ambiguous."""
    found = request.headers.get_all(header)
    return found[0] if len(found) == 1 else None


def _loopback(port: int) -> list[socket.socket]:
    """Return sockets at both loopback addresses, which other machines cannot reach.

    If nonet used only one address, a program with the same port at the other address could receive
    the browser's messages, and with them the token.
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
        # This machine has no IPv6.
    return found


def _port(sockets: list[socket.socket]) -> int:
    port: int = sockets[0].getsockname()[1]
    return port


# --- the page -------------------------------------------------------------------------------------

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

#: With this policy, the page loads nothing from other sites, and no text of a puzzle can become a
#: script. The policy allows styles in attributes because pictures have them.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(path: str, model: str | None = None) -> Response:
    """Return the file at an address, or the model of the board's first puzzle.

    >>> page("/board.js").status_code, page("/../../etc/passwd").status_code
    (200, 404)
    >>> page("/puzzle").body, page("/puzzle", "{}").body
    (b'', b'{}')
    """
    address = path.partition("?")[0]
    name = _names().get(address)
    status, kind, body = HTTPStatus.NOT_FOUND, "text/plain", b"not found\n"
    if address == PUZZLE:
        status, body = HTTPStatus.OK, (model or "").encode()
    elif name is not None:
        status, kind = HTTPStatus.OK, _KINDS[name.rpartition(".")[2]]
        body = shipped(name).encode()
    headers = Headers(
        {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": _POLICY,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)


@cache
def _names() -> dict[str, str]:
    """Return the name of the file at each address."""
    found = [file.name for file in files("nonet.serving").joinpath("page").iterdir()]
    return {"/" if name == "index.html" else f"/{name}": name for name in found}
