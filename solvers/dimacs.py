"""SAT solver programs that read DIMACS: ``dimacs:cadical``, ``dimacs:./mine -q {cnf} {out}``.

Each solve writes a new file and starts a new process. In the arguments of a program, ``{cnf}``
stands for the file. ``{out}`` stands for a file for the answer. Without ``{out}``, the program
writes its answer to stdout. The options of the encoding come last, as in
``dimacs:kissat/ladder,raw``.

A program has crashed if its output is unreadable or contradicts its exit code.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nonet.encodings.options import NATIVE, WORDS
from nonet.puzzle import Puzzle
from nonet.solvers.answers import STATUS_OF, PhaseClock
from nonet.solvers.contract import Backend, Description, Provider, encoding_of
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import EncodedEngine, Engine
from nonet.solvers.errors import BackendError, SolverCrashed, refuse_nodes
from nonet.system import processes
from nonet.system.errors import BackendUnavailable, PuzzleError
from nonet.system.limits import Limits, check_limits, most_memory
from nonet.system.reaper import temporary_folder

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

#: The programs that `nonet backends` lists if they are on the PATH. Specs may name other programs.
KNOWN = (
    *("cadical", "cryptominisat5", "glucose", "glucose-syrup", "kissat"),
    *("lingeling", "minisat", "picosat", "plingeling"),
)

#: The arguments with which some programs print their answer, in lines that begin with s and v.
_ARGUMENTS = {
    "glucose": ("-model", "{cnf}"),
    "glucose-syrup": ("-model", "{cnf}"),
    "minisat": ("{cnf}", "{out}"),
}

_CAPABILITIES = ("every rule", "seconds (child process)")
_NO_NATIVE = (
    f"dimacs: DIMACS cannot express cardinality constraints: choose another option than {NATIVE!r}"
)
_CODES = {True: 10, False: 20, None: 0}


class _Program:
    """Keeps clauses. For each solve, it writes them to a file and runs the program on it."""

    def __init__(self, spec: str, words: Sequence[str], cnf: Cnf) -> None:
        self._spec = spec
        self._words = words
        self._cnf = cnf
        self.model: tuple[int, ...] = ()

    def add(self, clause: list[int]) -> None:
        self._cnf = replace(self._cnf, clauses=[*self._cnf.clauses, clause])

    def counters(self) -> dict[str, int]:
        return {}

    def solve(self, limits: Limits) -> bool | None:
        from nonet.encodings import dimacs

        refuse_nodes(self._spec, limits, "conflicts")
        if [] in self._cnf.clauses:
            return False
        try:
            output = run(self._words, dimacs.write(self._cnf), limits.seconds)
        except OSError as error:
            raise SolverCrashed(f"{self._spec} did not start: {error.strerror}") from None
        if output is None:
            return None
        if output.code not in _CODES.values():
            last = f": {output.last}" if output.last else ""
            raise SolverCrashed(f"{self._spec} ended with code {output.code}{last}")
        try:
            reply = dimacs.read_reply(output.reply.splitlines())
        except PuzzleError as error:
            raise SolverCrashed(f"{self._spec}: {error.at(file=output.place)}") from None
        if output.code != _CODES[reply.satisfiable]:
            raise SolverCrashed(
                f"{self._spec} said {STATUS_OF[reply.satisfiable]}, but ended with code "
                f"{output.code} instead of {_CODES[reply.satisfiable]}"
            )
        self.model = reply.model
        return reply.satisfiable


class Run(NamedTuple):
    """A finished run: its exit code, its reply, the place of the reply, and its last line."""

    code: int
    reply: str
    place: str
    last: str


def run(words: Sequence[str], lines: Iterable[str], seconds: float | None) -> Run | None:
    """Run a program on the lines of a CNF file. When the time is up, kill it and return None."""
    start = time.perf_counter()
    with temporary_folder() as folder:
        cnf, out = Path(folder, "puzzle.cnf"), Path(folder, "out.txt")
        with cnf.open("w") as file:
            for line in lines:
                check_limits()
                file.write(f"{line}\n")
        filled = [word.replace("{cnf}", str(cnf)).replace("{out}", str(out)) for word in words]
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - start))
        ended = processes.run(filled, seconds=seconds, memory=most_memory())
        if ended is None:
            return None
        last = processes.last_line(ended.error or ended.out)
        if any("{out}" in word for word in words):
            written = out.read_text(errors="replace") if out.exists() else ""
            return Run(ended.code, written, "{out}", last)
        return Run(ended.code, ended.out.decode(errors="replace"), "stdout", last)


def resolved(command: str) -> list[str] | None:
    """Return the program and the arguments of a command, or None if there is no such program."""
    words = shlex.split(command)  # raises ValueError if a quote is missing
    program = shutil.which(words[0]) if words else None
    if program is None:
        return None
    if not any("{cnf}" in word for word in words):
        words += _ARGUMENTS.get(Path(program).name, ("{cnf}",))
    return [program, *words[1:]]


def _missing(command: str) -> str:
    example = "as in dimacs:cadical or dimacs:./minisat {cnf} {out}"
    return f"found no program {command!r}: name a program on the PATH, or give its path, {example}"


def _describe() -> list[Description]:
    found = [
        Description(f"dimacs:{name}", "SAT solver program", "", _CAPABILITIES)
        for name in KNOWN
        if shutil.which(name)
    ]
    any_other = Description(
        "dimacs:COMMAND", "any program that reads DIMACS", missing=_missing("COMMAND")
    )
    return [*found, any_other]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    command, options = _parted(variant or "COMMAND", options)
    try:
        words = resolved(command)
    except ValueError as error:
        raise BackendError(f"dimacs: {command!r} is not a command: {error}") from None
    if words is None:
        raise BackendUnavailable(f"dimacs:{command}: {_missing(command)}")
    encoding = encoding_of("dimacs", options, _NO_NATIVE)
    spec = f"dimacs:{command}" + (f"/{encoding}" if str(encoding) else "")

    @with_cuts
    def make(puzzle: Puzzle, seed: int) -> Engine:
        from nonet.encodings.cnf import encode  # loads numpy

        phases = PhaseClock()
        with phases.measure("encode"):
            cnf = encode(puzzle, encoding)
        holder = _Program(spec, words, cnf)
        return EncodedEngine(spec, cnf, holder, lambda: cnf.decode(holder.model), phases)

    return Backend(spec, make)


def _parted(variant: str, options: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the command and the options.

    The text after the last slash can be options or a part of the command. If the program has no
    arguments, the text is always options. So an error message can name a misspelt option.
    """
    if shutil.which(variant) or set(options) <= set(WORDS):
        return variant, options
    return f"{variant}/{','.join(options)}", ()


PROVIDER = Provider("dimacs", _describe, _build)
