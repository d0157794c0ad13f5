"""Web addresses as people paste them: with or without a scheme, and with escapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

_ADDRESS = re.compile(
    r"(?:([a-z][a-z0-9+.-]*)://)?"
    r"((?:[a-z0-9_-]+\.)*[a-z0-9_-]+)(?::[0-9]{1,5})?"
    r"(/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Address:
    """The parts of a web address. Only the case of scheme and host is changed.

    >>> Address.of("https://WWW.F-Puzzles.com/?load=N4Ig%2B&x=1").value("load")
    'N4Ig+'
    >>> Address.of("12..341.....4...") is None
    True
    """

    scheme: str
    #: Without ``www.``.
    host: str
    path: str
    query: str
    fragment: str

    @classmethod
    def of(cls, text: str) -> Address | None:
        """Return the address in a text; None for other texts.

        An address without a scheme has a host with a dot, and a path or a query.
        """
        if "/" not in text and "?" not in text:
            return None
        found = _ADDRESS.fullmatch(text)
        if not found:
            return None
        scheme, host, path, query, fragment = (part or "" for part in found.groups())
        if not scheme and "." not in host:
            return None
        return cls(scheme.lower(), host.lower().removeprefix("www."), path, query, fragment)

    def is_of(self, *sites: str) -> bool:
        """Tell whether the host is one of these sites, or a subdomain of one.

        >>> Address.of("beta.sudokupad.app/abc").is_of("sudokupad.app")
        True
        """
        return any(self.host == site or self.host.endswith(f".{site}") for site in sites)

    def value(self, key: str) -> str | None:
        """Return the value of a key in the query, without escapes; None without the key.

        A plus sign stays: compressed links use it.
        """
        for part in self.query.split("&"):
            name, is_said, value = part.partition("=")
            if name == key and is_said:
                return unquote(value)
        return None
