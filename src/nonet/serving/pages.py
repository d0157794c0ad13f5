"""The page of the board: files that are sent as they are, and load nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from importlib.resources import files

from websockets.datastructures import Headers
from websockets.http11 import Response

from nonet.serving.gate import PUZZLE
from nonet.serving.modules import shipped

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

#: Nothing comes from elsewhere, and no text of a puzzle becomes a script. Pictures are styled in
#: their attributes.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(path: str, model: str | None = None) -> Response:
    """Return the file at an address, or the model of the puzzle that the board begins with.

    >>> page("/board.js").status_code, page("/../../etc/passwd").status_code
    (200, 404)
    >>> page("/puzzle").body, page("/puzzle", "{}").body
    (b'', b'{}')
    """
    address = path.partition("?")[0]
    name = _names().get(address)
    status, kind, body = HTTPStatus.NOT_FOUND, "text/plain", b"there is nothing here\n"
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
    """Return the names of the files by their addresses."""
    found = [file.name for file in files("nonet.serving").joinpath("page").iterdir()]
    return {"/" if name == "index.html" else f"/{name}": name for name in found}
