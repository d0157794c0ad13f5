"""One solve in a process of its own, for SAT solvers that may abort or cannot be stopped.

Run as a script: ``python -P child.py NAME NODES < clauses > reply``. The clauses are native 32-bit
integers, each clause ended by 0; the reply is JSON. It imports nothing of nonet, and with ``-P``
the folder of this file is not searched, so that ``pysat`` is the library and not its namesake.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable
from typing import Any

#: More than a solver makes in months: no 32-bit counter overflows.
MOST_CONFLICTS = 2**31 - 1

#: Limits beyond this are none: the operating system does not wait so long.
LONGEST_WAIT = 1e6

STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}


class Crashed(RuntimeError):
    """The child process ended without a reply."""


def solve(
    name: str, clauses: Iterable[list[int]], seconds: float | None, nodes: int | None
) -> dict[str, Any] | None:
    """Solve in a child process; None when the time was up, and the child is ended then."""
    literals = array("i")
    for clause in clauses:
        literals.extend(clause)
        literals.append(0)
    budget = -1 if nodes is None else min(nodes, MOST_CONFLICTS)
    timeout = None if seconds is None or seconds > LONGEST_WAIT else seconds
    command = [sys.executable, "-P", __file__, name, str(budget)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            out, error = process.communicate(literals.tobytes(), timeout=timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()
    if process.returncode:
        last = error.decode(errors="replace").strip().splitlines()[-1:]
        raise Crashed(f"{name} ended with code {process.returncode}: {''.join(last)}")
    reply: dict[str, Any] = json.loads(out)
    return reply


def _main() -> None:
    from pysat.solvers import Solver

    name, nodes = sys.argv[1], int(sys.argv[2])
    literals = array("i", sys.stdin.buffer.read())
    start = time.perf_counter()
    solver = Solver(name=name)
    clause: list[int] = []
    for literal in literals:
        if literal:
            clause.append(literal)
        else:
            solver.add_clause(clause)
            clause = []
    loaded = time.perf_counter()
    if nodes >= 0:
        solver.conf_budget(nodes)
        satisfiable = solver.solve_limited()
    else:
        satisfiable = solver.solve()
    times = {"load": loaded - start, "solve": time.perf_counter() - loaded}
    model = solver.get_model() if satisfiable else []
    json.dump({"status": STATUS[satisfiable], "model": model, "times": times}, sys.stdout)


if __name__ == "__main__":
    _main()
