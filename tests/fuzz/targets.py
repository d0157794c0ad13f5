"""The targets of fuzzing: all readers of foreign files, and the array calls of the engine.

A target takes bytes. It catches the errors that its reader documents. Any other error is a finding.
Most targets also write the puzzles that they read, and read them back.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock
from urllib.parse import quote

from puzzle_texts import NONE, SMALL, UNIQUE, in_chunks

import nonet
from nonet.certificates import certify, verify
from nonet.cli.common.inputs import contents, records
from nonet.cli.common.options import DETECTED
from nonet.encodings import dimacs
from nonet.formats import FORMATS, Reading, read_source
from nonet.formats.contract import Inexpressible
from nonet.formats.links import lz
from nonet.formats.links.contract import are_same
from nonet.formats.links.iss.conversion import puzzle_of, string_of
from nonet.formats.links.penpa.text import packed
from nonet.model.names import spread
from nonet.racing import race
from nonet.solvers import find_backend, native
from nonet.solvers.native.lockstep import arrays as lockstep
from nonet.streaming import bulk, read_table
from nonet.system.errors import NonetError

#: Larger boards are read, but not written and drawn, which would take too long.
MOST_CELLS = 1_000

#: One of this many inputs is written in every format.
WRITTEN = 8

#: The puzzles of a race that is interrupted.
FIELD = (SMALL, SMALL[::-1])


def text(data: bytes) -> None:
    """Read puzzles of any format from a text, and write them in every suitable format."""
    with suppress(NonetError):
        for record in read_source(data):
            if record.puzzle is not None:
                _is_written_and_read(record.puzzle, data)


def _is_written_and_read(puzzle: nonet.Puzzle, data: bytes) -> None:
    """Write a small puzzle in every format. Only some inputs do this, as reading matters more."""
    if zlib.crc32(data) % WRITTEN or _is_large(puzzle):
        return
    for name, chosen in FORMATS.items():
        if chosen.write is None:
            continue
        try:
            written = chosen.write(puzzle)
        except Inexpressible:
            continue
        again = nonet.parse(written, format=name)
        assert again.givens == puzzle.givens, name
        if name == "json":
            assert again == puzzle
    str(puzzle)
    nonet.draw(puzzle)
    nonet.draw_svg(puzzle)


def _is_large(puzzle: nonet.Puzzle) -> bool:
    return len(puzzle.grid.cells) > MOST_CELLS


def fpuzzles(data: bytes) -> None:
    """Read a document in a link, write its puzzle, and compare the puzzle that is read back."""
    link = lz.compress(data.decode(errors="replace"))
    with suppress(NonetError):
        puzzle = nonet.parse(link, format="fpuzzles")
        if not _is_large(puzzle):
            again = nonet.parse(nonet.write(puzzle, "fpuzzles"))
            assert sorted(map(repr, again.meant)) == sorted(map(repr, puzzle.meant))
            _is_written_and_read(puzzle, data)


def sudokumaker(data: bytes) -> None:
    """Read a document of SudokuMaker, write its puzzle, and compare what is read back."""
    with suppress(NonetError):
        puzzle = nonet.parse(data.decode(errors="replace"), format="sudokumaker")
        if not _is_large(puzzle):
            assert are_same(nonet.parse(nonet.write(puzzle, "sudokumaker")), puzzle)


def penpa(data: bytes) -> None:
    """Read a drawing of Penpa+. Fuzzed links would fail at the compression, so it is added here."""
    with suppress(NonetError):
        link = quote(packed(data.decode(errors="replace")))
        _is_written_and_read(
            nonet.parse(f"https://swaroopg92.github.io/penpa-edit/#p={link}"), data
        )


def sudokupad(data: bytes) -> None:
    """Read a document of SudokuPad in a link, with and without its drawings."""
    link = f"https://sudokupad.app/scl{quote(lz.compress(data.decode(errors='replace')), safe='')}"
    for ignores in (False, True):
        with suppress(NonetError):
            found = nonet.parse(link, ignore_drawings=ignores)
            if not _is_large(found):
                again = nonet.parse(nonet.write(found, "sudokupad"), ignore_drawings=ignores)
                assert again.givens == found.givens


def links(data: bytes) -> None:
    """Read links as they are pasted, line by line."""
    with suppress(NonetError):
        for record in read_source(data, Reading(ignore_drawings=True)):
            if record.puzzle is not None and not _is_large(record.puzzle):
                nonet.draw(record.puzzle)


def iss(data: bytes) -> None:
    """Read a string of ISS, and compare the puzzle that is written and read back."""
    with suppress(NonetError):
        found = puzzle_of(data.decode(errors="replace"))
        again = puzzle_of(string_of(found))
        assert again.givens == found.givens
        if 0 in again.domains:  # the writer's form of a rule without a filling
            assert nonet.solve(found, limits=nonet.Limits(nodes=1000)).solution is None
        else:
            assert again.domains == found.domains


def each_format(data: bytes) -> None:
    """Read a text as every format, also as formats that do not recognise it."""
    for name in FORMATS:
        with suppress(NonetError):
            for _ in read_source(data, Reading(format=name)):
                pass


def cells(data: bytes) -> None:
    """Read names and ranges of cells."""
    with suppress(NonetError):
        list(spread(data.decode(errors="replace")))


def specs(data: bytes) -> None:
    """Find a backend by a spec, without running it."""
    with suppress(NonetError):
        find_backend(data.decode(errors="replace"))


def replies(data: bytes) -> None:
    """Read the reply of a solver."""
    with suppress(NonetError, ValueError):
        dimacs.read_reply(data.decode(errors="replace").splitlines())


def bulk_lines(data: bytes) -> None:
    """Check the lines of a file. Each line gets a record."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "puzzles.txt"), Path(folder, "verdicts.csv")
        source.write_bytes(data)
        with suppress(NonetError):
            bulk(source, target, limits=nonet.Limits(seconds=5))


