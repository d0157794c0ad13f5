"""When no line of a file can be read, and always for the same reason: what may help."""

from __future__ import annotations

import re

from nonet.formats.detection import of_line

_FIELDS = re.compile(r"[0-9.*_xX-]{16,}\s*[,;\t]|[,;\t]\s*[0-9.*_xX-]{16,}")


def reason_of(message: str) -> str:
    """Return what messages about lines with the same fault have in common.

    >>> reason_of("80 characters, not 81") == reason_of("7 characters, not 9")
    True
    """
    return re.sub(r"'[^']*'|\d+", "", message)


def remedy(text: str, column: str | None = None) -> str:
    """Return what may help where such texts are no puzzles, perhaps nothing.

    The column is that of the puzzles, in a table.

    >>> remedy("53..7....6..195....98....6.8...6,5346")
    'a table needs a first line with the names of its columns, such as puzzle,solution'
    >>> remedy("17", "id")
    "is 'id' the column of the puzzles? --column names another"
    """
    if column is not None:
        return f"is {column!r} the column of the puzzles? --column names another"
    if _FIELDS.search(text):
        return "a table needs a first line with the names of its columns, such as puzzle,solution"
    looks_other = text.startswith(("{", "[", "http")) or " " in text.strip()
    if looks_other and of_line(text) == "line":
        return "perhaps another format: --format names it, and nonet show --to line converts it"
    return ""
