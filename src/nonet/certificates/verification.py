"""Verify a certificate without trusting any of its statements."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nonet import __version__
from nonet.certificates import proof
from nonet.certificates.certificate import (
    FORMULA,
    HEAD,
    MANIFEST,
    PROOF,
    PUZZLE,
    SHOWN,
    WITNESSES,
    CertificateError,
    file_names,
    formula,
    lines_of,
    manifest,
    read_text,
    require_lines,
    rows,
    sha256,
)
from nonet.certificates.checker import Borrowed, Checker, Propagation
from nonet.encodings import dimacs
from nonet.encodings.cnf import Cnf
from nonet.formats import parse, write
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError, TooLarge
from nonet.system.memory import paused_collector
from nonet.validity import violations

#: A function that is called for each line of the proof, with the line's number and the number of
#: lines.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Verification:
    """The result of `verify`: the proved claim about a puzzle.

    `checker` names the checker of the proof. It is None for MULTIPLE, which needs no proof. `seal`
    identifies the certificate, because equal seals mean equal files. `others` has the names of the
    files in the folder that `verify` did not read. `seconds` has the time of each step of the
    verification.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.certificates import certify
    >>> with TemporaryDirectory() as folder:
    ...     certify("11..............").write(folder)
    ...     print(verify(folder).claim)
    none
    """

    claim: Kind
    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    clauses: int
    lemmas: int
    checker: str | None
    seal: str
    others: tuple[str, ...]
    seconds: Mapping[str, float] = field(compare=False)


def verify(
    folder: str | Path, *, fast: bool = False, progress: Progress = lambda line, lines: None
) -> Verification:
    """Check all files in the folder of a certificate. Raise `CertificateError` if a file is wrong.

    If `fast` is set, a SAT solver does the unit propagation for the proof. By default, our own code
    does it. Raise `PuzzleError` if a file is missing, is a link, is not a regular file or is too
    large.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.certificates import certify
    >>> from nonet.formats import classic
    >>> with TemporaryDirectory() as folder:
    ...     certify(classic("12..34..2......3")).write(folder)
    ...     proved = verify(folder)
    >>> proved.claim, proved.clauses, proved.lemmas, proved.checker
    (<Kind.UNIQUE: 'unique'>, 391, 1, 'checked by nonet')
    """
    return _Verifier(Path(folder), fast, progress).run()


@dataclass(frozen=True)
class _Manifest:
    """The statements of a manifest that cannot be derived from the other files."""

    claim: Kind
    prover: str | None
    versions: dict[str, str]
    hashes: dict[str, str]
    seal: str


class _Verifier:
    """Checks the files in order. Each step uses only files that are already checked."""

    def __init__(self, folder: Path, fast: bool, progress: Progress) -> None:
        self._folder = folder
        self._fast = fast
        self._progress = progress
        self._seconds: dict[str, float] = {}

    def run(self) -> Verification:
        """Check all files. At the end, require the same manifest that `manifest` would write."""
        if self._folder.is_symlink():
            raise PuzzleError("a link is not followed", file=str(self._folder))
        if self._folder.is_file():
            raise PuzzleError("this is a file: name its folder instead", file=str(self._folder))
        with self._timed("puzzle"):
            stated = _read_manifest(self._folder / MANIFEST)
            puzzle = self._puzzle()
            self._require_hash(PUZZLE, stated)
        with self._timed("solutions"):
            solutions = tuple(
                self._solution(puzzle, name) for name in WITNESSES[: SHOWN[stated.claim]]
            )
            if len(set(solutions)) < len(solutions):
                raise self._error(WITNESSES[1], f"the same solution as in {WITNESSES[0]}")
        cnf: Cnf | None = None
        checker: Checker | None = None
        lemmas = 0
        if stated.claim is not Kind.MULTIPLE:
            with paused_collector():
                cnf = self._formula(puzzle, solutions, stated)
                checker = self._loaded(cnf, solutions)
                lemmas = self._proof(cnf, checker)
        with self._timed("hashes"):
            for name in file_names(stated.claim):
                self._require_hash(name, stated)
            expected = manifest(self._folder, stated.claim, stated.prover, stated.versions)
            require_lines(self._folder / MANIFEST, expected)
        return Verification(
            stated.claim,
            puzzle,
            solutions,
            clauses=len(cnf.clauses) if cnf else 0,
            lemmas=lemmas,
            checker=checker.name if checker else None,
            seal=stated.seal,
            others=self._others(stated.claim),
            seconds=self._seconds,
        )

    def _puzzle(self) -> Puzzle:
        path = self._folder / PUZZLE
        text = read_text(path)
        try:
            puzzle = parse(text, format="json", name=str(path))
        except TooLarge:
            raise
        except PuzzleError as error:
            raise CertificateError(
                error.message, file=str(path), line=error.line, cell=error.cell
            ) from None
        require_lines(path, [write(puzzle, "json")])
        return puzzle

    def _solution(self, puzzle: Puzzle, name: str) -> Solution:
        """Read a solution and check it against the rules themselves."""
        text = read_text(self._folder / name)
        try:
            solution = tuple(map(int, text.split()))
        except ValueError:
            raise self._error(name, "not a solution: it has words that are not numbers") from None
        require_lines(self._folder / name, rows(puzzle.grid, solution))
        for violation in violations(puzzle, solution):
            row = puzzle.grid.place(violation.cells[0])[0] + 1 if violation.cells else None
            raise self._error(name, f"not a solution: {violation}", row)
        return solution

    def _formula(self, puzzle: Puzzle, solutions: tuple[Solution, ...], stated: _Manifest) -> Cnf:
        """Build the formula from the puzzle. The file must have the same clauses."""
        with self._timed("encode"):
            cnf = formula(puzzle, solutions)
        with self._timed("compare"):
            try:
                require_lines(self._folder / FORMULA, dimacs.write(cnf))
            except CertificateError as error:
                maker = stated.versions.get("nonet")
                if maker == __version__:
                    raise
                note = f"{error.message} (made by nonet {maker}, but this is {__version__})"
                raise self._error(FORMULA, note, error.line) from None
        return cnf

    def _loaded(self, cnf: Cnf, solutions: tuple[Solution, ...]) -> Checker:
        """Load the formula into a checker.

        Make sure that the clauses of the rules allow each solution. Without this check, a mistake
        of the encoder could make these clauses unsatisfiable by themselves.
        """
        with self._timed("load"):
            rules = cnf.clauses[: len(cnf.clauses) - len(solutions)]
            checker = Borrowed(rules) if self._fast else Propagation(cnf.variables, rules)
            for clause in cnf.clauses[len(rules) :]:
                if checker.follows(clause):
                    raise self._error(FORMULA, "the clauses do not allow the solution")
                checker.add(clause)
        return checker

    def _proof(self, cnf: Cnf, checker: Checker) -> int:
        with self._timed("check"):
            path = self._folder / PROOF
            total = sum(1 for _ in lines_of(path, _longest(cnf)))
            lines = (line.removesuffix("\n") for line in lines_of(path, _longest(cnf)))
            try:
                return proof.check(
                    *(lines, cnf.clauses, cnf.variables, checker),
                    progress=lambda line: self._progress(line, total),
                )
            except proof.ProofError as error:
                raise self._error(PROOF, error.message, error.line) from None

    def _require_hash(self, name: str, stated: _Manifest) -> None:
        found = sha256(self._folder / name)
        if found != stated.hashes[name]:
            raise self._error(
                name, f"its sha256 is {found}, but {MANIFEST} has {stated.hashes[name]}"
            )

    def _others(self, claim: Kind) -> tuple[str, ...]:
        found = {entry.name for entry in self._folder.iterdir()}
        return tuple(sorted(found.difference(file_names(claim), [MANIFEST])))

    def _error(self, name: str, message: str, line: int | None = None) -> CertificateError:
        return CertificateError(message, file=str(self._folder / name), line=line)

    @contextmanager
    def _timed(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self._seconds[step] = time.perf_counter() - start


def _longest(cnf: Cnf) -> int:
    """Return the length of the longest possible line of a proof: a line with every literal."""
    return 2 * (cnf.variables + 1) * len(f"-{cnf.variables} ")


def _read_manifest(path: Path) -> _Manifest:
    """Read the statements of a manifest. At the end, `run` compares all other members."""
    text = read_text(path)
    try:
        return _manifest(json.loads(text))
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at column {error.colno}"
        raise CertificateError(message, file=str(path), line=error.lineno) from None
    except RecursionError:
        raise CertificateError("nested too deeply", file=str(path)) from None
    except ValueError as error:
        raise CertificateError(str(error), file=str(path)) from None


def _manifest(members: object) -> _Manifest:
    if not isinstance(members, dict) or not HEAD.items() <= members.items():
        raise ValueError(f"not the manifest of a {HEAD['format']}, version {HEAD['version']}")
    claims = {str(claim): claim for claim in SHOWN}
    if (claim := claims.get(str(members.get("claim")))) is None:
        raise ValueError(f"the claim must be one of {', '.join(claims)}")
    prover, seal = members.get("prover"), members.get("seal")
    versions, hashes = _texts(members, "versions"), _texts(members, "sha256")
    if not isinstance(prover, str | None) or not isinstance(seal, str):
        raise ValueError("the prover and the seal must be texts")
    if tuple(hashes) != file_names(claim):
        raise ValueError(f"the claim {claim} needs hashes of {', '.join(file_names(claim))}")
    return _Manifest(claim, prover, versions, hashes, seal)


def _texts(members: dict[str, object], key: str) -> dict[str, str]:
    texts = members.get(key)
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"{key!r} must be an object of texts")
    return texts
