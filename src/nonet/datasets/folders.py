"""Folders that are there in full or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nonet.errors import PuzzleError
from nonet.files import sync, sync_folder
from nonet.warden import entrusted


@contextmanager
def whole_folder(name: str) -> Iterator[Path]:
    """Yield a folder beside the one named, and put it in place once the block is done.

    If anything goes wrong, be it Ctrl-C or a ``kill -9``, nothing is left.

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
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with entrusted(str(draft)):
        try:
            try:
                draft.mkdir()
            except OSError as error:
                raise PuzzleError(error.strerror or str(error), file=name) from None
            yield draft
            for file in draft.iterdir():
                with file.open("r+b") as written:
                    sync(written)
            sync_folder(draft)
            require_new(name)
            if path.exists():
                path.rmdir()
            os.replace(draft, path)
            sync_folder(path.parent)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def require_new(name: str) -> None:
    """Refuse a folder that has something in it, and what is no folder.

    >>> require_new("no such folder")
    >>> require_new("/")
    Traceback (most recent call last):
    nonet.errors.PuzzleError: /: there is something in it: name a new folder
    """
    path = Path(name)
    if "\n" in str(path.resolve()):
        raise PuzzleError("a name with a line break", file=name)
    if path.is_dir() and any(path.iterdir()):
        raise PuzzleError("there is something in it: name a new folder", file=name)
    if not path.is_dir() and os.path.lexists(path):
        raise PuzzleError("not a folder", file=name)
