"""``nonet verify``: does a certificate prove what it claims?"""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit, complain, gravest
from nonet.cli.common.options import AsJson
from nonet.cli.common.output import printable, put, text
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.certificates import Verification


def verify(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="Certificates, or folders of certificates."),
    ],
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Trust a SAT solver's unit propagation; for long proofs."),
    ] = False,
    json: AsJson = False,
) -> Exit:
    """Check certificates, trusting nothing in them.

    In a folder of certificates, every folder has to be one. What else is in a certificate is not
    read, and noted on stderr. Exit codes: 0 all are verified; 1 some are not, and stderr says where
    they fail; 2 some are incomplete or cannot be read.
    """
    found = [certificate for folder in folders for certificate in _within(folder)]
    codes = [_verified(certificate, fast, json) for certificate in found]
    if len(found) > 1 and not json:
        put(f"verified {codes.count(Exit.ANSWERED)} of {len(found)}")
    return gravest(codes)


def _within(folder: Path) -> list[Path]:
    """Return the folders in a folder of certificates; one that is a certificate is alone."""
    from nonet.certificates.certificate import MOST_BYTES

    try:
        entries = [] if folder.is_symlink() else sorted(folder.iterdir())
    except OSError:  # reading it says why
        entries = []
    if any(entry.name in MOST_BYTES for entry in entries):
        return [folder]
    return [entry for entry in entries if entry.is_symlink() or entry.is_dir()] or [folder]


def _verified(folder: Path, fast: bool, as_json: bool) -> Exit:
    from nonet.certificates import CertificateError
    from nonet.certificates import verify as verify_folder

    try:
        with _progress(f"Checking {folder.name}") as progress:
            report = verify_folder(folder, fast=fast, progress=progress)
    except PuzzleError as error:
        is_read = isinstance(error, CertificateError)
        if as_json:
            status = "not verified" if is_read else "unreadable"
            _print_json(folder, {"status": status, "error": str(error)})
        complain(error)
        return Exit.NOT_UNIQUE if is_read else Exit.BAD_INPUT
    if as_json:
        _print_json(folder, {"status": "verified"} | _fields(report))
    else:
        put(printable(f"{folder}: verified: {_words(report)}"))
    if report.others:
        complain(f"note: {folder}: not part of the certificate: {', '.join(report.others)}")
    return Exit.ANSWERED


#: What certificates prove, in words.
_CLAIMS = {"none": "no solution", "unique": "one solution", "multiple": "several solutions"}

#: A longer puzzle is not printed.
_MOST_SHOWN = 100


def _words(report: Verification) -> str:
    grid, puzzle = report.puzzle.grid, text(report.puzzle)
    if len(puzzle) > _MOST_SHOWN:
        puzzle = f"the {grid.rows}×{grid.columns} puzzle in it"
    words = f"{puzzle} has {_CLAIMS[report.claim]}"
    if report.checker is None:
        return words
    lemmas = f"{report.lemmas} lemma{'s' * (report.lemmas != 1)}"
    return f"{words}: {report.clauses} clauses, {lemmas}, {report.checker}"


def _fields(report: Verification) -> dict[str, object]:
    from nonet.formats import write_values

    grid = report.puzzle.grid
    return {
        "puzzle": text(report.puzzle),
        "verdict": str(report.claim),
        "solutions": [write_values(grid, solution) for solution in report.solutions],
        "clauses": report.clauses,
        "lemmas": report.lemmas,
        "checker": report.checker,
        "seal": report.seal,
        "others": list(report.others),
        "seconds": dict(report.seconds),
    }


def _print_json(folder: Path, fields: dict[str, object]) -> None:
    put(json_module.dumps({"certificate": str(folder)} | fields))


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr, if that is a terminal, while a proof is checked."""
    if not sys.stderr.isatty():
        yield lambda line, lines: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(escape(printable(what)), total=None)

        def progress(line: int, lines: int) -> None:
            if line % 16 == 0 or line == lines:
                bar.update(task, completed=line, total=lines)

        yield progress
