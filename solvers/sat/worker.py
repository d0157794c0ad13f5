"""A SAT solver in a process of its own, which solves what it reads from stdin.

Run as a script: ``python -P worker.py NAME CONFLICTS < clauses > reply``, where -1 conflicts are no
limit. The clauses are native 32-bit integers, each clause ended by 0; the reply is JSON. It imports
nothing of nonet, which starts it sooner.
"""

from __future__ import annotations

import json
import os
import sys
import time
from array import array

STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}


def _main() -> None:
    from pysat.solvers import Solver

    reply = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a solver prints is no reply
    name, conflicts = sys.argv[1], int(sys.argv[2])
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
    if conflicts >= 0:
        solver.conf_budget(conflicts)
        satisfiable = solver.solve_limited()
    else:
        satisfiable = solver.solve()
    times = {"load": loaded - start, "solve": time.perf_counter() - loaded}
    model = solver.get_model() if satisfiable else []
    with reply:
        json.dump({"status": STATUS[satisfiable], "model": model, "times": times}, reply)


if __name__ == "__main__":
    _main()
