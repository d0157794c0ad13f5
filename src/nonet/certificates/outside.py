"""Checkers of proofs that other people wrote. They share no code with nonet.

ACL2 and cake_lpr are *verified*: a computer has checked that they accept no proof of a formula that
can be satisfied. ACL2 also replays our proofs, in `encodings/proved`, that the formula says what
the puzzle says.
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
from typing import Literal, TypeAlias

from nonet.certificates.certificate import FORMULA, PROOF, write_lines
from nonet.certificates.claims import Claim
from nonet.certificates.proof import read
from nonet.encodings import dimacs
from nonet.solvers import SolverCrashed
from nonet.system.errors import BackendUnavailable
from nonet.system.files import named
from nonet.system.limits import TimeUp, check_limits, seconds_left
from nonet.system.processes import endings_wait, run
from nonet.system.reaper import entrusted, kill_session, temporary_folder
from nonet.system.worker import Worker

#: What a verified checker proves when it accepts a certificate: the claim about the puzzle, the
#: claim about its primitives, or that nothing satisfies the clauses.
Theorem: TypeAlias = Literal["puzzle", "primitives", "clauses", "none"]

_CLAIM = "claim.txt"

#: Returns what a checker proves about the files of a folder, or None if it refuses the proof.
_Accepts = Callable[[Path, Claim | None], Theorem | None]

#: The folder with the theorems and the programs that ACL2 runs, and its files.
THEOREMS = Path(dimacs.__file__).with_name("proved")
BOOKS = "sudoku.lisp", "variants.lisp"

#: Returns what a checker proves, or None if it refuses the proof. The arguments are the lines of a
#: formula in DIMACS, the lines of a proof in LRAT, and a claim.
Outside = Callable[[Iterable[str], Iterable[str], Claim | None], Theorem | None]

#: How to install each checker.
INSTALL = {
    "acl2": "run: apt-get install acl2 acl2-books-certs acl2-books-source",
    "cake_lpr": "build it from https://github.com/tanyongkiam/cake_lpr",
    "dratify": "run: pip install dratify",
    "drat-trim": "build it from https://github.com/marijnheule/drat-trim",
}

#: The first input of ACL2. It proves the theorems and compiles the programs.
_LOAD = f"""
(set-inhibit-output-lst '(event observation proof-tree prove summary warning))
{"".join(f'(ld "{name}")' for name in BOOKS)}
(comp :raw)
"""
_ACCEPTED, _DONE = "nonet: T\n", "nonet: done\n"

#: ACL2 collects its garbage late. So nonet makes ACL2 collect it after this many bytes of formulas.
#: The garbage is about 40 times as large.
_COLLECT = 1 << 24

#: ACL2 prints this text when it runs out of memory. It then ignores the rest of its input.
_ABORTED = "ABORTING from raw Lisp"


@contextmanager
def outside(name: str) -> Iterator[Outside]:
    """Yield a function that lets another program check proofs.

    Raise `BackendUnavailable` if the program is not installed. ACL2 and dratify are started once
    for all proofs in the block. If a proof reaches a limit, they cannot check another one.
    """
    with temporary_folder() as parent, _opened(name, parent) as accepts:

        def check(
            formula: Iterable[str], proof: Iterable[str], claim: Claim | None
        ) -> Theorem | None:
            # Use a new folder for each proof, because ACL2 remembers files by their names.
            with TemporaryDirectory(dir=parent) as new:
                with named(parent):
                    write_lines(Path(new, FORMULA), formula)
                    write_lines(Path(new, PROOF), proof)
                return accepts(Path(new), claim)

        yield check


def _opened(name: str, parent: str) -> AbstractContextManager[_Accepts]:
    if name == "dratify":
        return _dratify()
    if shutil.which(name) is None:
        raise _missing(name)
    return _acl2(parent) if name == "acl2" else _program(name)


def _drat(folder: Path) -> str:
    lines = (folder / PROOF).read_text().splitlines()
    return "".join(" ".join(map(str, (*read(line)[0], 0))) + "\n" for line in lines)


def _missing(name: str) -> BackendUnavailable:
    return BackendUnavailable(f"{name} is not installed: {INSTALL[name]}")


@contextmanager
def _program(name: str) -> Iterator[_Accepts]:
    theorem: Theorem = "clauses" if name == "cake_lpr" else "none"

    def accepts(folder: Path, claim: Claim | None) -> Theorem | None:
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
        return theorem if b"s VERIFIED" in ended.out else None

    yield accepts


@contextmanager
def _dratify() -> Iterator[_Accepts]:
    if find_spec("dratify") is None:
        raise _missing("dratify")
    worker = Worker()
    try:
        yield lambda folder, claim: worker.call(_dratify_accepts, folder, seconds=seconds_left())
    finally:
        worker.kill()


def _dratify_accepts(folder: Path) -> Theorem | None:
    dratify = import_module("dratify")
    formula = dratify.parse_dimacs((folder / FORMULA).read_text())
    return "none" if dratify.check_proof(formula, _drat(folder)).ok else None


@contextmanager
def _acl2(parent: str) -> Iterator[_Accepts]:
    """Start ACL2 in a new folder.

    ACL2 runs `init.lsp` and `acl2-customization.lsp` of its current folder. A stranger may have put
    such files next to a certificate.
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

    def accepts(folder: Path, claim: Claim | None) -> Theorem | None:
        nonlocal bytes_read
        bytes_read += (folder / FORMULA).stat().st_size
        if bytes_read > _COLLECT:
            asked("(gc$)\n")
            bytes_read = 0
        formula, proof, stated = (f'"{folder.name}/{file}"' for file in (FORMULA, PROOF, _CLAIM))

        def proves(function: str, *files: str) -> bool:
            form = f"({function} {' '.join(files)} state)"
            return _ACCEPTED in asked(
                f'(mv-let (proved state) {form} (prog2$ (cw "~%nonet: ~x0~%" proved) state))\n'
            )

        if claim is not None:
            with named(parent):
                write_lines(folder / _CLAIM, claim.lines)
            if proves(f"{claim.about}-proved", formula, proof, stated):
                return claim.about
            if claim.about == "puzzle":
                return None
        return "clauses" if proves("clauses-refuted", formula, proof) else None

    with process, entrusted(process.pid):
        try:
            with named(parent):
                for name in BOOKS:
                    shutil.copy(THEOREMS / name, parent)
            if any("ACL2 Error" in line for line in asked(_LOAD)):
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
