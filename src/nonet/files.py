"""Files that are written completely or not at all, and never over an input."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from nonet.errors import PuzzleError


def write_whole(name: str, chunks: Iterable[bytes]) -> None:
    """Write a file so that it appears under its name only once it is complete.

    If anything goes wrong, Ctrl-C included, a file that was there before stays as it was.
    """
    path = Path(name)
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        _write(path, name, chunks)
        return
    path = path.resolve()  # a link stays a link
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _write(draft, name, chunks)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def require_other_files(target: str, others: Iterable[str]) -> None:
    """Refuse a target that is one of the other files, even under another name or through a link.

    `-` stands for stdin, which may be redirected from a file.

    >>> require_other_files("out.csv", ["in.txt"])
    >>> require_other_files("in.txt", ["./in.txt"])
    Traceback (most recent call last):
    nonet.errors.PuzzleError: in.txt: the same file as ./in.txt, which would be overwritten
    """
    for other in others:
        if _are_same(target, other):
            name = "stdin" if other == "-" else other
            raise PuzzleError(f"the same file as {name}, which would be overwritten", file=target)


def _are_same(target: str, other: str) -> bool:
    if os.path.exists(target) and not os.path.isfile(target):  # a device keeps nothing
        return False
    try:
        if os.path.realpath(target) == os.path.realpath(other):
            return True
        return os.path.samestat(os.stat(target), os.stat(0 if other == "-" else other))
    except (OSError, ValueError):  # one of them does not exist, or is no name of a file
        return False


def _write(path: Path, name: str, chunks: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(chunks)
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=name) from None
