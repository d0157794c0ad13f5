"""Read and write compressed files, ``.gz`` and ``.zst``.

A file may consist of several compressed pieces, one after the other.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BufferedReader
from types import ModuleType
from typing import IO, cast

from nonet.system.errors import BackendUnavailable, PuzzleError

#: The first bytes of compressed files that nonet reads.
_SIGNS = {".gz": b"\x1f\x8b\x08", ".zst": b"\x28\xb5\x2f\xfd"}

#: The first bytes of files that nonet does not read, and advice for the user.
_OTHERS = {
    b"\xfd7zXZ\0": "compressed by xz: unpack it (xz -d)",
    b"BZh[1-9]1AY&SY": "compressed by bzip2: unpack it (bzip2 -d)",
    b"PK\x03\x04": "a zip archive or a spreadsheet: unpack it (unzip) or save it as CSV",
}


def kind(path: str) -> str:
    """Return the ending of a compressed file's name. For other files, return an empty string.

    >>> kind("puzzles.txt.GZ"), kind("puzzles.txt")
    ('.gz', '')
    """
    return next((ending for ending in _SIGNS if path.lower().endswith(ending)), "")


def require_readable(path: str) -> None:
    """Refuse a compressed file whose name does not end in ``.gz`` or ``.zst``."""
    with open(path, "rb") as file:
        begin = file.read(16)
    found = next((ending for ending, sign in _SIGNS.items() if begin.startswith(sign)), None)
    if found and kind(path) != found:
        raise PuzzleError(f"the file is compressed. Its name must end in {found}", file=path)
    if not found and (advice := foreign(begin)) is not None:
        raise PuzzleError(advice, file=path)


def foreign(begin: bytes) -> str | None:
    """Return advice for the user if these first bytes belong to compressed data, else None."""
    if begin.startswith(tuple(_SIGNS.values())):
        return "compressed: unpack it (gzip -d, zstd -d)"
    return next((advice for sign, advice in _OTHERS.items() if re.match(sign, begin)), None)


@contextmanager
def unpacked(raw: BufferedReader, path: str) -> Iterator[IO[bytes]]:
    """Yield the contents of an open file, decompressed if its name ends in ``.gz`` or ``.zst``."""
    packing = kind(path)
    if not packing or not raw.peek(1):  # an empty file is not valid Zstandard
        yield raw
        return
    module, wrong = (gzip, zlib.error) if packing == ".gz" else (zstd(), zstd().ZstdError)
    try:
        with module.open(raw, "rb") as file:
            yield cast(IO[bytes], file)
    except (EOFError, OSError, wrong) as error:
        raise PuzzleError(f"the file cannot be unpacked: {error}", file=path) from None


def compress(data: bytes, kind: str) -> bytes:
    """Compress data, or return it unchanged if `kind` is empty. The result has no time stamp."""
    if not kind:
        return data
    if kind == ".zst":
        return cast(bytes, zstd().compress(data, level=3))
    return gzip.compress(data, compresslevel=1, mtime=0)


def zstd() -> ModuleType:
    """Return Python's Zstandard module, or its backport."""
    for name in ("compression.zstd", "backports.zstd"):
        with suppress(ImportError):
            return import_module(name)
    raise BackendUnavailable("Zstandard needs Python 3.14, or: pip install backports.zstd")
