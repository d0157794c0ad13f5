"""Short links. A short link has only the name of a puzzle, so nonet asks a server for the puzzle.

Nothing else in nonet uses the network. nonet uses this module only if the user calls
`nonet.fetch_link` or gives ``--fetch`` on the command line. The module contacts only the
sites of the link formats, and only by https.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from time import monotonic
from urllib.parse import urljoin
from urllib.request import HTTPSHandler, OpenerDirector, ProxyHandler, Request, UnknownHandler

from nonet.formats.json_text import decoded
from nonet.formats.links import address_of, recognise, recognise_json
from nonet.formats.links.contract import Address
from nonet.formats.text import quoted
from nonet.system.errors import PuzzleError, TooLarge

#: The total time limit, in seconds, for all requests of one short link.
SECONDS = 20.0
#: The maximum size of a server's answer, in bytes.
MOST_BYTES = 1 << 22
#: The maximum number of requests for one short link. Each redirection is a request.
MOST_QUESTIONS = 5


def fetch_link(link: str, *, opener: OpenerDirector | None = None) -> str:
    """Ask the server of a short link for the puzzle. Return a text for `nonet.parse`.

    >>> fetch_link("https://example.org/abc")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 'https://example.org/…' is not a short link of a ...
    """
    address = address_of(link.strip())
    if address is None:
        raise PuzzleError(f"{quoted(link)} is not a short link of a known site")
    opener = opener or _https()
    end = monotonic() + SECONDS
    for _ in range(MOST_QUESTIONS):
        with _answer(opener, address, end) as answer:
            if answer.status == 200:
                return _puzzle_in(answer, address, end)
            where = answer.headers.get("Location")
            if not 300 <= answer.status < 400 or not where:
                raise PuzzleError(f"{_site(address)} answers with the status {answer.status}")
        where = urljoin(address, where)
        if recognise(where) and address_of(where) is None:
            return where
        address = _next(where, address)
    raise PuzzleError(f"{quoted(link)} is redirected {MOST_QUESTIONS} times without a puzzle")


def _https() -> OpenerDirector:
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPSHandler(), UnknownHandler()):
        opener.add_handler(handler)
    return opener


@contextmanager
def _answer(opener: OpenerDirector, address: str, end: float) -> Iterator[HTTPResponse]:
    if not address.startswith("https://"):
        raise PuzzleError(f"{quoted(address)} is not an https address")
    request = Request(address, headers={"User-Agent": "nonet", "Accept": "*/*"})
    try:
        with opener.open(request, timeout=max(0.1, end - monotonic())) as answer:
            yield answer
    except PuzzleError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise PuzzleError(f"{_site(address)} cannot be reached: {reason}") from None


def _puzzle_in(answer: HTTPResponse, address: str, end: float) -> str:
    data = b""
    while piece := answer.read1(1 << 16):
        data += piece
        if len(data) > MOST_BYTES:
            raise TooLarge(f"{_site(address)} answers with more than {MOST_BYTES} bytes")
        if monotonic() > end:
            raise PuzzleError(f"{_site(address)} did not answer within {SECONDS:g} seconds")
    try:
        answered = data.decode()
    except UnicodeDecodeError:
        raise PuzzleError(f"{_site(address)} answers with a text that is not UTF-8") from None
    # Join the lines of a JSON document. JSON strings never contain these two line ends.
    text = re.sub(r"[\r\n]+", " ", answered).strip()
    if recognise(text) or (text.startswith("{") and recognise_json(decoded(text))):
        return text
    raise PuzzleError(f"{_site(address)} answers without a puzzle")


def _next(where: str, asked: str) -> str:
    """Return the target of a redirection: an address on the same site, or another short link."""
    address = address_of(where)
    if address is None and _site(where) != _site(asked):
        raise PuzzleError(f"{_site(asked)} leads to {quoted(where)} instead of a puzzle")
    return address or where


def _site(address: str) -> str:
    found = Address.of(address)
    return found.host if found else quoted(address)
