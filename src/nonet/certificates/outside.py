"""Checkers of proofs that other people wrote. They share no code with nonet.

ACL2 and cake_lpr are *verified*: their authors have proved, and a computer has checked, that they
accept no proof of a formula that can be satisfied.
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from nonet.certificates.certificate import FORMULA, PROOF
from nonet.certificates.proof import read
from nonet.solvers import SolverCrashed
from nonet.system.errors import BackendUnavailable
from nonet.system.files import named
from nonet.system.processes import endings_wait, run
from nonet.system.reaper import entrusted, kill_session

#: Tells whether a checker accepts the formula and the proof in a folder.
_Accepts = Callable[[Path], bool]

#: Takes the lines of a formula in DIMACS and the lines of a proof in LRAT. Tells whether a checker
#: accepts the proof.
Outside = Callable[[Iterable[str], Iterable[str]], bool]

#: The file with the proof in DRAT, which has no hints.
_DRAT = "proof.drat"

#: How to install each checker.
INSTALL = {
    "acl2": "run: apt-get install acl2 acl2-books-certs acl2-books-source",
    "cake_lpr": "build it from https://github.com/tanyongkiam/cake_lpr",
    "dratify": "run: pip install dratify",
    "drat-trim": "build it from https://github.com/marijnheule/drat-trim",
}

#: The first input of ACL2. It loads and compiles the verified checker.
_BOOK = """
(include-book "projects/sat/lrat/stobj-based/run" :dir :system :ttags :all)
(comp t)
"""
_ACCEPTED, _DONE = "nonet: T\n", "nonet: done\n"


@contextmanager
def outside(name: str) -> Iterator[Outside]:
    """Yield a function that lets another program check proofs.

    Raise `BackendUnavailable` if the program is not installed. ACL2 is started once for all proofs
    in the block.

    >>> try:
    ...     with outside("dratify") as accepts:
    ...         print(accepts(["p cnf 1 2", "1 0", "-1 0"], ["3 0 1 2 0"]))
    ... except BackendUnavailable:
    ...     print(True)
    True
    """
    with (
        TemporaryDirectory(prefix="nonet-") as parent,
        entrusted(parent),
        _opened(name, parent) as accepts,
    ):

        def check(formula: Iterable[str], proof: Iterable[str]) -> bool:
            # Use a new folder for each proof, because ACL2 remembers files by their names.
            with TemporaryDirectory(dir=parent) as new:
                folder = Path(new)
                with named(parent):
                    with (folder / FORMULA).open("w") as clauses:
                        clauses.writelines(f"{line}\n" for line in formula)
                    with (folder / PROOF).open("w") as lrat, (folder / _DRAT).open("w") as drat:
                        for line in proof:
                            lrat.write(f"{line}\n")
                            drat.write(" ".join(map(str, (*read(line)[0], 0))) + "\n")
                return accepts(folder)

        yield check


def _opened(name: str, parent: str) -> AbstractContextManager[_Accepts]:
    if name == "dratify":
        return _dratify()
    if shutil.which(name) is None:
        raise _missing(name)
    return _acl2(parent) if name == "acl2" else _program(name)


def _missing(name: str) -> BackendUnavailable:
    return BackendUnavailable(f"{name} is not installed: {INSTALL[name]}")


@contextmanager
def _program(name: str) -> Iterator[_Accepts]:
    proof = _DRAT if name == "drat-trim" else PROOF

    def accepts(folder: Path) -> bool:
        ended = run([name, str(folder / FORMULA), str(folder / proof)])
        if ended is None or ended.code < 0:
            raise SolverCrashed(f"{name} was killed")
        return b"s VERIFIED" in ended.out

    yield accepts


@contextmanager
def _dratify() -> Iterator[_Accepts]:
    try:
        library = importlib.import_module("dratify")
    except ImportError:
        raise _missing("dratify") from None

    def accepts(folder: Path) -> bool:
        formula = library.parse_dimacs((folder / FORMULA).read_text())
        return bool(library.check_proof(formula, (folder / _DRAT).read_text()).ok)

    yield accepts


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
            start_new_session=True,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    sent, said = process.stdin, process.stdout

    def asked(form: str) -> list[str]:
        """Evaluate a form. Return the lines that ACL2 has printed since the last form."""
        lines: list[str] = []
        with suppress(BrokenPipeError):  # ACL2 has ended, and its last lines can still be read
            sent.write(f'{form}(cw "~%{_DONE[:-1]}~%")\n')
            sent.flush()
        for line in said:
            if line == _DONE:
                return lines
            lines.append(line)
        raise BackendUnavailable(f"acl2 ended: {' '.join(lines[-1:]).strip()}")

    def accepts(folder: Path) -> bool:
        formula, proof = f"{folder.name}/{FORMULA}", f"{folder.name}/{PROOF}"
        verified = f'(lrat::verify-lrat-proof "{formula}" "{proof}")'
        return _ACCEPTED in asked(f'(er-let* ((ok {verified})) (value (cw "~%nonet: ~x0~%" ok)))\n')

    with process, entrusted(process.pid):
        try:
            if any("ACL2 Error" in line for line in asked(_BOOK)):
                raise _missing("acl2")
            yield accepts
        finally:
            kill_session(process.pid)
            process.kill()
            with suppress(BrokenPipeError):
                sent.close()
