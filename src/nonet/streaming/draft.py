"""The unfinished result: side files, and a journal of what is whole in them.

Chunks are added to the side files. About once a second these are written through to the disk, and
then the journal gets a line with their sizes and checksums. So whatever ends the run, be it a power
cut, the side files have all that the journal says. What they have beyond is cut off when the run is
resumed.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.streaming.journal import START_OVER, Entry, entries_of, line_of
from nonet.system.errors import PuzzleError
from nonet.system.files import open_own, sync, sync_folder

#: The ending of the folder's name, after the name of the target.
ENDING = ".partial"

#: What is said where a run ends before its time.
KEPT = "the work done is kept; --resume continues it"

#: Seconds between lines of the journal: a kill or a power cut costs no more work than that.
PERIOD = 1.0

Buffer: TypeAlias = bytes | NDArray[np.uint8]

_SIDE_FILES = ("records", "unknown")
_PIECE = 1 << 20


class Draft:
    """A folder beside the target, with the journal and the side files.

    `state` is that of the last chunk, None before the first: what the journal says, or will say.
    """

    def __init__(self, target: str, source: str, run: Entry, resume: bool, header: bytes) -> None:
        self.target = Path(target).resolve()  # a link stays a link
        if self.target.exists() and not self.target.is_file():
            raise PuzzleError("not a file, so it cannot be replaced", file=target)
        if not self.target.parent.is_dir():
            raise PuzzleError("there is no such folder", file=str(Path(target).parent))
        self.folder = self.target.with_name(self.target.name + ENDING)
        if Path(source).resolve().is_relative_to(self.folder):
            raise PuzzleError(f"in {self.folder.name}, where {target} is prepared", file=source)
        self._files: list[FileIO] = []
        self._saving: Future[None] | None = None
        self._saved = time.monotonic()
        self._is_new = True
        self._header = zlib.crc32(header)
        _make_folder(self.folder)
        with ExitStack() as opened:
            self._journal = opened.enter_context(open_own(self.folder / "journal"))
            _lock(self._journal, self.folder)
            entries = self._recall(run, resume)
            self.state: Entry | None = entries[-1] if entries else None
            self._noted = self.state  # the last that is in the journal, or on the way there
            self.is_complete = bool(entries and entries[-1].get("complete"))
            for name, path in self._side_files().items():
                file = opened.enter_context(open_own(path))
                _require_whole(file, path, name, entries)
                self._files.append(file)
            if not self.is_complete:
                self._begin(run, header, entries)
            self._saver = opened.enter_context(ThreadPoolExecutor(1))
            self._opened = opened.pop_all()

    def commit(self, records: Iterable[Buffer], unknown: bytes, state: Entry) -> None:
        """Add a chunk."""
        sums = self._sums()
        for number, pieces in enumerate((records, [unknown])):
            for piece in pieces:
                _write(self._files[number], piece)
                sums[number] = zlib.crc32(_view(piece), sums[number])
        # At once: an interrupted chunk is no part of it.
        self.state = {**state, **self._sizes(), "sums": sums, "complete": False}
        is_busy = self._saving is not None and not self._saving.done()
        if not is_busy and time.monotonic() - self._saved >= PERIOD:
            self._save()

    def complete(self) -> None:
        """Say that there are no more chunks."""
        if not self.is_complete:
            self._save(is_complete=True)
            self._wait()
            self.is_complete = True

    def put_in_place(self, unknown: Path, finish: Callable[[Path, Path], None]) -> None:
        """Let the target be made, move it to where it belongs, and remove the folder.

        Interrupted at any point, it can be done again.
        """
        records, listed, whole = (self.folder / name for name in ("records", "unknown", "whole"))
        if not (self.state or {}).get("unknown"):
            unknown.unlink(missing_ok=True)  # the list of another run
        elif listed.exists():
            os.replace(listed, unknown)
        if records.exists():
            whole.unlink(missing_ok=True)  # perhaps a part of it
            finish(records, whole)
        if whole.exists():
            os.replace(whole, self.target)
        sync_folder(self.target.parent)
        self.close()
        self._remove()

    def close(self) -> None:
        """Close the files; the work stays."""
        self._opened.close()

    def __enter__(self) -> Draft:
        return self

    def __exit__(self, _: object, error: BaseException | None, *__: object) -> None:
        if isinstance(error, KeyboardInterrupt) and self.state is not None:
            error.add_note(KEPT)
        try:
            if self.state is not self._noted:
                self._save()
                self._wait()
        finally:
            self.close()
            if self.state is None:  # nothing is lost
                self._remove()

    # --- the journal -----------------------------------------------------------------------------

    def _recall(self, run: Entry, resume: bool) -> list[Entry]:
        """Return what the journal says of chunks, and cut off what was torn at its end."""
        entries, size = entries_of(_contents(self._journal), str(self.folder / "journal"))
        if len(entries) < 2:  # nothing was done
            return []
        if not resume:
            raise PuzzleError(
                "the work of an interrupted run: add --resume to continue it, or delete it",
                file=str(self.folder),
            )
        _require_same(entries[0], json.loads(json.dumps(run)), self.folder)
        _cut(self._journal, size)
        sync(self._journal)  # a power cut must not take what is believed from here on
        return entries[1:]

    def _begin(self, run: Entry, header: bytes, entries: Sequence[Entry]) -> None:
        """Cut off what is not in the journal; without any entry, begin."""
        for file, name in zip(self._files, _SIDE_FILES, strict=True):
            _cut(file, entries[-1].get(name, 0) if entries else 0)
        if not entries:
            _write(self._files[0], header)
            _cut(self._journal, 0)
            _write(self._journal, line_of(run))

    def _save(self, is_complete: bool = False) -> None:
        """Have all chunks so far written through, and a line about them, while the run goes on."""
        state = self.state or self._sizes()
        self.state = self._noted = {**state, "sums": self._sums(), "complete": is_complete}
        self._saved = time.monotonic()
        self._wait()
        self._saving = self._saver.submit(self._write_through, line_of(self.state))

    def _sizes(self) -> dict[str, int]:
        return {name: file.tell() for name, file in zip(_SIDE_FILES, self._files, strict=True)}

    def _sums(self) -> list[int]:
        """Return the checksums of what was added after the last line of the journal."""
        if self.state is None:
            return [self._header, 0]
        return [0, 0] if self.state is self._noted else list(self.state["sums"])

    def _write_through(self, line: bytes) -> None:
        for file in self._files:
            sync(file)
        if self._is_new:  # its name is written through, and the line before
            sync(self._journal)
            sync_folder(self.folder)
            sync_folder(self.folder.parent)
            self._is_new = False
        _write(self._journal, line)
        sync(self._journal)

    def _wait(self) -> None:
        if self._saving:
            self._saving.result()

    def _side_files(self) -> dict[str, Path]:
        """Return where the side files are; those of a complete run may be in place already."""
        found = {name: self.folder / name for name in _SIDE_FILES}
        if self.is_complete:
            if not os.path.lexists(found["records"]):
                found["records"] = self.folder / "whole"
            found = {name: path for name, path in found.items() if os.path.lexists(path)}
        return found

    def _remove(self) -> None:
        """Remove the folder, the journal last: without it, all would be done again."""
        for name in ("records", "unknown", "whole", "journal"):
            (self.folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # something of somebody else's is in it
            self.folder.rmdir()


def require_unfinished(target: str) -> None:
    """Refuse to resume where the target is there, and no run that would go on.

    >>> require_unfinished("no such file.csv")
    """
    path = Path(target).resolve()
    if path.is_file() and not os.path.lexists(path.with_name(path.name + ENDING) / "journal"):
        raise PuzzleError(
            "is there, and no unfinished run belongs to it: remove it, or leave out --resume",
            file=target,
        )


def _make_folder(folder: Path) -> None:
    if folder.is_symlink():
        raise PuzzleError("a link in place of the folder of the work: remove it", file=str(folder))
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=str(folder)) from None


def _require_same(old: Entry, new: Entry, folder: Path) -> None:
    changed = [key for key in new if old.get(key) != new[key]]
    if changed:
        said = (f"{key} was {old.get(key)}, and is {new[key]}" for key in changed)
        raise PuzzleError(
            f"the interrupted run was another one: {'; '.join(said)}. {START_OVER.capitalize()}",
            file=str(folder),
        )


def _require_whole(file: FileIO, path: Path, name: str, entries: Iterable[Entry]) -> None:
    """Compare a side file with the checksums of the journal."""
    file.seek(0)
    start = 0
    for entry in entries:
        stop, checksum, place = entry.get(name, 0), 0, start
        while place < stop and (piece := file.read(min(_PIECE, stop - place))):
            checksum = zlib.crc32(piece, checksum)
            place += len(piece)
        if place < stop or checksum != entry["sums"][_SIDE_FILES.index(name)]:
            raise PuzzleError(f"damaged in bytes {start} to {stop}: {START_OVER}", file=str(path))
        start = stop


def _contents(file: FileIO) -> bytes:
    file.seek(0)
    return file.readall()


def _view(data: Buffer) -> memoryview:
    return memoryview(data) if isinstance(data, bytes) else data.data


def _write(file: FileIO, data: Buffer) -> None:
    rest = _view(data)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=str(file.name)) from None


def _cut(file: FileIO, size: int) -> None:
    """Shorten a file, and go on at its end."""
    file.truncate(size)
    file.seek(size)


def _lock(file: FileIO, folder: Path) -> None:
    """Keep a second run from writing into the same folder, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PuzzleError("another run is writing it", file=str(folder)) from None
