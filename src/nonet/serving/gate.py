"""Who may come in: pages of named origins, under a name of this machine, perhaps with a token.

Any page on the web can open a socket to a server on one's own machine. Its browser says truly which
page that is (``Origin``), and under which name it has found this machine (``Host``): a foreign name
was bent to this address.
"""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from urllib.parse import parse_qs

#: The address of the puzzle that the board begins with.
PUZZLE = "/puzzle"
#: The names of this machine that a browser may have used.
_HERE = ("localhost", "127.0.0.1", "[::1]")


def names_of(port: int) -> tuple[str, ...]:
    """Return how a browser may name a port of this machine.

    >>> names_of(4545)
    ('localhost:4545', '127.0.0.1:4545', '[::1]:4545')
    """
    return tuple(f"{name}:{port}" for name in _HERE)


@dataclass(frozen=True)
class Gate:
    """Lets in whoever comes from one of these origins to this port, and knows the token if any.

    >>> gate = Gate(4545, ("https://f-puzzles.com",))
    >>> gate.objection("localhost:4545", "https://f-puzzles.com")
    >>> gate.objection("localhost:4545", "https://example.org")
    'pages of https://example.org may not ask here'
    >>> gate.objection("rebound.example.org:4545", "https://f-puzzles.com")
    'rebound.example.org:4545 is no name of this machine'
    """

    port: int
    origins: tuple[str, ...]
    token: str | None = None

    def objection(self, host: str | None, origin: str | None, path: str = "/") -> str | None:
        """Return why somebody may not ask, or None."""
        foreign = self._foreign(host)
        if foreign is None and origin not in self.origins:
            return f"pages of {origin or 'nowhere'} may not ask here"
        return foreign or self._without_token(path)

    def objection_to_visit(self, host: str | None, path: str) -> str | None:
        """Return why somebody may not have a page; the first one and the puzzle take the token.

        >>> Gate(4545, (), "secret").objection_to_visit("localhost:4545", "/?token=secret")
        >>> Gate(4545, (), "secret").objection_to_visit("localhost:4545", "/")
        'the address lacks its token: use the one that nonet serve prints'
        """
        if self.token is None:
            return "there are no pages here, only answers for editors"
        is_own = path.partition("?")[0] in ("/", PUZZLE)
        return self._foreign(host) or (self._without_token(path) if is_own else None)

    def _foreign(self, host: str | None) -> str | None:
        return (
            None
            if host in names_of(self.port)
            else f"{host or 'nothing'} is no name of this machine"
        )

    def _without_token(self, path: str) -> str | None:
        [said] = parse_qs(path.partition("?")[2]).get("token", [""])[:1]
        if self.token is None or compare_digest(said.encode(), self.token.encode()):
            return None
        return "the address lacks its token: use the one that nonet serve prints"
