"""Comparison of files with their expected lines, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from nonet.errors import PuzzleError

#: Characters shown of a line that differs.
_SHOWN = 30


class CertificateError(PuzzleError):
    """A certificate that does not prove its claim; the message says where it fails.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.certificates import certify, verify
    >>> from nonet.formats import classic
    >>> with TemporaryDirectory() as folder:
    ...     certify(classic("11..............")).write(folder)
    ...     _ = Path(folder, "proof.drat").write_text("0 ")
    ...     verify(folder)
    Traceback (most recent call last):
    nonet.certificates.comparison.CertificateError: ...proof.drat...
    """


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a file with their ends; bytes that are not UTF-8 are kept."""
    try:
        with path.open(encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            yield from file
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=str(path)) from None


def require_lines(path: Path, expected: Iterable[str]) -> None:
    """Raise `CertificateError` at the first line of a file that is not as expected."""
    pairs = zip_longest(lines_of(path), expected)
    for number, (found, wanted) in enumerate(pairs, 1):
        if wanted is None or found != f"{wanted}\n":
            message = _difference(found, wanted)
            raise CertificateError(message, file=str(path), line=number)


def _difference(found: str | None, wanted: str | None) -> str:
    """Say how two lines differ, from the first character that does.

    >>> _difference("1 -2 0\\n", "1 2 0")
    "'-2 0\\\\n' at column 3, where '2 0\\\\n' is expected"
    """
    if wanted is None:
        return "something after the end"
    if found is None:
        return "ends too early"
    wanted += "\n"
    column = next(
        (i for i, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b),
        min(len(found), len(wanted)),
    )
    shown, right = (ascii(text[column : column + _SHOWN]) for text in (found, wanted))
    return f"{shown} at column {column + 1}, where {right} is expected"
