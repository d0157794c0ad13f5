"""Compressed files, ``.gz`` and ``.zst``; pieces compressed one by one are a file together."""

from __future__ import annotations

import gzip
import zlib
from types import ModuleType
from typing import IO, cast

from nonet.errors import PuzzleError
from nonet.solvers import BackendUnavailable

_KINDS = (".gz", ".zst")
_INSTALL = 'Zstandard needs Python 3.14, or: pip install "nonet[bulk]"'


def kind(path: str) -> str:
    """Return the ending that tells how a file is compressed, or nothing.

    >>> kind("puzzles.txt.GZ"), kind("puzzles.txt")
    ('.gz', '')
    """
    return next((ending for ending in _KINDS if path.lower().endswith(ending)), "")


class Reader:
    """What reads the contents of a compressed file; what is wrong with it, names it."""

    def __init__(self, file: IO[bytes], path: str, wrong: tuple[type[Exception], ...]) -> None:
        self._file = file
        self._path = path
        self._wrong = wrong

    def read(self, length: int, /) -> bytes:
        """Return no more than so many bytes; none at the end."""
        try:
            return self._file.read(length)
        except self._wrong as error:
            raise PuzzleError(f"cannot be unpacked: {error}", file=self._path) from None

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def reading(raw: IO[bytes], path: str) -> Reader:
    """Return what reads the contents of an open compressed file."""
    if kind(path) == ".zst":
        module = zstd()
        return Reader(module.open(raw, "rb"), path, (EOFError, module.ZstdError))
    return Reader(cast(IO[bytes], gzip.open(raw, "rb")), path, (EOFError, OSError, zlib.error))


def compressed(data: bytes, kind: str) -> bytes:
    """Return the data as a piece of a compressed file; the same data is always the same piece."""
    if kind == ".zst":
        return cast(bytes, zstd().compress(data, level=3))
    return gzip.compress(data, compresslevel=1, mtime=0)


def zstd() -> ModuleType:
    """Return Python's module for Zstandard, or the one that brings it to older versions."""
    try:
        from compression import zstd as module  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        try:
            from backports import zstd as module  # type: ignore[no-redef, unused-ignore]
        except ImportError:
            raise BackendUnavailable(_INSTALL) from None
    return cast(ModuleType, module)
