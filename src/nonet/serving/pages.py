"""The page of the board: files that are sent as they are, and load nothing from elsewhere."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Response

from nonet.serving.modules import shipped

_FILES = {
    "/": ("index.html", "text/html"),
    "/board.css": ("board.css", "text/css"),
    "/board.js": ("board.js", "text/javascript"),
    "/lines.js": ("lines.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/painting.js": ("painting.js", "text/javascript"),
}

#: Nothing comes from elsewhere, and no text of a puzzle becomes a script. Pictures are styled in
#: their attributes.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(path: str) -> Response:
    """Return the file at an address.

    >>> page("/board.js").status_code, page("/../../etc/passwd").status_code
    (200, 404)
    """
    name, kind = _FILES.get(urlsplit(path).path, (None, "text/plain"))
    status = HTTPStatus.NOT_FOUND if name is None else HTTPStatus.OK
    body = b"there is nothing here\n" if name is None else shipped(name).encode()
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
