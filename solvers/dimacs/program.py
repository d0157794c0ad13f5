"""One run of a SAT solver program of the system: its arguments, its process, what it left behind.

A program reads a DIMACS file and answers on stdout, or in a file if its arguments name one:
``{cnf}`` and ``{out}`` stand for the two.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from nonet.solvers.sat.child import LONGEST_WAIT

#: The arguments of programs that would not answer with s and v lines, given a file alone.
_ARGUMENTS = {
    "glucose": ("-model", "{cnf}"),
    "glucose-syrup": ("-model", "{cnf}"),
    "minisat": ("{cnf}", "{out}"),
}


@dataclass(frozen=True)
class Output:
    """How a program ended, what it answered and where, and the last thing that it said."""

    code: int
    reply: str
    place: str
    last: str


def resolved(command: str) -> list[str] | None:
    """Return the words of a command, all its arguments among them; None if there is no program.

    Raises ValueError for a command that no shell could read.

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


def run(words: Sequence[str], lines: Iterable[str], seconds: float | None) -> Output | None:
    """Run a program on the lines of a CNF; None when the time was up, and it is ended then."""
    with TemporaryDirectory(prefix="nonet-") as folder:
        cnf, out = Path(folder, "puzzle.cnf"), Path(folder, "out.txt")
        with cnf.open("w") as file:
            file.writelines(f"{line}\n" for line in lines)
        filled = [word.replace("{cnf}", str(cnf)).replace("{out}", str(out)) for word in words]
        ended = _ended(filled, None if seconds is None or seconds > LONGEST_WAIT else seconds)
        if ended is None:
            return None
        code, printed, error = ended
        last = "".join((error or printed).strip().splitlines()[-1:])
        if any("{out}" in word for word in words):
            written = out.read_text(errors="replace") if out.exists() else ""
            return Output(code, written, "{out}", last)
        return Output(code, printed, "stdout", last)


def _ended(command: Sequence[str], seconds: float | None) -> tuple[int, str, str] | None:
    """Return how a process ended and what it printed; None if it had to be ended."""
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    process = None
    try:
        with _ctrl_c_waits():
            # A session of its own, so that what the program itself has started ends with it.
            process = subprocess.Popen(
                command, stdin=null, stdout=pipe, stderr=pipe, start_new_session=True
            )
        printed, error = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process is not None:
            with process:  # closes its pipes, and waits for its end
                if process.returncode is None:
                    kill(process)
    return process.returncode, printed.decode(errors="replace"), error.decode(errors="replace")


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C act at the end of the block, so that no process begins that nobody knows of.

    By a handler: a mask would leave the signal to another thread, and Python acts on it here.
    """
    acts = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(acts):
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *which: waiting.append(which))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, acts)
        if waiting:
            acts(*waiting[0])


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a session, and what it has started there."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
