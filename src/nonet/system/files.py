"""Write files completely or not at all, and open untrusted files safely."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from uuid import uuid4

from nonet.system.errors import PuzzleError


@contextmanager
def named(file: str) -> Iterator[None]:
    """Turn an `OSError` in the block into a `PuzzleError` that names this file.

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
    """Write a file completely or not at all, even if Ctrl-C or a power cut comes in between."""
    path = Path(name)
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        _write(path, name, chunks)
        return
    path = path.resolve()  # replace the target of a link, not the link
    draft = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        _write(draft, name, chunks)
        os.replace(draft, path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def require_other_files(target: str, others: Iterable[str]) -> None:
    """Refuse a target that is one of the other files, even under another name or through a link.

    The name ``-`` means the file from which stdin is redirected.

    >>> require_other_files("out.csv", ["in.txt"])
    >>> require_other_files("in.txt", ["./in.txt"])
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: in.txt: this is the same file as ./in.txt. Choose another name.
    """
    for other in others:
        if _are_same(target, other):
            name = "stdin" if other == "-" else other
            raise PuzzleError(f"this is the same file as {name}. Choose another name.", file=target)


def _are_same(target: str, other: str) -> bool:
    if os.path.exists(target) and not os.path.isfile(target):  # writing to a device is harmless
        return False
    try:
        if os.path.realpath(target) == os.path.realpath(other):
            return True
        return os.path.samestat(os.stat(target), os.stat(0 if other == "-" else other))
    except (OSError, ValueError):  # a file does not exist, or its name is invalid
        return False


def open_regular(path: str | Path, most: int) -> BufferedReader:
    """Open an untrusted file of at most `most` bytes. Refuse links, devices and pipes.

    A link could lead to another file, a pipe could block, and a device might never end.
    """
    with named(str(path)):
        file = open(path, "rb", opener=_open_unfollowed)  # noqa: SIM115
    found = os.fstat(file.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return file
    file.close()
    if stat.S_ISREG(found.st_mode):
        said = f"the file has {found.st_size} bytes, and the limit is {most}"
        raise PuzzleError(said, file=str(path))
    raise PuzzleError("not a regular file", file=str(path))


def sync_folder(folder: Path) -> None:
    """Write a folder's list of files to the disk. Windows cannot do this."""
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
    for name in ("O_NOFOLLOW", "O_NONBLOCK"):  # otherwise opening a pipe could block
        flags |= getattr(os, name, 0)
    return os.open(path, flags)


def _write(path: Path, name: str, chunks: Iterable[bytes]) -> None:
    with named(name), path.open("wb") as file:
        file.writelines(chunks)
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.flush()
            os.fsync(file)