def tables(data: bytes) -> None:
    """Check the puzzles of a table, whole and in pieces, and compare the results."""
    with TemporaryDirectory() as folder:
        source, whole, cut = (Path(folder, name) for name in ("in.csv", "a.csv", "b.csv"))
        source.write_bytes(data)
        names = data.partition(b"\n")[0].decode(errors="replace").strip().split(",")
        keep = [name for name in names if name in ("id", "note")]
        compare = "solution" if "solution" in names else None
        options = {"keep": keep, "compare": compare, "limits": nonet.Limits(nodes=100)}
        with suppress(NonetError):
            _read_by_rows(data, str(source))
        with suppress(NonetError):
            read_table(source).answers(backend="norvig", limits=nonet.Limits(nodes=100))
        with suppress(NonetError), mock.patch("os.fsync"):
            bulk(source, whole, backend="norvig", **options)
            with in_chunks(90):
                bulk(source, cut, backend="norvig", **options)
            assert whole.read_bytes() == cut.read_bytes()


def packed_tables(data: bytes) -> None:
    """Check the puzzles of compressed tables, which may be damaged."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "verdicts.jsonl.gz")
        for ending in (".gz", ".zst"):
            source = Path(folder, f"puzzles.tsv{ending}")
            source.write_bytes(data)
            with suppress(NonetError):
                text, name = contents(data, str(source))
                _read_by_rows(text, name)
            with suppress(NonetError), mock.patch("os.fsync"):
                bulk(source, target, backend="norvig", limits=nonet.Limits(nodes=100), force=True)


def _read_by_rows(text: bytes, name: str) -> None:
    """Read a table like the verbs that answer row by row."""
    for record, _ in records(name, text, name, DETECTED) or ():
        assert (record.puzzle is None) != (record.error is None)


def parquet(data: bytes) -> None:
    """Check the puzzles of a Parquet file, with other columns of it."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "puzzles.parquet"), Path(folder, "verdicts.csv")
        source.write_bytes(data)
        with suppress(NonetError):
            _read_by_rows(b"", str(source))
        for options in ({}, {"keep": ["id"], "compare": "solution"}):
            with suppress(NonetError), mock.patch("os.fsync"):
                limits = nonet.Limits(nodes=100)
                bulk(source, target, backend="norvig", limits=limits, force=True, **options)


def certificate(data: bytes) -> None:
    """Verify a certificate with one file replaced. A forgery must not pass."""
    with TemporaryDirectory() as folder:
        certify("11..............").write(folder)
        files = sorted(Path(folder).iterdir())
        chosen = files[data[0] % len(files)] if data else files[0]
        before = chosen.read_bytes()
        chosen.write_bytes(data[1:])
        try:
            verify(folder)
        except NonetError:
            return
        is_manifest = chosen.name == "manifest.json"
        claimed = [_claims(file) if is_manifest else file for file in (data[1:], before)]
        assert claimed[0] == claimed[1], f"a forged {chosen.name} is verified"


