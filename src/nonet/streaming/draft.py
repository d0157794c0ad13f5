"""The unfinished result: side files, and a journal of what is whole in them.

A chunk is written to the side files first, and then gets a line in the journal. Whatever ends the
run leaves a journal whose whole lines are true; what stands in the side files beyond them is cut
off when the run is resumed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.errors import PuzzleError

#: What the folder is called after the file that it is going to be.
ENDING = ".partial"

State: TypeAlias = Mapping[str, Any]
Buffer: TypeAlias = bytes | NDArray[np.uint8]


class Draft:
    """A folder beside the target, with the journal and the side files.

    `state` is what the last chunk left in the journal, None before the first.
    """

    def __init__(self, target: str, source: str, run: State, resume: bool, header: bytes) -> None:
        self.target = Path(target).resolve()  # a link stays a link
        if self.target.exists() and not self.target.is_file():
            raise PuzzleError("not a file, so nothing can be put in its place", file=target)
        self.folder = self.target.with_name(self.target.name + ENDING)
        if Path(source).resolve().is_relative_to(self.folder):
            raise PuzzleError(f"in {self.folder.name}, where {target} is prepared", file=source)
        self.state: State | None = None
        self._records = self.folder / "records"
        self._unknown = self.folder / "unknown"
        self.folder.mkdir(exist_ok=True)
        with ExitStack() as opened:
            self._journal = opened.enter_context(_appending(self.folder / "journal"))
            _lock(self._journal, self.folder)
            self._begin_or_recall(dict(run), resume, header)
            if not self.is_complete:
                self._files = [
                    opened.enter_context(_appending(path))
                    for path in (self._records, self._unknown)
                ]
            self._opened = opened.pop_all()

    @property
    def is_complete(self) -> bool:
        """Whether all chunks are in it."""
        return self.state is not None and bool(self.state["complete"])

    def commit(self, records: Iterable[Buffer], unknown: bytes, state: State) -> None:
        """Add a chunk."""
        for file, pieces in zip(self._files, (records, [unknown]), strict=True):
            for piece in pieces:
                _write(file, piece)
        sizes = dict(zip(_SIZES, (file.tell() for file in self._files), strict=True))
        self._note({**state, **sizes, "complete": False})

    def complete(self) -> None:
        """Say that there are no more chunks."""
        if not self.is_complete:
            self._note({**(self.state or {}), "complete": True})

    def put_in_place(self, unknown: Path, finish: Callable[[Path, Path], None]) -> None:
        """Let the target be made, move it to where it belongs, and remove the folder.

        Interrupted at any point, it can be done again.
        """
        if not (self.state or {}).get("unknown"):
            unknown.unlink(missing_ok=True)  # the list of another run
        elif self._unknown.exists():
            os.replace(self._unknown, unknown)
        whole = self.folder / "whole"
        if self._records.exists():
            finish(self._records, whole)
        if whole.exists():
            os.replace(whole, self.target)
        self.close()
        shutil.rmtree(self.folder)

    def close(self) -> None:
        """Close the files; the work stays."""
        self._opened.close()

    def __enter__(self) -> Draft:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        if self.state is None:  # nothing is lost
            shutil.rmtree(self.folder, ignore_errors=True)

    def _begin_or_recall(self, run: dict[str, Any], resume: bool, header: bytes) -> None:
        text = (self.folder / "journal").read_bytes()
        first, *states = text[: text.rfind(b"\n") + 1].splitlines() or [b""]
        if not states:  # nothing was done
            self._records.write_bytes(header)
            self._unknown.write_bytes(b"")
            self._journal.truncate(0)
            _write(self._journal, _line(run))
            return
        if not resume:
            raise PuzzleError(
                "the work of an interrupted run: add --resume to go on with it, or delete it",
                file=str(self.folder),
            )
        self._require_same(json.loads(first), json.loads(_line(run)))
        self._journal.truncate(text.rfind(b"\n") + 1)
        self.state = json.loads(states[-1])
        if not self.is_complete:
            _cut(self._records, self.state["records"])
            _cut(self._unknown, self.state["unknown"])

    def _require_same(self, old: State, new: State) -> None:
        changed = [key for key in new if old.get(key) != new[key]]
        if changed:
            said = (f"{key} was {old.get(key)}, and is {new[key]}" for key in changed)
            raise PuzzleError(
                f"the run that was interrupted was another: {'; '.join(said)}. "
                "Delete the folder to start over",
                file=str(self.folder),
            )

    def _note(self, state: State) -> None:
        self.state = state
        _write(self._journal, _line(state))


_SIZES = ("records", "unknown")


def _line(state: State) -> bytes:
    return json.dumps(state).encode() + b"\n"


def _appending(path: Path) -> IO[bytes]:
    return path.open("ab", buffering=0)


def _write(file: IO[bytes], data: Buffer) -> None:
    rest = memoryview(data) if isinstance(data, bytes) else data.data
    while rest:
        rest = rest[file.write(rest) :]


def _cut(path: Path, size: int) -> None:
    """Shorten a file to what was whole in it."""
    found = path.stat().st_size if path.exists() else 0
    if found < size:
        raise PuzzleError(
            f"{found} bytes, where the journal has {size}: delete the folder to start over",
            file=str(path),
        )
    os.truncate(path, size)


def _lock(file: IO[bytes], folder: Path) -> None:
    """Keep a second run from writing into the same folder, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PuzzleError("another run is writing it", file=str(folder)) from None
