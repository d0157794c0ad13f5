"""Create folders completely or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from nonet.system.errors import PuzzleError
from nonet.system.files import named, sync_folder
from nonet.system.processes import endings_wait
from nonet.system.reaper import entrusted


@contextmanager
def whole_folder(name: str) -> Iterator[Path]:
    """Yield a draft folder. After the block, rename the draft to its final name.

    If the block fails, even by Ctrl-C or ``kill -9``, the draft is removed. If there is an empty
    folder with the final name, it gets the files of the draft. The folder itself may be a mounted
    disk, so it is not replaced.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as parent:
    ...     with whole_folder(f"{parent}/new") as draft:
    ...         _ = (draft / "file").write_text("all of it")
    ...         before = os.path.exists(f"{parent}/new")
    ...     before, os.listdir(f"{parent}/new")
    (False, ['file'])
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
    """Refuse a folder that is not empty, and a path that is not a folder.

    >>> require_new("no such folder")
    >>> require_new("/")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: /: the folder is not empty: name a new one
    """
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
