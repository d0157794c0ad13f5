"""Files that are written completely or not at all."""

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


def _write(path: Path, name: str, chunks: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(chunks)
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=name) from None
