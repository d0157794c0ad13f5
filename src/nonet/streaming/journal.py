"""The journal of a run: a line for each thing that is done, with a checksum before it.

Each line is on the disk before the next is written, so a power cut damages the last one at most.
That one does not count. Any other damage has another cause, and is an error.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from nonet.system.errors import PuzzleError

Entry: TypeAlias = Mapping[str, Any]

#: What an error advises where nothing else helps.
START_OVER = "delete the folder to start over"

#: The numbers of an entry that never decrease from line to line.
_GROWING = ("place", "lines", "errors", "records", "unknown")


def line_of(entry: Entry) -> bytes:
    """Return the line of an entry.

    >>> line_of({"place": 7})
    b'e0acc5eb {"place": 7}\\n'
    """
    text = json.dumps(entry).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def entries_of(text: bytes, file: str) -> tuple[list[Entry], int]:
    """Return the entries of a journal, and where they end: what follows was torn by a power cut."""
    *lines, _ = text.split(b"\n")
    found = [_entry(line) for line in lines]
    whole = next((number for number, entry in enumerate(found) if entry is None), len(found))
    if any(entry is not None for entry in found[whole:]):
        raise PuzzleError(f"damaged, and not at its end: {START_OVER}", file=file, line=whole + 1)
    entries = [entry for entry in found[:whole] if entry is not None]
    _require_growing(entries[1:], file)
    return entries, sum(len(line) + 1 for line in lines[:whole])


def _entry(line: bytes) -> Entry | None:
    """Return the entry of a line, None if the line is not whole."""
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        entry = json.loads(text)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def _require_growing(entries: Iterable[Entry], file: str) -> None:
    """Refuse entries that no run has written, although their checksums are right."""
    before: Entry = {}
    for number, entry in enumerate(entries, 2):
        if not _can_follow(before, entry):
            raise PuzzleError(f"not written by a run: {START_OVER}", file=file, line=number)
        before = entry


def _can_follow(before: Entry, entry: Entry) -> bool:
    counts = {key: entry.get(key, 0) for key in _GROWING}
    tallies = [entry.get(key, {}) for key in ("verdicts", "compared", "reasons", "sizes")]
    sums, differing = entry.get("sums"), entry.get("differing", [])
    if not all(isinstance(tally, dict) for tally in tallies) or not isinstance(differing, list):
        return False
    if not isinstance(sums, list) or len(sums) != 2:
        return False
    verdicts, compared, reasons, sizes = (list(tally.values()) for tally in tallies)
    numbers = (*counts.values(), *sums, *verdicts, *compared, *differing)
    if not all(isinstance(number, int) for number in numbers):
        return False
    if not all(isinstance(each, list) and list(map(type, each)) == [str, str] for each in reasons):
        return False
    if not all(isinstance(each, list) and list(map(type, each)) == [int, int] for each in sizes):
        return False
    return all(count >= before.get(key, 0) for key, count in counts.items())
