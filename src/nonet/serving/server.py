"""A server for the board and for other editors. Only this machine can reach the server.

Any page on the web can open a socket to a server on this machine. So the server checks two headers
that the browser sends. ``Origin`` names the site of the page. ``Host`` is the name that the page
used for this machine. A foreign name suggests a DNS rebinding attack.

The address of the board also contains a token, which other pages do not know.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import cache
from hmac import compare_digest
from http import HTTPStatus
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from nonet.serving.conversation import Conversation
from nonet.serving.page_files import shipped

#: The sites of editors that use the protocol of f-puzzles.
ORIGINS = ("https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokumaker.app")
#: The port at which these editors expect a solver.
PORT = 4545
#: The port of the board. It is fixed, because the browser stores the player's work by address.
BOARD_PORT = 4546

#: The maximum size of a message, in bytes. The longest link has half this length.
MOST_BYTES = 1 << 22
#: The maximum number of connections at the same time. Each connection needs a process.
MOST_CONNECTIONS = 6

#: The path of the board's first puzzle.
PUZZLE = "/puzzle"
#: The names that a browser may use for this machine.
_HERE = ("localhost", "127.0.0.1", "[::1]")

#: Logs the errors of the server, but not requests that are not HTTP. Any page can send these.
_LOG = logging.getLogger(__name__)
_LOG.addFilter(lambda record: record.msg != "opening handshake failed")

#: A function that the server calls when it is ready. The argument is the server's port.
Ready = Callable[[int], None]


async def serve_fpuzzles(
    port: int = PORT, origins: tuple[str, ...] = ORIGINS, ready: Ready = lambda port: None
) -> None:
    """Answer the questions of f-puzzles and similar editors until the task is cancelled."""
    sockets = _loopback(port)
    await _serve(sockets, _Reception(_port(sockets), origins, "nonet.serving.fpuzzles"), ready)


async def serve_board(
    token: str, port: int = BOARD_PORT, ready: Ready = lambda port: None, model: str | None = None
) -> None:
    """Serve the board until the task is cancelled.

    Browsers must send the `token` in the address of the board. The board first shows the puzzle
    `model`, in JSON.
    """
    sockets = _loopback(port)
    origins = tuple(f"http://{name}" for name in names_of(_port(sockets)))
    reception = _Reception(_port(sockets), origins, "nonet.serving.board", token, model)
    await _serve(sockets, reception, ready)


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


def names_of(port: int) -> tuple[str, ...]:
    """Return the names that a browser may use for a port of this machine."""
    return tuple(f"{name}:{port}" for name in _HERE)


@dataclass
class _Reception:
    """Admits pages of the sites `origins`, at most `MOST_CONNECTIONS` at a time.

    If `token` is set, the pages must know the token.
    """

    port: int
    origins: tuple[str, ...]
    dialect: str
    token: str | None = None
    model: str | None = None
    inside: int = 0

    def admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return None to admit a connection. For all other requests, return a file or a refusal."""
        is_visit = _only(request, "Upgrade") is None
        if (why := self._objection(request, is_visit)) is not None:
            return connection.respond(HTTPStatus.FORBIDDEN, f"{why}\n")
        if is_visit:
            return page(request.path, self.model)
        if self.inside >= MOST_CONNECTIONS:
            most = f"{MOST_CONNECTIONS} connections are open. Close one of them.\n"
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, most)
        return None

    def _objection(self, request: Request, is_visit: bool) -> str | None:
        """Return why a request is refused, or None if it is admitted.

        Connections and the puzzle require the token. The page and its files do not, because they
        are the same for everybody. So an address that people share needs no token.
        """
        host, origin = _only(request, "Host"), _only(request, "Origin")
        path, _, query = request.path.partition("?")
        if is_visit and self.token is None:
            return "this server answers editors and does not send pages"
        if host not in names_of(self.port):
            return f"{host or 'an empty name'} is not a name of this machine"
        if not is_visit and origin not in self.origins:
            return f"pages of {origin or 'an unknown site'} are not allowed"
        if self.token is not None and (not is_visit or path == PUZZLE):
            [said] = parse_qs(query).get("token", [""])[:1]
            if not compare_digest(said.encode(), self.token.encode()):
                return "the address lacks a valid token. Use the address that nonet serve prints."
        return None

    async def converse(self, connection: ServerConnection) -> None:
        """Answer JSON messages with JSON until the connection is closed."""

        async def send(reply: dict[str, Any]) -> None:
            with suppress(ConnectionClosed):
                await connection.send(json.dumps(reply))

        conversation = Conversation(self.dialect, send)
        self.inside += 1
        try:
            with suppress(ConnectionClosed):
                async for text in connection:
                    await conversation.hear(_parsed(text))
        finally:
            try:
                await conversation.end()
            finally:
                self.inside -= 1


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _only(request: Request, header: str) -> str | None:
    found = request.headers.get_all(header)
    return found[0] if len(found) == 1 else None


def _loopback(port: int) -> list[socket.socket]:
    """Return sockets at both loopback addresses, which other machines cannot reach.

    If nonet listened at only one of the addresses, another program could listen at the other
    address, and receive the token from the browser.
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
        # Any other error means that this machine has no IPv6.
    for each in found:  # connections inherit this; otherwise, a second reply waits for 40 ms
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def _port(sockets: list[socket.socket]) -> int:
    port: int = sockets[0].getsockname()[1]
    return port


# --- the page -------------------------------------------------------------------------------------

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

#: With this policy, the page loads nothing from other sites, and a puzzle cannot contain a script.
#: The policy allows styles in attributes, because pictures have them.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(path: str, model: str | None = None) -> Response:
    """Return the response for an address: a file, or the model of the first puzzle."""
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
    found = [file.name for file in files("nonet.serving").joinpath("page").iterdir()]
    return {"/" if name == "index.html" else f"/{name}": name for name in found}
