"""Write files and folders completely or not at all, and open untrusted files safely."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from uuid import uuid4

from nonet.system.errors import PuzzleError
from nonet.system.processes import endings_wait
from nonet.system.reaper import entrusted


@contextmanager
def named(file: str) -> Iterator[None]:
    """Turn an `OSError` in the block into a `PuzzleError` that names this file."""
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
    """Open an untrusted file of at most `most` bytes. Refuse links, endless devices and pipes."""
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


# --- folders --------------------------------------------------------------------------------------


@contextmanager
def whole_folder(name: str) -> Iterator[Path]:
    """Yield a draft folder. After the block, rename the draft to its final name.

    If the block fails, even by Ctrl-C or ``kill -9``, the draft is removed. If there is an empty
    folder with the final name, it gets the files of the draft. The folder itself may be a mounted
    disk, so it is not replaced.
    """
    require_new(name)
    path = Path(name).resolve()
    is_filled = path.is_dir()
    draft = (path if is_filled else path.parent) / f".{path.name}.{uuid4().hex[:8]}"
    with entrusted(str(draft)):
        try:
            with named(name):
                draft.mkdir()
            yield draft
            with named(name), endings_wait():
                _sync(draft)
                if is_filled:
                    if [*path.iterdir()] != [draft]:  # another process has put files here
                        raise _filled(name)
                    for file in draft.iterdir():
                        os.replace(file, path / file.name)
                    sync_folder(path)
                else:
                    require_new(name)
                    os.replace(draft, path)
                    sync_folder(path.parent)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def require_new(name: str) -> None:
    """Refuse a folder that is not empty, and a path that is not a folder."""
    path = Path(name)
    if "\n" in str(path.resolve()):
        raise PuzzleError("a folder's name may not contain a line break", file=name)
    if path.is_dir() and any(path.iterdir()):
        raise _filled(name)
    if not path.is_dir() and os.path.lexists(path):
        raise PuzzleError("not a folder", file=name)


def _filled(name: str) -> PuzzleError:
    return PuzzleError("the folder is not empty: name a new one", file=name)


def _sync(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _sync(entry)
            continue
        with entry.open("r+b") as written:
            os.fsync(written)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Write a folder's list of files to the disk. Windows cannot do this."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
