"""Verify a certificate without trusting any of its statements."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nonet import __version__
from nonet.certificates import proof
from nonet.certificates.certificate import (
    FORMULA,
    HEAD,
    MANIFEST,
    MOST_SOLUTIONS,
    PROOF,
    PUZZLE,
    SOLUTIONS,
    CertificateError,
    file_names,
    follows,
    formula,
    lines_of,
    manifest,
    read_text,
    require_text,
    rows,
    sha256,
)
from nonet.certificates.claims import Claim, claim_of
from nonet.certificates.outside import Outside, Theorem
from nonet.encodings import dimacs
from nonet.encodings.at_most_one import Clause
from nonet.encodings.cnf import Cnf
from nonet.formats import parse, write
from nonet.formats.json_text import Node, decoded
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, LimitsLike, Solution, are_repeated, find_backend
from nonet.system.errors import NonetError, PuzzleError, TooLarge
from nonet.system.limits import TimeUp, check_limits, limited_to, seconds_left
from nonet.system.memory import paused_collector
from nonet.validity import violations

#: The SAT solver that finds the values of a formula's auxiliary variables for a solution.
_FILLER = "pysat:minisat22"


class Unverified(NonetError, RuntimeError):
    """A limit was reached before a certificate was verified."""


#: Called for each line of the proof, with the number of the line and the number of all lines.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Verification:
    """The result of `verify`: the proved claim about a puzzle.

    If `is_complete` is True, `solutions` has all solutions. Certificates with the same `seal` have
    the same files. `others` names files that `verify` did not read. `theorem` tells what another
    checker has proved, if you passed one. `seconds` has the time of each step.
    """

    claim: Kind
    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    is_complete: bool
    clauses: int
    lemmas: int
    seal: str
    others: tuple[str, ...]
    theorem: Theorem | None
    seconds: Mapping[str, float] = field(compare=False)


def verify(
    folder: str | Path,
    *,
    outside: Outside | None = None,
    limits: LimitsLike = Limits(),
    progress: Progress = lambda line, lines: None,
) -> Verification:
    """Check all files in the folder of a certificate. Raise `CertificateError` if a file is wrong.

    With `outside`, another program checks the proof as well. Raise `PuzzleError` if a file is
    missing or too large, or is not a regular file. Raise `Unverified` if a limit is reached.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.certificates import certify
    >>> with TemporaryDirectory() as folder:
    ...     certify("12..34..2......3").write(folder)
    ...     proved = verify(folder)
    >>> proved.claim, proved.clauses, proved.lemmas
    (<Kind.UNIQUE: 'unique'>, 391, 1)
    """
    try:
        with limited_to(limits):
            return _Verifier(Path(folder), outside, progress).run()
    except TimeUp as reached:
        reason = str(reached) or "a limit was reached"
        raise Unverified(f"{folder}: not verified: {reason}") from None


class _Verifier:
    """Checks the files in order. Each step uses only files that are already checked."""

    def __init__(self, folder: Path, outside: Outside | None, progress: Progress) -> None:
        self._folder = folder
        self._outside = outside
        self._progress = progress
        self._seconds: dict[str, float] = {}

    def run(self) -> Verification:
        """Check all files. At the end, compare the manifest with a new manifest of the files."""
        if self._folder.is_symlink():
            raise PuzzleError("a link is not followed", file=str(self._folder))
        if self._folder.is_file():
            raise PuzzleError("this is a file: name its folder instead", file=str(self._folder))
        with self._timed("puzzle"):
            stated = _read_manifest(self._folder / MANIFEST)
            is_complete = FORMULA in stated["sha256"]
            puzzle = self._puzzle(stated)
            self._require_hash(PUZZLE, stated)
        with self._timed("solutions"):
            solutions = self._solutions(puzzle)
            self._require_hash(SOLUTIONS, stated)
        claim = Kind.of(len(solutions), is_complete=is_complete)
        if claim is Kind.UNKNOWN:
            raise self._error(
                MANIFEST, f"{SOLUTIONS} has fewer than 2 solutions and there is no proof"
            )
        clauses, lemmas, theorem = 0, 0, None
        if is_complete:
            with paused_collector():
                cnf = self._formula(puzzle, solutions, stated["versions"].get("nonet"))
                self._require_allowed(cnf, solutions)
                clauses, lemmas = len(cnf.clauses), self._proof(cnf)
                if self._outside is not None:
                    claimed = claim_of(puzzle, solutions)
                    theorem = self._check_outside(self._outside, cnf, claimed)
        with self._timed("hashes"):
            for name in file_names(is_complete):
                self._require_hash(name, stated)
            expected = manifest(
                *(self._folder, len(solutions), is_complete),
                *(stated.get("prover"), stated["versions"]),
            )
            require_text(self._folder / MANIFEST, expected)
        names = {entry.name for entry in self._folder.iterdir()}
        return Verification(
            *(claim, puzzle, solutions, is_complete, clauses, lemmas, stated["seal"]),
            others=tuple(sorted(names.difference(file_names(is_complete), [MANIFEST]))),
            theorem=theorem,
            seconds=self._seconds,
        )

    def _puzzle(self, stated: dict[str, Any]) -> Puzzle:
        path = self._folder / PUZZLE
        try:
            puzzle = parse(read_text(path), format="json", name=str(path))
        except PuzzleError:  # an unchanged file may need a rule that is not known here
            self._require_hash(PUZZLE, stated)
            raise
        require_text(path, [write(puzzle, "json")])
        return puzzle

    def _solutions(self, puzzle: Puzzle) -> tuple[Solution, ...]:
        text, size = read_text(self._folder / SOLUTIONS), len(puzzle.grid.cells)
        try:
            values = tuple(map(int, text.split()))
        except ValueError:
            raise self._error(SOLUTIONS, "it has words that are not numbers") from None
        found = tuple(values[start : start + size] for start in range(0, len(values), size))
        if len(found) > MOST_SOLUTIONS:
            raise self._error(SOLUTIONS, f"more than {MOST_SOLUTIONS:,} solutions")
        require_text(self._folder / SOLUTIONS, rows(puzzle.grid, found))
        for number, solution in enumerate(found):
            check_limits()
            for violation in violations(puzzle, solution):
                cell, columns = violation.cells[0] if violation.cells else 0, puzzle.grid.columns
                line = number * (-(-size // columns) + 1) + cell // columns + 1
                raise self._error(SOLUTIONS, f"not a solution: {violation}", line)
        if are_repeated(puzzle, found):
            raise self._error(SOLUTIONS, "the same solution twice")
        return found

    def _formula(self, puzzle: Puzzle, solutions: tuple[Solution, ...], maker: str | None) -> Cnf:
        """Build the formula from the puzzle. The file must have the same clauses."""
        with self._timed("encode"):
            cuts = self._cuts(puzzle, len(solutions)) if puzzle.geometry.connections else []
            cnf = formula(puzzle, solutions, cuts)
        with self._timed("compare"):
            try:
                require_text(self._folder / FORMULA, dimacs.parts(cnf))
            except CertificateError as error:
                if maker == __version__:
                    raise
                note = f"{error.message} (made by nonet {maker}, but this is {__version__})"
                raise self._error(FORMULA, note, error.line) from None
        return cnf

    def _cuts(self, puzzle: Puzzle, solutions: int) -> list[Clause]:
        """Read the cuts from the formula. Each must follow from a connection of the puzzle."""
        base = formula(puzzle, ())
        lines = lines_of(self._folder / FORMULA, _longest(base))
        clauses = [line for line in lines if not line.startswith(("c", "p"))]
        cuts = []
        for line in clauses[len(base.clauses) : len(clauses) - solutions]:
            try:
                cut = [int(word) for word in line.split()[:-1]]
            except ValueError:
                cut = []
            if not follows(puzzle, cut):
                raise self._error(FORMULA, f"no connection implies the clause {line[:40]!r}")
            cuts.append(cut)
        return cuts

    def _require_allowed(self, cnf: Cnf, solutions: tuple[Solution, ...]) -> None:
        """Require that the clauses of the rules allow each solution.

        Without this check, a mistake of the encoder could make the clauses contradict each other. A
        SAT solver finds the values of the other variables, and this code checks each clause.
        """
        if not solutions:
            return
        rules, everyone = cnf.clauses[: -len(solutions)], (1 << len(solutions)) - 1
        true = [0] * (2 * cnf.variables + 1)  # for each literal, one bit for each solution
        with self._timed("allowed"):
            for number, positive in enumerate(self._models(cnf, rules, solutions)):
                for literal in positive:
                    true[literal] |= 1 << number
            for variable in range(1, cnf.variables + 1):
                true[-variable] = everyone ^ true[variable]
            for clause in rules:
                satisfied = 0
                for literal in clause:
                    satisfied |= true[literal]
                if satisfied != everyone:
                    raise self._error(FORMULA, "the clauses do not allow the solution")

    def _models(
        self, cnf: Cnf, rules: list[Clause], solutions: tuple[Solution, ...]
    ) -> Iterator[set[int]]:
        grid = cnf.grid
        marks = ([grid.mark(*place) for place in enumerate(values)] for values in solutions)
        if cnf.variables == grid.marks:
            yield from map(set, marks)
            return
        load = find_backend(_FILLER).cores
        assert load is not None, f"{_FILLER} takes clauses"
        with closing(load(rules)) as solver:
            for assumed in marks:
                allowed = solver.solve(Limits(seconds_left()), assumptions=assumed)
                if allowed is None:
                    raise TimeUp
                if not allowed:
                    raise self._error(FORMULA, "the clauses do not allow the solution")
                yield {*assumed, *filter((0).__lt__, solver.model())}

    def _proof(self, cnf: Cnf) -> int:
        def note(line: int) -> None:
            check_limits()
            self._progress(line, total)

        with self._timed("proof"):
            path = self._folder / PROOF
            total = sum(1 for _ in lines_of(path, _longest(cnf)))
            try:
                lemmas = proof.check(lines_of(path, _longest(cnf)), cnf.clauses, progress=note)
            except proof.ProofError as error:
                raise self._error(PROOF, error.message, error.line) from None
        return lemmas

    def _check_outside(self, outside: Outside, cnf: Cnf, claim: Claim | None) -> Theorem:
        with self._timed("outside"):
            clauses = (line for line in dimacs.parts(cnf) if not line.startswith("c"))
            theorem = outside(clauses, lines_of(self._folder / PROOF, _longest(cnf)), claim)
            if theorem is None:
                raise self._error(PROOF, "the other checker refuses the proof")
        return theorem

    def _require_hash(self, name: str, stated: dict[str, Any]) -> None:
        found, right = sha256(self._folder / name), stated["sha256"][name]
        if found != right:
            raise self._error(name, f"its sha256 is {found}, but {MANIFEST} has {right}")

    def _error(self, name: str, message: str, line: int | None = None) -> CertificateError:
        return CertificateError(message, file=str(self._folder / name), line=line)

    @contextmanager
    def _timed(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self._seconds[step] = time.perf_counter() - start


def _longest(cnf: Cnf) -> int:
    """Return the maximum length of a line: all literals, and a hint for each variable."""
    return 12 * (3 * cnf.variables + 4)  # a number has at most 10 digits, a sign and a space


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Turn an error about a text into an error about a file of a certificate."""
    try:
        yield
    except TooLarge as error:
        raise error.at(file=str(path)) from None
    except PuzzleError as error:
        raise CertificateError(
            error.message, file=str(path), line=error.line, cell=error.cell
        ) from None


def _read_manifest(path: Path) -> dict[str, Any]:
    """Return the statements of a manifest. `run` compares them with the files."""
    stated = decoded(read_text(path))
    with _refused(path):
        if isinstance(stated, PuzzleError):
            raise stated
        if not isinstance(stated, dict) or not HEAD.items() <= stated.items():
            raise PuzzleError(f"not the manifest of a {HEAD['format']}, version {HEAD['version']}")
        for key in ("versions", "sha256"):
            for entry in Node(stated.get(key), key).entries().values():
                entry.text()
        Node(stated.get("seal"), "seal").text()
        if stated.get("prover") is not None:
            Node(stated["prover"], "prover").text()
        names = file_names(FORMULA in stated["sha256"])
        if tuple(stated["sha256"]) != names:
            raise PuzzleError(f"it must have hashes of {', '.join(names)}")
    return stated
