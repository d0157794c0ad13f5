"""One solve in a child process, for SAT solvers that may abort or cannot be stopped."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nonet import processes
from nonet.solvers.sat.stopping import MOST_CONFLICTS

_WORKER = Path(__file__).with_name("worker.py")


class Crashed(RuntimeError):
    """The child process ended without a reply."""


def solve(
    name: str, clauses: Iterable[list[int]], seconds: float | None, nodes: int | None
) -> dict[str, Any] | None:
    """Solve in a child process; None when the time was up, and the child is killed then."""
    literals = array("i")
    for clause in clauses:
        literals.extend(clause)
        literals.append(0)
    budget = -1 if nodes is None else min(nodes, MOST_CONFLICTS)
    command = [sys.executable, "-P", str(_WORKER), name, str(budget)]
    # It starts nothing itself, and ends with the session of whoever runs this.
    ended = processes.run(command, literals.tobytes(), seconds)
    if ended is None:
        return None
    if ended.code:
        last = processes.last_line(ended.error)
        raise Crashed(f"{name} ended with code {ended.code}: {last}")
    reply: dict[str, Any] = json.loads(ended.out)
    return reply
