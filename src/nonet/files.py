"""Files that are there in full or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from nonet.errors import PuzzleError


def write_whole(name: str, chunks: Iterable[bytes]) -> None:
    """Write a file under its name only when all of it is written.

    What goes wrong on the way, Ctrl-C too, leaves a file that was there before as it was.
    """
    path = Path(name)
    if path.exists() and not path.is_file():  # a device or a pipe: nothing can be put in its place
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
