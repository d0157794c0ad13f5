"""Checkers of proofs that other people wrote. They share no code with nonet.

ACL2 and cake_lpr are *verified*: their authors have proved, and a computer has checked, that they
accept no proof of a formula that can be satisfied. For classic puzzles, ACL2 does more. It replays
our proof that the formula says what the rules of Sudoku say, in `encodings/proved/sudoku.lisp`.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from nonet.certificates.certificate import FORMULA, PROOF
from nonet.certificates.proof import read
from nonet.encodings import dimacs
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import Solution, SolverCrashed
from nonet.system.errors import BackendUnavailable
from nonet.system.files import named
from nonet.system.limits import TimeUp, check_limits, seconds_left
from nonet.system.processes import endings_wait, run
from nonet.system.reaper import entrusted, kill_session
from nonet.system.worker import Worker

#: Tells whether a checker accepts the files of a folder.
_Accepts = Callable[[Path], bool]

#: The file with what ACL2 proves about a classic puzzle.
_CLAIM = "claim.txt"

#: The file with the theorems and the programs that ACL2 runs.
THEOREMS = Path(dimacs.__file__).with_name("proved") / "sudoku.lisp"

#: Tells whether a checker accepts a proof of clauses. The arguments are lines: a formula in DIMACS,
#: a proof in LRAT, and the result of `claim_of`.
Outside = Callable[[Iterable[str], Iterable[str], Iterable[str] | None], bool]

#: How to install each checker.
INSTALL = {
    "acl2": "run: apt-get install acl2 acl2-books-certs acl2-books-source",
    "cake_lpr": "build it from https://github.com/tanyongkiam/cake_lpr",
    "dratify": "run: pip install dratify",
    "drat-trim": "build it from https://github.com/marijnheule/drat-trim",
}

#: The first input of ACL2. It proves the theorems and compiles the programs.
_BOOK = f"""
(set-inhibit-output-lst '(event observation proof-tree prove summary warning))
(ld "{THEOREMS.name}")
(comp :raw)
"""
_ACCEPTED, _DONE = "nonet: T\n", "nonet: done\n"

#: ACL2 collects its garbage late. So nonet makes ACL2 collect it when this many bytes of formulas
#: were read since the last time. The garbage is about 40 times as large.
_COLLECT = 1 << 24

#: A line of ACL2 with this text means that it ran out of memory and ignores the rest of its input.
_ABORTED = "ABORTING from raw Lisp"


def claim_of(puzzle: Puzzle, solutions: Iterable[Solution]) -> list[str] | None:
    """Return what ACL2 proves about a classic puzzle, as lines. Return None for a variant.

    The lines have the height and the width of a box, the givens with 0 for an empty cell, and each
    solution. The claim is that the puzzle has these solutions and no others. A classic puzzle has
    only rows, columns and boxes, in this order. Its boxes have several rows and columns.

    >>> from nonet.formats import classic
    >>> claim_of(classic("12..34..2......3", order=2), [])
    ['2 2', '1 2 0 0 3 4 0 0 2 0 0 0 0 0 0 3']
    >>> claim_of(classic(order=2).diagonals(), [])
    """
    boxes = puzzle.rules[-1] if puzzle.rules else None
    if not isinstance(boxes, Boxes) or min(boxes.height, boxes.width) == 1:
        return None
    side = boxes.height * boxes.width
    board = Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(boxes.height, boxes.width)))
    if (puzzle.grid, puzzle.rules, puzzle.marks) != (board.grid, board.rules, board.marks):
        return None
    shape = boxes.height, boxes.width
    givens = [given or 0 for given in puzzle.givens]
    return [" ".join(map(str, numbers)) for numbers in (shape, givens, *solutions)]


@contextmanager
def outside(name: str) -> Iterator[Outside]:
    """Yield a function that lets another program check proofs.

    Raise `BackendUnavailable` if the program is not installed. ACL2 and dratify are started once
    for all proofs in the block. If a proof reaches a limit, they cannot check another one.

    >>> try:
    ...     with outside("dratify") as accepts:
    ...         print(accepts(["p cnf 1 2", "1 0", "-1 0"], ["3 0 1 2 0"], None))
    ... except BackendUnavailable:
    ...     print(True)
    True
    """
    with (
        TemporaryDirectory(prefix="nonet-") as parent,
        entrusted(parent),
        _opened(name, parent) as accepts,
    ):

        def check(
            formula: Iterable[str], proof: Iterable[str], claim: Iterable[str] | None
        ) -> bool:
            # Use a new folder for each proof, because ACL2 remembers files by their names.
            with TemporaryDirectory(dir=parent) as new:
                folder = Path(new)
                with named(parent):
                    for file, lines in ((FORMULA, formula), (PROOF, proof), (_CLAIM, claim)):
                        if lines is not None:
                            with (folder / file).open("w") as new_file:
                                new_file.writelines(f"{line}\n" for line in lines)
                return accepts(folder)

        yield check


def _opened(name: str, parent: str) -> AbstractContextManager[_Accepts]:
    if name == "dratify":
        return _dratify()
    if shutil.which(name) is None:
        raise _missing(name)
    return _acl2(parent) if name == "acl2" else _program(name)


def _drat(folder: Path) -> str:
    """Return the proof in DRAT, which has no hints."""
    lines = (folder / PROOF).read_text().splitlines()
    return "".join(" ".join(map(str, (*read(line)[0], 0))) + "\n" for line in lines)


def _missing(name: str) -> BackendUnavailable:
    return BackendUnavailable(f"{name} is not installed: {INSTALL[name]}")


@contextmanager
def _program(name: str) -> Iterator[_Accepts]:
    def accepts(folder: Path) -> bool:
        proof = PROOF
        if name == "drat-trim":
            proof = "proof.drat"
            (folder / proof).write_text(_drat(folder))
        ended = run([name, str(folder / FORMULA), str(folder / proof)], seconds=seconds_left())
        if ended is None:
            raise TimeUp
        if ended.code < 0:
            raise SolverCrashed(f"{name} was killed")
        if b"s TIMEOUT" in ended.out:
            raise TimeUp(f"{name} reached its limit")
        return b"s VERIFIED" in ended.out

    yield accepts


@contextmanager
def _dratify() -> Iterator[_Accepts]:
    if find_spec("dratify") is None:
        raise _missing("dratify")
    worker = Worker()
    try:
        yield lambda folder: worker.call(_dratify_accepts, folder, seconds=seconds_left())
    finally:
        worker.kill()


def _dratify_accepts(folder: Path) -> bool:
    dratify = import_module("dratify")
    formula = dratify.parse_dimacs((folder / FORMULA).read_text())
    return bool(dratify.check_proof(formula, _drat(folder)).ok)


@contextmanager
def _acl2(parent: str) -> Iterator[_Accepts]:
    """Start ACL2 in a new folder.

    ACL2 runs the code in `init.lsp` and `acl2-customization.lsp` of its current folder. A stranger
    may have put such files beside a certificate.
    """
    with endings_wait():
        process = subprocess.Popen(
            ["acl2"],
            cwd=parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",  # ACL2 prints the name of its folder, which may have any bytes
            start_new_session=True,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    sent, said = process.stdin, process.stdout

    def asked(form: str) -> list[str]:
        """Evaluate a form. Return the lines that ACL2 has printed since the last form."""
        lines: list[str] = []
        with _killed_in_time(process.pid):
            with suppress(BrokenPipeError):  # ACL2 has ended, and its last lines can still be read
                sent.write(f'{form}(cw "~%{_DONE[:-1]}~%")\n')
                sent.flush()
            for line in said:
                if line == _DONE:
                    return lines
                lines.append(line)
                if _ABORTED in line:
                    break
        raise BackendUnavailable(f"acl2 ended: {' '.join(lines[-1:]).strip()}")

    bytes_read = 0

    def accepts(folder: Path) -> bool:
        nonlocal bytes_read
        bytes_read += (folder / FORMULA).stat().st_size
        if bytes_read > _COLLECT:
            asked("(gc$)\n")
            bytes_read = 0
        formula, proof, claim = (f'"{folder.name}/{file}"' for file in (FORMULA, PROOF, _CLAIM))
        form = f"(clauses-refuted-p {formula} {proof} state)"
        if (folder / _CLAIM).exists():
            form = f"(claim-proved-p {formula} {proof} {claim} state)"
        return _ACCEPTED in asked(f'(cw "~%nonet: ~x0~%" {form})\n')

    with process, entrusted(process.pid):
        try:
            with named(parent):
                shutil.copy(THEOREMS, parent)
            if any("ACL2 Error" in line for line in asked(_BOOK)):
                raise BackendUnavailable(f"acl2 cannot prove the theorems: {INSTALL['acl2']}")
            yield accepts
        finally:
            kill_session(process.pid)
            process.kill()
            with suppress(BrokenPipeError):
                sent.close()


@contextmanager
def _killed_in_time(session: int) -> Iterator[None]:
    """Kill a session and raise `TimeUp` if the block reaches the time limit."""
    seconds = seconds_left()
    if seconds is None:
        yield
        return
    timer = Timer(seconds, kill_session, [session])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        check_limits()
