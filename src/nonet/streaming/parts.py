"""The parts of an unfinished result: in a folder beside the target, joined at the end.

A run has one part, or one for each of its shards: a file of records, to which chunks are added, and
a small file that says how many of them count. That one is replaced once a second, by a new name, so
whatever ends a run, it can be continued. (A file for each chunk was tried: to copy them all at the
end took two fifths more of the time.)
"""

from __future__ import annotations

import json
import os
import re
import time
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from nonet.streaming.chunks import style_of
from nonet.streaming.records import join_files
from nonet.streaming.summary import BulkTally
from nonet.system.errors import PuzzleError
from nonet.system.files import named, sync, sync_folder

#: The ending of the folder's name, after the name of the target.
ENDING = ".parts"

#: What is said where a run ends before its time.
KEPT = "the work done is kept; --resume continues it"

#: Seconds after which it is said what is done, and after which that is on the disk for sure.
_PERIOD, _SYNCED = 1.0, 30.0

_RUN = "run"

#: The files of a shard.
_OURS = re.compile(r"[0-9]{4}\.(records|unknown|part|synced|lock)(\.new)?")

Buffer: TypeAlias = bytes | NDArray[np.uint8]


@dataclass(frozen=True)
class Shard:
    """One of several runs that share a source: the `number`, from 1, of `count`.

    >>> str(Shard(3, 64))
    '3/64'
    """

    number: int = 1
    count: int = 1

    @classmethod
    def of(cls, text: str | None) -> Shard:
        """Return the shard that a text names.

        >>> Shard.of("3/64"), Shard.of(None)
        (Shard(number=3, count=64), Shard(number=1, count=1))
        """
        if text is None:
            return cls()
        number, _, count = text.partition("/")
        if not (
            number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) < 10**4
        ):
            raise ValueError(f"{text!r} is no shard: one is like 3/64, the third of 64")
        return cls(int(number), int(count))

    def bounds(self, size: int, block: int) -> tuple[int, int]:
        """Return where the shard begins and ends, in whole blocks.

        >>> Shard(2, 3).bounds(100, 10), Shard(3, 3).bounds(100, 10)
        ((30, 60), (60, 100))
        """
        blocks = -(-size // block)
        first, last = (blocks * number // self.count for number in (self.number - 1, self.number))
        return first * block, min(size, last * block)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


class Folder:
    """The folder of a run beside its target, and what is said of the run there."""

    def __init__(self, target: str) -> None:
        self.name = target
        self.target = Path(target).resolve()  # a link stays a link
        if self.target.exists() and not self.target.is_file():
            raise PuzzleError("not a file, so it cannot be replaced", file=target)
        if not self.target.parent.is_dir():
            raise PuzzleError("this folder does not exist", file=str(Path(target).parent))
        self.path = self.target.with_name(self.target.name + ENDING)
        if self.path.is_symlink():
            raise PuzzleError(
                "a link in place of the folder of parts: remove it", file=str(self.path)
            )
        self.run: dict[str, Any] | None = None
        with suppress(OSError, ValueError):
            self.run = _read((self.path / _RUN).read_bytes())

    def create(self, run: Mapping[str, Any]) -> None:
        """Begin a run; what an earlier one has left, without saying what it was, is removed."""
        self.remove()
        with named(str(self.path)):
            self.path.mkdir(exist_ok=True)
        self.run = json.loads(json.dumps(run))
        _write(self.path / _RUN, run)

    def file(self, number: int, ending: str) -> Path:
        """Return a file of a shard: its records, the puzzles that stayed unknown, what is done."""
        return self.path / f"{number:04}.{ending}"

    def done(self, number: int) -> dict[str, Any] | None:
        """Return what is done of a shard; None if that is nothing, or lost in a power cut."""
        for ending in ("part", "synced"):
            with suppress(OSError, ValueError, LookupError):
                said = _read(self.file(number, ending).read_bytes())
                kinds = ("records", "unknown")
                if all(self.file(number, kind).stat().st_size >= said[kind] for kind in kinds):
                    return said
        return None

    def join(self) -> BulkTally:
        """Make the target of all parts, and remove them; interrupted, it can be done again."""
        run = cast(dict[str, Any], self.run)
        numbers, total = range(1, run["shards"] + 1), BulkTally()
        for number in numbers:
            done = self.done(number)
            if done is None or not done["complete"]:
                shard = f"shard {number}/{run['shards']}" if run["shards"] > 1 else "the run"
                raise PuzzleError(f"{shard} is not finished", file=str(self.path))
            total.add(BulkTally.of(done["tally"]))
        whole, listed = self.path / "whole", self.path / "listed"
        unknown = Path(f"{self.target}.unknown.txt")
        with named(self.name):
            records = [self.file(number, "records") for number in numbers]
            style_of(self.name).join(whole, records, run["columns"], run["unit"])
            with whole.open("r+b") as file:
                sync(file)
            join_files(listed, [self.file(number, "unknown") for number in numbers])
            if listed.stat().st_size:
                os.replace(listed, unknown)
            else:
                unknown.unlink(missing_ok=True)  # the list of another run
            os.replace(whole, self.target)
            sync_folder(self.target.parent)
        self.remove()
        return total

    def remove(self) -> None:
        """Remove the folder and our files in it; first the one without which they mean nothing."""
        if not self.path.is_dir():
            return
        for name in (_RUN, "whole", "listed", "run.new"):
            (self.path / name).unlink(missing_ok=True)
        for path in self.path.iterdir():
            if _OURS.fullmatch(path.name):
                path.unlink(missing_ok=True)
        with suppress(OSError):  # something of somebody else's is in it
            self.path.rmdir()


class Parts:
    """The part of one shard, to which a run adds; a context manager that keeps what is done.

    `total` is what has been found so far. What is not `is_kept` cannot be continued: if the run
    fails, it is removed.
    """

    def __init__(
        self, folder: Folder, shard: Shard, start: int, header: bytes, *, is_kept: bool
    ) -> None:
        self._folder = folder
        self._number = shard.number
        self._is_alone = shard.count == 1
        self._is_kept = is_kept
        self._lock = _locked(folder.file(shard.number, "lock"), folder.path)
        done = folder.done(shard.number) or {}
        first: dict[str, Any] = {
            "stop": start,
            "share": 0.0,
            "records": 0,
            "unknown": 0,
            "tally": {},
        }
        self._now: dict[str, Any] = done or first
        self.total = BulkTally.of(self._now["tally"])
        self.is_complete: bool = done.get("complete", False)
        self._is_said = bool(done)
        self._is_new = False
        self._said = self._synced = time.monotonic()
        self._files = [self._opened(kind, self._now[kind]) for kind in ("records", "unknown")]
        if not done and shard.number == 1:
            self._write(0, [header])
            self._now["records"] = len(header)

    @property
    def place(self) -> int:
        """Where the run goes on in its source."""
        return int(self._now["stop"])

    @property
    def share(self) -> float:
        """The share of the source before that place."""
        return float(self._now["share"])

    def _opened(self, kind: str, size: int) -> IO[bytes]:
        """Open a file at the end of what counts; what is beyond it is cut off."""
        path = self._folder.file(self._number, kind)
        with named(str(path)):
            path.touch()
            file = path.open("r+b", buffering=0)
            if os.fstat(file.fileno()).st_size > size:
                file.truncate(size)
            file.seek(size)
        return file

    def add(
        self, records: Sequence[Buffer], unknown: bytes, tally: BulkTally, stop: int, share: float
    ) -> None:
        """Add a chunk; it is said now and then what is done."""
        self._write(0, records)
        self._write(1, [unknown])
        total = BulkTally.of(self.total.state())
        total.add(tally)
        written, listed = (file.tell() for file in self._files)
        now = {"stop": stop, "share": share, "records": written, "unknown": listed}
        self._now = {**now, "tally": total.state()}  # at once: half a chunk is no part of it
        self.total, self._is_new = total, True
        if time.monotonic() - self._said >= _PERIOD:
            self._say()

    def complete(self) -> None:
        """Say that there are no more chunks."""
        if not self.is_complete:
            self.is_complete = True
            self._say()

    def _write(self, number: int, pieces: Sequence[Buffer]) -> None:
        file = self._files[number]
        with named(str(file.name)):
            for piece in pieces:
                rest = memoryview(piece if isinstance(piece, bytes) else piece.data)
                while rest:
                    rest = rest[file.write(rest) :]

    def _say(self) -> None:
        said = {**self._now, "complete": self.is_complete}
        _write(self._folder.file(self._number, "part"), said)
        self._is_said, self._is_new, self._said = True, False, time.monotonic()
        if self._said - self._synced >= _SYNCED:
            for file in self._files:
                sync(file)
            _write(self._folder.file(self._number, "synced"), said)
            self._synced = time.monotonic()

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, _: object, error: BaseException | None, *__: object) -> None:
        try:
            if self._is_new and self._is_kept and error is not None:
                self._say()
        finally:
            for file in (*self._files, self._lock):
                file.close()
            nothing_done = self._is_alone and not self._is_said
            if error is not None and (not self._is_kept or nothing_done):
                self._folder.remove()
        if isinstance(error, KeyboardInterrupt) and self._is_kept and self._is_said:
            error.add_note(KEPT)


def _line(said: Mapping[str, Any]) -> bytes:
    """Return a line of JSON, with a checksum before it."""
    text = json.dumps(said).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _read(line: bytes) -> dict[str, Any]:
    """Return what a line says; `ValueError` if it is damaged."""
    checksum, _, text = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        raise ValueError("damaged")
    said: dict[str, Any] = json.loads(text)
    return said


def _write(path: Path, said: Mapping[str, Any]) -> None:
    """Write a line under another name, then give it the name of the file."""
    new = path.with_name(path.name + ".new")
    with named(str(path)):
        new.write_bytes(_line(said))
        os.replace(new, path)


def _locked(path: Path, folder: Path) -> IO[bytes]:
    """Keep a second run from writing the same parts, where the system can."""
    with named(str(folder)):
        file = path.open("wb")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except OSError:
        file.close()
        raise PuzzleError("another run is writing it", file=str(folder)) from None
    return file
