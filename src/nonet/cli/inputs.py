"""Where the puzzles of a command come from: files, stdin, or the command line itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nonet.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.formats import Record

T = TypeVar("T")


def records(
    sources: list[str] | None, format: str | None, alphabet: str | None
) -> Iterator[Record]:
    """Yield the records of all sources, numbered on from one to the next.

    A source without any puzzle is an error: nobody means that.
    """
    index = 0
    for source in sources or ["-"]:
        start = index
        for record in _read(source, format, alphabet):
            yield replace(record, index=index)
            index += 1
        if index == start:
            raise PuzzleError("no puzzle in it", file=_name(source))


def _read(source: str, format: str | None, alphabet: str | None) -> Iterator[Record]:
    from nonet.formats import read, read_bytes

    if source == "-":
        if sys.stdin.isatty():
            print("Type or paste puzzles, then press Ctrl-D.", file=sys.stderr)
        data = sys.stdin.buffer.read()
        return read_bytes(data, format=format, alphabet=alphabet, name=_name(source))
    if not Path(source).exists() and _is_puzzle(source):
        return read(source, format=format, alphabet=alphabet, name=_name(source))
    try:
        data = Path(source).read_bytes()
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=source) from None
    return read_bytes(data, format=format, alphabet=alphabet, name=source)


def _is_puzzle(argument: str) -> bool:
    """Tell a puzzle from the name of a file that is not there: it has blanks, or is long."""
    return (
        "\n" in argument
        or " " in argument.strip()
        or (len(argument) >= 16 and "/" not in argument and not Path(argument).suffix[1:].isalpha())
    )


def _name(source: str) -> str:
    if source == "-":
        return "<stdin>"
    return source if Path(source).exists() else "<argument>"


def progress(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, with a bar on stderr if that is a terminal and there are several."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    known = list(items)
    yield from track(
        known, what, console=Console(stderr=True), transient=True, disable=len(known) < 2
    )
