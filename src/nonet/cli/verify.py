"""``nonet verify``: check certificates."""

from __future__ import annotations

from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.cli.common import options
from nonet.cli.common.exits import Exit, complain, gravest, require_choice
from nonet.cli.common.options import LIMITS, argument, option
from nonet.cli.common.output import line, printable, put, put_record
from nonet.cli.common.progress import tallied
from nonet.formats import one_line
from nonet.formats.text import counted
from nonet.system.errors import PuzzleError
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.certificates import Unverified, Verification
    from nonet.certificates.outside import Outside

    _Report = Verification | Unverified | PuzzleError

#: If the text of a puzzle has more characters, nonet prints only the size of the puzzle.
_MOST_SHOWN = 100

#: For each theorem, what is proved and what the user has to trust.
_LINKS = {
    "puzzle": " (theorem: the verdict, trusted: reading puzzle.json)",
    "primitives": " (theorem: the verdict, trusted: reading puzzle.json, its rules as primitives)",
    "clauses": " (theorem: nothing satisfies the clauses, trusted: they express the rules)",
    "none": "",
}

#: The other checker of this process, once it is started, and what ends it.
_started: dict[str, Outside] = {}
_end = ExitStack()


def verify(
    folders: list[Path] = argument("DIR...", default=...),
    other: str | None = option("--with CHECKER", "Check the proofs with this program, too."),
    time: float | None = option(
        "--time -t SECONDS", "Give up on a certificate after this time.", LIMITS
    ),
    jobs: int = options.JOBS,
    json: bool = option("--json", "Print JSON Lines, one record per certificate."),
) -> Exit:
    """Check certificates without trusting anything in them.

    Each DIR is a certificate, or a folder of certificates. nonet ignores files that do not belong
    to a certificate, and names them on stderr.

    CHECKER is acl2, cake_lpr, dratify or drat-trim. acl2 and cake_lpr are proved correct. acl2 also
    proves that the clauses follow from the puzzle. Each of several jobs starts CHECKER. --time does
    not include the start.

    \b
    Exit codes:
      0    all certificates are verified
      1    some certificates are wrong, and stderr says where
      2    some certificates are incomplete or unreadable
      4    the checker is not installed
      124  a limit was reached, so some certificates are not verified
    """
    from nonet.certificates.outside import INSTALL

    require_choice("--with", other, INSTALL)
    check = partial(_checked, other, options.limits(time, None))
    found = [certificate for folder in folders for certificate in _within(folder)]
    with options.spread(min(jobs, len(found)), check, found) as reports, closing(_end):
        pairs = zip(found, reports, strict=True)
        codes = [_reported(folder, report, other, json) for folder, report in pairs]
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


def _checked(other: str | None, limits: Limits, folder: Path) -> _Report:
    """Verify a certificate, here or in another process. Return an error instead of raising it."""
    from nonet.certificates import Unverified
    from nonet.certificates import verify as verify_folder
    from nonet.certificates.outside import outside

    if other is not None and other not in _started:
        _started[other] = _end.enter_context(outside(other))
        _end.callback(_started.clear)
    checker = None if other is None else _started[other]
    try:
        with tallied(f"Checking {folder.name}") as note:
            return verify_folder(folder, outside=checker, limits=limits, progress=note)
    except Unverified as error:
        _end.close()  # the checker may still be at work, or killed
        return error
    except PuzzleError as error:
        return error


def _reported(folder: Path, report: _Report, other: str | None, as_json: bool) -> Exit:
    from nonet.certificates import CertificateError, Unverified

    place = {"certificate": str(folder)}
    if isinstance(report, Exception):
        status, code = "unreadable", Exit.BAD_INPUT
        if isinstance(report, Unverified):
            status, code = "unknown", Exit.LIMIT
        elif isinstance(report, CertificateError):
            status, code = "not verified", Exit.NOT_UNIQUE
        if as_json:
            put_record(place | {"status": status, "error": str(report)})
        complain(report)
        return code
    if as_json:
        by = other if report.theorem else None
        theorem = None if report.theorem == "none" else report.theorem
        fields = _fields(report) | {"also_by": by, "theorem": theorem}
        put_record(place | {"status": "verified"} | fields)
    else:
        by = f", also by {other}{_LINKS[report.theorem]}" if report.theorem else ""
        put(printable(f"{folder}: verified{by}: {_words(report)}"))
    if report.others:
        complain(f"note: {folder}: not part of the certificate: {', '.join(report.others)}")
    return Exit.ANSWERED


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
