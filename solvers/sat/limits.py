"""Run a loaded SAT solver within limits. Each kind of solver is stopped in a different way."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from nonet.solvers.sat.cadical import Cadical, cadical_in
from nonet.solvers.sat.catalogue import MOST_CONFLICTS
from nonet.solvers.threads import ask_in_thread
from nonet.system.limits import Limits
from nonet.system.processes import ctrl_c_waits

#: A search continues in a second thread after this many conflicts. They take a few milliseconds,
#: and suffice for most puzzles. For such a short search, starting a thread would take longer than
#: the search itself.
FIRST_SLICE = 500
#: If CaDiCaL cannot be terminated, it only searches for some conflicts at a time: a slice. Each
#: slice begins with a restart, which costs time. So each slice is longer than the one before by the
#: factor `SLICE_GROWTH`, up to `LAST_SLICE` conflicts.
SLICE_GROWTH, LAST_SLICE = 1.2, 5_000


def solve_within(
    solver: Any, stopped_by: str, limits: Limits, assumptions: Sequence[int] = ()
) -> bool | None:
    """Solve under assumptions. Return None at a limit.

    The search begins in this thread. If it takes long, it continues in a second thread, so that
    Ctrl-C can stop it.
    """
    if limits.nodes == 0 or limits.seconds == 0:
        return None  # PySAT would treat 0 conflicts as unlimited
    satisfiable, left = _first(solver, limits, assumptions)
    if satisfiable is not None or left is None:
        return satisfiable
    if stopped_by == "interrupt":
        return _interrupted(solver, left, assumptions)
    if cadical := cadical_in(solver):
        return _terminated(solver, cadical, left, assumptions)
    return _sliced(solver, left, assumptions)


def _interrupted(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread that releases the interpreter lock. Interrupt it when the time is up."""
    search = partial(_within, solver, limits.nodes, assumptions, expect_interrupt=True)
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            return ask_in_thread(pool, search, solver.interrupt, limits.seconds)
    finally:
        solver.clear_interrupt()


def _terminated(
    solver: Any, cadical: Cadical, limits: Limits, assumptions: Sequence[int]
) -> bool | None:
    """Solve in a thread. Terminate the search when the time is up."""
    _limit_conflicts(solver, limits.nodes)
    is_stopped = False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        cadical.stop()

    with ThreadPoolExecutor(max_workers=1) as pool:
        search = partial(cadical.solve, assumptions)
        satisfiable = ask_in_thread(pool, search, stop, limits.seconds)
    if is_stopped and satisfiable is not None:
        # The search ended just before the request to terminate it. The request would end the next
        # search instead. So start an empty search, which uses up the request.
        _limit_conflicts(solver, 0)
        cadical.solve(())
        return None
    return satisfiable


def _sliced(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread, in slices of conflicts, until there is an answer or a limit is reached."""
    deadline = float("inf") if limits.seconds is None else time.perf_counter() + limits.seconds
    left = float("inf") if limits.nodes is None else limits.nodes
    stop = threading.Event()

    def go_on(left: float) -> bool | None:
        size: float = FIRST_SLICE
        while left > 0 and time.perf_counter() < deadline and not stop.is_set():
            satisfiable = _within(solver, int(min(size, left)), assumptions)
            if satisfiable is not None:
                return satisfiable
            left -= int(min(size, left))
            size = min(size * SLICE_GROWTH, LAST_SLICE)
        return None

    with ThreadPoolExecutor(max_workers=1) as pool:
        return ask_in_thread(pool, partial(go_on, left), stop.set)


def _first(
    solver: Any, limits: Limits, assumptions: Sequence[int]
) -> tuple[bool | None, Limits | None]:
    """Search for a few conflicts. Return the answer and the remaining limits.

    If a limit is used up, return None in place of the remaining limits.
    """
    first = FIRST_SLICE if limits.nodes is None else min(FIRST_SLICE, limits.nodes)
    start, before = time.perf_counter(), _conflicts(solver)
    satisfiable = _within(solver, first, assumptions)
    # Some solvers only check their limit at restarts, so they may exceed it.
    left = limits.after(time.perf_counter() - start, _conflicts(solver) - before)
    return satisfiable, None if 0 in (left.nodes, left.seconds) else left


def _within(
    solver: Any, conflicts: int | None, assumptions: Sequence[int], **options: bool
) -> bool | None:
    _limit_conflicts(solver, conflicts)
    with ctrl_c_waits():
        satisfiable: bool | None = solver.solve_limited(assumptions=assumptions, **options)
    return satisfiable


def _conflicts(solver: Any) -> int:
    count: int = solver.accum_stats()["conflicts"]
    return count


def _limit_conflicts(solver: Any, conflicts: int | None) -> None:
    solver.conf_budget(-1 if conflicts is None else min(conflicts, MOST_CONFLICTS))
