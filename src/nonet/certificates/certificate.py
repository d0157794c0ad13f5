"""A certificate and its files: a puzzle, a claim about it, and a proof of the claim.

`manifest.json` has the claim, the versions, the prover, and a hash of each other file.
`puzzle.json` has the puzzle, and `solutions.txt` the solutions. If these are all solutions,
`formula.cnf` has the formula "there is another solution" in DIMACS, and `proof.lrat` proves that
this formula cannot be satisfied. The same puzzle and versions give the same files, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from io import BufferedReader, TextIOWrapper
from pathlib import Path

from nonet.encodings import dimacs
from nonet.encodings.at_most_one import Clause
from nonet.encodings.cnf import Cnf, encode
from nonet.formats import write
from nonet.model.constraints import AnyOf, Candidates, Connected, Constraint, Partition
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError
from nonet.system.files import named, open_regular, require_new, whole_folder
from nonet.system.memory import paused_collector

MANIFEST, PUZZLE, SOLUTIONS = "manifest.json", "puzzle.json", "solutions.txt"
FORMULA, PROOF = "formula.cnf", "proof.lrat"

#: The maximum size of each file, in bytes. To check a proof takes up to nine times as much memory.
MOST_BYTES = {MANIFEST: 1 << 20, PUZZLE: 1 << 23, SOLUTIONS: 1 << 24, FORMULA: 1 << 30}
MOST_BYTES |= {PROOF: 1 << 28}

#: A certificate shows at most this many solutions.
MOST_SOLUTIONS = 10_000

#: The first members of every manifest.
HEAD = {"format": "nonet certificate", "version": 2}

#: The encoding of every formula. Givens are not propagated, so the proof contains every conclusion.
#: Redundant clauses make proofs short.
ENCODING = "pairwise,extended,raw"

_SHOWN = 30  # characters of a wrong line that an error shows


class CertificateError(PuzzleError):
    """A certificate does not prove its claim. The message names the file and the line.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.certificates import certify, verify
    >>> with TemporaryDirectory() as folder:
    ...     certify("11..............").write(folder)
    ...     _ = Path(folder, "proof.lrat").write_text("0 ")
    ...     verify(folder)
    Traceback (most recent call last):
    nonet.certificates.certificate.CertificateError: ...proof.lrat...
    """


@dataclass(frozen=True)
class Certificate:
    """The result of `certify`: a claim, and everything needed to check it.

    The formula has `cuts` instead of connections (`nonet.solvers.cuts` explains them).

    `proof` has the lines of a proof that there are no other solutions, and `prover` names its
    solver. Two solutions already prove MULTIPLE. Such a certificate has no proof and no prover,
    unless it shows all solutions. `versions` has the versions of nonet and of the prover's library.

    >>> from nonet.certificates import certify
    >>> certificate = certify("1234341221434321")
    >>> certificate.claim, certificate.solutions == (certificate.puzzle.givens,)
    (<Kind.UNIQUE: 'unique'>, True)
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    proof: tuple[str, ...]
    prover: str | None
    versions: Mapping[str, str]
    cuts: tuple[Clause, ...] = ()

    @property
    def claim(self) -> Kind:
        """What the certificate proves about the number of solutions."""
        return Kind.of(len(self.solutions), is_complete=bool(self.proof))

    def write(self, folder: str | Path) -> None:
        """Write all files into a new or empty folder. If there is an error, write no file."""
        with _new(folder) as draft, named(str(folder)):
            self.fill(draft)

    def fill(self, folder: Path) -> None:
        """Write the files into an existing folder, one by one."""
        with paused_collector():
            write_lines(folder / PUZZLE, [write(self.puzzle, "json")])
            write_lines(folder / SOLUTIONS, rows(self.puzzle.grid, self.solutions))
            if self.proof:
                cnf = formula(self.puzzle, self.solutions, self.cuts)
                write_lines(folder / FORMULA, dimacs.parts(cnf))
                write_lines(folder / PROOF, self.proof)
        stated = (len(self.solutions), bool(self.proof), self.prover, self.versions)
        write_lines(folder / MANIFEST, manifest(folder, *stated))


def write_all(folder: str | Path, certificates: Iterable[Certificate]) -> None:
    """Write all certificates or none, in subfolders 0001, 0002 … of a new or empty folder."""
    with _new(folder) as draft:
        for number, certificate in enumerate(certificates, start=1):
            name = f"{number:04}"
            with named(f"{folder}/{name}"):
                (draft / name).mkdir()
                certificate.fill(draft / name)


@contextmanager
def _new(folder: str | Path) -> Iterator[Path]:
    name = str(folder)
    require_new(name)
    with named(name):
        Path(folder).parent.mkdir(parents=True, exist_ok=True)
    with whole_folder(name) as draft:
        yield draft


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines, each with a line feed at its end."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def file_names(is_complete: bool) -> tuple[str, ...]:
    """Return the names of all files except the manifest. A complete certificate has four."""
    return (PUZZLE, SOLUTIONS, *((FORMULA, PROOF) if is_complete else ()))


