"""Files: written completely or not at all, never over an input, and strangers' read with care."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader, FileIO
from pathlib import Path
from typing import IO
from uuid import uuid4

from nonet.system.errors import PuzzleError


@contextmanager
def named(file: str) -> Iterator[None]:
    """Name a file, as people know it, in what the system says of it in the block.

    >>> with named("race.csv"):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: race.csv: No space left on device
    """
    try:
        yield
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=file) from None


def write_whole(name: str, chunks: Iterable[bytes]) -> None:
    """Write a file so that it appears under its name only once it is complete.

    If anything goes wrong, be it Ctrl-C or a power cut, a file that was there before stays as it
    was.
    """
    path = Path(name)
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        _write(path, name, chunks)
        return
    path = path.resolve()  # a link stays a link
    draft = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        _write(draft, name, chunks)
        os.replace(draft, path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def require_other_files(target: str, others: Iterable[str]) -> None:
    """Refuse a target that is one of the other files, even under another name or through a link.

    `-` stands for stdin, which may be redirected from a file.

    >>> require_other_files("out.csv", ["in.txt"])
    >>> require_other_files("in.txt", ["./in.txt"])
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: in.txt: the same file as ./in.txt, which would be overwritten
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


def open_regular(path: str | Path, most: int) -> BufferedReader:
    """Open a stranger's file to read it: no link, no device, no pipe, and at most `most` bytes.

    A link could show the reader's own files, a pipe could hang, a device might never end.
    """
    with named(str(path)):
        file = open(path, "rb", opener=_open_unfollowed)  # noqa: SIM115
    found = os.fstat(file.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return file
    file.close()
    if stat.S_ISREG(found.st_mode):
        raise PuzzleError(f"{found.st_size} bytes, and the limit is {most}", file=str(path))
    raise PuzzleError("not a regular file", file=str(path))


def open_own(path: str | Path) -> FileIO:
    """Open a file of our own, perhaps a new one, to read it and to add to it.

    A link, or another name of a file elsewhere, was not made by us: it is refused.
    """
    with named(str(path)):
        file = open(path, "a+b", buffering=0, opener=_open_unfollowed)  # noqa: SIM115
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        file.close()
        raise PuzzleError("not a file of its own: remove it", file=str(path))
    return file


def sync(file: IO[bytes]) -> None:
    """Have a file written through to the disk."""
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have the names in a folder written through to the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _open_unfollowed(path: str, flags: int) -> int:
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "a link is not followed")
    for name in ("O_NOFOLLOW", "O_NONBLOCK"):  # a pipe is opened without waiting for its writer
        flags |= getattr(os, name, 0)
    return os.open(path, flags, 0o666)


def _write(path: Path, name: str, chunks: Iterable[bytes]) -> None:
    with named(name), path.open("wb") as file:
        file.writelines(chunks)
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.flush()
            sync(file)
