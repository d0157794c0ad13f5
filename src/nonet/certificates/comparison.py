"""Reading the files of a certificate, and comparing them with expected lines, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path

from nonet.certificates.certificate import open_file
from nonet.system.errors import PuzzleError

#: An error shows this many characters of a line that differs.
_SHOWN = 30


class CertificateError(PuzzleError):
    """A certificate does not prove its claim; the message names the file and the line.

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


def read_text(path: Path) -> str:
    """Return the contents of a file; bytes that are not UTF-8 become surrogates."""
    with _open_text(path) as file:
        return file.read()


def lines_of(path: Path, longest: int) -> Iterator[str]:
    """Yield the lines of a file with line ends; refuse lines longer than `longest` characters."""
    with _open_text(path) as file:
        number = 0
        while line := file.readline(longest + 1):
            number += 1
            if len(line) > longest:
                message = f"a line of more than {longest} characters"
                raise CertificateError(message, file=str(path), line=number)
            yield line


def _open_text(path: Path) -> TextIOWrapper:
    return TextIOWrapper(open_file(path), "utf-8", "surrogateescape", newline="\n")


def require_lines(path: Path, expected: Iterable[str]) -> None:
    """Raise `CertificateError` at the first line of a file that is not as expected."""
    number = 0
    with _open_text(path) as file:
        for number, wanted in enumerate(expected, 1):
            found = file.readline(len(wanted) + _SHOWN)  # enough to show a difference
            if found != f"{wanted}\n":
                message = _difference(found, wanted)
                raise CertificateError(message, file=str(path), line=number)
        if file.readline(1):
            raise CertificateError("text after the expected end", file=str(path), line=number + 1)


def _difference(found: str, wanted: str) -> str:
    """Describe the difference of two lines, from the first different character.

    >>> _difference("1 -2 0\\n", "1 2 0")
    "'-2 0\\\\n' at column 3, where '2 0\\\\n' is expected"
    """
    if not found:
        return "ends too early"
    wanted += "\n"
    column = next(
        (i for i, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b),
        min(len(found), len(wanted)),
    )
    shown, right = (ascii(text[column : column + _SHOWN]) for text in (found, wanted))
    return f"{shown} at column {column + 1}, where {right} is expected"
