"""Run a SAT solver program and read its output.

In the arguments of a program, ``{cnf}`` stands for the DIMACS file. ``{out}`` stands for a file for
the answer. Without ``{out}``, the program writes its answer to stdout.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from nonet.system import processes
from nonet.system.limits import check_limits, most_memory
from nonet.system.reaper import entrusted

#: The arguments with which some programs print their answer, in lines that begin with s and v.
_ARGUMENTS = {
    "glucose": ("-model", "{cnf}"),
    "glucose-syrup": ("-model", "{cnf}"),
    "minisat": ("{cnf}", "{out}"),
}


@dataclass(frozen=True)
class Run:
    """A finished run: its exit code, its reply, the place of the reply, and its last line."""

    code: int
    reply: str
    place: str
    last: str


def resolved(command: str) -> list[str] | None:
    """Return the program and the arguments of a command, or None if there is no such program.

    Raise `ValueError` if a quote is missing.

    >>> resolved("sh -c 'exit 20'")[1:]
    ['-c', 'exit 20', '{cnf}']
    >>> resolved("no-such-solver") is None
    True
    """
    words = shlex.split(command)
    program = shutil.which(words[0]) if words else None
    if program is None:
        return None
    if not any("{cnf}" in word for word in words):
        words += _ARGUMENTS.get(Path(program).name, ("{cnf}",))
    return [program, *words[1:]]


def run(words: Sequence[str], lines: Iterable[str], seconds: float | None) -> Run | None:
    """Run a program on the lines of a CNF file. When the time is up, kill it and return None."""
    start = time.perf_counter()
    with TemporaryDirectory(prefix="nonet-") as folder, entrusted(folder):
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
        printed = ended.out.decode(errors="replace")
        last = processes.last_line(ended.error or ended.out)
        if any("{out}" in word for word in words):
            written = out.read_text(errors="replace") if out.exists() else ""
            return Run(ended.code, written, "{out}", last)
        return Run(ended.code, printed, "stdout", last)
