"""Save an unfinished result in a folder beside the target, so that the run can be resumed.

Each shard appends to a file of records. Once a second, the shard replaces a small state file. The
state says how many bytes of the records are valid. With a file of records for each chunk instead,
runs took 40 % longer.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, cast

from nonet.solvers import SolverCrashed
from nonet.streaming.answers import ChunkResult
from nonet.streaming.lines import Bytes
from nonet.streaming.records import IS_JSON, TextStyle, join_files
from nonet.streaming.summary import BulkTally
from nonet.system import compression
from nonet.system.errors import PuzzleError
from nonet.system.files import named, sync_folder

#: The name of the folder is the name of the target with this ending.
ENDING = ".parts"

#: The note on the error of an unfinished run.
KEPT = "the finished work is kept, and the option resume continues it"

#: Seconds between two replacements of the state file, and between two calls of `os.fsync`.
_PERIOD, _SYNCED = 1.0, 30.0

_RUN = "run"

#: The endings of the files to which a shard appends.
_FILES = ("records", "unknown")


def style_of(target: str, no_formulas: bool = False) -> TextStyle:
    """Return the format of records for a file name."""
    name = target.lower()
    packing = compression.kind(name)
    ending = Path(name.removesuffix(packing)).suffix
    if ending == ".parquet" and not packing:
        from nonet.streaming.parquet import ParquetStyle

        return ParquetStyle()
    if packing == ".zst":
        compression.zstd()  # raises an error if the module is missing
    if ending not in IS_JSON:
        endings = ", ".join((*IS_JSON, ".parquet"))
        raise PuzzleError(
            f"unknown format. Use a name that ends in {endings}, perhaps with .gz or .zst",
            file=target,
        )
    return TextStyle(IS_JSON[ending], packing, no_formulas)


@dataclass(frozen=True)
class Shard:
    """One of `count` runs that share a source. The runs are numbered from 1."""

    number: int = 1
    count: int = 1

    @classmethod
    def of(cls, text: str | None) -> Shard:
        """Read a shard such as ``3/64``. None means the whole source.

        >>> Shard.of("3/64"), Shard.of(None)
        (Shard(number=3, count=64), Shard(number=1, count=1))
        """
        if text is None:
            return cls()
        number, _, count = text.partition("/")
        if not (
            number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) < 10**4
        ):
            raise PuzzleError(f"{text!r} is not a shard. Write 3/64 for the third of 64 shards")
        return cls(int(number), int(count))

    def bounds(self, size: int, chunk: int) -> tuple[int, int]:
        """Return where the shard begins and ends in the source.

        >>> Shard(2, 3).bounds(100, 10), Shard(3, 3).bounds(100, 10)
        ((30, 60), (60, 100))
        """
        chunks = -(-size // chunk)
        first, last = (chunks * number // self.count for number in (self.number - 1, self.number))
        return first * chunk, min(size, last * chunk)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


@dataclass(frozen=True)
class State:
    """The progress of a shard.

    The work continues at the place `stop` in the source. `share` is the share of the source before
    `stop`. `records` and `unknown` are the valid sizes of the shard's two files, in bytes.
    """

    stop: int
    share: float = 0.0
    records: int = 0
    unknown: int = 0
    tally: BulkTally = field(default_factory=BulkTally)
    is_complete: bool = False


class Folder:
    """The folder of an unfinished run, beside its target. `run` has the settings of the run."""

    def __init__(self, target: str) -> None:
        self.name = target
        self.target = Path(target).resolve()  # a link to the target stays a link
        if self.target.exists() and not self.target.is_file():
            raise PuzzleError("this is not a regular file. Name another target", file=target)
        if not self.target.parent.is_dir():
            raise PuzzleError("this folder does not exist", file=str(Path(target).parent))
        self.path = self.target.with_name(self.target.name + ENDING)
        if self.path.is_symlink():
            raise PuzzleError("bulk needs a folder here. Remove this link", file=str(self.path))
        self.run: dict[str, Any] | None = None
        with suppress(OSError, ValueError):
            self.run = _read((self.path / _RUN).read_bytes())

    def create(self, run: Mapping[str, Any]) -> None:
        """Begin a run, and remove the files of an earlier run, unless it is still at work."""
        for lock in self.path.glob("*.lock"):
            _locked(lock, self.path).close()
        self.remove()
        with named(str(self.path)):
            self.path.mkdir(exist_ok=True)
        self.run = json.loads(json.dumps(run))
        _write(self.path / _RUN, run)

    def file(self, number: int, ending: str) -> Path:
        return self.path / f"{number:04}.{ending}"

    def done(self, number: int) -> State | None:
        """Return the last undamaged state of a shard, or None."""
        for ending in ("part", "synced"):
            with suppress(OSError, ValueError, LookupError, TypeError):
                found = _read(self.file(number, ending).read_bytes())
                state = State(**{**found, "tally": BulkTally.of(found["tally"])})
                sizes = [self.file(number, kind).stat().st_size for kind in _FILES]
                if sizes[0] >= state.records and sizes[1] >= state.unknown:
                    return state
        return None

    def join(self) -> BulkTally:
        """Make the target from the records of all shards, then remove the folder.

        The user can repeat an interrupted `join`.
        """
        run = cast(dict[str, Any], self.run)
        numbers, total = range(1, run["shards"] + 1), BulkTally()
        for number in numbers:
            done = self.done(number)
            if done is None or not done.is_complete:
                shard = f"shard {number}/{run['shards']}" if run["shards"] > 1 else "the run"
                raise PuzzleError(f"{shard} is not finished", file=str(self.path))
            total += done.tally
        whole, listed = self.path / "whole", self.path / "listed"
        unknown = Path(f"{self.target}.unknown.txt")
        with named(self.name):
            records = [self.file(number, "records") for number in numbers]
            style_of(self.name).join(whole, records, run["columns"])
            with whole.open("r+b") as file:
                os.fsync(file)
            join_files(listed, [self.file(number, "unknown") for number in numbers])
            if listed.stat().st_size:
                os.replace(listed, unknown)
            else:
                unknown.unlink(missing_ok=True)  # an earlier run may have left this file
            os.replace(whole, self.target)
            sync_folder(self.target.parent)
        self.remove()
        return total

    def remove(self) -> None:
        """Remove the files of the run. Remove the settings first, so that no run continues it."""
        if not self.path.is_dir():
            return
        for name in (_RUN, "whole", "listed", "run.new"):
            (self.path / name).unlink(missing_ok=True)
        for path in self.path.glob("[0-9][0-9][0-9][0-9].*"):
            path.unlink(missing_ok=True)
        with suppress(OSError):  # the folder may contain other files
            self.path.rmdir()


class Parts:
    """The files of one shard, and the shard's state `now`. At the end of a `with` block, save it.

    If the run is not resumable, such as a run that reads stdin, an error removes the folder.
    """

    def __init__(
        self, folder: Folder, shard: Shard, start: int, header: bytes, *, is_resumable: bool
    ) -> None:
        self._folder, self._number, self._is_resumable = folder, shard.number, is_resumable
        self._is_alone = shard.count == 1
        self._lock = _locked(folder.file(shard.number, "lock"), folder.path)
        done = folder.done(shard.number)
        self._is_saved = done is not None
        self.now = done or State(start)
        self._saved_at = self._synced_at = time.monotonic()
        sizes = (self.now.records, self.now.unknown)
        self._files = [self._opened(*each) for each in zip(_FILES, sizes, strict=True)]
        if not done and shard.number == 1:
            self._write(0, header)
            self.now = replace(self.now, records=len(header))
        self._kept = self.now  # the saved state

    def add(self, records: bytes | Bytes, result: ChunkResult) -> None:
        """Append the records of a chunk, and save the state if a second has passed."""
        self._write(0, records)
        self._write(1, result.unknown)
        written, listed = (file.tell() for file in self._files)
        tally = self.now.tally + result.tally
        # Change the whole state at once, so that Ctrl-C cannot leave it half changed.
        self.now = State(result.stop, result.done, written, listed, tally)
        if time.monotonic() - self._saved_at >= _PERIOD:
            self._save()

    def complete(self) -> None:
        if not self.now.is_complete:
            self.now = replace(self.now, is_complete=True)
            self._save()

    def _opened(self, kind: str, size: int) -> IO[bytes]:
        """Open a file, and cut the file to its size in the saved state."""
        path = self._folder.file(self._number, kind)
        with named(str(path)):
            path.touch()
            file = path.open("r+b", buffering=0)
            if os.fstat(file.fileno()).st_size > size:
                file.truncate(size)
            file.seek(size)
        return file

    def _write(self, number: int, data: bytes | Bytes) -> None:
        file, rest = self._files[number], memoryview(cast(bytes, data))
        with named(str(file.name)):
            while rest:
                rest = rest[file.write(rest) :]

    def _save(self) -> None:
        _write(self._folder.file(self._number, "part"), vars(self.now))
        self._kept, self._is_saved, self._saved_at = self.now, True, time.monotonic()
        if self._saved_at - self._synced_at >= _SYNCED:
            for file in self._files:
                os.fsync(file)
            _write(self._folder.file(self._number, "synced"), vars(self.now))
            self._synced_at = time.monotonic()

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, _: object, error: BaseException | None, *__: object) -> None:
        try:
            if error is not None and self._is_resumable and self.now is not self._kept:
                self._save()
        finally:
            for file in (*self._files, self._lock):
                file.close()
            nothing_done = self._is_alone and not self._is_saved
            if error is not None and (not self._is_resumable or nothing_done):
                self._folder.remove()
        is_kept = self._is_resumable and self._is_saved
        if is_kept and isinstance(error, KeyboardInterrupt | SolverCrashed):
            error.add_note(KEPT)


def _read(line: bytes) -> dict[str, Any]:
    checksum, _, text = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        raise ValueError("damaged")
    state: dict[str, Any] = json.loads(text)
    return state


def _write(path: Path, state: Mapping[str, Any]) -> None:
    text = json.dumps(state, default=vars).encode()
    new = path.with_name(path.name + ".new")
    with named(str(path)):
        new.write_bytes(b"%08x %s\n" % (zlib.crc32(text), text))
        os.replace(new, path)


def _locked(path: Path, folder: Path) -> IO[bytes]:
    """Lock a shard against a second run, if the system can lock files."""
    with named(str(folder)):
        file = path.open("wb")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except OSError:
        file.close()
        raise PuzzleError(
            "another run is using this folder. Wait until it ends", file=str(folder)
        ) from None
    return file
