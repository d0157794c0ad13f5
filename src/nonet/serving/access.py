"""Decide which web pages may connect to the server.

Any page on the web can open a socket to a server on this machine. So the server checks two headers
that the browser sends. ``Origin`` names the site of the page. ``Host`` is the name that the page
used for this machine. A foreign name suggests a DNS rebinding attack.

The address of the board also contains a token, which other pages do not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from urllib.parse import parse_qs

#: The path of the board's first puzzle.
PUZZLE = "/puzzle"
#: The names that a browser may use for this machine.
_HERE = ("localhost", "127.0.0.1", "[::1]")


def names_of(port: int) -> tuple[str, ...]:
    """Return the names that a browser may use for a port of this machine.

    >>> names_of(4545)
    ('localhost:4545', '127.0.0.1:4545', '[::1]:4545')
    """
    return tuple(f"{name}:{port}" for name in _HERE)


@dataclass(frozen=True)
class Access:
    """Admits pages of the sites `origins` to a port. If `token` is set, a page must know the token.

    >>> access = Access(4545, ("https://f-puzzles.com",))
    >>> access.objection("localhost:4545", "https://f-puzzles.com")
    >>> access.objection("localhost:4545", "https://example.org")
    'pages of https://example.org are not allowed'
    >>> access.objection("rebound.example.org:4545", "https://f-puzzles.com")
    'rebound.example.org:4545 is not a name of this machine'
    """

    port: int
    origins: tuple[str, ...]
    token: str | None = None

    def objection(self, host: str | None, origin: str | None, path: str = "/") -> str | None:
        """Return why a connection is refused, or None if it is admitted."""
        foreign = self._foreign(host)
        if foreign is None and origin not in self.origins:
            return f"pages of {origin or 'an unknown site'} are not allowed"
        return foreign or self._without_token(path)

    def objection_to_visit(self, host: str | None, path: str) -> str | None:
        """Return why a request for a file is refused, or None if it is admitted.

        The puzzle requires the token. The page and its files do not, because they are the same for
        everybody. So an address that people share needs no token.

        >>> Access(4545, (), "secret").objection_to_visit("localhost:4545", "/")
        >>> Access(4545, (), "secret").objection_to_visit("localhost:4545", "/puzzle?token=secret")
        >>> Access(4545, (), "secret").objection_to_visit("localhost:4545", "/puzzle")
        'the address lacks a valid token. Use the address that nonet serve prints.'
        """
        if self.token is None:
            return "this server answers editors and does not send pages"
        is_own = path.partition("?")[0] == PUZZLE
        return self._foreign(host) or (self._without_token(path) if is_own else None)

    def _foreign(self, host: str | None) -> str | None:
        if host in names_of(self.port):
            return None
        return f"{host or 'an empty name'} is not a name of this machine"

    def _without_token(self, path: str) -> str | None:
        [said] = parse_qs(path.partition("?")[2]).get("token", [""])[:1]
        if self.token is None or compare_digest(said.encode(), self.token.encode()):
            return None
        return "the address lacks a valid token. Use the address that nonet serve prints."
