"""A child process for each solve, for SAT solvers that may abort or cannot be stopped."""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.solvers.answers import Answer, Limits, PhaseClock, Solution, Status
from nonet.solvers.errors import LimitUnsupported, SolverCrashed
from nonet.solvers.sat import catalogue
from nonet.system import processes
from nonet.system.limits import most_memory

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

_WORKER = Path(__file__).with_name("worker.py")


class Crashed(RuntimeError):
    """The child process ended without a reply that can be read."""


class ChildEngine:
    """Keeps the clauses, and starts a child process on them for each solve."""

    def __init__(self, name: str, cnf: Cnf, phases: PhaseClock) -> None:
        self._name = name
        self._cnf = cnf
        self._phases = phases
        self._blocking: list[list[int]] = []

    def solve(self, limits: Limits) -> Answer:
        """Solve all clauses in a new child."""
        if limits.nodes is not None and self._name in catalogue.NO_CONFLICT_LIMIT:
            raise LimitUnsupported(f"pysat:{self._name} cannot limit its conflicts, only seconds")
        clauses = self._cnf.clauses + self._blocking
        if [] in clauses:
            return Answer(Status.UNSATISFIABLE, times=self._phases.take())
        start = time.perf_counter()
        try:
            reply = solve(catalogue.accepted_name(self._name), clauses, limits)
        except Crashed as crash:
            raise SolverCrashed(f"pysat:{crash}") from None
        spent = time.perf_counter() - start
        if reply is None:
            self._phases.add("solve", spent)
            return Answer(Status.UNKNOWN, times=self._phases.take())
        times = reply["times"]
        self._phases.add("solve", times["solve"])
        self._phases.add("load", max(times["load"], spent - times["solve"]))  # with its process
        solution = None
        if reply["model"]:
            with self._phases.measure("decode"):
                solution = self._decoded(reply["model"])
        return Answer(Status(reply["status"]), solution, times=self._phases.take())

    def _decoded(self, model: list[int]) -> Solution:
        try:
            return self._cnf.decode(model)
        except ValueError as error:
            raise SolverCrashed(f"pysat:{self._name}: {error}") from None

    def block(self, solution: Solution) -> None:
        """Keep the blocking clause for the next solve."""
        clause = self._cnf.blocking(solution)
        if clause is not None:
            self._blocking.append(clause)

    def close(self) -> None:
        """Nothing is held between solves."""


def solve(
    name: str, clauses: Iterable[list[int]], limits: Limits = Limits()
) -> dict[str, Any] | None:
    """Solve in a child process; None when the time was up and the child was killed.

    The name is the one that PySAT accepts.
    """
    start = time.perf_counter()
    literals = array("i")
    for clause in clauses:
        literals.extend(clause)
        literals.append(0)
    limits = limits.after(seconds=time.perf_counter() - start)
    budget = -1 if limits.nodes is None else min(limits.nodes, catalogue.MOST_CONFLICTS)
    command = [sys.executable, "-P", str(_WORKER), name, str(budget)]
    # It leads no session: it starts no process, and ends with the session of this one.
    ended = processes.run(command, literals.tobytes(), limits.seconds, memory=most_memory())
    if ended is None:
        return None
    if ended.code:
        last = processes.last_line(ended.error)
        raise Crashed(f"{name} ended with code {ended.code}: {last}")
    try:
        reply: dict[str, Any] = json.loads(ended.out)
    except ValueError:
        raise Crashed(f"{name} sent what nobody can read: {ended.out[:40]!r}") from None
    return reply
