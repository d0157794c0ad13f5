"""Who may come in: pages of named origins, under a name of this machine.

Any page on the web can open a socket to a server on one's own machine. Its browser says truly which
page that is (``Origin``), and under which name it has found this machine (``Host``): a foreign name
was bent to this address.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The names of this machine that a browser may have used.
_HERE = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Gate:
    """Lets in whoever comes from one of these origins to this port.

    >>> gate = Gate(4545, ("https://f-puzzles.com",))
    >>> gate.objection("localhost:4545", "https://f-puzzles.com")
    >>> gate.objection("localhost:4545", "https://example.org")
    'pages of https://example.org may not ask here'
    >>> gate.objection("rebound.example.org:4545", "https://f-puzzles.com")
    'rebound.example.org:4545 is no name of this machine'
    """

    port: int
    origins: tuple[str, ...]

    def objection(self, host: str | None, origin: str | None) -> str | None:
        """Return why somebody may not come in, or None."""
        if host not in {f"{name}:{self.port}" for name in _HERE}:
            return f"{host or 'nothing'} is no name of this machine"
        if origin not in self.origins:
            return f"pages of {origin or 'nowhere'} may not ask here"
        return None
