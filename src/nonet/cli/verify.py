"""``nonet verify``: check certificates."""

from __future__ import annotations

import json as json_module
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit, complain, gravest, require_choice
from nonet.cli.common.options import option
from nonet.cli.common.output import line, printable, put
from nonet.cli.common.progress import tallied
from nonet.formats import one_line
from nonet.formats.text import counted
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.certificates import Verification
    from nonet.certificates.outside import Outside

#: If the text of a puzzle has more characters, nonet prints only the size of the puzzle.
_MOST_SHOWN = 100

#: For each kind of theorem, what is proved and what the user has to trust.
_LINKS = {
    "puzzle": " (theorem: the verdict, trusted: reading puzzle.json)",
    "clauses": " (theorem: nothing satisfies the clauses, trusted: they express the rules)",
    None: "",
}


def verify(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", hidden=True)],
    other: Annotated[
        str | None,
        option("--with CHECKER", "Check the proofs with this program, too."),
    ] = None,
    json: Annotated[
        bool, option("--json", "Print JSON Lines, one record per certificate.")
    ] = False,
) -> Exit:
    """Check certificates without trusting anything in them.

    Each DIR is a certificate, or a folder of certificates. nonet ignores files that do not belong
    to a certificate, and names them on stderr.

    CHECKER is acl2, cake_lpr, dratify or drat-trim. acl2 and cake_lpr are proved correct. For
    classic puzzles, acl2 proves the verdict from the puzzle on. For others, it checks the proof.

    \b
    Exit codes:
      0    all certificates are verified
      1    some certificates are wrong, and stderr says where
      2    some certificates are incomplete or unreadable
      4    the checker is not installed
    """
    from nonet.certificates.outside import INSTALL, outside

    require_choice("--with", other, INSTALL)
    found = [certificate for folder in folders for certificate in _within(folder)]
    with nullcontext() if other is None else outside(other) as checker:
        codes = [_verified(certificate, other, checker, json) for certificate in found]
    if len(found) > 1 and not json:
        put(f"verified {codes.count(Exit.ANSWERED)} of {len(found)}")
    return gravest(codes)


def _within(folder: Path) -> list[Path]:
    """Return the certificates in a folder, or the folder itself if it is a certificate."""
    from nonet.certificates.certificate import MOST_BYTES

    try:
        entries = [] if folder.is_symlink() else sorted(folder.iterdir())
    except OSError:  # reading the certificate will raise the error again
        entries = []
    if any(entry.name in MOST_BYTES for entry in entries):
        return [folder]
    return [entry for entry in entries if entry.is_symlink() or entry.is_dir()] or [folder]


def _verified(folder: Path, other: str | None, outside: Outside | None, as_json: bool) -> Exit:
    from nonet.certificates import CertificateError
    from nonet.certificates import verify as verify_folder

    try:
        with tallied(f"Checking {folder.name}") as note:
            report = verify_folder(folder, outside=outside, progress=note)
    except PuzzleError as error:
        is_read = isinstance(error, CertificateError)
        if as_json:
            status = "not verified" if is_read else "unreadable"
            _print_json(folder, status, {"error": str(error)})
        complain(error)
        return Exit.NOT_UNIQUE if is_read else Exit.BAD_INPUT
    by = other if report.is_complete else None  # an incomplete certificate has no proof to check
    theorem = _theorem(by, report)
    if as_json:
        _print_json(folder, "verified", _fields(report) | {"also_by": by, "theorem": theorem})
    else:
        status = f"verified, also by {by}{_LINKS[theorem]}" if by else "verified"
        put(printable(f"{folder}: {status}: {_words(report)}"))
    if report.others:
        complain(f"note: {folder}: not part of the certificate: {', '.join(report.others)}")
    return Exit.ANSWERED


def _theorem(checker: str | None, report: Verification) -> str | None:
    """Return what the checker proves: a theorem about the puzzle, about its clauses, or none."""
    from nonet.certificates.outside import claim_of

    if checker == "acl2" and claim_of(report.puzzle, report.solutions):
        return "puzzle"
    return "clauses" if checker in ("acl2", "cake_lpr") else None


def _words(report: Verification) -> str:
    grid, puzzle = report.puzzle.grid, one_line(report.puzzle)
    if len(puzzle) > _MOST_SHOWN:
        puzzle = f"the {grid.rows}×{grid.columns} puzzle in it"
    if not report.is_complete:
        return f"{puzzle} has several solutions"
    found = len(report.solutions)
    number = {0: "no solution", 1: "one solution"}.get(found, f"exactly {found:,} solutions")
    lemmas = counted(report.lemmas, "lemma")
    return f"{puzzle} has {number}: {report.clauses} clauses, {lemmas}"


def _fields(report: Verification) -> dict[str, object]:
    return {
        "puzzle": one_line(report.puzzle),
        "verdict": str(report.claim),
        "solutions": [line(report.puzzle, solution) for solution in report.solutions],
        "complete": report.is_complete,
        "clauses": report.clauses,
        "lemmas": report.lemmas,
        "seal": report.seal,
        "others": list(report.others),
        "seconds": dict(report.seconds),
    }


def _print_json(folder: Path, status: str, fields: dict[str, object]) -> None:
    put(json_module.dumps({"certificate": str(folder), "status": status} | fields))