def _claims(manifest: bytes) -> dict[str, object]:
    """Return the claims of a manifest: everything except the versions of its writer."""
    return json.loads(manifest) | {"versions": None, "seal": None}


def parts(data: bytes) -> None:
    """Resume a run with a damaged file: `bulk` refuses it or repeats the run from the damage on."""
    whole, left = _interrupted_run()
    names = sorted(name for name in left if name.endswith(("run", ".part")))
    name = names[data[0] % len(names)] if data else names[0]
    with TemporaryDirectory() as folder:
        source, target = _source(folder), Path(folder, "out.csv")
        partial = Path(folder, "out.csv.parts")
        partial.mkdir()
        for file, content in (left | {name: _damaged(left[name], data[1:])}).items():
            (partial / file).write_bytes(content)
        with suppress(NonetError), mock.patch("os.fsync"), in_chunks(90):
            bulk(source, target, resume=True)
            assert target.read_bytes() == whole, f"a damaged {name} gives wrong bytes"


def race_journal(data: bytes) -> None:
    """Continue a race with a damaged journal."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "race.journal")
        path.write_bytes(_damaged(_interrupted_race(), data))
        with suppress(NonetError):
            race(FIELD, ["norvig"], nonet.Limits(seconds=5), journal=path)


def _damaged(whole: bytes, data: bytes) -> bytes:
    """Overwrite some bytes at a place that `data` gives. Perhaps also cut off the rest."""
    place = int.from_bytes(data[:2], "big") % (len(whole) + 1)
    rest = b"" if data[:1] and data[0] % 2 else whole[place + len(data[2:]) :]
    return whole[:place] + data[2:] + rest


def _source(folder: str) -> Path:
    source = Path(folder, "in.txt")
    source.write_text(f"{UNIQUE}\nno puzzle\n{NONE}\n{SMALL}\n" * 3)
    os.utime(source, ns=(10**18, 10**18))  # a run continues only with the same file
    return source


@cache
def _interrupted_run() -> tuple[bytes, dict[str, bytes]]:
    """Return the output of a whole run, and the files that an interrupted run leaves."""
    with (
        TemporaryDirectory() as folder,
        in_chunks(90),
        mock.patch("nonet.streaming.parts._PERIOD", 0),
    ):
        source, target = _source(folder), Path(folder, "out.csv")
        bulk(source, target)
        whole = target.read_bytes()
        with suppress(KeyboardInterrupt):
            bulk(source, target, force=True, progress=_interrupting(after=4))
        left = Path(folder, "out.csv.parts").iterdir()
        return whole, {path.name: path.read_bytes() for path in left}


@cache
def _interrupted_race() -> bytes:
    """Return the journal that an interrupted race leaves, with small pages."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "race.journal")
        with suppress(KeyboardInterrupt):
            race(FIELD, ["norvig"], nonet.Limits(seconds=5), journal=path, progress=_interrupting())
        with closing(sqlite3.connect(path)) as database:
            for command in ("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"):
                database.execute(command)
        return path.read_bytes()


def _interrupting(after: int = 1) -> Callable[..., None]:
    """Return a progress function that interrupts a run at a given call."""
    return mock.Mock(side_effect=[*[None] * (after - 1), KeyboardInterrupt])


def arrays(data: bytes) -> None:
    """Check rows of bytes in the array call of the engine, and its counts by another solver."""
    if not data or native.missing() is not None:
        return
    stride = lockstep.CELLS + data[0] % 3
    try:
        counts = lockstep.check(data[1:], stride=stride, threads=1 + data[0] % 2).counts
    except NonetError:
        return
    for start, count in zip(range(1, len(data), stride), counts.tolist(), strict=True):
        row = bytes(sign if sign > 9 else sign + ord("0") for sign in data[start : start + 81])
        puzzle = nonet.classic(row.decode("ascii"), order=3)
        assert count == nonet.count(puzzle, 2, "norvig"), row


_READERS = (text, each_format, fpuzzles, sudokumaker, penpa, sudokupad, iss, links)
_RUNS = (bulk_lines, tables, packed_tables, parquet, certificate, parts, race_journal, arrays)
TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (*_READERS, cells, specs, replies, *_RUNS)
}