def formula(puzzle: Puzzle, solutions: Iterable[Solution], cuts: Sequence[Clause] = ()) -> Cnf:
    """Return the clauses of the puzzle, the cuts, and a clause that forbids each solution."""
    relaxed = puzzle.relaxed(()) if puzzle.geometry.connections else puzzle
    cnf, mark = encode(relaxed, ENCODING), puzzle.grid.mark
    others = [[-mark(cell, found[cell]) for cell in puzzle.grid.answers] for found in solutions]
    return replace(cnf, clauses=[*cnf.clauses, *cuts, *others])


def follows(puzzle: Puzzle, clause: Sequence[int]) -> bool:
    """Tell whether a connection of the puzzle implies a clause of pencil marks.

    It does if the connection is broken when all these marks are wrong. So a checker need not know
    how a cut was found.
    """
    grid = puzzle.grid
    if not all(0 < mark <= grid.marks for mark in clause):
        return False
    left = [grid.full] * len(grid.cells)
    for cell, value in map(grid.unmark, clause):
        left[cell] &= ~grid.bit(value)
    return all(left) and any(_breaks(part, left, grid) for part in puzzle.geometry.connections)


def _breaks(part: Constraint | Candidates, left: Sequence[int], grid: Grid) -> bool:
    """Tell whether no values that are left satisfy a primitive. False may also mean unknown."""
    if isinstance(part, AnyOf):
        return all(any(_breaks(each, left, grid) for each in parts) for parts in part.alternatives)
    if isinstance(part, Partition):
        return any(_breaks(each, left, grid) for each in (*part.areas(), *part.others()))
    # For a connection, it only matters whether a cell has one of the values.
    inside = grid.overlap(part.values) if isinstance(part, Connected) else 0
    values = [
        next(grid.values_of(mask))
        if mask & (mask - 1) == 0 or (inside and mask & inside in (0, mask))
        else None
        for mask in left
    ]
    return not part.holds(values)


def rows(grid: Grid, solutions: Iterable[Solution]) -> Iterator[str]:
    """Yield a line for each row of solutions, and an empty line between two solutions."""
    for number, solution in enumerate(solutions):
        if number:
            yield ""
        for start in range(0, len(solution), grid.columns):
            yield " ".join(map(str, solution[start : start + grid.columns]))


def manifest(
    folder: Path, count: int, is_complete: bool, prover: str | None, versions: Mapping[str, str]
) -> list[str]:
    """Return the lines of the manifest of a folder, which has all other files."""
    members: dict[str, object] = {
        **HEAD,
        "claim": str(Kind.of(count, is_complete=is_complete)),
        "solutions": count,
        "complete": is_complete,
        "encoding": ENCODING,
        "prover": prover,
        "versions": dict(versions),
        "sha256": {name: sha256(folder / name) for name in file_names(is_complete)},
    }
    # The seal identifies the whole certificate.
    seal = hashlib.sha256(json.dumps(members).encode()).hexdigest()
    return json.dumps(members | {"seal": seal}, indent=2).split("\n")


def open_file(path: Path) -> BufferedReader:
    """Open a file of a certificate. Raise `PuzzleError` if it is too large or no regular file."""
    return open_regular(path, MOST_BYTES[path.name])


def sha256(path: Path) -> str:
    """Return the hash of a file in hexadecimal."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_text(path: Path) -> str:
    """Return the text of a file. Surrogates replace bytes that are not UTF-8."""
    with _open_text(path) as file:
        return file.read()


def lines_of(path: Path, longest: int) -> Iterator[str]:
    """Yield the lines of a file. Refuse lines longer than `longest`."""
    with _open_text(path) as file:
        lines = iter(partial(file.readline, longest + 1), "")
        for number, line in enumerate(lines, start=1):
            if len(line) > longest:
                message = f"a line of more than {longest} characters"
                raise CertificateError(message, file=str(path), line=number)
            yield line.removesuffix("\n")


def _open_text(path: Path) -> TextIOWrapper:
    return TextIOWrapper(open_file(path), "utf-8", "surrogateescape", newline="\n")


def require_text(path: Path, expected: Iterable[str]) -> None:
    """Raise `CertificateError` if a file is not as expected. Each part has one or more lines."""
    line = 1
    with _open_text(path) as file:
        for part in expected:
            wanted = f"{part}\n"
            found = file.read(len(wanted))
            if found != wanted:
                pairs = enumerate(zip(found, wanted, strict=False))
                place = next((i for i, (a, b) in pairs if a != b), min(len(found), len(wanted)))
                message = _difference(found + file.read(_SHOWN), wanted, place)
                line += wanted.count("\n", 0, place)
                raise CertificateError(message, file=str(path), line=line)
            line += wanted.count("\n")
        if file.read(1):
            raise CertificateError("there is text after the end", file=str(path), line=line)


def _difference(found: str, wanted: str, place: int) -> str:
    """Describe the difference between two texts at a place, up to the end of the line."""
    column = place - wanted.rfind("\n", 0, place)
    if column == 1 and place == len(found):
        return "ends too early"
    shown, right = (
        ascii("".join(text[place : place + _SHOWN].partition("\n")[:2])) for text in (found, wanted)
    )
    return f"{shown} at column {column}, where {right} is expected"
