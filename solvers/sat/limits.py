"""How a loaded SAT solver keeps its limits: each kind of solver is stopped in its own way."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from nonet.means import most_memory
from nonet.solvers.answers import Limits
from nonet.solvers.sat.catalogue import MOST_CONFLICTS
from nonet.solvers.threads import wait_for

#: Conflicts in CaDiCaL's slices: a few milliseconds at first, more as the solve goes on, because
#: each slice begins with a restart.
FIRST_SLICE, SLICE_GROWTH, LAST_SLICE = 500, 1.2, 5_000


def solve_within(
    solver: Any, stopped_by: str, limits: Limits, assumptions: Sequence[int] = ()
) -> bool | None:
    """Solve under assumptions; None when a limit was reached.

    After `KeyboardInterrupt` the solver must not be used again: PySAT has jumped out of its code
    and left it in no known state.
    """
    if limits.nodes == 0 or limits.seconds == 0:
        return None  # PySAT would take no conflicts for no limit at all
    try:
        if stopped_by == "slices":
            return _sliced(solver, limits, assumptions)
        return _interrupted(solver, limits, assumptions)
    except Exception as error:
        if "keyboard interrupt" in str(error):
            _hear_ctrl_c_again()
            raise KeyboardInterrupt from None
        raise


def _interrupted(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread, which releases the interpreter, and interrupt it when the time is up."""
    if limits.seconds is None and most_memory() is None:
        if limits.nodes is None:
            return bool(solver.solve(assumptions=assumptions))
        return _within(solver, limits.nodes, assumptions)
    # Most puzzles need so few conflicts that a thread would cost more than the solve.
    first = FIRST_SLICE if limits.nodes is None else min(FIRST_SLICE, limits.nodes)
    start = time.perf_counter()
    satisfiable = _within(solver, first, assumptions)
    left = None if limits.nodes is None else limits.nodes - first
    seconds = limits.after(time.perf_counter() - start).seconds
    if satisfiable is not None or left == 0 or seconds == 0:
        return satisfiable
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(_within, solver, left, assumptions, expect_interrupt=True)
        try:
            wait_for(running, seconds)
        finally:  # also on Ctrl-C
            if not running.done():
                solver.interrupt()
                wait([running])
            solver.clear_interrupt()
    return running.result()


def _sliced(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in slices of conflicts until an answer is found or a limit is reached.

    The first slice is all that most puzzles need. The rest runs in a thread: in the main thread,
    Ctrl-C would make PySAT jump out of the solver's code, maybe with the heap locked, and hang.
    """
    deadline = float("inf") if limits.seconds is None else time.perf_counter() + limits.seconds
    left = float("inf") if limits.nodes is None else limits.nodes
    if left <= 0 or time.perf_counter() >= deadline:
        return None
    first = int(min(FIRST_SLICE, left))
    satisfiable = _within(solver, first, assumptions)
    if satisfiable is not None:
        return satisfiable
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
        running = pool.submit(go_on, left - first)
        try:
            wait_for(running)
        finally:  # also on Ctrl-C
            stop.set()
    return running.result()


def _within(
    solver: Any, conflicts: int | None, assumptions: Sequence[int], **options: bool
) -> bool | None:
    solver.conf_budget(-1 if conflicts is None else min(conflicts, MOST_CONFLICTS))
    satisfiable: bool | None = solver.solve_limited(assumptions=assumptions, **options)
    return satisfiable


def _hear_ctrl_c_again() -> None:
    """Undo what PySAT leaves behind when Ctrl-C makes it jump out of the signal's handler.

    It leaves its own handler, which has nowhere left to jump to, and the signal blocked.
    """
    handler = signal.getsignal(signal.SIGINT)  # Python's own record, which PySAT bypasses
    if handler is not None:
        signal.signal(signal.SIGINT, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
