"""Where the puzzles of a command come from: files, stdin, or the command line itself."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.formats import Record
    from nonet.puzzle import Puzzle

STDIN = "<stdin>"

#: No file name is longer, so what is longer is a puzzle.
_LONGEST_NAME = 255

#: An argument of nothing but digits and empty cells is a puzzle from this length on: 4×4.
_CELLS = re.compile(r"[0-9.*_xX]{16,}")

_EXTENSION = re.compile(r"\.[A-Za-z]{1,5}")


@dataclass(frozen=True)
class Item:
    """A puzzle and where it stands, or what is wrong there: one of the two is None.

    A source that cannot be read at all is one item, without a line.
    """

    index: int
    file: str
    line: int | None
    puzzle: Puzzle | None
    error: PuzzleError | None = None

    @property
    def place(self) -> str:
        """The file and the line, as errors begin with them."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


def items(sources: list[str] | None, format: str | None, alphabet: str | None) -> Iterator[Item]:
    """Yield the puzzles of all sources, numbered on from one to the next.

    What cannot be read does not stop the rest. A source without any puzzle is an error: nobody
    means that.
    """
    index = 0
    for number, source in enumerate(sources or ["-"], start=1):
        name, start = _name(source, number), index
        try:
            for record in _read(source, name, format, alphabet):
                yield Item(index, name, record.line, record.puzzle, record.error)
                index += 1
            if index == start:
                raise PuzzleError("no puzzle in it", file=name)
        except PuzzleError as error:
            yield Item(index, name, None, None, error)
            index += 1


def only_puzzle(
    sources: list[str] | None, format: str | None, alphabet: str | None, command: str
) -> Puzzle:
    """Return the puzzle of a command that takes exactly one."""
    found = list(islice(items(sources, format, alphabet), 2))
    for item in found:
        if item.error:
            raise item.error
    [puzzle] = [item.puzzle for item in found[:1]]
    if puzzle is None or len(found) > 1:
        raise PuzzleError(f"more than one puzzle: {command} takes one")
    return puzzle


def read_bytes(source: str) -> bytes:
    """Return what is in a file, or on stdin for '-'."""
    try:
        return _stdin() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        name = STDIN if source == "-" else source
        raise PuzzleError(getattr(error, "strerror", None) or str(error), file=name) from None


def _read(source: str, name: str, format: str | None, alphabet: str | None) -> Iterator[Record]:
    from nonet import formats

    if _is_puzzle(source):
        return formats.read(source, format=format, alphabet=alphabet, name=name)
    return formats.read_bytes(read_bytes(source), format=format, alphabet=alphabet, name=name)


def _stdin() -> bytes:
    if sys.stdin.isatty():
        print("Type or paste puzzles, then press Ctrl-D.", file=sys.stderr)
    return sys.stdin.buffer.read()


def _name(source: str, number: int) -> str:
    """Return what errors and records call a source; the number is its place among the arguments."""
    if source == "-":
        return STDIN
    return f"<argument {number}>" if _is_puzzle(source) else source


def _is_puzzle(argument: str) -> bool:
    """Tell a puzzle from the name of a file, also of one that is not there.

    >>> [_is_puzzle(argument) for argument in ("12..34..2......3", "1 2 2 1", "2024.12", "-")]
    [True, True, False, False]
    >>> _is_puzzle("no such puzzle.txt")
    False
    """
    if os.path.exists(argument):  # Path.exists() raises on a long name
        return False
    parts = argument.split("/")
    if "\n" in argument or argument.startswith("{") or max(map(len, parts)) > _LONGEST_NAME:
        return True
    if _CELLS.fullmatch(argument):
        return True
    is_name = len(parts) > 1 or _EXTENSION.fullmatch(Path(argument).suffix)
    return not is_name and (" " in argument.strip() or len(argument) >= 16)
