"""What is fuzzed: every reader of a stranger's bytes, and the array calls of the engine.

A target takes bytes. It may raise the errors that the reader promises, which are caught here; any
other is a finding. Where something was read, the target asks for more: what was written must be
read again as the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import nonet
from nonet.certificates import certify, verify
from nonet.encodings import dimacs
from nonet.errors import NonetError
from nonet.formats import FORMATS, read_bytes
from nonet.formats.contract import Inexpressible
from nonet.grid import spread
from nonet.solvers import find_backend, native
from nonet.solvers.native.lockstep import arrays as lockstep
from nonet.streaming import bulk

#: Larger boards than this are read but not written and drawn: it only takes time.
MOST_CELLS = 1_000


def text(data: bytes) -> None:
    """Read puzzles of any format from a text, and write them in every format that can say them."""
    with suppress(NonetError):
        for record in read_bytes(data):
            if record.puzzle is not None and len(record.puzzle.grid.cells) <= MOST_CELLS:
                _is_written_and_read(record.puzzle)


def _is_written_and_read(puzzle: nonet.Puzzle) -> None:
    for name, chosen in FORMATS.items():
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


def each_format(data: bytes) -> None:
    """Read a text as each format in turn, whatever it looks like."""
    for name in FORMATS:
        with suppress(NonetError):
            for _ in read_bytes(data, format=name):
                pass


def cells(data: bytes) -> None:
    """Read names and ranges of cells."""
    with suppress(NonetError):
        spread(data.decode(errors="replace"))


def specs(data: bytes) -> None:
    """Find a backend by a spec; nothing is run."""
    with suppress(NonetError):
        find_backend(data.decode(errors="replace"))


def formula(data: bytes) -> None:
    """Read a CNF with its marks, and what a solver replied."""
    lines = data.decode(errors="replace").splitlines()
    with suppress(NonetError, ValueError):
        dimacs.read(lines)
    with suppress(NonetError, ValueError):
        dimacs.read_reply(lines)


def bulk_lines(data: bytes) -> None:
    """Check the lines of a file; each gets a record, whatever it is."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "puzzles.txt"), Path(folder, "verdicts.csv")
        source.write_bytes(data)
        with suppress(NonetError):
            bulk(source, target, limits=nonet.Limits(seconds=5))


def parquet(data: bytes) -> None:
    """Check the puzzles of a Parquet file."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "puzzles.parquet"), Path(folder, "verdicts.csv")
        source.write_bytes(data)
        with suppress(NonetError):
            bulk(source, target, limits=nonet.Limits(seconds=5))


def certificate(data: bytes) -> None:
    """Verify a certificate of which one file is replaced; only the true one may pass."""
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
        assert data[1:] == before, f"a forged {chosen.name} is verified"


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


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        text,
        each_format,
        cells,
        specs,
        formula,
        bulk_lines,
        parquet,
        certificate,
        arrays,
    )
}
